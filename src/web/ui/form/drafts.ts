/**
 * What was typed into a form and not saved, by person and form, on this device: nothing typed is lost by Esc, «Назад»
 * or a dead battery.
 */
import { useEffect, useRef, useState } from 'react'
import { currentOwner, farmTimeOf } from '../../session'

export interface Draft<V> {
  /** farm time of the last change, 'YYYY-MM-DDTHH:mm' */
  at: string
  values: V
}

const placeOf = (name: string) => `draft:${currentOwner() ?? ''}:${name}`

function read<V>(name: string): Draft<V> | null {
  try {
    return JSON.parse(localStorage.getItem(placeOf(name)) ?? 'null') as Draft<V> | null
  } catch {
    return null
  }
}

function write(name: string, draft: Draft<unknown> | null): void {
  try {
    if (draft) localStorage.setItem(placeOf(name), JSON.stringify(draft))
    else localStorage.removeItem(placeOf(name))
  } catch {
    // a forbidden storage keeps no drafts
  }
}

const KEPT_AFTER_MS = 400

/**
 * Keeps the values of an open form while they differ from what the person found in it; `found` is what an earlier
 * opening left. Without a name nothing is kept.
 */
export function useDraft<V extends Record<string, unknown>>(name: string | undefined, values: V) {
  const [found, setFound] = useState(() => (name ? read<V>(name) : null))
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
