/** Names as people type them: other case, Latin letters for Cyrillic ones, «6мм» for «6 мм», a letter wrong. */

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

/** What is looked for stands in the name, word by word, in any order. */
export function holdsWords(name: string, wanted: string): boolean {
  const all = wordsOf(name).join(' ')
  const words = wordsOf(wanted)
  return words.length > 0 && words.every((word) => all.includes(word))
}

/** At most so many letters of a word may be wrong. */
const typosIn = (word: string) => (/\d/.test(word) || word.length < 5 ? 0 : word.length < 9 ? 1 : 2)

/** How many letters are to be put in, left out or changed; more than `most` is `most` + 1. */
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

/** The same word, but for a letter or two of a long one. A number is the same or another one. */
export const nearWords = (one: string, other: string): boolean => {
  const most = Math.min(typosIn(one), typosIn(other))
  return one === other || (most > 0 && distance(one, other, most) <= most)
}
