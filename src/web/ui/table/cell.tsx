import type { AverageUnit, Column } from '../../../shared/columns'
import { NOTHING } from '../../format'
import { CagePill } from '../cage-pill'
import { cellText } from './view/cells'
import classes from './cell.module.css'

/** Letters that fit into a column however narrow the table is; longer texts may be cut. */
const SURELY_SHOWN = 12

interface CellProps {
  value: unknown
  column: Column
  average: AverageUnit
  color?: number | null
}

/** The default look of a value: a cage on its colour, a time paler than its day. */
export function Cell({ value, column, average, color }: CellProps) {
  const text = cellText(value, column, average)
  if (text === NOTHING) return <span className={classes.quiet}>{text}</span>
  if (column.type === 'cage') return <CagePill number={text} color={color} />
  if (column.type === 'datetime' && text.length === 16) {
    return (
      <>
        {text.slice(0, 10)} <span className={classes.quiet}>{text.slice(11)}</span>
      </>
    )
  }
  return column.type === 'text' || column.type === 'list' ? (
    <span className={column.fill ? classes.fill : classes.text} title={text.length > SURELY_SHOWN ? text : undefined}>
      {text}
    </span>
  ) : (
    text
  )
}
