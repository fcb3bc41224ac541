/** The page's address: history entries, navigation, and blocking it. Filters are in the query. */
import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createBrowserHistory, createMemoryHistory, type HistoryAction, type HistoryLocation } from '@tanstack/history'
import { parseQuery, type Query, writeQuery } from '../../shared/query'

// without a window, as in tests of pure functions, nothing is recorded
export const history = typeof window === 'undefined' ? createMemoryHistory() : createBrowserHistory()

interface Step {
  query?: Record<string, unknown>
  replace?: boolean
  /** cannot be blocked: it leads away from a page that may not be shown */
  forced?: boolean
}

/** Navigates to a path, with the query given apart or in it. Does nothing for the current address. */
export function navigate(path: string, { query = {}, replace = false, forced = false }: Step = {}): void {
  const href = path + writeQuery(query)
  if (href === history.location.href) return
  const options = { ignoreBlocker: forced }
  if (replace) history.replace(href, undefined, options)
  else history.push(href, undefined, options)
}

const subscribe = (changed: () => void) => history.subscribe(changed)

/** The current address; the page shown may still be that of the previous one. */
export const useAddress = (): HistoryLocation => useSyncExternalStore(subscribe, () => history.location)
export const usePathname = (): string => useSyncExternalStore(subscribe, () => history.location.pathname)

/** The address of the page that is shown, for its components. */
export const ShownAddress = createContext<HistoryLocation | null>(null)

/** The path of the page that is shown: the menu's mark moves with the page. */
export function useShownPathname(): string {
  const live = usePathname()
  return useContext(ShownAddress)?.pathname ?? live
}

/** The query of the page. */
export function useAddressQuery(): Query {
  const shown = useContext(ShownAddress)
  const live = useAddress()
  const { search } = shown ?? live
  return useMemo(() => parseQuery(search), [search])
}

interface PageAddress {
  pathname: string
  query: Query
}
const placeOf = ({ pathname, search }: HistoryLocation): PageAddress => ({ pathname, query: parseQuery(search) })

/** PUSH and REPLACE are the application's own; BACK, FORWARD and GO are the browser's. */
export interface BlockedNavigation {
  current: PageAddress
  next: PageAddress
  action: HistoryAction
}

/** While mounted, `blocks` decides about each navigation. With `onUnload` the browser asks before leaving. */
export function useBlocker(blocks: (step: BlockedNavigation) => boolean | Promise<boolean>, onUnload = false): void {
  const latest = useRef(blocks)
  latest.current = blocks
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: onUnload,
        blockerFn: ({ currentLocation, nextLocation, action }) =>
          latest.current({ current: placeOf(currentLocation), next: placeOf(nextLocation), action }),
      }),
    [onUnload],
  )
}
