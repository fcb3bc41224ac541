/** The page's address: history entries, navigation, and blocking it. Filters are in the query. */
import { createBrowserHistory, createMemoryHistory } from '@tanstack/history'
import { useLocation, useMatches, useSearch } from '@tanstack/react-router'
import { type Query, writeQuery } from '../../shared/query'

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

/** The path as it is now; that of the page that is shown may still be the one before. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname })

/** The path of the page that is shown: the mark of the menu moves with the page. */
export const useShownPathname = (): string => useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })

/** The query of the page. */
export const useAddressQuery = (): Query => useSearch({ strict: false })
