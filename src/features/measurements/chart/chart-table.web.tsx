import { useCallback, useState, type ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Column } from '../../../shared/columns'
import type { InputOf } from '../../../shared/contract'
import { exportTitle } from '../../../shared/sheets/sheet'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { historyAction } from '../../../web/pages/row-history'
import { useCall } from '../../../web/query-client'
import { DataTable } from '../../../web/ui/table/data-table'
import { CagePill } from '../../../web/ui/cage-pill'
import type { CageRow } from '../../../core/cages/cage.contract'
import { SentBy } from '../../../core/documents/journal/sent-by.web'
import { measurementCalls, measurementColumns, type MeasurementRow } from '../../../core/cages/measurement.contract'
import { showReading } from '../readings/measurement-words.web'

type Input = InputOf<typeof measurementCalls.byLocation>
interface Page {
  rows: MeasurementRow[]
  total: number
}

interface ChartTableProps {
  input: Input
  cages: readonly CageRow[]
  /** place, period and parameters, for Excel and print */
  place: string
  period: string
  note: string
  /** the chart, for paper */
  figure: () => ReactNode
  onDay: (day: string) => void
}

const PAGE_OF_ALL = 1000

async function readAll(input: Input): Promise<MeasurementRow[]> {
  const rows: MeasurementRow[] = []
  for (let page = 1; ; page++) {
    const answer = (await call(measurementCalls.byLocation, { ...input, page, per_page: PAGE_OF_ALL })) as Page
    rows.push(...answer.rows)
    if (answer.rows.length < PAGE_OF_ALL || rows.length >= answer.total) return rows
  }
}

/** The readings of the chart, newest first. A row links to its day. */
export function ChartTable({ input, cages, place, period, note, figure, onDay }: ChartTableProps) {
  const { t } = useTranslation()
  const [view, setView] = useState({ page: 1, perPage: 10, sort: '-datetime' })
  const key = JSON.stringify(input)
  const [shownKey, setShownKey] = useState(key)
  if (key !== shownKey) {
    setShownKey(key)
    setView((was) => ({ ...was, page: 1 }))
  }
  const { page, perPage, sort } = view
  const query = useCall(
    measurementCalls.byLocation,
    { ...input, page, per_page: perPage, sort },
    { placeholderData: keepPreviousData },
  )
  const answer = query.data as Page | undefined
  const fetchAll = useCallback(() => readAll({ ...input, sort }), [key, sort])
  const cell = (row: MeasurementRow, { key }: Column) => {
    if (key === 'value') return showReading(row.value)
    if (key === 'user_name' && row.sent_by) return <SentBy name={row.sent_by}>{row.user_name}</SentBy>
    if (key !== 'cage_number' || row.cage_number === null) return undefined
    return <CagePill number={row.cage_number} color={cages.find(({ id }) => id === row.cage_id)?.color} />
  }
  return (
    <DataTable<MeasurementRow>
      name="measurements"
      title={t('Данные графика')}
      titleLevel={2}
      exportTitle={exportTitle(t('Замеры'), place)}
      exportWhen={period}
      exportNote={note}
      exportFigure={figure}
      columns={measurementColumns}
      rows={answer?.rows}
      total={answer?.total}
      loading={query.isPlaceholderData}
      error={answer ? undefined : query.error}
      onRetry={() => void query.refetch()}
      sort={sort}
      onSort={(next) => setView((was) => ({ ...was, sort: next, page: 1 }))}
      page={page}
      perPage={perPage}
      onPage={(nextPage, nextPerPage) => setView((was) => ({ ...was, page: nextPage, perPage: nextPerPage }))}
      fetchAll={fetchAll}
      renderCell={cell}
      rowActions={(row) => [
        { icon: 'cal', title: t('Перейти к дате'), onClick: () => onDay(row.datetime.slice(0, 10)) },
        historyAction({ entity: 'measurement', id: row.id }, t),
      ]}
      emptyText={t('Нет данных для отображения')}
    />
  )
}
