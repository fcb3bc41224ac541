/**
 * Compares names however people type them: in other case, Latin letters for Cyrillic ones, «6мм» for «6 мм», with a
 * typo.
 */

const LATIN = 'abcehkmoptxy'
const RUSSIAN_TWINS = 'авсенкмортху'

const asCyrillic = (letter: string) => RUSSIAN_TWINS[LATIN.indexOf(letter)]!

/** Words and numbers of a name: «Корм K-6, 1,5 кг» → корм, к, 6, 1.5, кг. */
export function wordsOf(name: string): string[] {
  const letters = name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[abcehkmoptxy]/g, asCyrillic)
    .replace(/(\d),(?=\d)/g, '$1.')
  return letters.match(/\d+(?:\.\d+)?|[a-zа-я]+/g) ?? []
}

/** Whether the name contains all words, in any order. */
export function holdsWords(name: string, wanted: string): boolean {
  const all = wordsOf(name).join(' ')
  const words = wordsOf(wanted)
  return words.length > 0 && words.every((word) => all.includes(word))
}

/** How many typos a word may have. */
const typosIn = (word: string) => (/\d/.test(word) || word.length < 5 ? 0 : word.length < 9 ? 1 : 2)

/** Edit distance between two words, or `most` + 1 when it is larger. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at++) {
    const next = [at]
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + same))
    }
    row = next
  }
  return Math.min(row[other.length]!, most + 1)
}

/** Whether two words are equal up to a typo or two in a long one. Numbers have to be equal. */
export const nearWords = (one: string, other: string): boolean => {
  const most = Math.min(typosIn(one), typosIn(other))
  return one === other || (most > 0 && distance(one, other, most) <= most)
}
