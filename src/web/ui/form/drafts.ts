/** Drafts of forms and pages: nothing typed is lost by Esc, «Назад» or a reload. */
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { draftText, parseDraft, readDraft, watchDrafts, writeDraft } from '../../offline/drafts'

/**
 * The draft of a page without a window to close: stored on the device at every key, and shared by all components that
 * show it. `isSettled` tells values that need not be kept.
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
 * Stores the values of an open form while they differ from its initial ones; `found` is what an earlier opening left.
 * Without a name nothing is stored.
 */
export function useDraft<V extends Record<string, unknown>>(name: string | undefined, values: V) {
  const [found, setFound] = useState(() => (name ? readDraft<V>('tab', name) : null))
  const saved = useRef(false)
  const text = JSON.stringify(values)
  // a form that fills itself, as with the only group of a cage, was not changed by a person
  const touched = useRef(false)
  const before = useRef(text)
  if (!touched.current) before.current = text
  const changed = text !== before.current
  useEffect(() => {
    if (!name || !changed || saved.current) return
    // a saved form closes a moment later; until then its draft must not be stored again
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
    /** a key was pressed or a finger touched the form */
    touch: () => void (touched.current = true),
    /** the draft was taken or discarded */
    drop: () => {
      setFound(null)
      if (name) writeDraft('tab', name, null)
    },
    /** the form was saved, so there is nothing to keep */
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
