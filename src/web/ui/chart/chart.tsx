import { lazy, Suspense, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { showDay, showInstant, timeOf } from '../../../shared/dates'
import { NBSP, NOTHING, showAmount } from '../../format'
import { useTranslation, type TFunction } from '../../i18n'
import { Icon } from '../../icons'
import { dashOf, inkOf, markOf, type ChartLine } from './chart-line'
import { atOf, momentsOf, msOf, nearestIndex, saidAt } from './chart-time'
import classes from './chart.module.css'

// echarts is three times as large as a page: it comes when a chart is looked at
const Plot = lazy(() => import('./chart-plot').then((module) => ({ default: module.Plot })))

export interface ChartProps {
  /** translated: what is shown, of what and when. Read out instead of the picture */
  title: string
  lines: readonly ChartLine[]
  /** farm instants: the axis stands still while lines come and go */
  from: string
  to: string
  height?: number
  /** translated; what the button of the chosen moment does */
  pickText?: string
  onPick?: (at: string) => void
  /** id of the table with the same numbers */
  tableId?: string
}

/**
 * Lines over time, on one or two scales. The values of a moment stand under the picture, not over it; arrow keys go
 * from moment to moment. The right scale's lines are dashed, so that colour is not the only sign.
 */
export function Chart({ title, lines, from, to, height = 280, onPick, pickText, tableId }: ChartProps) {
  const { t } = useTranslation()
  const moments = useMemo(() => momentsOf(lines), [lines])
  const [pointed, setPointed] = useState<number | null>(null)
  const readoutId = useId()
  // the latest, until something is pointed at
  const index = pointed === null ? moments.length - 1 : nearestIndex(moments, pointed)
  const moment = moments[index]
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowRight: index + 1,
      Home: 0,
      End: moments.length - 1,
    }
    const next = steps[event.key]
    if (next === undefined) {
      if (event.key === 'Enter' && moment !== undefined) onPick?.(atOf(moment))
      return
    }
    event.preventDefault()
    setPointed(moments[Math.max(0, Math.min(moments.length - 1, next))] ?? null)
  }
  const mixed = lines.some(({ daily }) => daily) && lines.some(({ daily }) => !daily)
  const text = moment === undefined ? '' : readout(lines, moment, mixed, t)
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
        aria-valuetext={text}
        aria-controls={readoutId}
        onKeyDown={onKeyDown}
      >
        <Suspense fallback={<Skeleton height={height} />}>
          <Plot
            lines={lines}
            from={from}
            to={to}
            moment={pointed === null ? null : (moment ?? null)}
            onPoint={setPointed}
          />
        </Suspense>
      </div>
      <figcaption id={readoutId} className={classes.readout}>
        <b>{moment === undefined ? NOTHING : momentText(lines, moment)}</b>
        {lines.map((line) => (
          <LineReadout key={line.key} line={line} moment={moment} mixed={mixed} />
        ))}
        {onPick && moment !== undefined && (
          <Button
            className={classes.pick}
            variant="subtle"
            size="xs"
            fz="sm"
            leftSection={<Icon name="cal" size={16} />}
            onClick={() => onPick(atOf(moment))}
          >
            {pickText}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}

/** The minute, when something was measured at it; a moment of days alone is the day. */
const momentText = (lines: readonly ChartLine[], moment: number): string => {
  const at = atOf(moment)
  const exact = lines.some(({ daily, points }) => !daily && points.some((point) => point.at === at))
  return exact ? showInstant(at) : showDay(at.slice(0, 10))
}

/**
 * Where lines of days stand beside lines of minutes, and where a reading is of another time, a value says which time it
 * is of.
 */
function saidText(line: ChartLine, moment: number | undefined, mixed: boolean, t: TFunction) {
  const point = moment === undefined ? null : saidAt(line, moment)
  if (!point || moment === undefined) return { value: NOTHING, when: '' }
  const value = `${(line.show ?? showAmount)(point.value)}${line.unit ? NBSP + line.unit : ''}`
  if (line.daily) return { value, when: mixed ? t('за день') : '' }
  if (msOf(point.at) === moment) return { value, when: '' }
  const sameDay = point.at.slice(0, 10) === atOf(moment).slice(0, 10)
  return { value, when: sameDay ? timeOf(point.at) : showInstant(point.at) }
}

function readout(lines: readonly ChartLine[], moment: number, mixed: boolean, t: TFunction): string {
  const said = lines.map((line) => {
    const { value, when } = saidText(line, moment, mixed, t)
    return `${line.name} ${value}${when && ` (${when})`}`
  })
  return `${momentText(lines, moment)}: ${said.join(', ') || t('Нет данных для отображения')}`
}

const MARK_SHAPES = {
  circle: <circle cx="11" cy="5" r="3" />,
  rect: <rect x="8" y="2" width="6" height="6" />,
  triangle: <path d="M11 1.5 14.5 8h-7z" />,
}

function LineReadout({ line, moment, mixed }: { line: ChartLine; moment: number | undefined; mixed: boolean }) {
  const { t } = useTranslation()
  const { value, when } = saidText(line, moment, mixed, t)
  return (
    <span className={classes.value}>
      <svg width="22" height="10" aria-hidden="true" stroke={inkOf(line)} fill={inkOf(line)}>
        <path d="M1 5h20" strokeWidth="2" strokeDasharray={dashOf(line)?.join(' ')} />
        <g stroke="none">{MARK_SHAPES[markOf(line)]}</g>
      </svg>
      <span>{line.name}</span>
      <span className={classes.said}>
        <b>{value}</b> {when && <small>{when}</small>}
      </span>
    </span>
  )
}
