/** A cause of death as people say it: «от болезни», «причина хищники», «нехватка кислорода». */
import type { Language } from '../i18n/languages'
import { WORDS } from './spoken-words'

export interface NamedCause {
  id: number
  name: string
}

const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\d]+/gu) ?? []

/** Endings differ by case and number: «болезнь» and «от болезни». */
const ENDING = 2
const SHORTEST = 3

function isSaid(word: string, spoken: string): boolean {
  let same = 0
  while (same < word.length && word[same] === spoken[same]) same++
  return same >= Math.min(word.length, Math.max(SHORTEST, word.length - ENDING))
}

/** How many words of a name are said from a word on, in their order. */
function saidWords(name: readonly string[], words: readonly string[], at: number): number {
  let taken = 0
  while (taken < name.length && at + taken < words.length && isSaid(name[taken]!, words[at + taken]!)) taken++
  return taken
}

/** The one cause that most of is said at a word; null where there is none, or two are said as much. */
export function causeAt(words: readonly string[], at: number, causes: readonly NamedCause[]) {
  const fitting = causes
    .map(({ id, name }) => ({ id, taken: saidWords(wordsOf(name), words, at) }))
    .sort((one, other) => other.taken - one.taken)
  const [best, second] = fitting
  return best && best.taken > 0 && best.taken !== second?.taken ? best : null
}

/** Whether a word announces a cause: «причина кислород» is none of the water. */
export const announcesCause = (word: string | undefined, language: Language): boolean =>
  WORDS[language].cause.some((start) => word?.startsWith(start))
