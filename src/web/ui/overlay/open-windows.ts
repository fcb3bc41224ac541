import { useEffect, useRef } from 'react'
import { useBlocker } from '../../router/address'

interface OpenWindow {
  close: () => void
  /** what it is chosen in leads elsewhere, as a search or a menu does: going on closes it and passes */
  passes: boolean
  /** it is open because the address says so: a step to another address closes it by itself */
  addressed: boolean
}

/** Everything that lies over the page, the topmost last: forms, windows, drawers, menus, questions. */
const opened: OpenWindow[] = []

/** For what is no component of the page. @returns ends it */
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

/** Whoever goes elsewhere by a search leaves nothing open behind; what was typed stays as a draft. */
export function closeWindows(): void {
  for (const one of opened.splice(0).reverse()) one.close()
}

interface Step {
  /** PUSH and REPLACE are the application's own; BACK, FORWARD and GO are the browser's */
  action: string
  samePage: boolean
  force: boolean
}

/**
 * What a step to another address does to the open windows. The browser's buttons close the topmost. Another page is not
 * opened while a form is: the form is closed instead. Another state of the same page closes them and is shown; a page
 * that only writes its own filters down (REPLACE) closes nothing. What the address holds open closes by the step
 * itself.
 * @returns whether the step is blocked
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

/** An open list of a field, and whoever else marks itself so, closes first. */
const hasOwnEscape = (target: EventTarget | null) =>
  target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true'

function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || hasOwnEscape(event.target)) return
  opened.at(-1)?.close()
}

/** Once, in the frame of all pages: what Back and Esc do to windows. A query with `force` passes. */
export function useWindowsGuard(): void {
  useEffect(() => {
    window.addEventListener('keydown', onEscape, true)
    return () => window.removeEventListener('keydown', onEscape, true)
  }, [])
  useBlocker(({ current, next, action }) =>
    leaveWindows({ action, samePage: next.pathname === current.pathname, force: 'force' in next.query }),
  )
}
