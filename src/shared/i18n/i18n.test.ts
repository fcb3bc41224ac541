import { describe, expect, test } from 'vitest'
import {
  collectTexts,
  compareWithDictionary,
  english,
  formsOf,
  placeholdersOf,
  pluralKeys,
  russianForms,
  withoutForm,
} from '../../../scripts/i18n-keys'
import { translator, type TFunction } from './translator'
import { translateSentence } from '../../web/sentences'

const texts = collectTexts()
const dictionary = english()

describe('every text a person sees', () => {
  test('is asked for through t()', () => {
    expect(texts.bare).toEqual([])
    // the collector itself: a list of columns, a message of a schema, a reason inside a query, a word with a context
    const keys = texts.keys.map(({ text }) => text)
    expect(keys).toEqual(
      expect.arrayContaining([
        'Биомасса',
        'Заполните поле',
        'Вид рыбы нельзя удалить: у него есть генерации.',
        'Садок|название',
      ]),
    )
  })

  test('is translated, and nothing else is', () => {
    const { missing, excess } = compareWithDictionary(texts)
    expect([...missing].map(([text, place]) => `${text}  ${place}`)).toEqual([])
    expect(excess).toEqual([])
    const russian = Object.entries(dictionary).filter(([, text]) => /[а-яё]/i.test(text))
    expect(russian).toEqual([])
  })

  test('keeps its placeholders in the translation', () => {
    const wrong = Object.entries(dictionary).filter(
      ([entry, text]) => String(placeholdersOf(entry)) !== String(placeholdersOf(text)),
    )
    expect(wrong).toEqual([])
  })
})

describe('a text that changes with a number', () => {
  test('has all forms of its language', () => {
    for (const [language, file] of [
      ['ru', russianForms()],
      ['en', dictionary],
    ] as const)
      for (const key of pluralKeys())
        for (const form of formsOf(language)) expect(file, `${language} ${key}`).toHaveProperty([`${key}_${form}`])
  })

  test('is used in the sources and keeps its number', () => {
    const keys = new Set(texts.keys.map(({ text }) => text))
    expect([...pluralKeys()].filter((key) => !keys.has(key))).toEqual([])
    const wrong = Object.entries(russianForms()).filter(
      ([entry, text]) => String(placeholdersOf(withoutForm(entry))) !== String(placeholdersOf(text)),
    )
    expect(wrong).toEqual([])
  })
})

describe('a sentence of the server with values', () => {
  const russian = translator('ru', {})
  const t: TFunction = translator(
    'en',
    dictionary,
    (text, values) => translateSentence(text, t) ?? russian(text, values),
  )

  test.each([
    ['14.07.2026 10:20 пересадка 3 → 7: не хватает 120 шт', '14.07.2026 10:20 transfer 3 → 7: 120 pcs short'],
    ['14.07.2026 10:20 отход, садок 12а: не хватает 1 200 шт', '14.07.2026 10:20 mortality, cage 12а: 1 200 pcs short'],
    [
      '14.07.2026 10:20 коррекция, садок 7: в этой группе никогда не было рыбы',
      '14.07.2026 10:20 correction, cage 7: this group never had fish',
    ],
    [
      '14.07.2026 10:20 навеска: в садке на это время нет рыбы',
      '14.07.2026 10:20 weighing: the cage holds no fish at this time',
    ],
    [
      '14.07.2026 10:20 кормление, садок 7: на складе «Берег» не хватает 12,5 кг, «Корм 6 мм»',
      '14.07.2026 10:20 feeding, cage 7: warehouse “Берег” is short of 12,5 kg, “Корм 6 мм”',
    ],
    [
      '14.07.2026 10:20 внесение: на складе «Берег» не хватает 3 шт, «Сеть»',
      '14.07.2026 10:20 delivery: warehouse “Берег” is short of 3 pcs, “Сеть”',
    ],
    ['Время ещё не наступило: сейчас 14.07.2026 10:20', 'This time has not come yet: it is 14.07.2026 10:20 now'],
    ['Не более 200 знаков', 'At most 200 characters'],
    ['Введите целое число от 1 до 5', 'Enter a whole number from 1 to 5'],
    ['Корм 6 мм', 'Корм 6 мм'],
  ])('%s', (russian, said) => expect(t(russian)).toBe(said))
})
