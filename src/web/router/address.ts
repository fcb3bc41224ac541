/**
 * The address of the page: its entries, steps to another one, and who may hold a step back. Filters live in its query.
 */
import { createContext, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { createBrowserHistory, createMemoryHistory, type HistoryAction, type HistoryLocation } from '@tanstack/history'
import { parseQuery, type Query, writeQuery } from '../../shared/query'

// where there is no window, as in tests of pure functions, there are no entries to keep
export const history = typeof window === 'undefined' ? createMemoryHistory() : createBrowserHistory()

interface Step {
  query?: Record<string, unknown>
  replace?: boolean
  /** nobody may hold it back: it leads away from where one may not be */
  forced?: boolean
}

/** To a path, with the query given apart or behind it. Where one stands already, nothing happens. */
export function navigate(path: string, { query = {}, replace = false, forced = false }: Step = {}): void {
  const href = path + writeQuery(query)
  if (href === history.location.href) return
  const options = { ignoreBlocker: forced }
  if (replace) history.replace(href, undefined, options)
  else history.push(href, undefined, options)
}

const subscribe = (changed: () => void) => history.subscribe(changed)

/** The address as it is now; that of the page that is shown may still be the one before. */
export const useAddress = (): HistoryLocation => useSyncExternalStore(subscribe, () => history.location)
export const usePathname = (): string => useSyncExternalStore(subscribe, () => history.location.pathname)

/** The address of the page that is shown, for what is drawn in it. */
export const ShownAddress = createContext<HistoryLocation | null>(null)

/** The path of the page that is shown: the mark of the menu moves with the page. */
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

/**
 * While it is drawn, `blocks` says of each step whether it is held back. `onUnload`: the browser asks before it leaves.
 */
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
