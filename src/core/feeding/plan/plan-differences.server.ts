/** In what two plans differ, for whoever comes second. */
import { showDay } from '../../../shared/dates'
import type { DifferingCell } from '../../../shared/errors'
import { MILLIONTHS } from '../../../shared/numbers'
import { keyOf, type NamedRow } from './plan-rows.server'

/** Field → what its stored number is divided by. */
const FIELDS = { avg_weight: MILLIONTHS, count: 1, temperature: MILLIONTHS, rate: MILLIONTHS, growth: MILLIONTHS }
type Field = keyof typeof FIELDS

const tell = (row: NamedRow | undefined, field: Field): number | null => {
  const value = row?.[field] ?? null
  return value === null ? null : value / FIELDS[field]
}

const byKey = (rows: readonly NamedRow[]) => new Map(rows.map((row) => [keyOf(row), row]))

export function differingCells(mine: readonly NamedRow[], theirs: readonly NamedRow[]): DifferingCell[] {
  const [own, other] = [byKey(mine), byKey(theirs)]
  return [...new Set([...own.keys(), ...other.keys()])].flatMap((key) => {
    const [a, b] = [own.get(key), other.get(key)]
    const row = (a ?? b)!
    const cell = (field: DifferingCell['field'], of: Field): DifferingCell => ({
      date: showDay(row.day),
      cage_id: row.cage,
      cage_number: row.cage_number,
      feed_type_id: row.good,
      feed_type_name: row.good_name,
      field,
      mine: tell(a, of),
      theirs: tell(b, of),
    })
    if (!a || !b) return [cell('row', 'rate')]
    return (Object.keys(FIELDS) as Field[]).filter((field) => a[field] !== b[field]).map((field) => cell(field, field))
  })
}
