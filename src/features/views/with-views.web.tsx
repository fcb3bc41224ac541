/** The bar of saved views above each page that may be saved; an open one gives its tables their columns and order. */
import { useCallback, useMemo, useRef } from 'react'
import { sheetJournals } from '../../core/reports/sheets/sheet-journals.contract'
import type { PageName } from '../../shared/pages'
import type { AroundProps } from '../../web/layout/feature'
import { lazyPart } from '../../web/lazy'
import { useCall } from '../../web/query-client'
import { useAddressQuery } from '../../web/router/address'
import { type TableChoice, type TableChoices, TableChoicesContext } from '../../web/ui/table/view/choices'
import { useKept } from '../../web/ui/table/view/kept'
import { viewCalls, VIEWED, type ViewRow } from './kept/views.contract'

const ViewBar = lazyPart(() => import('./view-bar.web').then((module) => module.ViewBar))

const pages = new Set<PageName>(VIEWED)
const journals = new Set(sheetJournals.map(({ path }) => path))

export function WithViews({ page, params, children }: AroundProps) {
  const path = params.path ?? ''
  const saved = pages.has(page) && (page !== 'journal' || journals.has(path))
  if (!saved) return children
  return (
    <Viewed page={page} path={page === 'journal' ? path : ''}>
      {children}
    </Viewed>
  )
}

export type Tables = ViewRow['tables']

/** What was chosen in tables since the view was opened. */
function useTouched(id: number | null) {
  const [touched, set] = useKept<{ id: number | null; tables: Tables }>('tables of a view', { id, tables: {} })
  const tables = touched.id === id ? touched.tables : NOTHING
  const touch = useCallback(
    (name: string, choice: TableChoice) =>
      set((was) => ({ id, tables: { ...(was.id === id ? was.tables : NOTHING), [name]: choice } })),
    [id],
  )
  const forget = useCallback(() => set({ id, tables: NOTHING }), [id])
  return { tables, touch, forget }
}
const NOTHING: Tables = {}

function Viewed({ page, path, children }: { page: PageName; path: string; children: AroundProps['children'] }) {
  const id = Number(useAddressQuery().view) || null
  const views = useCall(viewCalls.list, {}).data
  const view = views?.find((one) => one.id === id) ?? null
  const { tables: own, touch, forget } = useTouched(view?.id ?? null)
  const tables = useMemo(() => ({ ...view?.tables, ...own }), [view?.tables, own])
  const seen = useRef<Tables>({})
  const choices = useMemo<TableChoices>(
    () => ({
      open: view !== null,
      of: (name) => tables[name] ?? {},
      choose: touch,
      note: (name, choice) => void (seen.current[name] = choice),
    }),
    [view === null, tables, touch],
  )
  return (
    <TableChoicesContext value={choices}>
      <ViewBar
        page={page}
        path={path}
        id={id}
        view={view}
        views={views}
        tables={tables}
        shown={() => seen.current}
        forget={forget}
      />
      {children}
    </TableChoicesContext>
  )
}
