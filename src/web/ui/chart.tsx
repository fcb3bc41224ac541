import { lazy, Suspense, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { Button, Skeleton } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { showInstant } from '../../shared/dates'
import { NBSP, NOTHING, showAmount } from '../format'
import { Icon } from '../icons'
import { dashOf, inkOf, type ChartLine } from './chart-line'
import { atOf, momentsOf, nearestIndex, pointNear } from './chart-time'
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
 * Lines over time, on one or two scales. The values of a moment stand under the picture, not over it; arrow keys go from moment to moment.
 * The right scale's lines are dashed, so that colour is not the only sign.
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
  const text = moment === undefined ? '' : readout(lines, moment, t)
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
        <b>{moment === undefined ? NOTHING : showInstant(atOf(moment))}</b>
        {lines.map((line) => (
          <LineReadout key={line.key} line={line} moment={moment} />
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

const valueText = (line: ChartLine, moment: number | undefined) => {
  const point = moment === undefined ? null : pointNear(line.points, moment)
  return point ? `${(line.show ?? showAmount)(point.value)}${line.unit ? NBSP + line.unit : ''}` : NOTHING
}

const readout = (lines: readonly ChartLine[], moment: number, t: TFunction) =>
  `${showInstant(atOf(moment))}: ${lines.map((line) => `${line.name} ${valueText(line, moment)}`).join(', ') || t('Нет данных для отображения')}`

function LineReadout({ line, moment }: { line: ChartLine; moment: number | undefined }) {
  return (
    <span className={classes.value}>
      <svg width="22" height="8" aria-hidden="true">
        <path d="M1 4h20" stroke={inkOf(line)} strokeWidth="2.5" strokeDasharray={dashOf(line)?.join(' ')} />
      </svg>
      <span className={classes.name} title={line.name}>
        {line.name}
      </span>{' '}
      <b>{valueText(line, moment)}</b>
    </span>
  )
}
