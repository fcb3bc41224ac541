/**
 * A sentence with values in it is kept as its key and values until somebody reads it: the server tells each person in
 * their language, and what is stored today can be read in another language tomorrow.
 *
 *   say('Садок {{number}} не найден: возможно, его удалили.', { number })
 *
 * The key stands in the dictionary like any other text. Its values are raw: numbers, moments (`at`), words of ours
 * (`word`); a text is somebody's own name for something and stays as it is.
 */
import type * as z from 'zod'
import { showDay, showInstant } from './dates'
import { type Language, LOCALES } from './i18n/languages'
import { type TFunction, translator } from './i18n/translator'

interface Word {
  key: string
  /** tells apart meanings that share one Russian word */
  context?: string
  values?: Record<string, string | number>
}
type Value = string | number | number[] | { at: string } | Word

export interface MessageParts {
  key: string
  values: Record<string, Value>
}
/** A text for people: a dictionary key as it stands, or a sentence with values. */
export type Phrase = string | MessageParts

/** A day or an instant of farm time. */
export const at = (moment: string): Value => ({ at: moment })
export const word = (key: string, more: Omit<Word, 'key'> = {}): Word => ({ key, ...more })

type NamesIn<K extends string> = K extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never

export const say = <K extends string>(key: K, values: Record<NamesIn<K>, Value>): MessageParts => ({ key, values })

/** Formats a phrase in one language. */
export type Speak = (phrase: Phrase) => string

/** @param t translates into that language */
export function speaker(language: Language, t: TFunction): Speak {
  const format = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 6, signDisplay: 'negative' })
  const showNumber = (value: number) => format.format(value).replace('-', '\u2212').replaceAll('\u202f', '\u00a0')
  const showValue = (value: Value): string => {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return showNumber(value)
    if (Array.isArray(value)) return value.map(showNumber).join('; ')
    if ('at' in value) return value.at.includes('T') ? showInstant(value.at) : showDay(value.at)
    return speak(value)
  }
  const speak = (phrase: Phrase | Word): string => {
    if (typeof phrase === 'string') return t(phrase)
    const { key, values = {} } = phrase
    const shown = Object.entries<Value>(values).map(([name, value]) => [name, showValue(value)])
    return t(key, { ...Object.fromEntries(shown), context: 'context' in phrase ? phrase.context : undefined })
  }
  return speak
}

const russian = speaker('ru', translator('ru', {}))
/** The text in Russian, for logs. */
export const textOf: Speak = (phrase) => russian(phrase)

const PLACEHOLDER = /\{\{(\w+)\}\}/g

/** A schema's message is a dictionary key; its values come from the issue. */
export function sentenceOf(issue: z.core.$ZodIssue): Phrase {
  const known = { ...issue, ...(issue.code === 'custom' && issue.params) } as Record<string, unknown>
  const names = [...issue.message.matchAll(PLACEHOLDER)].map(([, name]) => name!)
  if (names.length === 0) return issue.message
  return say(issue.message, Object.fromEntries(names.map((name) => [name, Number(known[name])])))
}
