import { useEffect, type RefObject } from 'react'

/**
 * Where a phone's keypad overlays the page instead of resizing it, its height becomes `--keypad` of the element, so
 * that the buttons at its bottom stay above the keypad. Zooming does not count.
 */
export function useKeypad(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const look = () => {
      const covered = seen.scale > 1.01 ? 0 : Math.max(0, window.innerHeight - seen.height - seen.offsetTop)
      element.current?.style.setProperty('--keypad', `${Math.round(covered)}px`)
    }
    look()
    seen.addEventListener('resize', look)
    seen.addEventListener('scroll', look)
    return () => {
      seen.removeEventListener('resize', look)
      seen.removeEventListener('scroll', look)
    }
  }, [element])
}
