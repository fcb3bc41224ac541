/** Texts for a moment of a chart. */
import { showDay, showInstant, timeOf } from '../../../shared/dates'
import { NBSP, NOTHING, showAmount } from '../../format'
import type { TFunction } from '../../i18n'
import { atOf, msOf, saidAt, type ChartAxis, type Series } from './chart-model'

/** Whether daily lines and lines of minutes are shown together. */
export const isMixed = (series: readonly Series[]) =>
  series.some(({ daily }) => daily) && series.some(({ daily }) => !daily)

/** Date and time when something was measured then; only the day when all lines are daily. */
export function momentText(series: readonly Series[], moment: number, axis: ChartAxis): string {
  if ('categories' in axis) return axis.categories[moment] ?? ''
  const at = atOf(moment)
  const exact = series.some(({ daily, points }) => !daily && points.some((point) => point.at === at))
  return exact ? showInstant(at) : showDay(at.slice(0, 10))
}

/**
 * The value, with its own time when daily lines and lines of minutes are mixed, or when the reading is of another time.
 */
export function saidText(one: Series, moment: number | undefined, axis: ChartAxis, mixed: boolean, t: TFunction) {
  const point = moment === undefined ? null : saidAt(one, moment, axis)
  if (!point || moment === undefined) return { value: NOTHING, when: '' }
  const value = `${(one.show ?? showAmount)(point.value)}${one.unit ? NBSP + one.unit : ''}`
  if ('categories' in axis) return { value, when: '' }
  if (one.daily) return { value, when: mixed ? t('за день') : '' }
  if (msOf(point.at) === moment) return { value, when: '' }
  const sameDay = point.at.slice(0, 10) === atOf(moment).slice(0, 10)
  return { value, when: sameDay ? timeOf(point.at) : showInstant(point.at) }
}

/** The moment, then each series with its value; stacked bars also have their sum. */
export function wordsAt(series: readonly Series[], moment: number, axis: ChartAxis, t: TFunction): [string, string][] {
  const mixed = isMixed(series)
  const lines = series.map((one): [string, string] => {
    const { value, when } = saidText(one, moment, axis, mixed, t)
    return [one.name, `${value}${when && ` (${when})`}`]
  })
  return [[momentText(series, moment, axis), ''], ...lines, ...totalOf(series, moment, axis, t)]
}

function totalOf(series: readonly Series[], moment: number, axis: ChartAxis, t: TFunction): [string, string][] {
  const bars = series.filter(({ stack }) => stack !== undefined)
  const [first] = bars
  if (!first || bars.length < 2 || bars.some(({ stack }) => stack !== first.stack)) return []
  const sum = bars.reduce((total, one) => total + (saidAt(one, moment, axis)?.value ?? 0), 0)
  return [[t('Итого'), `${(first.show ?? showAmount)(sum)}${first.unit ? NBSP + first.unit : ''}`]]
}

export const spoken = ([[moment] = ['', ''], ...lines]: [string, string][], t: TFunction): string =>
  `${moment}: ${lines.map((line) => line.join(' ')).join(', ') || t('Нет данных для отображения')}`
