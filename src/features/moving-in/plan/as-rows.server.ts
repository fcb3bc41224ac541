import type { RowState } from '../calls/past-words.contract'
import type { Fault } from '../reading/rows.server'
import type { PlannedRow } from './plan.server'

/** What matters most of a row of several operations. */
const FIRST: readonly RowState[] = ['wrong', 'ready', 'there', 'left']

/** A day without a date is one fault, whatever happened on it. */
const isSame = (one: Fault, other: Fault) =>
  one.field === other.field && JSON.stringify(one.text) === JSON.stringify(other.text)

/** What comes of each row of a book, of all its operations together. */
export function asRows(parts: readonly PlannedRow[]): PlannedRow[] {
  const rows: PlannedRow[] = []
  for (const part of parts) {
    const last = rows.at(-1)
    if (last?.of !== part.of) rows.push(part)
    else
      rows[rows.length - 1] = {
        of: last.of,
        state: FIRST.find((state) => state === last.state || state === part.state)!,
        doubted: last.doubted || part.doubted,
        differs: last.differs || part.differs,
        faults: [...last.faults, ...part.faults.filter((fault) => !last.faults.some((one) => isSame(one, fault)))],
      }
  }
  return rows
}
