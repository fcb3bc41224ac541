import { useEffect, type RefObject } from 'react'

/**
 * Where a phone's keypad lies over the page instead of making it lower, its height becomes `--keypad` of the element,
 * so that the buttons at its foot stay above. A page that is only zoomed keeps its height.
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
