import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const isOver = (element: Element) => element === document.body || element.closest('[data-portal]') !== null

/**
 * For windows and menus. Returns the focus in the same turn in which one closes, so that a window opened from a menu
 * returns it to where the menu was opened; Mantine would do so later, to a menu item that is gone. A window is shown
 * one turn after it is opened: otherwise one whose code was just fetched would appear without its transition.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  const origin = useRef<Element | null>(null)
  useLayoutEffect(() => {
    // a person who moved the focus elsewhere keeps it there
    if (!opened && isOver(document.activeElement ?? document.body))
      (origin.current as HTMLElement | null)?.focus({ preventScroll: true })
  }, [opened])
  // after everything that closes in this turn has returned the focus
  useEffect(() => {
    origin.current = opened ? document.activeElement : null
    setShown(opened)
  }, [opened])
  return shown
}
