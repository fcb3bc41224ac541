/** Which cage's card is shown: after the mouse rests for 250 ms, or a finger holds for half a second. */
import { useCallback, useEffect, useMemo, useRef, useState, type PointerEvent } from 'react'

const REST_MS = 250
const HOLD_MS = 500

export const cageIdOf = (target: EventTarget | null): number | null => {
  const element = target instanceof Element ? target.closest('[data-cage]') : null
  return element ? Number(element.getAttribute('data-cage')) : null
}

export interface HoverHandlers {
  onPointerOver: (event: PointerEvent) => void
  onPointerLeave: () => void
  onPointerDown: (event: PointerEvent) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

interface Hover {
  cageId: number | null
  hide: () => void
  handlers: HoverHandlers
  /** a finger was held: the click that follows opens nothing */
  held: { current: boolean }
}

interface Timing {
  /** shows the card after a delay, unless something else comes first */
  later: (id: number, wait: number, then?: () => void) => void
  hide: () => void
  stop: () => void
}

function handlersOf({ later, hide, stop }: Timing, held: { current: boolean }): HoverHandlers {
  let over: number | null = null
  return {
    onPointerOver: (event) => {
      if (event.pointerType === 'touch') return
      const id = cageIdOf(event.target)
      if (id === over) return
      over = id
      hide()
      if (id !== null && event.buttons === 0) later(id, REST_MS)
    },
    onPointerLeave: () => {
      over = null
      hide()
    },
    onPointerDown: (event) => {
      hide()
      held.current = false
      const id = cageIdOf(event.target)
      if (event.pointerType === 'touch' && id !== null) later(id, HOLD_MS, () => (held.current = true))
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  }
}

export function useCageHover(dragged: { current: boolean }): Hover {
  const [cageId, setCageId] = useState<number | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const stop = useCallback(() => clearTimeout(timer.current), [])
  const hide = useCallback(() => {
    stop()
    setCageId(null)
  }, [stop])
  useEffect(() => stop, [stop])
  const handlers = useMemo(() => {
    const later: Timing['later'] = (id, wait, then) => {
      stop()
      timer.current = setTimeout(() => {
        if (dragged.current) return
        setCageId(id)
        then?.()
      }, wait)
    }
    return handlersOf({ later, hide, stop }, held)
  }, [dragged, hide, stop])
  return { cageId, hide, handlers, held }
}
