import { expect, test } from 'vitest'
import { inWords, roublesInWords } from './in-words'

test('money is written out, its kopecks in figures', () => {
  const written = {
    250_000: 'Две тысячи пятьсот рублей 00 копеек',
    0: 'Ноль рублей 00 копеек',
    1: 'Ноль рублей 01 копейка',
    101: 'Один рубль 01 копейка',
    202: 'Два рубля 02 копейки',
    1_111: 'Одиннадцать рублей 11 копеек',
    2_121: 'Двадцать один рубль 21 копейка',
    11_400: 'Сто четырнадцать рублей 00 копеек',
    100_000_099: 'Один миллион рублей 99 копеек',
    123_456_789_012:
      'Один миллиард двести тридцать четыре миллиона пятьсот шестьдесят семь тысяч восемьсот девяносто рублей 12 копеек',
    2_100_201_300: 'Двадцать один миллион две тысячи тринадцать рублей 00 копеек',
  }
  for (const [kopecks, text] of Object.entries(written)) expect(roublesInWords(Number(kopecks))).toBe(text)
})

test('thousands are feminine whatever is counted, and what is counted takes its own gender', () => {
  expect(inWords(2_002)).toBe('две тысячи два')
  expect(inWords(1_001, 'feminine')).toBe('одна тысяча одна')
  expect(inWords(1_000_000_000_000_000 - 1)).toContain('девятьсот девяносто девять триллионов')
})
