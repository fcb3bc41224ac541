/** Brings together what two people made of one plan. */
import type { DifferingCell } from '../../../shared/errors'
import { MILLIONTHS } from '../../../shared/numbers'
import { cellOf, type CellKey, type Line } from './plan-model.web'

export const cellKeyOf = ({ date, cage_id, feed_type_id, field }: DifferingCell) =>
  `${date} ${cage_id} ${feed_type_id} ${field}`

const isAt = (line: Line, { date, cage_id, feed_type_id }: DifferingCell) =>
  line.date === date && line.cage_id === cage_id && line.feed === String(feed_type_id)

/** Where a row differs from how it was opened: there it is asked whose it shall be. */
export function isMine(cell: DifferingCell, opened: readonly Line[], lines: readonly Line[]): boolean {
  const [was, is] = [opened, lines].map((all) => all.find((line) => isAt(line, cell)))
  if (cell.field === 'row') return (was === undefined) !== (is === undefined)
  return was?.cells[cell.field].value !== is?.cells[cell.field].value
}

function withTheirs(line: Line, field: CellKey, value: number | null): Line {
  const exact = value === null || field === 'count' ? value : Math.round(value * MILLIONTHS)
  const cells = { ...line.cells, [field]: cellOf(field, exact) }
  const { avg_weight, count } = cells
  const weighed = field === 'avg_weight' || field === 'count'
  const weight = avg_weight.value === null || count.value === null ? null : avg_weight.value * count.value
  return { ...line, cells, ...(weighed && { weight }) }
}

/** My rows with the chosen cells of theirs; rows that only they have come from the plan as it is stored. */
export function merged(lines: readonly Line[], theirs: readonly DifferingCell[], stored: readonly Line[]): Line[] {
  const gone = theirs.filter(({ field, theirs }) => field === 'row' && theirs === null)
  const added = theirs.filter(({ field, theirs }) => field === 'row' && theirs !== null)
  const kept = lines
    .filter((line) => !gone.some((cell) => isAt(line, cell)))
    .map((line) =>
      theirs.reduce(
        (done, cell) => (cell.field !== 'row' && isAt(line, cell) ? withTheirs(done, cell.field, cell.theirs) : done),
        line,
      ),
    )
  return [...kept, ...stored.filter((line) => added.some((cell) => isAt(line, cell)))]
}
