/** What a table was turned to (its page, its order) belongs to the page's entry in the history: Back finds it again. */
import { useEffect, useState } from 'react'
import { history } from '../../../router/address'

/** entry and table → what it was left with; as long as the application is open */
const kept = new Map<string, unknown>()

const placeOf = (name: string) => {
  const { pathname, state } = history.location
  return `${(state as { __TSR_key?: string }).__TSR_key ?? ''} ${pathname} ${name}`
}

/** State that is there again when the person comes back to this entry. */
export function useKept<T>(name: string, start: T): [T, (value: T | ((was: T) => T)) => void] {
  const [value, set] = useState<T>(() => (kept.has(placeOf(name)) ? (kept.get(placeOf(name)) as T) : start))
  // a filter makes an entry of its own, for which the same table stands
  const place = placeOf(name)
  useEffect(() => void kept.set(place, value), [place, value])
  return [value, set]
}
