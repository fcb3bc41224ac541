/**
 * What was typed into the table and is not stored yet: it outlives another day, another page and a reload of this tab.
 */
import { useCallback, useState } from 'react'

export type Drafts = Readonly<Record<string, string>>

const nameOf = (place: string) => `measurements-drafts:${place}`

function read(place: string): Drafts {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(place)) ?? '{}') as unknown
    return typeof kept === 'object' && kept !== null ? (kept as Drafts) : {}
  } catch {
    return {}
  }
}

function keep(place: string, drafts: Drafts): void {
  if (Object.keys(drafts).length === 0) sessionStorage.removeItem(nameOf(place))
  else sessionStorage.setItem(nameOf(place), JSON.stringify(drafts))
}

/** `place` names a module and a day; mount anew for another one. A cell typed back to what is stored is no draft. */
export function useDrafts(place: string, stored: ReadonlyMap<string, string>) {
  const [drafts, setDrafts] = useState(() => read(place))
  const put = useCallback(
    (change: (was: Drafts) => Drafts) =>
      setDrafts((was) => {
        const next = change(was)
        keep(place, next)
        return next
      }),
    [place],
  )
  const type = useCallback(
    (cells: Record<string, string>) =>
      put((was) =>
        Object.fromEntries(
          Object.entries({ ...was, ...cells }).filter(([key, text]) => text.trim() !== (stored.get(key) ?? '')),
        ),
      ),
    [put, stored],
  )
  const drop = useCallback(() => put(() => ({})), [put])
  return { drafts, type, drop }
}
