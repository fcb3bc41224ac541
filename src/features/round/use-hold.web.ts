import { useEffect, useRef } from 'react'

const FIRST_MS = 400
const NEXT_MS = 90

/** A button that repeats while it is held: one step for a touch, then further ones. A key press counts as a touch. */
export function useHold(step: () => void) {
  const latest = useRef(step)
  latest.current = step
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const repeated = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  const repeat = () => {
    repeated.current = true
    latest.current()
    timer.current = setTimeout(repeat, NEXT_MS)
  }
  return {
    onPointerDown: () => {
      stop()
      repeated.current = false
      timer.current = setTimeout(repeat, FIRST_MS)
    },
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    // the menu of a long press would end it
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      stop()
      if (!repeated.current) latest.current()
      repeated.current = false
    },
  }
}
