/**
 * Translates a text. The key is the Russian text itself. A dictionary may also hold «key|context», where one Russian
 * word has several translations, and plural forms «key_one», «key_few»… (Intl.PluralRules), chosen by `count`.
 */
import { nestQuotes } from './quotes'

export type Dictionary = Readonly<Record<string, string>>
export type TFunction = (
  text: string,
  values?: { count?: number | string; context?: string; [name: string]: unknown },
) => string

/** Without values nothing is replaced: braces may be part of a name that somebody typed. */
const fill: TFunction = (text, values) =>
  nestQuotes(values ? text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '')) : text)

/** @param otherwise translates what the dictionary lacks */
export function translator(language: string, dictionary: Dictionary, otherwise: TFunction = fill): TFunction {
  const rules = new Intl.PluralRules(language)
  const find = (text: string) => (Object.hasOwn(dictionary, text) ? dictionary[text] : undefined)
  return (text, values) => {
    const { count, context } = values ?? {}
    const form = typeof count === 'number' ? `_${rules.select(count)}` : ''
    const keys = context ? [`${text}|${context}${form}`, `${text}|${context}`] : []
    for (const key of [...keys, text + form, text]) {
      const said = find(key)
      if (said) return fill(said, values)
    }
    return otherwise(text, values)
  }
}
