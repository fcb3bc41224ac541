/** Finds the farm's good that a supplier means: by code, by name, by a similar name. */
import { nearWords, wordsOf } from '../../../web/ui/fields/names'

export interface NamedGood {
  id: number
  name: string
  code: string | null
}

export interface FoundGood<G extends NamedGood> {
  /** the only one that can be meant */
  good: G | null
  /** those that may be meant, the likeliest first */
  similar: G[]
}

const MAX_SIMILAR = 3
const MIN_LIKENESS = 0.34

const keyOf = (words: readonly string[]) => words.toSorted().join(' ')
const codeKey = (code: string) => wordsOf(code).join('')
const numbersIn = (words: readonly string[]) => words.filter((word) => /^\d/.test(word))

/** Whether the words of both names match, up to typos. */
function nearlySame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false
  const left = [...other]
  return one.every((word) => {
    const at = left.findIndex((each) => nearWords(word, each))
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

/** From 0 to 1: the share of common words. Another size is another good. */
function likeness(one: readonly string[], other: readonly string[]): number {
  const [numbers, others] = [numbersIn(one), numbersIn(other)]
  if (numbers.length > 0 && others.length > 0 && !numbers.some((number) => others.includes(number))) return 0
  const begins = (word: string, each: string) =>
    word.length > 3 && each.length > 3 && word.slice(0, 4) === each.slice(0, 4)
  const shared = one.filter((word) => other.some((each) => nearWords(word, each) || begins(word, each)))
  return shared.length / Math.max(one.length, other.length, 1)
}

const onlyOne = <T>(all: readonly T[]): T | null => (all.length === 1 ? all[0]! : null)

export function goodFinder<G extends NamedGood>(goods: readonly G[]) {
  const known = goods.map((good) => ({ good, words: wordsOf(good.name), code: good.code ? codeKey(good.code) : '' }))
  const by = (is: (one: (typeof known)[number]) => boolean) => onlyOne(known.filter(is))?.good ?? null
  return (name: string, code = ''): FoundGood<G> => {
    const words = wordsOf(name)
    const codes = [codeKey(code), codeKey(name)].filter((each) => each !== '')
    const good =
      by((one) => one.good.name.toLowerCase() === name.trim().toLowerCase()) ??
      by((one) => one.code !== '' && codes.includes(one.code)) ??
      by((one) => words.length > 0 && keyOf(one.words) === keyOf(words)) ??
      by((one) => words.length > 0 && nearlySame(words, one.words))
    if (good) return { good, similar: [] }
    const similar = known
      .map((one) => ({ good: one.good, likeness: likeness(words, one.words) }))
      .filter((one) => one.likeness >= MIN_LIKENESS)
      .toSorted((one, other) => other.likeness - one.likeness)
    return { good: null, similar: similar.slice(0, MAX_SIMILAR).map((one) => one.good) }
  }
}
