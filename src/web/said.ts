/**
 * What the server says stands in the dictionary like any other text. A sentence with values in it comes with what it is
 * made of: that is kept here by its Russian text, so that `t()` says it in the person's language wherever it is shown.
 */
import type { TFunction } from '../shared/i18n/translator'
import { type Said, type Saying, type Sentence, tell } from '../shared/say'
import { showAmount } from './format'

const heard = new Map<string, Saying>()

export function hear(said: Said | null | undefined): void {
  for (const [text, saying] of Object.entries(said ?? {})) heard.set(text, saying)
}

/** Everything that is `said` somewhere in an answer. */
export function hearIn(answer: unknown): void {
  if (answer === null || typeof answer !== 'object') return
  for (const [name, value] of Object.entries(answer)) {
    if (name === 'said') hear(value as Said)
    else hearIn(value)
  }
}

/** Of what is said in the browser: its text. */
export function hearSentence(sentence: Sentence | string): string {
  if (typeof sentence === 'string') return sentence
  heard.set(sentence.text, sentence)
  return sentence.text
}

/** The text in the language of `t`, when it was heard. */
export function sayHeard(text: string, t: TFunction): string | undefined {
  const saying = heard.get(text)
  const fill = (key: string, values: Record<string, string>, context?: string) => t(key, { ...values, context })
  return saying && tell(saying, { fill, number: showAmount })
}

/** What a call is for, as its contract says it: «Модули: создать» is the title of a list and what is done to it. */
export const tellSummary = (summary: string, t: TFunction): string =>
  summary
    .split(': ')
    .map((part) => t(part))
    .join(': ')
