import { useRef } from 'react'
import { parseQuery } from '../../shared/query'
import { history, navigate, useAddressQuery } from '../router/address'
import type { CrudRow } from './crud-window'

/** Sets query parameters of the current page; undefined removes one. */
export const writeAddress = (values: Record<string, unknown>, replace = false): void =>
  navigate(history.location.pathname, { query: { ...parseQuery(history.location.search), ...values }, replace })

/**
 * The address names the row whose details are open: a link opens them, Back closes them. `own` are further parameters
 * of theirs, removed with the row.
 */
export function useDetails<R extends CrudRow>([key, ...own]: readonly string[], rows: R[] | undefined) {
  const query = useAddressQuery()
  const asked = key === undefined ? undefined : query[key]
  const row = rows?.find(({ id }) => String(id) === asked)
  // while it closes, a window shows what it showed
  const last = useRef<R>(undefined)
  if (row) last.current = row
  return {
    opened: row !== undefined,
    row: row ?? last.current,
    open: ({ id }: R) => writeAddress({ [key!]: id }),
    close: () => writeAddress(Object.fromEntries([key!, ...own].map((name) => [name, undefined])), true),
  }
}
