import { useCallback, useEffect, type ReactNode } from 'react'
import { Stack } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type Column, columnsWith } from '../../shared/columns'
import type { Endpoint } from '../../shared/contract'
import { dayOf, parseDay, showDay } from '../../shared/dates'
import { FILTERS } from '../../shared/filters'
import { call } from '../api'
import { type Filter, type FilterValues, inputOf } from '../filters/filter'
import { FilterFields } from '../filters/filter-fields'
import { useTranslation, type TFunction } from '../i18n'
import { useCall } from '../query-client'
import { useNow, useUserSettings } from '../session'
import { DataTable, type DataTableProps } from '../ui/table/data-table'
import { ALL, isAll, noteOf } from '../../shared/sheets/filter-words'
import { NoteBox } from '../ui/note-box'
import { PeriodPicker } from '../ui/fields/period-picker'
import { presetOf, type Preset } from '../ui/fields/periods'
import type { Row } from '../../shared/sheets/rows'
import { callInput, useJournalFilters, type JournalFilters } from './journal-filters'
import { cagesIn, type JournalCage, locationIn, placeFilters, withOffered } from './place-filters'
import classes from './journal-page.module.css'

type TableSlots<R extends Row> = Pick<
  DataTableProps<R>,
  | 'rowActions'
  | 'onRowClick'
  | 'renderCell'
  | 'wrapCell'
  | 'cageColor'
  | 'selectedId'
  | 'unfold'
  | 'emptyAction'
  | 'actions'
>

/** The state of a journal, and how to change it. */
export interface JournalView {
  /** DD.MM.YYYY */
  start: string
  end: string
  /** input of the call for the filters */
  input: Record<string, unknown>
  /** by their names in the address */
  values: FilterValues
  set: (patch: FilterValues) => void
}

export interface JournalPageProps<R extends Row, A extends Row = R> extends TableSlots<R> {
  /** Russian, also the title of the Excel file: «Журнал пересадок» */
  title: string
  /** 2 where a page has a title of its own */
  titleLevel?: 1 | 2
  name: string
  columns: readonly Column[]
  /** answers { rows, total, footer } */
  list: Endpoint
  /** makes the shown row from the answered one, in the user's language */
  told?: (row: A) => R
  /** default period: 30 days unless given */
  usual?: Preset
  /** newest first by the first column unless given */
  startSort?: string
  /** Russian; «Операций за указанный период не обнаружено.» unless given */
  emptyText?: string
  locations: readonly { id: number; name: string }[]
  cages: readonly JournalCage[]
  /** its rows belong to no module and no cage */
  placeless?: boolean
  /** beside module and cages */
  filters?: readonly Filter[]
  /** totals of the whole result, between filters and rows; printed above them */
  above?: (view: JournalView, printed?: boolean) => ReactNode
  /** under the table, over the same period */
  below?: (view: JournalView) => ReactNode
}

interface Answer<R> {
  rows: R[]
  total: number
  footer: Record<string, number>
}

const NONE: readonly Filter[] = []
const PAGE_OF_ALL = 1000

/** A journal. Period, module and cages are in the address; the server pages, sorts and sums; newest first. */
export function JournalPage<R extends Row, A extends Row = R>({
  filters: own = NONE,
  above,
  below,
  told = (row) => row as unknown as R,
  ...props
}: JournalPageProps<R, A>) {
  const { t } = useTranslation()
  const { columns, list, locations, cages, usual, startSort = `-${columns[0]?.key ?? 'id'}` } = props
  const offered = [...(props.placeless ? NONE : placeFilters(locations, cages)), ...own]
  const { filters, set, reset, changed } = useJournalFilters(startSort, offered, usual)
  const { start, end, values } = filters
  const input = callInput(offered, filters)
  const query = useCall(list, input as never, { placeholderData: keepPreviousData })
  const answer = query.data as Answer<A> | undefined
  const today = dayOf(useNow())
  const average = useAverageUnit(locationIn(values), locations)
  const last = Math.max(1, Math.ceil((answer?.total ?? 0) / filters.perPage))
  useEffect(() => {
    // the last row of the last page was deleted
    if (answer && !query.isPlaceholderData && filters.page > last) set({ page: last })
  }, [answer, query.isPlaceholderData, filters.page, last])
  const fetchAll = useCallback(
    async () => (await readAll<A>(list, input)).map(told),
    [list, JSON.stringify(input), told],
  )
  const view = { start, end, input: inputOf(offered, values), values, set }
  const color = (row: R, column: Column) => colorOf(cages, row as Record<string, unknown>, column.key)
  return (
    <>
      <DataTable<R>
        {...props}
        columns={columnsWith(columns, view.input)}
        above={above?.(view)}
        exportFigure={above && (() => above(view, true))}
        title={t(props.title)}
        rows={answer?.rows.map(told)}
        total={answer?.total}
        footer={answer?.footer}
        loading={query.isFetching && query.isPlaceholderData}
        error={query.error}
        onRetry={() => void query.refetch()}
        sort={filters.sort}
        onSort={(sort) => set({ sort })}
        page={filters.page}
        perPage={filters.perPage}
        onPage={(page, perPage) => set({ page, perPage })}
        averageUnit={average}
        cageColor={props.cageColor ?? color}
        fetchAll={fetchAll}
        exportWhen={`${start}–${end}`}
        exportNote={noteOf(offered, values, t)}
        emptyText={t(props.emptyText ?? 'Операций за указанный период не обнаружено.')}
        toolbarNote={briefOf(filters, props, today, t)}
        toolbar={
          <Stack gap="sm">
            <PeriodPicker
              start={parseDay(start)!}
              end={parseDay(end)!}
              onChange={({ start, end }) => set({ start: showDay(start), end: showDay(end) })}
            />
            <Unknown
              chosen={cagesIn(values)}
              cages={cages}
              onForget={(cagesId) => set({ [FILTERS.cages.key]: cagesId })}
            />
            <div className={classes.second}>
              <FilterFields filters={withOffered(offered, values, cages)} values={values} set={set} />
              {changed && (
                <button type="button" className={classes.reset} onClick={reset}>
                  {t('Сбросить')}
                </button>
              )}
            </div>
          </Stack>
        }
      />
      {below?.(view)}
    </>
  )
}

/** A link may name a cage that was deleted, or that this user may not see. */
function Unknown({
  chosen,
  cages,
  onForget,
}: {
  chosen: string[]
  cages: readonly JournalCage[]
  onForget: (known: string[]) => void
}) {
  const { t } = useTranslation()
  if (isAll(chosen) || cages.length === 0) return null
  const known = chosen.filter((id) => cages.some((cage) => String(cage.id) === id))
  const lost = chosen.length - known.length
  if (lost === 0) return null
  return (
    <NoteBox kind="warn" icon="alert">
      {t('Садков из этой ссылки нет среди ваших: {{count}}.', { count: lost })}{' '}
      <button type="button" className={classes.link} onClick={() => onForget(known.length > 0 ? known : [ALL])}>
        {known.length > 0 ? t('Показать остальные') : t('Показать все')}
      </button>
    </NoteBox>
  )
}

/** The weight unit chosen for the module; without a module filter the unit of the only module. */
function useAverageUnit(locationId: string, locations: readonly { id: number }[]): 'kg' | 'g' {
  const [settings] = useUserSettings()
  const id = locationId !== ALL ? locationId : locations.length === 1 ? String(locations[0]!.id) : ''
  return settings['avg-weight-unit'][id] ?? 'kg'
}

/** Whatever field names the cage (from_number ↔ from_id), its current colour is used. */
function colorOf(cages: readonly JournalCage[], row: Record<string, unknown>, key: string): number | undefined {
  const side = key.startsWith('to_') ? 'to_id' : 'from_id'
  const id = row[side] ?? row.cage_id ?? row.to_id ?? row.from_id
  return cages.find((cage) => cage.id === id)?.color
}

/** Reads all pages of a list, for Excel and print. */
export async function readAll<R>(list: Endpoint, input: object): Promise<R[]> {
  const rows: R[] = []
  for (let page = 1; ; page++) {
    const answer = (await call(list, { ...input, page, per_page: PAGE_OF_ALL } as never)) as Answer<R>
    rows.push(...answer.rows)
    if (answer.rows.length < PAGE_OF_ALL || rows.length >= answer.total) return rows
  }
}

type Places = Pick<JournalPageProps<Row>, 'locations' | 'cages' | 'placeless'>

/** A summary of the filters for a phone: «30 дней · Северный · садки 4, 9». */
function briefOf(
  filters: JournalFilters,
  { locations, cages, placeless }: Places,
  today: string,
  t: TFunction,
): string {
  const { values } = filters
  // an address may name days in either form
  const [start, end] = [parseDay(filters.start)!, parseDay(filters.end)!]
  const preset = presetOf({ start, end }, today)
  const location = locations.find(({ id }) => String(id) === locationIn(values))?.name
  const numbers = cages.filter(({ id }) => cagesIn(values).includes(String(id))).map(({ number }) => number)
  return [
    preset ? t(preset) : `${showDay(start).slice(0, 5)} – ${showDay(end).slice(0, 5)}`,
    ...(placeless ? [] : [location ?? t('вся ферма')]),
    ...(numbers.length > 0 ? [`${t('садки')} ${numbers.join(', ')}`] : []),
  ].join(' · ')
}
