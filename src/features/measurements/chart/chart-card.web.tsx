import { useMemo, useRef } from 'react'
import { Skeleton, Switch } from '@mantine/core'
import { parseDay, showDay } from '../../../shared/dates'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Chart } from '../../../web/ui/chart/chart'
import { DrawnAgain } from '../../../web/ui/chart/drawn-again'
import { EmptyState } from '../../../web/ui/empty-state'
import { ErrorState } from '../../../web/ui/error-state'
import { ALL } from '../../../shared/sheets/filter-words'
import { SelectField } from '../../../web/ui/fields/select-field'
import { PeriodPicker } from '../../../web/ui/fields/period-picker'
import type { CageRow } from '../../../core/cages/cage.contract'
import { ChartTable } from './chart-table.web'
import type { MeasureParameter } from '../../../core/lists/libraries/measure-parameter.contract'
import { NO_PARAMETER, useChart } from './use-chart.web'
import classes from './chart-card.module.css'

interface ChartCardProps {
  locationId: number
  locationName: string
  parameters: readonly MeasureParameter[]
  cages: readonly CageRow[]
  /** shows a day above */
  onDay: (day: string) => void
}

const TABLE_ID = 'measurements-chart-table'
const HEIGHT = 280

/** One or two parameters over time, with their readings below. */
export function ChartCard({ locationId, locationName, parameters, cages, onDay }: ChartCardProps) {
  const { t } = useTranslation()
  const chart = useChart(locationId, parameters)
  const { filters, lines, byDay, query, chosen, tableInput } = chart
  const [start, end] = [parseDay(filters.start)!, parseDay(filters.end)!]
  const cage = cages.find(({ id }) => String(id) === filters.cage)
  const place = cage ? `${locationName}, ${t('Садок {{number}}', { number: cage.number })}` : locationName
  const title = `${chosen.join(', ')}. ${place}. ${showDay(start)} – ${showDay(end)}`
  const bucket = query.data?.bucket_minutes ?? 0
  const figure = useRef<HTMLDivElement>(null)
  const axis = useMemo(() => ({ from: `${start}T00:00`, to: `${end}T23:59` }), [start, end])
  return (
    <>
      <section className={classes.card} aria-label={t('График')}>
        <header className={classes.head}>
          <h2>{t('График')}</h2>
          <ChartFields chart={chart} cages={cages} />
        </header>
        <div
          ref={figure}
          className={classes.body}
          data-dim={query.isPlaceholderData || undefined}
          aria-busy={query.isPlaceholderData}
        >
          {query.error && !query.data ? (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          ) : lines === undefined || (lines.length === 0 && query.isPlaceholderData) ? (
            <Skeleton height={HEIGHT + 48} />
          ) : lines.length === 0 ? (
            <div className={classes.nothing}>
              <EmptyState icon="chart" text={t('Нет данных для отображения')} />
            </div>
          ) : (
            <Chart
              title={title}
              series={lines}
              axis={axis}
              height={HEIGHT}
              tableId={TABLE_ID}
              pickText={t('Перейти к дате')}
              onPick={(at) => onDay(at.slice(0, 10))}
            />
          )}
          {lines && lines.length > 0 && (
            <p className={classes.bucket}>
              {byDay && t('Замеры вручную: среднее за день.')}
              {bucket > 0 && ` ${t('Точка — среднее за {{time}}', { time: bucketText(t, bucket) })}`}
            </p>
          )}
        </div>
      </section>
      <div id={TABLE_ID}>
        <ChartTable
          input={tableInput}
          cages={cages}
          place={place}
          period={`${showDay(start)}–${showDay(end)}`}
          note={chosen.join(', ')}
          figure={() => <DrawnAgain from={figure.current?.querySelector('figure')} />}
          onDay={onDay}
        />
      </div>
    </>
  )
}

function bucketText(t: TFunction, minutes: number): string {
  if (minutes < 60) return t('{{count}} мин', { count: minutes })
  if (minutes < 24 * 60) return t('{{count}} ч', { count: Math.round(minutes / 60) })
  return t('{{count}} дн', { count: Math.round(minutes / (24 * 60)) })
}

function ChartFields({ chart, cages }: { chart: ReturnType<typeof useChart>; cages: readonly CageRow[] }) {
  const { t } = useTranslation()
  const { filters, setFilters, names, chosen } = chart
  const [first = '', second] = chosen
  const options = (except?: string) =>
    names.filter((name) => name !== except).map((name) => ({ value: name, label: name }))
  return (
    <>
      <PeriodPicker
        start={parseDay(filters.start)!}
        end={parseDay(filters.end)!}
        onChange={(period) => setFilters({ start: showDay(period.start), end: showDay(period.end) })}
      />
      <div className={classes.second}>
        <SelectField
          prefix={t('Садок')}
          size="xs"
          data={[{ value: ALL, label: t('[Все]') }, ...cages.map(({ id, number }) => ({ value: id, label: number }))]}
          value={filters.cage}
          onChange={(cage) => setFilters({ cage: cage ?? ALL })}
        />
        <SelectField
          prefix={t('Левая ось')}
          size="xs"
          data={options()}
          value={first}
          // the one that stood at the right gives way
          onChange={(name) =>
            setFilters({ param1: name ?? '', param2: name === second ? first : (second ?? NO_PARAMETER) })
          }
        />
        <SelectField
          prefix={t('Правая ось')}
          size="xs"
          data={[{ value: NO_PARAMETER, label: t('[Не выбрано]') }, ...options(first)]}
          value={second ?? NO_PARAMETER}
          onChange={(name) => setFilters({ param1: first, param2: name ?? NO_PARAMETER })}
        />
        <Switch
          className={classes.switch}
          label={t('Показания датчиков')}
          checked={filters.sensors === '1'}
          onChange={(event) => setFilters({ sensors: event.currentTarget.checked ? '1' : '0' })}
        />
      </div>
    </>
  )
}
