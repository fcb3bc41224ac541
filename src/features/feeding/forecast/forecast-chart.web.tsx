import { useMemo } from 'react'
import { dayOf } from '../../../shared/dates'
import { showKg } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Chart } from '../../../web/ui/chart/chart'
import type { Series } from '../../../web/ui/chart/chart-model'
import { SelectField } from '../../../web/ui/fields/select-field'
import type { ForecastAnswer, ForecastCage } from './forecast.contract'
import { type MeanDay, meanDays } from './forecast-model.web'
import type { Forecast } from './use-forecast.web'
import classes from './forecast.module.css'

const HEIGHT = 320
const noon = (day: string) => `${day}T00:00`

/** Weighings of a cage whose fish are one group or were weighed together. */
const weighingsOf = ({ groups }: ForecastCage) => {
  const seen = new Map(groups.flatMap(({ weighings }) => weighings.map((one) => [one.datetime, one] as const)))
  return [...seen.values()].sort((a, b) => (a.datetime < b.datetime ? -1 : 1))
}

function useSeries(days: readonly MeanDay[], cage: ForecastCage | null, today: string): Series[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const points = (pick: (day: MeanDay) => number, from = '') =>
      days.filter(({ day }) => day >= from).map((day) => ({ at: noon(day.day), value: pick(day) }))
    const line = { unit: t('кг'), daily: true, show: (value: number) => showKg(value, 3) }
    const weighed = cage ? weighingsOf(cage) : []
    const low = points((day) => day.low)
    return [
      { ...line, key: 'average', name: t('Навеска'), shade: 0, points: points((day) => day.avg_weight) },
      {
        ...line,
        key: 'high',
        name: t('Полоса, верх'),
        shade: 0,
        look: 'thin',
        floor: low,
        points: points((day) => day.high),
      },
      { ...line, key: 'low', name: t('Полоса, низ'), shade: 0, look: 'thin', points: low },
      {
        ...line,
        key: 'plain',
        name: t('Без множителя'),
        shade: 1,
        look: 'thin',
        points: points((day) => day.plain, today),
      },
      ...(weighed.length > 0
        ? [
            {
              ...line,
              key: 'weighings',
              name: t('Взвешено'),
              shade: 2,
              look: 'points' as const,
              points: weighed.map(({ datetime, avg_weight }) => ({ at: noon(dayOf(datetime)), value: avg_weight })),
            },
          ]
        : []),
    ]
  }, [days, cage, today, t])
}

/** The average of one cage, or of all chosen, with its band, from the last weeks on. */
export function ForecastChart({ answer, forecast }: { answer: ForecastAnswer; forecast: Forecast }) {
  const { t } = useTranslation()
  const { choice, set, today, on, daily } = forecast
  const { cages } = answer
  const isChosen = ({ cage_id }: ForecastCage) => String(cage_id) === choice.cage
  const cage = cages.length === 1 ? cages[0]! : (daily.data?.cages.find(isChosen) ?? cages.find(isChosen) ?? null)
  const days = useMemo(() => meanDays((cage ? [cage] : cages).flatMap(({ groups }) => groups)), [cage, cages])
  const series = useSeries(days, cage, today)
  const first = days[0]?.day ?? today
  const axis = useMemo(
    () => ({ from: noon(first), to: `${on}T23:59`, mark: { at: noon(today), name: t('сегодня') } }),
    [first, on, today, t],
  )
  const name = cage ? t('садок {{number}}', { number: cage.cage_number }) : t('все выбранные садки')
  return (
    <section className={classes.card} aria-label={t('Рост')}>
      <div className={classes.head}>
        <h2>{t('Рост')}</h2>
        {cages.length > 1 && (
          <SelectField
            prefix={t('Садок')}
            size="xs"
            data={cages.map(({ cage_id, cage_number, location_name }) => ({
              value: cage_id,
              label: cage_number,
              hint: location_name,
            }))}
            value={choice.cage}
            placeholder={t('все выбранные')}
            clearable
            onChange={(id) => set({ cage: id ?? '' })}
          />
        )}
      </div>
      <Chart title={`${t('Прогноз навески по дням')}: ${name}`} series={series} axis={axis} height={HEIGHT} />
    </section>
  )
}
