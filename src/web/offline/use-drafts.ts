/** Typed values of a table that are not stored yet: they survive another page and a reload of this tab. */
import { useCallback, useState } from 'react'
import { readDraft, writeDraft } from './drafts'

export type Drafts = Readonly<Record<string, string>>

/** `name` says what the table is of; mount anew for another one. A cell with its stored value is no draft. */
export function useDrafts(name: string, stored: ReadonlyMap<string, string>) {
  const [drafts, setDrafts] = useState(() => readDraft<Drafts>('tab', name)?.values ?? {})
  const put = useCallback(
    (change: (was: Drafts) => Drafts) =>
      setDrafts((was) => {
        const next = change(was)
        writeDraft('tab', name, Object.keys(next).length === 0 ? null : next)
        return next
      }),
    [name],
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
