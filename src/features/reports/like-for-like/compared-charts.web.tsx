import { useMemo } from 'react'
import { showAverage, showNumber } from '../../../web/format'
import { useTranslation } from '../../../web/i18n'
import { Chart } from '../../../web/ui/chart/chart'
import type { Series } from '../../../web/ui/chart/chart-model'
import report from '../../../core/reports/report.module.css'
import { placesOf, readAt } from './curves.web'
import type { AxisName, ComparedRow } from './like-for-like.contract'

const HEIGHT = 280

interface ChartsProps {
  rows: readonly ComparedRow[]
  axis: AxisName
}

/** The growth and the survival of those compared, each from its own beginning. */
export function ComparedCharts({ rows, axis }: ChartsProps) {
  const { t } = useTranslation()
  const places = useMemo(
    () =>
      placesOf(
        rows.map(({ curve }) => curve),
        axis,
      ),
    [rows, axis],
  )
  const categories = useMemo(() => ({ categories: places.map(String) }), [places])
  const lines = (value: 'avg_weight' | 'survival', show: Series['show'], name: string): Series[] =>
    rows.map((row, shade) => ({
      key: String(row.id),
      name: row.name,
      unit: name,
      shade,
      show,
      points: places.flatMap((place) => {
        const read = readAt(row.curve, axis, value, place)
        return read === null ? [] : [{ at: String(place), value: value === 'avg_weight' ? read * 1000 : read }]
      }),
    }))
  const along = axis === 'days' ? t('дней от начала кривой') : t('градусо-дней от начала кривой')
  const weights = lines('avg_weight', (value) => showAverage(value / 1000, 'g'), t('г'))
  const alive = lines('survival', (value) => showNumber(value, 1), '%')
  return (
    <div className={report.figure}>
      <p className={report.said}>
        {t('Навеска')}, {along}
      </p>
      <Chart title={t('Кривая роста')} series={weights} axis={categories} height={HEIGHT} />
      <p className={report.said}>
        {t('Выживаемость')}, {along}
      </p>
      <Chart title={t('Кривая выживаемости')} series={alive} axis={categories} height={HEIGHT} />
    </div>
  )
}
