/** Single cells of a workbook with norms. */
import { parseDecimal } from '../../shared/numbers'
import type { Phrase } from '../../shared/say'
import { isEmpty } from '../../server/sheets/cells'
import { addressOf, placeOfAddress, type SheetCells } from '../../server/sheets/sheet-cells'

export type WeightUnit = 'g' | 'kg'

interface Meaning {
  as: 'weight' | 'rate' | 'plain'
  unit: WeightUnit
}

/** A day or a time, as cells of dates are read. */
const MOMENT = /^\d{4}-\d{2}-\d{2}T|^\d{2}:\d{2}$/

/** Whether an area like 'A1:B2' holds the cell. */
function holds(area: string, row: number, column: number): boolean {
  const [first, last] = area.split(':').map(placeOfAddress)
  if (!first) return false
  const end = last ?? first
  return row >= first.row && row <= end.row && column >= first.column && column <= end.column
}

/** Why a cell cannot be read, whatever it means; null when it can. */
export function refusedCell({ rows, formulas, joined }: SheetCells, row: number, column: number): Phrase | null {
  if (formulas.includes(addressOf(row, column))) return 'Формула: вставьте вместо неё значение'
  if (joined.some((area) => holds(area, row, column))) return 'Объединённая ячейка: разъедините её'
  const cell = rows[row]?.[column]
  if (typeof cell === 'string' && MOMENT.test(cell)) return 'Excel превратил число в дату: введите его заново'
  return null
}

/** Kilograms as grams; what is no number stays, to be refused where it is checked. */
function toGrams(cell: unknown): unknown {
  const milligrams = parseDecimal(cell, 6)
  return milligrams === null ? cell : milligrams / 1000
}

/** A value as it would be typed: rates in per cent, weights in grams. */
export function readCell(cells: SheetCells, row: number, column: number, { as, unit }: Meaning): unknown {
  const cell = cells.rows[row]?.[column]
  if (isEmpty(cell)) return null
  if (as === 'weight') return unit === 'kg' ? toGrams(cell) : cell
  if (as === 'plain') return cell
  if (typeof cell === 'number' && cells.percents.includes(addressOf(row, column))) return cell * 100
  return typeof cell === 'string' ? cell.replace(/\s*%\s*$/, '') : cell
}
