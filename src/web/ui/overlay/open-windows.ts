import { createContext, useEffect, useRef } from 'react'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'

interface OpenWindow {
  close: () => void
  /** it leads to other pages, as search or a menu does: navigation closes it and proceeds */
  passes: boolean
  /** the address says that it is open: navigation closes it by itself */
  addressed: boolean
}

/** Everything that is open above the page, the topmost last: forms, windows, drawers, menus, questions. */
const opened: OpenWindow[] = []

/** How many windows stand under what is in this one; the page itself is 0. */
export const LayerContext = createContext(0)

/** For code outside of components. @returns a function that ends it */
export function openWindow(close: () => void, { passes = false, addressed = false } = {}): () => void {
  const one = { close, passes, addressed }
  opened.push(one)
  return () => void (opened.includes(one) && opened.splice(opened.indexOf(one), 1))
}

/** While `isOpen`, Esc and the back button close this and nothing under it. */
export function useOpenWindow(isOpen: boolean, close: () => void, { passes = false, addressed = false } = {}): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(
    () => (isOpen ? openWindow(() => latest.current(), { passes, addressed }) : undefined),
    [isOpen, passes, addressed],
  )
}

/** Closes all windows, when a search leads elsewhere; typed values stay as drafts. */
export function closeWindows(): void {
  for (const one of opened.splice(0).reverse()) one.close()
}

interface Step {
  /** PUSH and REPLACE come from the application; BACK, FORWARD and GO from the browser */
  action: string
  samePage: boolean
  force: boolean
}

/**
 * What navigation does to open windows. The browser's buttons close the topmost one. Navigation to another page closes
 * an open form instead. To the same page it closes windows and proceeds; a page that only updates its own filters
 * (REPLACE) closes nothing. Windows that the address holds open close by the navigation itself. @returns whether
 * navigation is blocked
 */
function leaveWindows({ action, samePage, force }: Step): boolean {
  const own = action === 'PUSH' || action === 'REPLACE'
  if (force || (samePage && action === 'REPLACE')) return false
  if (!own) {
    const top = opened.at(-1)
    if (!top || top.addressed) return false
    top.close()
    return true
  }
  for (const one of [...opened].reverse()) {
    if (one.addressed) continue
    one.close()
    if (!one.passes && !samePage) return true
  }
  return false
}

/** An open list of a field, and any element marked so, closes first. */
const hasOwnEscape = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || hasOwnEscape(event.target)) return
  opened.at(-1)?.close()
}

const guardWindows: ShouldBlockFn = ({ current, next, action }) =>
  leaveWindows({ action, samePage: next.pathname === current.pathname, force: 'force' in next.search })

/** Handles Back and Esc for windows; used once, in the frame of all pages. A query with `force` is not blocked. */
export function useWindowsGuard(): void {
  useEffect(() => {
    window.addEventListener('keydown', onEscape, true)
    return () => window.removeEventListener('keydown', onEscape, true)
  }, [])
  useBlocker({ shouldBlockFn: guardWindows, enableBeforeUnload: false })
}
