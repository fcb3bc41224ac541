import type { Action } from '../../actions'

const MAX_SHOWN = 12

/** A point between digits is kept, because it belongs to a date. */
const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s:,«»()→/?]+|\.(?!\d)/)
    .filter(Boolean)

/**
 * Lower is better: 0 for an exact word, then the start of a word; a number must match exactly (садок 1 is not садок
 * 12).
 */
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

/** The text as typed in the other keyboard layout: «rjhv» is «корм». A point between digits stays. */
const inOtherLayout = (text: string) =>
  text.toLowerCase().replace(/(?<!\d)\.|\.(?!\d)|[^.]/g, (letter) => otherKeys.get(letter) ?? letter)

/** Such matches come after all that match as typed. */
const OTHER_LAYOUT = 0.5
const DISABLED = 100

/** Actions that contain every word, best first; those impossible now come last. */
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
