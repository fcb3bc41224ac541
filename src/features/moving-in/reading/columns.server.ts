/** What the columns of a sheet hold, by their titles and by what stands in them. Pure. */
import { addressOf } from '../../../server/sheets/sheet-cells'
import { isEmpty, plain } from '../../../server/sheets/cells'
import type { Cell } from '../../../server/sheets/read-sheet'
import type { SheetPlan } from '../calls/past.contract'
import {
  type PastField,
  type PastKind,
  PAST_FIELDS,
  PAST_KINDS,
  pastFields,
  type SheetKind,
  type Unit,
} from '../calls/past-words.contract'
import words from './words.json'
import { isAmbiguousDay } from './cells.server'

/** Titles as farms write them, in the form of `plain`; the first column that fits is taken. */
const TITLES: Record<PastField, readonly string[]> = words.titles
const patterns = <K extends string>(of: Record<K, string>) =>
  (Object.entries(of) as [K, string][]).map(([key, pattern]) => [key, new RegExp(pattern)] as const)
const KIND_WORDS = patterns<PastKind>(words.kinds)

/** The kind that a cell or the name of a sheet means. */
export function kindOfWords(called: string): PastKind | null {
  const text = plain(called)
  const own = Object.keys(PAST_KINDS).find((kind) => kind === text) as PastKind | undefined
  return own ?? KIND_WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

const UNIT_WORDS = patterns<Unit>(words.units)

/** «Навеска, г» → its words and its unit. */
function unitOf(title: string): { words: string; unit: Unit | null } {
  const text = plain(title)
  const found = UNIT_WORDS.find(([, pattern]) => pattern.test(text))
  if (!found) return { words: text, unit: null }
  return { words: text.replace(found[1], '').trim() || text, unit: found[0] }
}

const fieldOf = (title: string): PastField | undefined =>
  pastFields.find((field) => title === plain(PAST_FIELDS[field])) ??
  pastFields.find((field) => TITLES[field].includes(title))

/** «Корм, кг» is how much of it, «Корм» is which. */
function fieldOfTitle(title: string): { field: PastField; unit: Unit | null } | null {
  const { words: own, unit } = unitOf(title)
  const field = fieldOf(own) ?? fieldOf(plain(title))
  if (!field) return null
  return field === 'good' && unit !== null ? { field: 'volume', unit } : { field, unit }
}

const text = (cell: Cell | undefined) => (isEmpty(cell) ? '' : String(cell))

const SEARCHED_ROWS = 20

/** The first row that names a day and something else. */
function headerOf(rows: readonly Cell[][]): number | null {
  const index = rows.slice(0, SEARCHED_ROWS).findIndex((row) => {
    const fields = new Set(row.flatMap((cell) => (typeof cell === 'string' ? (fieldOfTitle(cell)?.field ?? []) : [])))
    return fields.has('date') && fields.size > 1
  })
  return index < 0 ? null : index
}

const NUMBERS: readonly PastField[] = ['count', 'avg_weight', 'weight', 'volume']
/** A mean of more is grams: no farm keeps fish of five kilograms on average and says so without a unit. */
const GRAMS_FROM = 5
const LOOKED_AT = 200

/** Where a title says nothing, the numbers do. */
function unitByContent(field: PastField, cells: readonly (Cell | undefined)[]): Unit {
  if (field === 'count') return 'piece'
  if (field !== 'avg_weight') return 'kg'
  const numbers = cells.flatMap((cell) => (typeof cell === 'number' && cell > 0 ? cell : [])).sort((a, b) => a - b)
  return (numbers[Math.floor(numbers.length / 2)] ?? 0) >= GRAMS_FROM ? 'g' : 'kg'
}

/** Units of the number columns that have none yet. */
function unitsOf(
  columns: SheetPlan['columns'],
  given: SheetPlan['units'],
  titles: readonly string[],
  below: readonly Cell[][],
): SheetPlan['units'] {
  const units = { ...given }
  for (const field of NUMBERS) {
    const index = columns[field]
    if (index === undefined || units[field]) continue
    const said = unitOf(titles[index] ?? '').unit
    units[field] =
      said ??
      unitByContent(
        field,
        below.slice(0, LOOKED_AT).map((row) => row[index]),
      )
  }
  // whoever writes tonnes has the price of a tonne
  const amounts = units.volume ?? units.weight ?? units.count
  if (columns.price !== undefined)
    units.price ??= unitOf(titles[columns.price] ?? '').unit ?? (amounts === 't' ? 't' : 'kg')
  return units
}

/** What only receipts have. */
const OF_RECEIPTS: readonly PastField[] = ['price', 'best_before', 'lot']

/** A sheet that names a kind has rows of it; one with a column of kinds has rows of these. */
function kindOf(name: string, columns: SheetPlan['columns']): SheetKind {
  if (columns.operation !== undefined) return 'column'
  const named = kindOfWords(name)
  if (named) return named
  if (columns.to_cage !== undefined) return 'transfer'
  const received = columns.cage === undefined && OF_RECEIPTS.some((field) => columns[field] !== undefined)
  if (columns.good !== undefined && received) return 'receipt'
  return columns.good !== undefined || columns.volume !== undefined ? 'feeding' : 'none'
}

/** A batch of feed is its maker's; one of fish is a generation. */
function lotOf({ generation, ...columns }: SheetPlan['columns']): SheetPlan['columns'] {
  return generation === undefined ? columns : { ...columns, lot: columns.lot ?? generation }
}

const isAmbiguous = (below: readonly Cell[][], column: number | undefined): boolean => {
  if (column === undefined) return false
  const days = below.flatMap((row) => (typeof row[column] === 'string' ? row[column] : []))
  return days.some((day) => isAmbiguousDay(day) === 'either') && !days.some((day) => isAmbiguousDay(day) === 'dmy')
}

/** How a sheet is understood before anybody has said anything. */
export function planSheet(name: string, rows: readonly Cell[][]): SheetPlan {
  const header = headerOf(rows)
  const titles = (rows[header ?? 0] ?? []).map(text)
  const below = rows.slice((header ?? -1) + 1)
  const filled = below.filter((row) => row.some((cell) => !isEmpty(cell)))
  const titled: SheetPlan['columns'] = {}
  if (header !== null)
    titles.forEach((title, index) => {
      const found = fieldOfTitle(title)
      if (found) titled[found.field] ??= index
    })
  const kind = header === null ? 'none' : kindOf(name, titled)
  const columns = kind === 'receipt' ? lotOf(titled) : titled
  const ambiguous = [columns.date, columns.best_before].some((column) => isAmbiguous(filled, column))
  return {
    name,
    rows: filled.length,
    header,
    titles: titles.map((title, index) => title || addressOf(0, index).replace('1', '')),
    samples: filled.slice(0, 3).map((row) => row.map((cell) => text(cell).slice(0, 60))),
    kind,
    columns,
    units: unitsOf(columns, {}, titles, filled),
    dates: ambiguous ? null : 'dmy',
    ambiguous,
  }
}
