/**
 * A sentence with values in it travels as its Russian text, for whoever only reads it, and beside that as its key and
 * values, so that a page says it in its person's language.
 *
 *   say('Садок {{number}} не найден: возможно, его удалили.', { number })
 *
 * The key stands in the dictionary like any other text. Its values are raw: numbers, moments (`at`), words of ours
 * (`word`); a text is somebody's own name for something and stays as it is.
 */
import * as z from 'zod'
import { showDay, showInstant } from './dates'
import { nestQuotes } from './i18n/quotes'

const plain = z.union([z.string(), z.number()])
const wordShape = z.object({
  key: z.string(),
  /** tells words apart that are one in Russian */
  context: z.string().optional(),
  values: z.record(z.string(), plain).optional(),
})
const value = z.union([plain, z.array(z.number()), z.object({ at: z.string() }), wordShape])
const sayingShape = z.object({ key: z.string(), values: z.record(z.string(), value) })
/** Stands beside texts on the wire: those with values → what they are made of. */
export const saidShape = z.record(z.string(), sayingShape).meta({ id: 'Said' })

type Word = z.infer<typeof wordShape>
type Value = z.infer<typeof value>
export type Saying = z.infer<typeof sayingShape>
export type Said = z.infer<typeof saidShape>

export interface Sentence extends Saying {
  text: string
}
/** What a person is told: a text that stands in the dictionary as it is, or a sentence with values. */
export type Phrase = string | Sentence

/** A day or an instant of farm time. */
export const at = (moment: string): Value => ({ at: moment })
export const word = (key: string, more: Omit<Word, 'key'> = {}): Word => ({ key, ...more })

export interface Tongue {
  /** the text of a key with its values in it */
  fill: (key: string, values: Record<string, string>, context?: string) => string
  number: (value: number) => string
}

function tellValue(value: Value, tongue: Tongue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return tongue.number(value)
  if (Array.isArray(value)) return value.map(tongue.number).join('; ')
  if ('at' in value) return value.at.includes('T') ? showInstant(value.at) : showDay(value.at)
  return tell(value, tongue)
}

/** The sentence in a language. */
export function tell({ key, context, values = {} }: Word | (Saying & { context?: string }), tongue: Tongue): string {
  const told = Object.entries(values).map(([name, one]) => [name, tellValue(one, tongue)])
  return tongue.fill(key, Object.fromEntries(told) as Record<string, string>, context)
}

const russianNumber = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 6, signDisplay: 'negative' })
const PLACEHOLDER = /\{\{(\w+)\}\}/g
const RUSSIAN: Tongue = {
  fill: (key, values) => nestQuotes(key.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '')),
  number: (value) => russianNumber.format(value).replace('-', '\u2212'),
}

type NamesIn<K extends string> = K extends `${string}{{${infer Name}}}${infer Rest}` ? Name | NamesIn<Rest> : never

export function say<K extends string>(key: K, values: Record<NamesIn<K>, Value>): Sentence {
  const saying = { key, values }
  return { text: tell(saying, RUSSIAN), ...saying }
}

export const textOf = (text: Phrase): string => (typeof text === 'string' ? text : text.text)

/** `said` for an answer that holds these texts; nothing when none of them has values. */
export function saidOf(texts: readonly (Phrase | null)[]): { said?: Said } {
  const sentences = texts.filter((text) => typeof text === 'object' && text !== null)
  if (sentences.length === 0) return {}
  return { said: Object.fromEntries(sentences.map(({ text, key, values }) => [text, { key, values }])) }
}

/** A text of an answer as it was said. */
export const asSaid = (text: string, said: Said | undefined): Phrase => {
  const saying = said?.[text]
  return saying ? { text, ...saying } : text
}

/** The message of a schema is a key: its values are those of the issue. */
export function sentenceOf(issue: z.core.$ZodIssue): Phrase {
  const known = { ...issue, ...(issue.code === 'custom' && issue.params) } as Record<string, unknown>
  const names = [...issue.message.matchAll(PLACEHOLDER)].map(([, name]) => name!)
  if (names.length === 0) return issue.message
  return say(issue.message, Object.fromEntries(names.map((name) => [name, Number(known[name])])))
}
