import { useMemo, type ReactNode } from 'react'
import type { AverageUnit, Column } from '../../../../shared/columns'
import type { IconName } from '../../../icons'
import { sortRows, sumFooter, type Row } from '../../../../shared/sheets/rows'
import { useKept } from './kept'
import { useWords } from './words'

export interface RowAction {
  /** 'edit' has the key E, 'trash' the key Del */
  icon: IconName
  /** translated */
  title: string
  onClick: () => void
  disabled?: boolean
  /** shown as the title; when pressed anyway, as a notice */
  disabledReason?: string
  danger?: boolean
  /** one of the two shown outside of the menu, when there are many */
  often?: boolean
  /** shown with its title: the next step for the row */
  worded?: boolean
}

/** What grid and cards render: the shown columns and the rows of this page. */
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
  /** what an unfolded row shows below itself */
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
  name: string
  startSort?: string
  keptSort?: KeptSort
  startPerPage?: number
}

export const PAGE_SIZES = [10, 25, 50, 100]

/** Sorting, paging and totals: by the caller (with a server), otherwise by the table itself. */
export function useRows<R extends Row>(
  given: readonly R[] | undefined,
  columns: readonly Column[],
  server: ServerSide,
  { name, startSort, keptSort, startPerPage = PAGE_SIZES[0]! }: Start,
) {
  const inWords = useWords<R>(columns)
  const all = useMemo(() => given && inWords(given), [given, inWords])
  const ofEntry = useKept(`${name} sort`, startSort)
  const [ownSort, setOwnSort] = keptSort ?? ofEntry
  const [own, setOwn] = useKept(`${name} page`, { page: 1, perPage: startPerPage })
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
  // with server pages only the server can sort
  const sortable = !server.onPage || server.onSort !== undefined
  return { rows, sorted, inWords, footer, sort, onSort: sortable ? onSort : undefined, paging }
}

/** Descending first, as in journals, then ascending. */
export const nextSort = (sort: string | undefined, key: string): string => (sort === `-${key}` ? key : `-${key}`)
