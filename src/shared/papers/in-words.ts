/**
 * Numbers as Russian papers write them out: «Две тысячи пятьсот рублей 00 копеек». Papers are Russian in any language.
 */

type Gender = 'masculine' | 'feminine'
/** after 1, after 2 to 4, after 5 and more: рубль, рубля, рублей */
type Forms = readonly [one: string, few: string, many: string]

const ONES = {
  masculine: ['', 'один', 'два'],
  feminine: ['', 'одна', 'две'],
} as const
const UNITS = [
  'три',
  'четыре',
  'пять',
  'шесть',
  'семь',
  'восемь',
  'девять',
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const TENS = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const HUNDREDS = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]
/** from the second three digits on */
const GROUPS: readonly { gender: Gender; forms: Forms }[] = [
  { gender: 'feminine', forms: ['тысяча', 'тысячи', 'тысяч'] },
  { gender: 'masculine', forms: ['миллион', 'миллиона', 'миллионов'] },
  { gender: 'masculine', forms: ['миллиард', 'миллиарда', 'миллиардов'] },
  { gender: 'masculine', forms: ['триллион', 'триллиона', 'триллионов'] },
]

/** The form of a word after a whole number. */
function formFor(count: number, [one, few, many]: Forms): string {
  const [tens, ones] = [count % 100, count % 10]
  if (tens >= 11 && tens <= 14) return many
  return ones === 1 ? one : ones >= 2 && ones <= 4 ? few : many
}

/** 1 to 999. */
function hundreds(number: number, gender: Gender): string[] {
  const rest = number % 100
  const ones = rest < 20 ? rest : rest % 10
  const unit = ones < 3 ? ONES[gender][ones]! : UNITS[ones - 3]!
  return [HUNDREDS[Math.floor(number / 100)]!, rest < 20 ? '' : TENS[Math.floor(rest / 10)]!, unit]
}

/** A whole number from 0 to 10¹⁵, in small letters. */
export function inWords(number: number, gender: Gender = 'masculine'): string {
  if (number === 0) return 'ноль'
  const parts: string[] = []
  let left = number
  for (let group = 0; left > 0; group++) {
    const three = left % 1000
    const named = group === 0 ? null : GROUPS[group - 1]!
    if (three > 0) parts.unshift(...hundreds(three, named?.gender ?? gender), named ? formFor(three, named.forms) : '')
    left = Math.floor(left / 1000)
  }
  return parts.filter(Boolean).join(' ')
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const ROUBLES: Forms = ['рубль', 'рубля', 'рублей']
const KOPECKS: Forms = ['копейка', 'копейки', 'копеек']

/** Kopecks, ≥ 0: «Две тысячи пятьсот рублей 00 копеек». */
export function roublesInWords(kopecks: number): string {
  const [roubles, rest] = [Math.floor(kopecks / 100), kopecks % 100]
  return `${capital(inWords(roubles))} ${formFor(roubles, ROUBLES)} ${String(rest).padStart(2, '0')} ${formFor(rest, KOPECKS)}`
}
