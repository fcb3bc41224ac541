/** Drafts in forms and pages: nothing typed is lost by Esc, «Назад» or a reload. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { draftText, parseDraft, readDraft, watchDrafts, writeDraft } from '../../offline/drafts'

/**
 * The draft of a page that has no window to close: kept on the device with each key, shared by all that show it.
 * `isSettled` says of its values that nobody would miss them.
 */
export function useSharedDraft<V>(
  name: string,
  isSettled: (values: V) => boolean,
): [V | null, (next: (before: V | null) => V) => void] {
  const text = useSyncExternalStore(watchDrafts, () => draftText('device', name))
  const values = useMemo(() => parseDraft<V>(text)?.values ?? null, [text])
  const change = useCallback(
    (next: (before: V | null) => V) => {
      const values = next(readDraft<V>('device', name)?.values ?? null)
      writeDraft('device', name, values, isSettled(values))
    },
    [name, isSettled],
  )
  return [values, change]
}

const KEPT_AFTER_MS = 400

/**
 * Keeps the values of an open form while they differ from what the person found in it; `found` is what an earlier
 * opening left. Without a name nothing is kept.
 */
export function useDraft<V extends Record<string, unknown>>(name: string | undefined, values: V) {
  const [found, setFound] = useState(() => (name ? readDraft<V>('tab', name) : null))
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
    const keep = () => void (saved.current || writeDraft('tab', name, JSON.parse(text) as V))
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
      if (name) writeDraft('tab', name, null)
    },
    /** there is nothing to keep any more */
    save: () => {
      saved.current = true
      if (name) writeDraft('tab', name, null)
    },
    /** the form closes as it stands */
    keepNow: () => {
      if (name && changed && !saved.current) writeDraft('tab', name, values)
    },
  }
}
