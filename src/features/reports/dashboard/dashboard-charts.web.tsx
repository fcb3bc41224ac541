/** The small charts of the dashboard: numbers of reports that stand, drawn beside those of a year before. */
import { useMemo } from 'react'
import { keepPreviousData } from '@tanstack/react-query'
import { parseDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import type { Detail, SeriesAnswer, SeriesReport } from '../../../shared/report/report'
import { useTranslation } from '../../../web/i18n'
import { useCall } from '../../../web/query-client'
import { navigate } from '../../../web/router/address'
import { Link } from '../../../web/router/router'
import { Chart } from '../../../web/ui/chart/chart'
import type { ChartAxis, ChartPoint, Series } from '../../../web/ui/chart/chart-model'
import classes from './dashboard.module.css'

const HEIGHT = 150

export interface Stretch {
  /** DD.MM.YYYY */
  start: string
  end: string
}

export interface Picture {
  title: string
  unit: string
  report: SeriesReport
  /** the measure, where a report has several */
  measure?: string
  /** bars stand for what happened in a stretch, a line for what stood as it ended */
  bars: boolean
  page: 'weightReports' | 'feedingReports' | 'retreatReports'
  show: (value: number) => string
}

const exact = (sum: number) => Math.round(sum * 1e6) / 1e6

/** All series of a label together; null where none has a value. */
function sumsOf(data: readonly (readonly (number | null)[])[], labels: number): (number | null)[] {
  return Array.from({ length: labels }, (_, label) => {
    const known = data.flatMap((one) => one[label] ?? [])
    return known.length > 0 ? exact(known.reduce((sum, one) => sum + one, 0)) : null
  })
}

function pointsOf({ bars }: Picture, labels: readonly string[], values: readonly (number | null)[]): ChartPoint[] {
  return values.flatMap((value, label) =>
    label < labels.length && value !== null && (bars || value > 0) ? [{ at: labels[label]!, value }] : [],
  )
}

/** The label of a stretch on the axis: a day, or a month by its name. */
function namesOf({ extra, labels }: SeriesAnswer, detail: Detail, language: string): string[] {
  const months = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return (extra.periods ?? []).map(({ start, end }, label) => {
    if (detail === 'month') return months.format(new Date(`${parseDay(start)!}T00:00Z`)).replace('.', '')
    return detail === 'day' ? start.slice(0, 5) : (end.slice(0, 5) ?? labels[label]!)
  })
}

export function SmallChart({ picture, stretch, detail }: { picture: Picture; stretch: Stretch; detail: Detail }) {
  const { t, language } = useTranslation()
  const { report, measure, bars, unit, show, page } = picture
  const query = useCall(
    report.call,
    { ...stretch, detalization: detail, compare: 'year' },
    { placeholderData: keepPreviousData },
  )
  const answer = query.data
  const { series, axis } = useMemo((): { series: Series[]; axis: ChartAxis } => {
    if (!answer) return { series: [], axis: { categories: [] } }
    const labels = namesOf(answer, detail, language)
    const chosen = answer.datasets.flatMap(({ id }, index) => (!measure || id === measure ? [index] : []))
    const sums = (data: readonly (readonly (number | null)[])[]) =>
      pointsOf(
        picture,
        labels,
        sumsOf(
          chosen.map((index) => data[index] ?? []),
          labels.length,
        ),
      )
    const before = sums(answer.extra.before?.data ?? [])
    const common = { unit: t(unit), show }
    const now = { ...common, key: 'now', name: t('Сейчас'), shade: bars ? 1 : 0 }
    return {
      axis: { categories: labels },
      series: [
        { ...now, points: sums(answer.datasets.map(({ data }) => data)), ...(bars && { stack: 'now' }) },
        ...(before.length > 0
          ? [{ ...common, key: 'before', name: t('Год назад'), shade: 1, look: 'thin' as const, points: before }]
          : []),
      ],
    }
  }, [answer, detail, language, picture, t])
  const title = t(picture.title)
  const to = hrefOf(page, { ...stretch, compare: 'year', ...(detail !== 'month' && { detalization: detail }) })
  const isEmpty = answer && series.every(({ points }) => points.length === 0)
  return (
    <section className={classes.chart} data-dim={query.isPlaceholderData || undefined}>
      <h2>
        <Link to={to}>
          {title} <small>{t(unit)}</small>
        </Link>
      </h2>
      {isEmpty ? (
        <p className={classes.none}>{t('Нет данных для отображения')}</p>
      ) : (
        <Chart
          title={`${title}, ${t(unit)}. ${stretch.start}–${stretch.end}`}
          series={series}
          axis={axis}
          height={HEIGHT}
          pickText={t('Открыть отчёт')}
          onPick={() => navigate(to)}
        />
      )}
    </section>
  )
}
