/** Esc hides the text of the row under the pointer or the focus, until that moves to another row. */
import { useEffect, type RefObject } from 'react'

export function useHoverText(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    let row: Element | null = null
    const stop = new AbortController()
    const { signal } = stop
    // an attribute, so that none of the thousand cells renders for it
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && element.setAttribute('data-quiet', '')
    const onMove = ({ target }: Event) => {
      const next = (target as Element).closest('tr')
      if (next === row) return
      row = next
      element.removeAttribute('data-quiet')
    }
    document.addEventListener('keydown', onKey, { signal })
    element.addEventListener('pointerover', onMove, { signal })
    element.addEventListener('focusin', onMove, { signal })
    return () => stop.abort()
  }, [box])
}
