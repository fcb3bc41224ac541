import type { ReactNode } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { NextStep } from '../../../core/reports/next-step.web'
import type { Column } from '../../../shared/columns'
import { addDays, parseDay, showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { useCages } from '../../../core/cages/cage-cache.web'
import { ChangedSince, useExported } from '../../../core/reports/exported.web'
import type { Asked } from '../../../core/reports/report-page.web'
import { SourceLink } from '../../../core/reports/source-link.web'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { DataTable } from '../../../web/ui/table/data-table'
import { cagePeriodCall, cagePeriodColumns, type CagePeriodRow, MOVEMENT_TITLE, SOURCES } from './cage-period.contract'

const dayBefore = (day: string) => showDay(addDays(parseDay(day)!, -1))

/** Where the rows stand that a number was added up from. */
function sourceOf(key: string, cage: number, { start, end }: { start: string; end: string }): string | null {
  const cagesId = [cage]
  if (key.startsWith('left_start')) return hrefOf('farm', { cagesId, date: dayBefore(start) })
  if (key.startsWith('left_end')) return hrefOf('farm', { cagesId, date: end })
  const path = SOURCES[key]
  return path ? hrefOf('journal', { path, cagesId, start, end }) : null
}

/** The movement of fish, cage by cage; each number opens the records that it was added up from. */
export function CagePeriod({ filtered: { start, end, cages, module }, when, note }: Asked) {
  const { t } = useTranslation()
  const asked = { start, end, cages_id: cages, location_id: module }
  const query = useCall(cagePeriodCall, asked, { placeholderData: keepPreviousData })
  const sheet = { report: 'cage-period', ...asked }
  const noteExport = useExported(sheet, MOVEMENT_TITLE)
  const colours = useCages()
  const link = (row: CagePeriodRow & { id: number }, { key }: Column, look: ReactNode) => {
    const to = row[key as keyof CagePeriodRow] ? sourceOf(key, row.id, query.data!) : null
    return <SourceLink to={to}>{look}</SourceLink>
  }
  const totals = Object.entries(query.data?.total ?? {}).filter((one): one is [string, number] => one[1] !== null)
  return (
    <DataTable
      name="cage-period"
      title={t(MOVEMENT_TITLE)}
      titleLevel={2}
      exportWhen={when}
      exportNote={note}
      csv
      onExported={() => void noteExport()}
      above={<ChangedSince sheet={sheet} />}
      columns={cagePeriodColumns}
      rows={query.data?.rows.map((row) => ({ ...row, id: row.cage_id }))}
      loading={query.isPlaceholderData}
      error={query.data ? undefined : query.error}
      onRetry={() => void query.refetch()}
      footer={Object.fromEntries(totals)}
      wrapCell={link}
      cageColor={({ id }) => colours.find((cage) => cage.id === id)?.color}
      emptyText={t('Нет данных для отображения')}
      emptyAction={<NextStep period={asked} />}
    />
  )
}
