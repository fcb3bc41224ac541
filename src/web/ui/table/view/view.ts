import { useMemo, useState, type ReactNode } from 'react'
import type { AverageUnit, Column } from '../../../../shared/columns'
import type { IconName } from '../../../icons'
import { sortRows, sumFooter, type Row } from './cells'
import { useWords } from './words'

export interface RowAction {
  /** 'edit' answers the key E, 'trash' the key Del */
  icon: IconName
  /** translated */
  title: string
  onClick: () => void
  disabled?: boolean
  /** stands in the title; pressed all the same, it is shown as a notice */
  disabledReason?: string
  danger?: boolean
  /** one of the two that stay in sight where there are many */
  often?: boolean
  /** drawn with its title: the next step of the row */
  worded?: boolean
}

/** What the grid and the cards draw: the columns shown and the rows of this page. */
export interface TableView<R extends Row> {
  columns: readonly Column[]
  rows: R[]
  footer: Record<string, number> | undefined
  average: AverageUnit
  sort: string | undefined
  onSort: ((sort: string) => void) | undefined
  cell: (row: R, column: Column) => ReactNode
  actions: ((row: R) => RowAction[]) | undefined
  onRowClick: ((row: R) => void) | undefined
  /** what a row shows below itself when it is unfolded */
  unfold: ((row: R) => ReactNode) | undefined
  selectedId: number | string | undefined
  /** totals stand for more than this page */
  paged: boolean
}

export interface Paging {
  page: number
  perPage: number
  total: number
  onPage: (page: number, perPage: number) => void
}

export interface ServerSide {
  sort?: string
  onSort?: (sort: string) => void
  total?: number
  page?: number
  perPage?: number
  onPage?: (page: number, perPage: number) => void
  footer?: Record<string, number>
}

export type KeptSort = [sort: string | undefined, keep: (sort: string) => void]

interface Start {
  startSort?: string
  keptSort?: KeptSort
  startPerPage?: number
}

export const PAGE_SIZES = [10, 25, 50, 100]

/** Sorting, paging and totals: the caller's when it has them (a server does the work), the table's own otherwise. */
export function useRows<R extends Row>(
  given: readonly R[] | undefined,
  columns: readonly Column[],
  server: ServerSide,
  { startSort, keptSort, startPerPage = PAGE_SIZES[0]! }: Start,
) {
  const inWords = useWords<R>(columns)
  const all = useMemo(() => given && inWords(given), [given, inWords])
  const forgotten = useState(startSort)
  const [ownSort, setOwnSort] = keptSort ?? forgotten
  const [own, setOwn] = useState({ page: 1, perPage: startPerPage })
  const sort = server.onSort ? server.sort : ownSort
  const sorted = useMemo(
    () => (server.onSort ? [...(all ?? [])] : sortRows(all ?? [], ownSort)),
    [all, server.onSort, ownSort],
  )
  const footer = useMemo(() => server.footer ?? sumFooter(all ?? [], columns), [server.footer, all, columns])
  const total = server.total ?? sorted.length
  const perPage = server.onPage ? (server.perPage ?? PAGE_SIZES[0]!) : own.perPage
  const last = Math.max(1, Math.ceil(total / perPage))
  const page = Math.min(server.onPage ? (server.page ?? 1) : own.page, last)
  const paging: Paging = {
    page,
    perPage,
    total,
    onPage: server.onPage ?? ((nextPage, nextPerPage) => setOwn({ page: nextPage, perPage: nextPerPage })),
  }
  const onSort = (next: string) => {
    if (server.onSort) return server.onSort(next)
    setOwnSort(next)
    setOwn((was) => ({ ...was, page: 1 }))
  }
  const rows = server.onPage ? sorted : sorted.slice((page - 1) * perPage, page * perPage)
  // of pages that a server gives, only the server sorts all
  const sortable = !server.onPage || server.onSort !== undefined
  return { rows, sorted, inWords, footer, sort, onSort: sortable ? onSort : undefined, paging }
}

/** Down first, as in the journals; then up. */
export const nextSort = (sort: string | undefined, key: string): string => (sort === `-${key}` ? key : `-${key}`)
