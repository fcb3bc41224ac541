import { useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { NOTHING } from '../../format'
import { Icon } from '../../icons'
import { lazyPart } from '../../lazy'
import { usePhone } from '../use-phone'
import type { HeatCell, HeatStep } from './heat-model'
import classes from './chart.module.css'

// echarts is three times as large as a page, so it is loaded with the first chart
const Plot = lazyPart(
  () => import('./heat-plot').then((module) => module.HeatPlot),
  () => <Skeleton height="100%" />,
)

/** Of a row, and of the axis below them, in pixels. */
const ROW = 22
const AXIS = 32

interface HeatProps {
  /** translated: what is shown, of what and when */
  title: string
  /** id of the table with the same numbers, which keys and screen readers use */
  tableId?: string
  rows: readonly string[]
  days: readonly string[]
  /** keep the same lists while their content is the same */
  cells: readonly HeatCell[]
  steps: readonly HeatStep[]
  words: (cell: HeatCell) => [string, string][]
  /** translated; the action of a click on a mark */
  pickText: string
  onPick: (cell: HeatCell) => void
}

/** Days along, rows below each other. A click opens what a mark is made of; on a phone a touch tells it first. */
export function Heat({ title, tableId, pickText, onPick, ...given }: HeatProps) {
  const phone = usePhone()
  const [touched, touch] = useState<HeatCell | null>(null)
  const { rows, cells, steps, words } = given
  const chosen = touched && cells.includes(touched) ? touched : null
  const [[name = ''] = [], ...said] = chosen ? words(chosen) : []
  return (
    <figure className={classes.root}>
      <div
        className={`${classes.plot} ${classes.heat}`}
        style={{ height: rows.length * ROW + AXIS }}
        role="img"
        aria-label={title}
        aria-describedby={tableId}
      >
        <Plot {...given} words={(cell) => [...words(cell), [pickText, '']]} onPick={phone ? touch : onPick} />
      </div>
      <figcaption className={classes.readout}>
        {phone && <b>{name || NOTHING}</b>}
        {phone && said.map(([what, value]) => <span key={what}>{`${what} ${value}`}</span>)}
        {steps.map((step) => (
          <span key={step.name} className={classes.value}>
            <svg width="14" height="14" aria-hidden="true">
              <rect width="14" height="14" rx="2" fill={step.ink} />
            </svg>
            {step.name}
          </span>
        ))}
        {phone && chosen && (
          <span className={classes.pick}>
            <Button
              variant="subtle"
              size="xs"
              fz="sm"
              leftSection={<Icon name="cal" size={16} />}
              onClick={() => onPick(chosen)}
            >
              {pickText}
            </Button>
          </span>
        )}
      </figcaption>
    </figure>
  )
}
