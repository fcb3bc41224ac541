import { useMemo } from 'react'
import { dayOf, parseDay } from '../../../shared/dates'
import { useTranslation } from '../../../web/i18n'
import { showKg } from '../../../web/format'
import { useNow } from '../../../web/session'
import { Chart } from '../../../web/ui/chart/chart'
import type { ChartPoint, Series } from '../../../web/ui/chart/chart-model'
import type { TesterAnswer } from './tester.contract'
import type { Tester } from './use-tester.web'
import classes from './tester.module.css'

export interface Pair {
  own: TesterAnswer
  other: TesterAnswer | undefined
  names: readonly [own: string, other: string]
  inputs: Tester['inputs']
}

const HEIGHT = 260

/** The average of all fish as each day begins, and what the last day leaves. */
function averages({ days, cages }: TesterAnswer): ChartPoint[] {
  const count = cages.reduce((sum, cage) => sum + cage.count, 0)
  return days.map(({ date, biomass }) => ({ at: `${parseDay(date)!}T00:00`, value: biomass / count }))
}

/** Growth from now on, of two calculations where two are compared. */
export function TesterChart({ own, other, names }: Omit<Pair, 'inputs'>) {
  const { t } = useTranslation()
  const today = dayOf(useNow())
  const series = useMemo((): Series[] => {
    const line = (key: string, name: string, answer: TesterAnswer, shade: number): Series => ({
      key,
      name,
      unit: t('кг'),
      shade,
      daily: true,
      show: (value) => showKg(value, 4),
      points: [
        ...(shade === 0 ? answer.past : []).map(({ date, avg_weight }) => ({
          at: `${parseDay(date)!}T00:00`,
          value: avg_weight,
        })),
        ...averages(answer),
      ],
    })
    return [
      line('own', `${t('Средняя навеска')}, ${names[0]}`, own, 0),
      ...(other ? [line('other', `${t('Средняя навеска')}, ${names[1]}`, other, 1)] : []),
    ]
  }, [own, other, names[0], names[1], t])
  const [first, last] = [series[0]!.points[0]!.at, series[0]!.points.at(-1)!.at]
  const axis = useMemo(
    () => ({ from: first, to: `${dayOf(last)}T23:59`, mark: { at: `${today}T00:00`, name: t('сегодня') } }),
    [first, last, today, t],
  )
  return (
    <section className={classes.card}>
      <h2>{t('Рост')}</h2>
      <Chart
        title={`${t('Средняя навеска по дням')}. ${names.filter(Boolean).join(', ')}`}
        series={series}
        axis={axis}
        height={HEIGHT}
      />
    </section>
  )
}
