import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { NextStep } from '../../../core/reports/next-step.web'
import { PeriodPage } from '../../../core/reports/period-page.web'
import { useCages, useLocations } from '../../../core/cages/cage-cache.web'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import { hrefOf } from '../../../shared/pages'
import { noteOf } from '../../../shared/sheets/filter-words'
import { type Filter, inputOf } from '../../../web/filters/filter'
import { useTranslation } from '../../../web/i18n'
import { useJournalFilters } from '../../../web/pages/journal-filters'
import { placeFilters, withOffered } from '../../../web/pages/place-filters'
import { useCall } from '../../../web/query-client'
import { DataTable } from '../../../web/ui/table/data-table'
import { CageControlChart } from './cage-chart.web'
import { controlColumns, type ControlRow, mortalityCalls, TITLE } from './mortality.contract'

const PER_PAGE = 25
const CAGE: Filter = { key: 'cage', title: 'Садок', as: 'one' }

type Row = ControlRow & { id: number }

/** The journal whose rows stand behind a number: of the day that rang, or of the period. */
function sourceOf(row: Row, key: string, { start, end }: { start: string; end: string }): string | null {
  const of = { path: 'retreat', cagesId: [row.cage_id] }
  if (key === 'lost' && row.lost > 0) return hrefOf('journal', { ...of, start, end })
  const day = row.signal_date
  return day && (key === 'signal_date' || key === 'dead') ? hrefOf('journal', { ...of, start: day, end: day }) : null
}

/** Cages whose fish die more than is usual there come first; each has a chart of its days. */
export function MortalityControl() {
  const { t } = useTranslation()
  const cages = useCages()
  const places = placeFilters(useLocations(), cages)
  const { filters, set } = useJournalFilters('name', [...places, CAGE], '30 дней')
  const { start, end, values } = filters
  const query = useCall(mortalityCalls.control, { start, end, ...inputOf(places, values) } as never, {
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const rows = answer?.rows.map((row): Row => ({ ...row, id: row.cage_id }))
  const chosen = rows?.find(({ id }) => String(id) === values.cage) ?? rows?.[0]
  const link = (row: Row, { key }: Column, look: ReactNode) => (
    <SourceLink to={sourceOf(row, key, { start, end })}>{look}</SourceLink>
  )
  return (
    <PeriodPage title={t(TITLE)} choice={{ ...filters, set }} filters={withOffered(places, values, cages)}>
      {chosen && <CageControlChart row={chosen} start={start} end={end} />}
      <DataTable<Row>
        name="mortality-control"
        title={t('Садки по сигналам')}
        titleLevel={2}
        exportTitle={t(TITLE)}
        exportWhen={`${start}–${end}`}
        exportNote={noteOf(places, values, t)}
        csv
        columns={controlColumns}
        rows={rows}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startPerPage={PER_PAGE}
        selectedId={chosen?.id}
        onRowClick={({ id }) => set({ cage: String(id) })}
        wrapCell={link}
        cageColor={({ id }) => cages.find((cage) => cage.id === id)?.color}
        emptyText={t('За указанный период садков с рыбой не было.')}
        emptyAction={<NextStep period={{ start, end }} />}
      />
    </PeriodPage>
  )
}
