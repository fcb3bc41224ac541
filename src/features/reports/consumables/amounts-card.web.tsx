import { useMemo, useRef, type ReactNode } from 'react'
import { DataTable } from '../../../web/ui/table/data-table'
import { Chart } from '../../../web/ui/chart/chart'
import { DrawnAgain } from '../../../web/ui/chart/drawn-again'
import type { ChartAxis, Series } from '../../../web/ui/chart/chart-model'
import type { Column } from '../../../shared/columns'
import { parseDay } from '../../../shared/dates'
import { MILLIONTHS } from '../../../shared/numbers'
import { showAmount } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '../../../web/router/router'
import classes from '../../../core/reports/report.module.css'
import type { AmountsAnswer } from './consumables.contract'

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
  when: string
  note: string
  /** the address of the records behind a number; null when there is none */
  addressOf: (place: Place, answer: AmountsAnswer) => string | null
}

interface Row {
  id: number
  name: string
  [column: string]: string | number
}

const keyOf = (index: number) => `n${index}`
const exact = (sum: number) => Math.round(sum * MILLIONTHS) / MILLIONTHS

/** Amounts along items or dates: a chart for each unit, since units have no scale in common, and one table. */
export function AmountsCard({ query, addressOf, ...props }: AmountsCardProps) {
  const { t } = useTranslation()
  const { title, when, chart, head } = props
  const answer = query.data
  const figure = useRef<HTMLDivElement>(null)
  const units = [...new Set(answer?.extra.measures)]
  const columns: Column[] = [
    { key: 'name', title: head, type: 'text', always: true, unsorted: true },
    ...(answer?.datasets ?? []).map(({ label }, index): Column => ({
      key: keyOf(index),
      title: label,
      type: 'amount',
      unit: answer!.extra.measures[index]!,
      footer: true,
      noZero: true,
    })),
    ...(units.length === 1 && answer!.datasets.length > 1
      ? [{ key: 'total', title: 'Итого', type: 'amount', unit: units[0]!, footer: true } as const]
      : []),
  ]
  const link = (row: Row, { key }: Column, look: ReactNode) => {
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
      <DataTable<Row>
        name={props.name}
        title={title}
        titleLevel={2}
        exportWhen={when}
        exportNote={props.note}
        csv
        exportFigure={() => <DrawnAgain from={figure.current?.querySelector('figure')} />}
        columns={columns}
        rows={answer && rowsOf(answer)}
        loading={query.isPlaceholderData}
        error={answer ? undefined : query.error}
        onRetry={() => void query.refetch()}
        wrapCell={link}
        emptyText={props.emptyText}
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
                  height={units.length > 1 ? 200 : 260}
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

/** Dates newest first, without those of nothing; items in their order. */
function rowsOf({ labels, datasets, extra }: AmountsAnswer): Row[] {
  const rows = labels.map((name, id): Row => ({
    id,
    name,
    ...Object.fromEntries(datasets.map(({ data }, index) => [keyOf(index), data[id]!])),
    total: exact(datasets.reduce((sum, { data }) => sum + data[id]!, 0)),
  }))
  const moved = rows.filter(({ id }) => datasets.some(({ data }) => data[id] !== 0))
  return extra.periods ? moved.reverse() : moved
}

const seriesOf = (
  { labels, datasets, extra }: AmountsAnswer,
  unit: string,
  chart: 'bars' | 'line',
  shown: string,
): Series[] =>
  datasets
    .map((one, index) => ({ ...one, key: keyOf(index), unit: extra.measures[index] }))
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
