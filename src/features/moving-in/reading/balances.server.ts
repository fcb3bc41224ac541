/** The running balance that a day of a diary tells: evidence of the ledger, never an operation. Pure. */
import type { Cell } from '../../../server/sheets/read-sheet'
import type { SheetPlan } from '../calls/past.contract'
import { isError, readDay, readQuantity } from './cells.server'
import { namesOf } from './row-names.server'
import { cellOf, type Reading } from './row-values.server'
import type { RowTools, StoredRow } from './rows.server'

export interface PastBalance {
  cage: number
  day: string
  /** pieces, milligrams; what it does not tell is null */
  count: number | null
  mass: number | null
  /** of a fish, as it is counted on; milligrams */
  mean: number | null
}

const NOUGHT = /^0+([.,]0+)?$/

/** A number that may be nought; null where there is none. */
function amountIn(of: StoredRow, plan: SheetPlan, field: 'count' | 'weight' | 'mean'): number | null {
  const cell: Cell | undefined = cellOf(of, plan, field)
  if (cell === null || cell === undefined || isError(cell)) return null
  if (NOUGHT.test(String(cell).trim())) return 0
  const read = readQuantity(cell, plan.units[field] ?? (field === 'count' ? 'piece' : 'kg'))
  return 'value' in read ? read.value : null
}

/** What is wrong with the day or the cage is told by the operations of the row. */
export function balanceOf(of: StoredRow, plan: SheetPlan, tools: RowTools): PastBalance | null {
  const [count, mass] = [amountIn(of, plan, 'count'), amountIn(of, plan, 'weight')]
  const cell = cellOf(of, plan, 'date') ?? null
  if ((count === null && mass === null) || cell === null) return null
  const read = readDay(cell, plan)
  if ('fault' in read) return null
  const { day } = read.value
  const reading: Reading = { ...tools, of, plan, faults: [] }
  const { cage_id } = namesOf(reading, 'measurement', day, null).found
  return typeof cage_id === 'number' ? { cage: cage_id, day, count, mass, mean: amountIn(of, plan, 'mean') } : null
}
