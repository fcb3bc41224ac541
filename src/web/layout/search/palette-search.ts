import type { Action } from '../../actions'

const MAX_SHOWN = 12

/** A point between digits belongs to a date. */
const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s:,«»()→/?]+|\.(?!\d)/)
    .filter(Boolean)

/** 0 is the best: an exact word, then the beginning of one; a number must be met exactly (садок 1 is not садок 12). */
function rank(asked: readonly string[], known: readonly string[]): number | null {
  let sum = 0
  for (const word of asked) {
    if (known.includes(word)) continue
    if (/^\d+$/.test(word) || !known.some((one) => one.startsWith(word))) return null
    sum += 1
  }
  return sum
}

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const otherKeys = new Map(
  [...LATIN_KEYS].flatMap((key, at) => [[key, RUSSIAN_KEYS[at]!] as const, [RUSSIAN_KEYS[at]!, key] as const]),
)

/** What the same keys write in the other layout: «rjhv» is «корм». A point between digits stays. */
const inOtherLayout = (text: string) =>
  text.toLowerCase().replace(/(?<!\d)\.|\.(?!\d)|[^.]/g, (letter) => otherKeys.get(letter) ?? letter)

/** After all that was found as it was typed. */
const OTHER_LAYOUT = 0.5
const DISABLED = 100

/** The actions that have every word asked for, best first; those that cannot be done now come last. */
export function findActions(query: string, actions: readonly Action[]): Action[] {
  const asked = words(query)
  const swapped = words(inOtherLayout(query))
  const ranked = actions.flatMap((action) => {
    const known = words([action.title, action.place ?? '', ...(action.keywords ?? [])].join(' '))
    const meant = rank(swapped, known)
    const value = rank(asked, known) ?? (meant === null ? null : meant + OTHER_LAYOUT)
    return value === null ? [] : [{ action, value: value + (action.disabledReason ? DISABLED : 0) }]
  })
  return ranked
    .sort((one, other) => one.value - other.value)
    .slice(0, MAX_SHOWN)
    .map(({ action }) => action)
}
