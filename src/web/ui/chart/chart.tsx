import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { NOTHING } from '../../format'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { usePhone } from '../use-phone'
import { atOf, dashOf, inkOf, markOf, momentsOf, nearestIndex, type ChartAxis, type Series } from './chart-model'
import { isMixed, momentText, saidText, spoken, wordsAt } from './chart-words'
import { lazyPart } from '../../lazy'
import classes from './chart.module.css'

// echarts is three times as large as a page, so it is loaded with the first chart
const Plot = lazyPart(
  () => import('./chart-plot').then((module) => module.Plot),
  () => <Skeleton height="100%" />,
)

export interface ChartProps {
  /** translated: what is shown, of what and when. Screen readers read it instead of the picture */
  title: string
  series: readonly Series[]
  /** keep the same object while its content is the same */
  axis: ChartAxis
  height?: number
  /** translated; the action of a click on the chosen moment */
  pickText?: string
  /** called with the instant or the category */
  onPick?: (at: string) => void
  /** id of a table with the same numbers */
  tableId?: string
}

/** The moment chosen by pointer or keys; the latest one at first. */
function useMoment(series: readonly Series[], axis: ChartAxis) {
  const moments = useMemo(() => momentsOf(series, axis), [series, axis])
  const [pointed, point] = useState<number | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  const index = pointed === null ? moments.length - 1 : nearestIndex(moments, pointed)
  /** Whether the key moved to a moment. */
  const step = (key: string): boolean => {
    const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: moments.length - 1 }[key]
    if (next === undefined) return false
    const place = moments[Math.max(0, Math.min(moments.length - 1, next))] ?? null
    point(place)
    setShown(place)
    return true
  }
  return { moments, moment: moments[index], index, shown, point, step }
}

/**
 * Lines over time on one or two axes, or bars and lines by category. The values at the last moment, on a phone at the
 * chosen one, are listed below, where clicking a name hides its line; arrow keys move between moments.
 */
export function Chart({ title, series, axis, height = 280, onPick, pickText, tableId }: ChartProps) {
  const { t } = useTranslation()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const drawn = useMemo(() => series.filter(({ key }) => !hidden.has(key)), [series, hidden])
  const { moments, moment, index, shown, point, step } = useMoment(drawn, axis)
  const [zoomed, setZoomed] = useState(false)
  const [whole, setWhole] = useState(0)
  const readoutId = useId()
  const phone = usePhone()
  const nameOf = (place: number) => ('categories' in axis ? (axis.categories[place] ?? '') : atOf(place))
  const pick = onPick && moment !== undefined ? () => onPick(nameOf(moment)) : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') pick?.()
    if (step(event.key)) event.preventDefault()
  }
  const toggle = (key: string) =>
    setHidden((was) => new Set(was.has(key) ? [...was].filter((one) => one !== key) : [...was, key]))
  const said = (place: number) => wordsAt(drawn, place, axis, t)
  // beside the pointer at a desk, below the picture on a phone, where a thumb would hide it
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
        <Plot
          series={drawn}
          axis={axis}
          shown={shown}
          words={(place) => [...said(place), ...(onPick && pickText ? [[pickText, ''] as [string, string]] : [])]}
          onPoint={point}
          onPick={pick}
          whole={whole}
          onZoom={setZoomed}
        />
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

const MARK_SHAPES = {
  circle: <circle cx="11" cy="5" r="3" />,
  rect: <rect x="8" y="2" width="6" height="6" />,
  triangle: <path d="M11 1.5 14.5 8h-7z" />,
}

/** A sample of the series: a line with its point, or a bar. */
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
