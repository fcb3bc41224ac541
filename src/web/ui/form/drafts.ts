/**
 * What was typed into a form and not saved, by person and form, on this device: nothing typed is lost by Esc, «Назад»
 * or a dead battery.
 */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { currentOwner, farmTimeOf } from '../../session'

export interface Draft<V> {
  /** farm time of the last change, 'YYYY-MM-DDTHH:mm' */
  at: string
  values: V
}

const placeOf = (name: string) => `draft:${currentOwner() ?? ''}:${name}`

/** What a full or forbidden storage does not take, until the page is closed. */
const memory = new Map<string, string>()
const watchers = new Set<() => void>()

function textOf(name: string): string {
  const place = placeOf(name)
  try {
    return memory.get(place) ?? localStorage.getItem(place) ?? 'null'
  } catch {
    return 'null'
  }
}

function parse<V>(text: string): Draft<V> | null {
  try {
    return JSON.parse(text) as Draft<V> | null
  } catch {
    return null
  }
}

function write(name: string, draft: Draft<unknown> | null): void {
  const place = placeOf(name)
  memory.delete(place)
  try {
    if (draft) localStorage.setItem(place, JSON.stringify(draft))
    else localStorage.removeItem(place)
  } catch {
    if (draft) memory.set(place, JSON.stringify(draft))
  }
  for (const watch of watchers) watch()
}

function subscribe(watch: () => void): () => void {
  watchers.add(watch)
  // another tab
  window.addEventListener('storage', watch)
  return () => {
    watchers.delete(watch)
    window.removeEventListener('storage', watch)
  }
}

/** The draft of a page that has no window to close: kept with each key, shared by all that show it. */
export function useSharedDraft<V>(name: string): [V | null, (next: (before: V | null) => V) => void] {
  const text = useSyncExternalStore(subscribe, () => textOf(name))
  const values = useMemo(() => parse<V>(text)?.values ?? null, [text])
  const change = useCallback(
    (next: (before: V | null) => V) =>
      write(name, { at: farmTimeOf(), values: next(parse<V>(textOf(name))?.values ?? null) }),
    [name],
  )
  return [values, change]
}

const KEPT_AFTER_MS = 400

/**
 * Keeps the values of an open form while they differ from what the person found in it; `found` is what an earlier
 * opening left. Without a name nothing is kept.
 */
export function useDraft<V extends Record<string, unknown>>(name: string | undefined, values: V) {
  const [found, setFound] = useState(() => (name ? parse<V>(textOf(name)) : null))
  const saved = useRef(false)
  const text = JSON.stringify(values)
  // a form that chooses by itself, as the only group of a cage, has not been changed by anybody
  const touched = useRef(false)
  const before = useRef(text)
  if (!touched.current) before.current = text
  const changed = text !== before.current
  useEffect(() => {
    if (!name || !changed || saved.current) return
    // a saved form closes a moment later, and its draft must not come back until then
    const keep = () => void (saved.current || write(name, { at: farmTimeOf(), values: JSON.parse(text) as V }))
    const timer = setTimeout(keep, KEPT_AFTER_MS)
    window.addEventListener('pagehide', keep)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [name, changed, text])
  return {
    found: changed ? null : found,
    /** a key or a finger is in the form */
    touch: () => void (touched.current = true),
    /** it was taken up or thrown away */
    drop: () => {
      setFound(null)
      if (name) write(name, null)
    },
    /** there is nothing to keep any more */
    save: () => {
      saved.current = true
      if (name) write(name, null)
    },
    /** the form closes as it stands */
    keepNow: () => {
      if (name && changed && !saved.current) write(name, { at: farmTimeOf(), values })
    },
  }
}
