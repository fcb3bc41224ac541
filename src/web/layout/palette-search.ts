import type { Action } from '../actions'

const MOST_SHOWN = 12

const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[\s:,.«»()→/]+/)
    .filter(Boolean)

/** 0 is the best: an exact word, then the beginning of one; a number must be met exactly (садок 1 is not садок 12). */
function rank(asked: readonly string[], action: Action): number | null {
  const known = words([action.title, ...(action.keywords ?? [])].join(' '))
  let sum = 0
  for (const word of asked) {
    if (known.includes(word)) continue
    if (/^\d+$/.test(word) || !known.some((one) => one.startsWith(word))) return null
    sum += 1
  }
  return sum
}

/** The actions that have every word asked for, best first; those that cannot be done now come last. */
export function findActions(query: string, actions: readonly Action[]): Action[] {
  const asked = words(query)
  const ranked = actions.flatMap((action) => {
    const value = rank(asked, action)
    return value === null ? [] : [{ action, value: value + (action.disabledReason ? 100 : 0) }]
  })
  return ranked
    .sort((one, other) => one.value - other.value)
    .slice(0, MOST_SHOWN)
    .map(({ action }) => action)
}
