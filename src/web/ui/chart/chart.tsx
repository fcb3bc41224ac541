import { lazy, Suspense, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { showDay, showInstant, timeOf } from '../../../shared/dates'
import { NBSP, NOTHING, showAmount } from '../../format'
import { useTranslation, type TFunction } from '../../i18n'
import { Icon } from '../../icons'
import { usePhone } from '../use-phone'
import {
  atOf,
  dashOf,
  inkOf,
  markOf,
  momentsOf,
  msOf,
  nearestIndex,
  saidAt,
  type ChartAxis,
  type Series,
} from './chart-model'
import classes from './chart.module.css'

// echarts is three times as large as a page: it comes when a chart is looked at
const Plot = lazy(() => import('./chart-plot').then((module) => ({ default: module.Plot })))

export interface ChartProps {
  /** translated: what is shown, of what and when. Read out instead of the picture */
  title: string
  series: readonly Series[]
  /** the same object as long as it says the same */
  axis: ChartAxis
  height?: number
  /** translated; what a click on the chosen moment does */
  pickText?: string
  /** gets the instant or the category */
  onPick?: (at: string) => void
  /** id of the table with the same numbers */
  tableId?: string
}

/**
 * Lines over time, on one or two scales, and bars or lines by categories. The values of the last moment, on a phone of
 * the chosen one, stand under the picture, where a name hides its line; arrow keys go from moment to moment.
 */
export function Chart({ title, series, axis, height = 280, onPick, pickText, tableId }: ChartProps) {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const drawn = useMemo(() => series.filter(({ key }) => !hidden.has(key)), [series, hidden])
  const moments = useMemo(() => momentsOf(drawn, axis), [drawn, axis])
  const [pointed, setPointed] = useState<number | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  const [zoomed, setZoomed] = useState(false)
  const [whole, setWhole] = useState(0)
  const readoutId = useId()
  const phone = usePhone()
  // the latest, until something is pointed at
  const index = pointed === null ? moments.length - 1 : nearestIndex(moments, pointed)
  const moment = moments[index]
  const nameOf = (place: number) => ('categories' in axis ? (axis.categories[place] ?? '') : atOf(place))
  const pick = onPick && moment !== undefined ? () => onPick(nameOf(moment)) : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: moments.length - 1 }[event.key]
    if (event.key === 'Enter') pick?.()
    if (next === undefined) return
    event.preventDefault()
    const place = moments[Math.max(0, Math.min(moments.length - 1, next))] ?? null
    setPointed(place)
    setShown(place)
  }
  const toggle = (key: string) =>
    setHidden((was) => new Set(was.has(key) ? [...was].filter((one) => one !== key) : [...was, key]))
  const said = (place: number) => wordsAt(drawn, place, axis, t)
  // beside the pointer at a desk, under the picture where a thumb would cover it
  const told = phone ? moment : moments.at(-1)
  return (
    <figure className={classes.root}>
      <div
        className={classes.plot}
        style={{ height }}
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-describedby={tableId}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, moments.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={moment === undefined ? '' : spoken(said(moment), t)}
        aria-controls={readoutId}
        onKeyDown={onKeyDown}
      >
        <Suspense fallback={<Skeleton height={height} />}>
          <Plot
            series={drawn}
            axis={axis}
            shown={shown}
            words={(place) => [...said(place), ...(onPick && pickText ? [[pickText, ''] as [string, string]] : [])]}
            onPoint={setPointed}
            onPick={pick}
            whole={whole}
            onZoom={setZoomed}
          />
        </Suspense>
      </div>
      <figcaption id={readoutId} className={classes.readout}>
        <b>{told === undefined ? NOTHING : momentText(drawn, told, axis)}</b>
        {series.map((one) => (
          <SeriesReadout
            key={one.key}
            series={one}
            hidden={hidden.has(one.key)}
            onToggle={series.length > 1 ? () => toggle(one.key) : undefined}
            {...saidText(one, told, axis, isMixed(series), t)}
          />
        ))}
        <span className={classes.pick}>
          {zoomed && (
            <Button variant="subtle" size="xs" fz="sm" onClick={() => setWhole((count) => count + 1)}>
              {t('Весь период')}
            </Button>
          )}
          {phone && pick && (
            <Button variant="subtle" size="xs" fz="sm" leftSection={<Icon name="cal" size={16} />} onClick={pick}>
              {pickText}
            </Button>
          )}
        </span>
      </figcaption>
    </figure>
  )
}

/** Lines of days stand beside lines of minutes. */
const isMixed = (series: readonly Series[]) => series.some(({ daily }) => daily) && series.some(({ daily }) => !daily)

/** The minute, when something was measured at it; a moment of days alone is the day. */
function momentText(series: readonly Series[], moment: number, axis: ChartAxis): string {
  if ('categories' in axis) return axis.categories[moment] ?? ''
  const at = atOf(moment)
  const exact = series.some(({ daily, points }) => !daily && points.some((point) => point.at === at))
  return exact ? showInstant(at) : showDay(at.slice(0, 10))
}

/**
 * Where lines of days stand beside lines of minutes, and where a reading is of another time, a value says which time it
 * is of.
 */
function saidText(one: Series, moment: number | undefined, axis: ChartAxis, mixed: boolean, t: TFunction) {
  const point = moment === undefined ? null : saidAt(one, moment, axis)
  if (!point || moment === undefined) return { value: NOTHING, when: '' }
  const value = `${(one.show ?? showAmount)(point.value)}${one.unit ? NBSP + one.unit : ''}`
  if ('categories' in axis) return { value, when: '' }
  if (one.daily) return { value, when: mixed ? t('за день') : '' }
  if (msOf(point.at) === moment) return { value, when: '' }
  const sameDay = point.at.slice(0, 10) === atOf(moment).slice(0, 10)
  return { value, when: sameDay ? timeOf(point.at) : showInstant(point.at) }
}

/** The moment, then each series with its value; of bars that stand on each other their sum too. */
function wordsAt(series: readonly Series[], moment: number, axis: ChartAxis, t: TFunction): [string, string][] {
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

const spoken = ([[moment] = ['', ''], ...lines]: [string, string][], t: TFunction): string =>
  `${moment}: ${lines.map((line) => line.join(' ')).join(', ') || t('Нет данных для отображения')}`

const MARK_SHAPES = {
  circle: <circle cx="11" cy="5" r="3" />,
  rect: <rect x="8" y="2" width="6" height="6" />,
  triangle: <path d="M11 1.5 14.5 8h-7z" />,
}

/** As it is drawn: a line with its points, or a bar. */
function Sample({ series }: { series: Series }) {
  const ink = inkOf(series)
  return (
    <svg width="22" height="10" aria-hidden="true" stroke={ink} fill={ink}>
      {series.stack === undefined ? (
        <>
          <path d="M1 5h20" strokeWidth="2" strokeDasharray={dashOf(series)?.join(' ')} />
          <g stroke="none">{MARK_SHAPES[markOf(series)]}</g>
        </>
      ) : (
        <rect x="6" y="0" width="10" height="10" rx="2" stroke="none" />
      )}
    </svg>
  )
}

interface ReadoutProps {
  series: Series
  value: string
  when: string
  hidden: boolean
  /** the only one is not hidden */
  onToggle: (() => void) | undefined
}

function SeriesReadout({ series, value, when, hidden, onToggle }: ReadoutProps) {
  const words = (
    <>
      <Sample series={series} />
      <span>{series.name}</span>
      <span className={classes.said}>
        <b>{hidden ? NOTHING : value}</b> {!hidden && when && <small>{when}</small>}
      </span>
    </>
  )
  if (!onToggle) return <span className={classes.value}>{words}</span>
  return (
    <button type="button" className={classes.value} aria-pressed={!hidden} onClick={onToggle}>
      {words}
    </button>
  )
}
