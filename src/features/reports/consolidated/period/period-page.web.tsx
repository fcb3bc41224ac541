/** «Сводный отчёт за период»: what came and went, grew and was fed, by cage, generation and category. */
import { NextStep } from '../../../../core/reports/next-step.web'
import { noteOf } from '../../../../shared/sheets/filter-words'
import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Column } from '../../../../shared/columns'
import { useCages, useLocations } from '../../../../core/cages/cage-cache.web'
import { ChangedSince, type ExportedSheet, useExported } from '../../../../core/reports/exported.web'
import { ComparedField, comparedFilter, comparisonIn } from '../../../../core/reports/compared-field.web'
import type { Comparison } from '../../../../shared/report/compared'
import { earlierDays } from '../../../../shared/report/compared-rows'
import { PeriodPage } from '../../../../core/reports/period-page.web'
import { callInput, useJournalFilters } from '../../../../web/pages/journal-filters'
import { placeFilters, withOffered } from '../../../../web/pages/place-filters'
import { type Filter, ON } from '../../../../web/filters/filter'
import { useTranslation } from '../../../../web/i18n'
import { useCall } from '../../../../web/query-client'
import { DownloadButton } from '../../../../web/ui/file-load/download-button'
import { NoteBox } from '../../../../web/ui/note-box'
import { DataTable } from '../../../../web/ui/table/data-table'
import classes from '../parts/consolidated.module.css'
import { JournalLink, type JournalPlace } from '../parts/journal-links.web'
import { FeedingInfo } from './feeding-info.web'
import * as contract from './period.contract'

const WITHOUT: Filter = contract.WITHOUT_GENERATIONS
const PER_PAGE = 100
const TITLE = 'Сводный отчёт за период'

/** The period, cages and switch in the address; what they ask for. */
function useChoice() {
  const { t } = useTranslation()
  const cages = useCages()
  const offered = [...placeFilters(useLocations(), cages), WITHOUT]
  const told = [...offered, comparedFilter(t)]
  const { filters, set } = useJournalFilters('cage_name', told, 'Месяц')
  const { start, end, values } = filters
  const { page: _page, per_page: _length, sort: _sort, ...input } = callInput(offered, filters)
  return {
    ...{ start, end, values, set, input },
    fields: withOffered(offered, values, cages),
    note: noteOf(told, values, t),
    comparison: comparisonIn(values),
    byGroup: values[WITHOUT.key] !== ON,
  }
}

export function ConsolidatedForPeriod() {
  const { t } = useTranslation()
  const choice = useChoice()
  const { start, end, note, byGroup, comparison } = choice
  const query = useCall(contract.periodCalls.report, choice.input, { placeholderData: keepPreviousData })
  const before = comparison && { ...choice.input, ...earlierDays({ start, end }, comparison) }
  const then = useCall(contract.periodCalls.report, before ?? choice.input, {
    enabled: before !== null,
    placeholderData: keepPreviousData,
  })
  const report = query.data
  const more = report?.additional_data
  const tables = report && contract.periodTables(report, before ? then.data : undefined)
  const { cages_id = null, location_id = null } = choice.input as Partial<ExportedSheet>
  const sheet = { report: 'consolidated-for-period', start, end, cages_id, location_id }
  const noteExport = useExported(sheet, TITLE)
  const limited = more?.limited ? t('Только модули, которые вам доступны') : ''
  const common: Common = {
    period: { start, end },
    comparison,
    total: tables?.total,
    error: report ? undefined : query.error,
    onRetry: () => void query.refetch(),
    loading: query.isPlaceholderData,
    exportWhen: `${start}–${end}`,
    exportNote: [note, limited].filter(Boolean).join('. '),
    emptyText: t('Операций за указанный период не обнаружено.'),
    emptyAction: <NextStep period={{ start, end }} />,
    csv: true,
    onExported: () => void noteExport(),
  }
  return (
    <PeriodPage
      title={t(TITLE)}
      choice={choice}
      filters={choice.fields}
      after={
        <>
          <ComparedField values={choice.values} set={choice.set} />
          <DownloadButton
            size="xs"
            endpoint={contract.periodCalls.download}
            input={{ ...choice.input, compare: comparison }}
            named={`${t(TITLE)} ${start}–${end}`}
          >
            {t('Скачать все таблицы')}
          </DownloadButton>
        </>
      }
    >
      {limited && <NoteBox>{limited}</NoteBox>}
      <ChangedSince sheet={sheet} />
      {tables && tables.modules.length > 1 && (
        <Totals
          common={common}
          name="consolidated-period-modules"
          title={t('По модулям')}
          head={{ ...contract.MODULE, always: true }}
          rows={tables.modules}
          placeOf={({ id }) => ({ locationId: id })}
        />
      )}
      <Cages common={common} rows={tables?.cages} feedings={more?.feedings} byGroup={byGroup} />
      {tables && tables.generations.length > 0 && (
        <Totals
          common={common}
          name="consolidated-period-generations"
          title={t('По генерациям')}
          head={{ ...contract.GENERATION, always: true }}
          rows={tables.generations}
        />
      )}
    </PeriodPage>
  )
}

type Common = Pick<
  Parameters<typeof DataTable>[0],
  'error' | 'onRetry' | 'loading' | 'exportWhen' | 'exportNote' | 'emptyText' | 'emptyAction' | 'csv' | 'onExported'
> & {
  period: { start: string; end: string }
  comparison: Comparison | null
  total: Record<string, number> | undefined
}

const JOURNALS: Record<string, JournalPlace['path']> = {
  stocking_count: 'stocking',
  stocking_weight: 'stocking',
  withdrawal_count: 'withdrawal',
  withdrawal_weight: 'withdrawal',
  retreat_count: 'retreat',
  retreat_weight: 'retreat',
  feedings: 'feeding',
}

type Where = Pick<JournalPlace, 'cagesId' | 'locationId'>

function linked(row: object, { key }: Column, { period }: Common, where: Where, look: ReactNode) {
  const path = (row as Record<string, unknown>)[key] ? JOURNALS[key] : undefined
  return path ? <JournalLink to={{ path, ...period, ...where }}>{look}</JournalLink> : look
}

type Total = contract.PeriodFigures & { id: number }

interface TotalsProps {
  common: Common
  name: string
  /** translated */
  title: string
  head: Column
  rows: readonly Total[]
  /** whose journals its numbers open */
  placeOf?: (row: Total) => Where
}

function Totals({ common, name, title, head, rows, placeOf }: TotalsProps) {
  const { t } = useTranslation()
  const { period: _period, comparison, total, ...table } = common
  return (
    <DataTable
      {...table}
      name={name}
      title={title}
      titleLevel={2}
      exportTitle={`${t('Сводный отчёт за период')}. ${title}`}
      columns={contract.periodColumns([head], false, comparison, t)}
      rows={rows}
      footer={total}
      startPerPage={PER_PAGE}
      wrapCell={(row, column, look) => (placeOf ? linked(row, column, common, placeOf(row), look) : look)}
    />
  )
}

interface CagesProps {
  common: Common
  rows: readonly contract.PeriodRow[] | undefined
  feedings: readonly contract.CageFeeding[] | undefined
  byGroup: boolean
}

function Cages({ common, rows, feedings, byGroup }: CagesProps) {
  const { t } = useTranslation()
  const { period, comparison, total, ...table } = common
  const fed = new Map(feedings?.map((one) => [one.cage_id, one]))
  const groups = byGroup ? [contract.GENERATION, contract.CATEGORY] : []
  return (
    <DataTable
      {...table}
      name="consolidated-period-cages"
      title={t('По садкам')}
      titleLevel={2}
      exportTitle={t('Сводный отчёт за период')}
      columns={contract.periodColumns([contract.CAGE, contract.MODULE, ...groups], byGroup, comparison, t)}
      rows={rows}
      footer={total}
      startPerPage={PER_PAGE}
      wrapCell={(row, column, look) => {
        if (!row.whole) return look
        const cell = linked(row, column, common, { cagesId: [row.cage_id], locationId: row.location_id }, look)
        const own = column.key === 'feedings' && fed.get(row.cage_id)
        if (!own || (!row.feedings && !own.warning)) return cell
        return (
          <span className={classes.marked}>
            <FeedingInfo feeding={own} period={period} />
            {cell}
          </span>
        )
      }}
    />
  )
}
