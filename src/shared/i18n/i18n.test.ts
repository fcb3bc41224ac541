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

  test('has its values beside it: nothing is put together as texts', () => {
    expect(texts.glued.map(({ place }) => place.replace(/:\d+$/, ''))).toEqual([])
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
