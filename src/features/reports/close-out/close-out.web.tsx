import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import report from '../../../core/reports/report.module.css'
import { useCages, useLocations } from '../../../core/cages/cage-cache.web'
import { useNamedFilters } from '../../../core/cages/filter-options.web'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import { parseDay, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { noteOf } from '../../../shared/sheets/filter-words'
import { type Filter, inputOf } from '../../../web/filters/filter'
import { FilterFields } from '../../../web/filters/filter-fields'
import { useTranslation } from '../../../web/i18n'
import { useJournalFilters } from '../../../web/pages/journal-filters'
import { placeFilters, withOffered } from '../../../web/pages/place-filters'
import { useCall } from '../../../web/query-client'
import { PeriodPicker } from '../../../web/ui/fields/period-picker'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { CLOSED, closedColumns, type ClosedRow, closeOutCall, MOST_CLOSED, SOURCES } from './close-out.contract'

const TITLE = 'Закрытие поколений'
const PER_PAGE = 25

/** The period, and whether generations or cages are told: all of it in the address. */
function useClosing() {
  const { t } = useTranslation()
  const cages = useCages()
  const [generations] = useNamedFilters(['generations'])
  const options = Object.entries(CLOSED).map(([value, label]) => ({ value, label: t(label) }))
  const choice: Filter = { key: 'by', input: 'by', title: TITLE, as: 'choice', options }
  const places = placeFilters(useLocations(), cages)
  const ofFish = { ...generations!, options: generations!.options?.filter(({ value }) => value !== '0') }
  const { filters, set } = useJournalFilters('name', [choice, ...places, ofFish], 'Год')
  const by = filters.values.by === 'cage' ? ('cage' as const) : ('generation' as const)
  const shown = [choice, ...(by === 'cage' ? withOffered(places, filters.values, cages) : [ofFish])]
  return { filters, set, by, shown, cages }
}

/** The journal whose rows add up to a number. */
function sourceOf({ subject_id, start, end }: ClosedRow, key: string, by: keyof typeof CLOSED): string | null {
  const path = SOURCES[key.replace(/_(count|weight)$/, '')]
  const of = by === 'cage' ? { cagesId: [subject_id] } : { generationId: subject_id }
  if (path) return hrefOf('journal', { path, ...of, ...(key.startsWith('sale') && { reason: 'sale' }), start, end })
  return key === 'feed' && by === 'cage' ? hrefOf('journal', { path: 'feeding', ...of, start, end }) : null
}

/** Generations or cages that were emptied: what came, where it went, and what nobody can explain. */
export function CloseOutReport() {
  const { t } = useTranslation()
  const { filters, set, by, shown, cages } = useClosing()
  const { start, end, values } = filters
  const query = useCall(closeOutCall, { start, end, ...inputOf(shown, values) } as never, {
    placeholderData: keepPreviousData,
  })
  const answer = query.data
  const link = (row: ClosedRow, { key }: Column, look: ReactNode) => (
    <SourceLink to={row[key as keyof ClosedRow] ? sourceOf(row, key, by) : null}>{look}</SourceLink>
  )
  const totals = Object.entries(answer?.total ?? {}).filter((one): one is [string, number] => one[1] !== null)
  return (
    <div className={report.page}>
      <h1 data-in-bar>{t(TITLE)}</h1>
      <div className={report.bar}>
        <PeriodPicker
          start={parseDay(start)!}
          end={parseDay(end)!}
          onChange={(period) => set({ start: showDay(period.start), end: showDay(period.end) })}
        />
        <FilterFields filters={shown} values={values} set={set} />
      </div>
      <DataTable<ClosedRow>
        name={`close-out-${by}`}
        title={t(CLOSED[by])}
        titleLevel={2}
        exportTitle={t(TITLE)}
        exportWhen={`${start}–${end}`}
        exportNote={noteOf(shown, values, t)}
        csv
        columns={closedColumns(by)}
        rows={answer?.rows}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        footer={Object.fromEntries(totals)}
        startPerPage={PER_PAGE}
        wrapCell={link}
        cageColor={({ subject_id }) => cages.find((cage) => cage.id === subject_id)?.color}
        emptyText={t('За указанный период ничего не закрыто.')}
        above={
          answer?.more && (
            <NoteBox kind="warn">
              {t('Показаны последние {{most}}: остальные покажет период короче.', { most: MOST_CLOSED })}
            </NoteBox>
          )
        }
      />
    </div>
  )
}
