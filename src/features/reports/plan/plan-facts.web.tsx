/** «План и факт»: what came of the plan in the months that have begun, below the plan itself. */
import { type ReactNode, useMemo } from 'react'
import report from '../../../core/reports/report.module.css'
import { SourceLink } from '../../../core/reports/source-link.web'
import type { Column } from '../../../shared/columns'
import { hrefOf } from '../../../shared/pages'
import { showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { NoteBox } from '../../../web/ui/note-box'
import { DataTable } from '../../../web/ui/table/data-table'
import { monthNames } from '../annual/annual-table.contract'
import {
  type Beside,
  type Compared,
  COMPARED,
  decimalsOf,
  FACTS_TITLE,
  factColumns,
  type FactLine,
  factLines,
  planFactsCall,
} from './plan-facts.contract'

type Days = Pick<Beside, 'start' | 'end'>

const journal =
  (path: string, more: { reason?: string } = {}) =>
  (days: Days) =>
    hrefOf('journal', { path, start: days.start, end: days.end, ...more })

/** What a fact was added up from. */
const SOURCES: Record<Compared, (days: Days) => string> = {
  biomass: ({ start, end }) => hrefOf('weightReports', { start, end }),
  growth: ({ start, end }) => hrefOf('consolidatedForPeriod', { start, end }),
  fed: journal('feeding'),
  feed_coefficient: ({ start, end }) => hrefOf('consolidatedForPeriod', { start, end }),
  lost_count: journal('retreat'),
  caught_weight: journal('withdrawal'),
  revenue: journal('withdrawal', { reason: 'sale' }),
  spending: ({ start, end }) => hrefOf('spending', { start, end }),
}

/** From so much on parts of it are noise on a screen. */
const LARGE = 1000

export function PlanFacts({ year }: { year: number }) {
  const { t, language } = useTranslation()
  const query = useCall(planFactsCall, { year })
  const { data } = query
  const names = useMemo(() => monthNames(language), [language])
  const columns = useMemo(() => factColumns(data?.months ?? [], names), [data, names])
  const look = (line: FactLine, { key }: Column): ReactNode => {
    const value = line[key as 'total']
    if (key === 'name' || key === 'unit' || typeof value !== 'number') return undefined
    return showNumber(value, line.of !== 'percent' && Math.abs(value) >= LARGE ? 0 : decimalsOf(line))
  }
  const link = (line: FactLine, { key }: Column, content: ReactNode) => {
    if (line.of === 'percent') return <b>{content}</b>
    const days = key === 'total' ? data!.total : data!.months[Number(key.slice(1))]
    const opens = line.of === 'fact' && key !== 'name' && key !== 'unit' && days
    return <SourceLink to={opens ? SOURCES[line.measure](days) : null}>{content}</SourceLink>
  }
  const gap = data?.total && (Object.keys(COMPARED) as Compared[]).some((key) => isGap(key, data.months, data.total!))
  return (
    <div className={`${report.report} no-print`}>
      <DataTable<FactLine>
        name="plan-facts"
        title={t(FACTS_TITLE)}
        titleLevel={2}
        exportTitle={t('План хозяйства: план и факт')}
        exportWhen={String(year)}
        csv
        pagePrints
        columns={columns}
        rows={data && factLines(data.months, data.total, t)}
        error={data ? undefined : query.error}
        onRetry={() => void query.refetch()}
        startPerPage={100}
        renderCell={look}
        wrapCell={link}
        emptyText={t(
          data?.limited
            ? 'План — на всё хозяйство, а вам открыты не все модули: сравнить не с чем.'
            : 'Здесь встанет факт рядом с планом, когда начнётся месяц, на который план записан выше.',
        )}
        above={gap && <NoteBox>{t('План есть не на все месяцы: за год с начала он не посчитан.')}</NoteBox>}
      />
    </div>
  )
}

/** Planned in some of the months, so that the year has no plan. */
const isGap = (key: Compared, months: readonly Beside[], total: Beside) =>
  total.plan[key] === null && months.some(({ plan }) => plan[key] !== null)
