import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const isOver = (element: Element) => element === document.body || element.closest('[data-portal]') !== null

/** A person who moved the focus elsewhere keeps it there. */
function giveBack(origin: Element | null): void {
  if (isOver(document.activeElement ?? document.body)) (origin as HTMLElement | null)?.focus({ preventScroll: true })
}

/**
 * For windows and menus. Returns the focus in the same turn in which one closes, so that a window opened from a menu
 * returns it to where the menu was opened; Mantine would do so later, to a menu item that is gone. A window is shown
 * one turn after it is opened: otherwise one whose code was just fetched would appear without its transition.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  const origin = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (!opened) giveBack(origin.current)
  }, [opened])
  // one that is taken away with what it shows closes too
  useLayoutEffect(() => () => giveBack(origin.current), [])
  // after everything that closes in this turn has returned the focus
  useEffect(() => {
    origin.current = opened ? document.activeElement : null
    setShown(opened)
  }, [opened])
  return shown
}
