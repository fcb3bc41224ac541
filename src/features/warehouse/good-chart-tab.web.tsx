import { useMemo, useState } from 'react'
import { Skeleton } from '@mantine/core'
import { unarchived } from '../../shared/collections'
import { dayOf, parseDay, showDay } from '../../shared/dates'
import type { Stocks } from '../../core/goods/arrival.web'
import type { GoodRow } from '../../core/goods/good.contract'
import { valueCalls } from '../../core/goods/value/value.contract'
import { useTranslation } from '../../web/i18n'
import { useCall } from '../../web/query-client'
import { useNow } from '../../web/session'
import { Chart } from '../../web/ui/chart/chart'
import type { Series } from '../../web/ui/chart/chart-model'
import { ErrorState } from '../../web/ui/error-state'
import { ALL } from '../../shared/sheets/filter-words'
import { PeriodPicker } from '../../web/ui/fields/period-picker'
import { presetPeriod, type Period } from '../../web/ui/fields/periods'
import { SelectField } from '../../web/ui/fields/select-field'
import classes from './goods.module.css'

const HEIGHT = 320

interface ChartTabProps {
  good: GoodRow
  stocks: Stocks
  /** the warehouse that the page shows, or ALL */
  stock: string
}

/** «График»: the amount at the end of each day, of all warehouses or of one, with the minimum. */
export function GoodChartTab({ good, stocks, stock }: ChartTabProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Period | null>(null)
  const [place, setPlace] = useState(stock)
  const today = dayOf(useNow())
  const usual = useMemo(() => presetPeriod('30 дней', today), [today])
  const period = chosen ?? usual
  const query = useCall(valueCalls[good.kind].balance, {
    id: good.id,
    start: showDay(period.start),
    end: showDay(period.end),
    ...(place !== ALL && { stock_id: Number(place) }),
  })
  const series = useSeries(good, period, place, query.data)
  const axis = useMemo(() => ({ from: `${period.start}T00:00`, to: `${period.end}T23:59` }), [period.start, period.end])
  const name = stocks?.find(({ id }) => String(id) === place)?.name ?? t('Все склады')
  return (
    <>
      <div className={classes.chartFields}>
        <PeriodPicker {...period} onChange={setChosen} />
        <SelectField
          prefix={t('Склад')}
          size="xs"
          data={[
            { value: ALL, label: t('[Все]') },
            ...unarchived(stocks ?? []).map(({ id, name: label }) => ({ value: id, label })),
          ]}
          value={place}
          onChange={(value) => setPlace(value ?? ALL)}
        />
      </div>
      {query.error && !series ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !series ? (
        <Skeleton height={HEIGHT + 48} />
      ) : (
        <Chart
          title={`${good.name}. ${name}. ${showDay(period.start)} – ${showDay(period.end)}`}
          series={series}
          axis={axis}
          height={HEIGHT}
        />
      )}
    </>
  )
}

interface Balance {
  opening: number
  days: { date: string; amount: number }[]
}

/** A balance holds from its day on, to the end of the period. */
function useSeries(good: GoodRow, { start, end }: Period, place: string, balance: Balance | undefined) {
  const { t } = useTranslation()
  return useMemo((): Series[] | undefined => {
    if (!balance) return undefined
    const unit = t(good.measure_name)
    const days = balance.days.map(({ date, amount }) => ({ at: `${parseDay(date)!}T00:00`, value: amount }))
    const [from, to] = [`${start}T00:00`, `${end}T23:59`]
    const before = days[0]?.at === from ? [] : [{ at: from, value: balance.opening }]
    const last = days.at(-1)?.value ?? balance.opening
    const same = { unit, step: true, daily: true }
    const points = [...before, ...days, { at: to, value: last }]
    const lines: Series[] = [{ ...same, key: 'amount', name: t('Остаток'), shade: 0, points }]
    const min = place === ALL ? good.min_amount : (good.stocks_min[place] ?? null)
    if (min !== null)
      lines.push({
        ...same,
        key: 'min',
        name: t('Минимальный остаток'),
        shade: 4,
        points: [from, to].map((at) => ({ at, value: min })),
      })
    return lines
  }, [balance, good, start, end, place, t])
}
