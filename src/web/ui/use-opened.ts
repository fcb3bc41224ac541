import { useEffect, useState } from 'react'

/** Longer than a menu takes to give the focus back to where it was opened, ms. */
const FOCUS_BACK = 20
/** On a busy device it takes longer; so long is waited for it. */
const PATIENCE = 500

const inMenu = () => Boolean(document.activeElement?.closest('[role="menu"]'))

/**
 * Opened one moment after being told so, because Mantine returns the focus to where it was when `opened` changed: a window
 * whose code has just been fetched is mounted opened already, and one that a menu opens would return to a line of the menu.
 */
export function useOpened(opened: boolean): boolean {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const patient = performance.now() + PATIENCE
    const show = () => {
      if (opened && inMenu() && performance.now() < patient) timer = setTimeout(show, FOCUS_BACK)
      else setShown(opened)
    }
    let timer = setTimeout(show, opened ? FOCUS_BACK : 0)
    return () => clearTimeout(timer)
  }, [opened])
  return shown
}
