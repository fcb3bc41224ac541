import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const isOver = (element: Element) => element === document.body || element.closest('[data-portal]') !== null

/**
 * For windows and menus: gives the focus back to where it was, in the very turn in which one closes, so that a window
 * which a menu opens goes back to where the menu was opened. Mantine gives it back a moment later, to a line of the
 * menu that has gone. A window is shown one turn after it was opened: one whose code has just been fetched would be
 * there without coming.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  const origin = useRef<Element | null>(null)
  useLayoutEffect(() => {
    // whoever went elsewhere on purpose stays there
    if (!opened && isOver(document.activeElement ?? document.body))
      (origin.current as HTMLElement | null)?.focus({ preventScroll: true })
  }, [opened])
  // when all that closes in this turn has given the focus back
  useEffect(() => {
    origin.current = opened ? document.activeElement : null
    setShown(opened)
  }, [opened])
  return shown
}
