/** Numbers out of words: «сто двадцать три» → '123', «восемь и три» → '8.3', «минус ноль пять десятых» → '-0.5'. */
import type { Language } from '../i18n/languages'
import { WORDS } from './spoken-words'

/** A decimal as text with a point, and how many words it took. */
export interface SpokenNumber {
  text: string
  taken: number
}

const HUNDRED = 100
const THOUSAND = 1000

/** Below which power of ten something may follow: after «двадцать» come units, after «три» nothing. */
const roomAfter = (value: number): number => (value >= HUNDRED ? HUNDRED : value >= 20 ? 10 : 1)

/** A whole number in words from `at` on. */
function wholeOf(words: readonly string[], at: number, language: Language): { value: number; taken: number } | null {
  const { numbers, hundred, thousand, and } = WORDS[language]
  let [thousands, below, room, taken] = [0, 0, THOUSAND, 0]
  let any = false
  for (let index = at; index < words.length; index++) {
    const word = words[index]!
    const value = numbers[word]
    if (value !== undefined && value < room && (value > 0 || !any)) {
      below += value
      room = value === 0 ? 0 : roomAfter(value)
    } else if (hundred.includes(word) && below > 0 && below < 10) {
      below *= HUNDRED
      room = HUNDRED
    } else if (thousand.includes(word) && thousands === 0) {
      thousands = (any ? below : 1) * THOUSAND
      below = 0
      room = THOUSAND
    } else if (language === 'en' && and.includes(word) && room === HUNDRED && numbers[words[index + 1] ?? '']! < room) {
      continue
    } else break
    any = true
    taken = index - at + 1
  }
  return any ? { value: thousands + below, taken } : null
}

const DIGITS = /^\d+(?:[.,]\d+)?$/

/** What stands after a whole number and makes it a decimal: its digits, and how many words they took. */
function decimalsOf(
  words: readonly string[],
  at: number,
  language: Language,
): { digits: string; taken: number } | null {
  const { and, point, shares } = WORDS[language]
  let index = at
  const joined = point.includes(words[index] ?? '')
  if (joined) index++
  if (and.includes(words[index] ?? '') && (joined || language === 'ru')) index++
  if (words[index] === 'с' && words[index + 1]?.startsWith('половин')) return { digits: '5', taken: index + 2 - at }
  if (index === at) return null
  let zeros = ''
  const word = words[index] ?? ''
  if (/^\d{1,2}$/.test(word)) return { digits: word, taken: index - at + 1 }
  // «восемь запятая ноль пять»: the zero is a place
  while (WORDS[language].numbers[words[index] ?? ''] === 0) {
    zeros += '0'
    index++
  }
  const part = wholeOf(words, index, language)
  if (!part || part.value >= HUNDRED) return zeros ? { digits: zeros, taken: index - at } : null
  index += part.taken
  const places = shares[words[index] ?? '']
  if (places) index++
  return { digits: zeros + String(part.value).padStart(places ?? 1, '0'), taken: index - at }
}

/** The number that begins at a word; null where none does. `decimal` false leaves «и три» for what follows. */
export function numberAt(
  words: readonly string[],
  at: number,
  language: Language,
  { decimal }: { decimal: boolean },
): SpokenNumber | null {
  const negative = WORDS[language].minus.includes(words[at] ?? '')
  const start = at + (negative ? 1 : 0)
  const sign = negative ? '-' : ''
  const word = words[start] ?? ''
  if (/^полтор/.test(word)) return { text: `${sign}1.5`, taken: start - at + 1 }
  if (DIGITS.test(word) && /[.,]/.test(word)) return { text: sign + word.replace(',', '.'), taken: start - at + 1 }
  const whole = DIGITS.test(word) ? { value: Number(word), taken: 1 } : wholeOf(words, start, language)
  if (!whole || !Number.isSafeInteger(whole.value)) return null
  const end = start + whole.taken
  const decimals = decimal ? decimalsOf(words, end, language) : null
  const digits = decimals ? `.${decimals.digits}` : ''
  return { text: `${sign}${whole.value}${digits}`, taken: end - at + (decimals?.taken ?? 0) }
}
