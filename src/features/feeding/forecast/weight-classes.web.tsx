import { useMemo } from 'react'
import type { Column } from '../../../shared/columns'
import { showDay } from '../../../shared/dates'
import { NBSP, showAmount, showKg } from '../../../web/format'
import { type TFunction, useTranslation } from '../../../web/i18n'
import { Chart } from '../../../web/ui/chart/chart'
import type { Series } from '../../../web/ui/chart/chart-model'
import { DataTable } from '../../../web/ui/table/data-table'
import type { ForecastAnswer } from './forecast.contract'
import { biomassByClass, type ClassRow } from './forecast-model.web'
import classes from './forecast.module.css'

const COLUMNS: Column[] = [
  { key: 'name', title: 'Вес рыбы', type: 'text', unit: 'кг', always: true, unsorted: true },
  { key: 'weight', title: 'Биомасса', type: 'kg', unit: 'кг', footer: true, headline: 'unit' },
  { key: 'share', title: 'Доля', type: 'percent' },
]

/** So many generations have a bar of their own; the others share one. */
const MOST_BARS = 5

const nameOf = ({ from, to }: ClassRow, t: TFunction) =>
  to === Infinity
    ? t('от {{weight}}', { weight: showAmount(from) })
    : `${showAmount(from)}${NBSP}–${NBSP}${showAmount(to)}`

function seriesOf(rows: readonly ClassRow[], t: TFunction): Series[] {
  const totals = new Map<string, number>()
  for (const { masses } of rows) for (const [name, mass] of masses) totals.set(name, (totals.get(name) ?? 0) + mass)
  const names = [...totals].sort((a, b) => b[1] - a[1]).map(([name]) => name)
  const bars = names.length > MOST_BARS + 1 ? [...names.slice(0, MOST_BARS), null] : names
  const rest = names.slice(MOST_BARS)
  return bars.map((name, shade) => ({
    key: name ?? 'rest',
    name: name ?? t('остальные'),
    unit: t('кг'),
    shade,
    stack: 'biomass',
    show: (value: number) => showKg(value),
    points: rows.map((row) => ({
      at: nameOf(row, t),
      value: (name === null ? rest : [name]).reduce((sum, one) => sum + (row.masses.get(one) ?? 0), 0),
    })),
  }))
}

/** How much fish of which weight there will be on the chosen date. */
export function WeightClasses({ answer, on }: { answer: ForecastAnswer; on: string }) {
  const { t } = useTranslation()
  const date = showDay(on)
  const rows = useMemo(() => biomassByClass(answer.cages, date), [answer, date])
  const series = useMemo(() => seriesOf(rows, t), [rows, t])
  const axis = useMemo(() => ({ categories: rows.map((row) => nameOf(row, t)) }), [rows, t])
  if (rows.length === 0) return null
  const massOf = ({ masses }: ClassRow) => [...masses.values()].reduce((sum, one) => sum + one, 0)
  const total = rows.reduce((sum, row) => sum + massOf(row), 0)
  const title = t('Биомасса по весу рыбы на {{date}}', { date })
  return (
    <section className={classes.card}>
      <h2>{title}</h2>
      <Chart title={title} series={series} axis={axis} height={240} tableId="forecast-classes" />
      <div id="forecast-classes">
        <DataTable
          name="forecast-classes"
          columns={COLUMNS}
          rows={rows.map((row, index) => ({
            id: index + 1,
            name: nameOf(row, t),
            unit: 'кг',
            weight: massOf(row),
            share: total > 0 ? (massOf(row) / total) * 100 : null,
          }))}
          startPerPage={25}
          emptyText={t('Нет данных для отображения')}
          exportTitle={title}
        />
      </div>
    </section>
  )
}
