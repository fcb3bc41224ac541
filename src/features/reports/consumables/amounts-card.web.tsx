import { useMemo, useRef, type ReactNode } from 'react'
import { DataTable } from '../../../web/ui/table/data-table'
import { Chart } from '../../../web/ui/chart/chart'
import { DrawnAgain } from '../../../web/ui/chart/drawn-again'
import type { ChartAxis, Series } from '../../../web/ui/chart/chart-model'
import type { Column } from '../../../shared/columns'
import { parseDay } from '../../../shared/dates'
import { showAmount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '../../../web/router/router'
import classes from '../../../core/reports/report.module.css'
import { type AmountsAnswer, type AmountsRow, amountKey, amountsTable } from './consumables.contract'

/** What a number stands for: a label and a series. */
interface Place {
  good: number | null
  label: number
}

interface AmountsCardProps {
  name: string
  /** translated */
  title: string
  /** translated: what the labels are */
  head: string
  chart: 'bars' | 'line'
  query: UseQueryResult<AmountsAnswer>
  /** translated */
  emptyText: string
  emptyAction: ReactNode
  when: string
  note: string
  /** the address of the records behind a number; null when there is none */
  addressOf: (place: Place, answer: AmountsAnswer) => string | null
}

const NOTHING: AmountsAnswer = { labels: [], datasets: [], extra: { measures: [] } }

/** Amounts along items or dates: a chart for each unit, since units have no scale in common, and one table. */
export function AmountsCard({ query, addressOf, ...props }: AmountsCardProps) {
  const { t } = useTranslation()
  const { title, when, chart, head } = props
  const answer = query.data
  const figure = useRef<HTMLDivElement>(null)
  const units = [...new Set(answer?.extra.measures)]
  const { columns, rows } = useMemo(() => amountsTable(head, answer ?? NOTHING), [head, answer])
  const link = (row: AmountsRow, { key }: Column, look: ReactNode) => {
    if (!/^n\d/.test(key) || !row[key]) return look
    const { id } = answer!.datasets[Number(key.slice(1))]!
    const to = addressOf({ good: id, label: row.id }, answer!)
    return to ? (
      <Link className={classes.cell} to={to}>
        {look}
      </Link>
    ) : (
      look
    )
  }
  return (
    <div className={classes.report} data-dim={query.isPlaceholderData || undefined}>
      <DataTable<AmountsRow>
        name={props.name}
        title={title}
        titleLevel={2}
        exportWhen={when}
        exportNote={props.note}
        csv
        exportFigure={() => <DrawnAgain from={figure.current?.querySelector('figure')} />}
        columns={columns}
        rows={answer && rows}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        wrapCell={link}
        emptyText={props.emptyText}
        emptyAction={props.emptyAction}
        above={
          answer &&
          answer.datasets.length > 0 && (
            <div ref={figure} className={classes.figure}>
              {units.map((unit) => (
                <UnitChart
                  key={unit}
                  answer={answer}
                  unit={unit}
                  chart={chart}
                  title={`${title}, ${t(unit)}. ${when}`}
                  height={200}
                />
              ))}
            </div>
          )
        }
      />
    </div>
  )
}

interface UnitChartProps {
  answer: AmountsAnswer
  unit: string
  chart: 'bars' | 'line'
  title: string
  height: number
}

function UnitChart({ answer, unit, chart, ...look }: UnitChartProps) {
  const { t } = useTranslation()
  const shown = t(unit)
  const series = useMemo(() => seriesOf(answer, unit, chart, shown), [answer, unit, chart, shown])
  const axis = useMemo(() => axisOf(answer, chart), [answer, chart])
  return <Chart {...look} series={series} axis={axis} />
}

const axisOf = ({ labels, extra }: AmountsAnswer, chart: 'bars' | 'line'): ChartAxis =>
  chart === 'bars'
    ? { categories: labels }
    : {
        from: `${parseDay(extra.periods![0]!.start)!}T00:00`,
        to: `${parseDay(extra.periods!.at(-1)!.end)!}T23:59`,
      }

const seriesOf = (
  { labels, datasets, extra }: AmountsAnswer,
  unit: string,
  chart: 'bars' | 'line',
  shown: string,
): Series[] =>
  datasets
    .map((one, index) => ({ ...one, key: amountKey(index), unit: extra.measures[index] }))
    .filter((one) => one.unit === unit)
    .map(({ key, label, data }, shade): Series => ({
      key,
      name: label,
      unit: shown,
      shade,
      ...(chart === 'bars' ? { stack: 'all' } : { daily: true }),
      show: (value) => showAmount(value),
      points: data.flatMap((value, place) =>
        // a bar of nothing would be a line
        chart === 'bars' && value === 0
          ? []
          : [{ at: chart === 'line' ? `${parseDay(extra.periods![place]!.start)!}T00:00` : labels[place]!, value }],
      ),
    }))
