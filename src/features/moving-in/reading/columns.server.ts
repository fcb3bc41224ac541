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
import { cageOfHeading, isAmbiguousDay, ownWords } from './cells.server'
import { isReading, parameterOfTitle } from './parameters.server'

/** Titles as farms write them, in the form of `plain`; the first column that fits is taken. */
const TITLES: Record<PastField, readonly string[]> = words.titles
const patterns = <K extends string>(of: Record<K, string>) =>
  (Object.entries(of) as [K, string][]).map(([key, pattern]) => [key, new RegExp(pattern)] as const)
const KIND_WORDS = patterns<PastKind>(words.kinds)

const OWN_KINDS = ownWords(PAST_KINDS)
const OWN_TITLES = ownWords(PAST_FIELDS)

/** The kind that a cell or the name of a sheet means. */
export function kindOfWords(called: string): PastKind | null {
  const text = plain(called)
  return OWN_KINDS.get(text) ?? KIND_WORDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null
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
  OWN_TITLES.get(title) ?? pastFields.find((field) => TITLES[field].includes(title))

/** «Корм, кг» is how much of it, «Корм» is which. */
function fieldOfTitle(title: string): { field: PastField; unit: Unit | null } | null {
  const { words: own, unit } = unitOf(title)
  const field = fieldOf(own) ?? fieldOf(plain(title))
  if (!field) return null
  const weighed = unit === 'kg' || unit === 'g' || unit === 't'
  if (field === 'good' && unit !== null) return { field: 'volume', unit }
  return { field: (weighed && WEIGHED[field]) || field, unit }
}

/** «Отход, кг» is its weight. */
const WEIGHED: Partial<Record<PastField, PastField>> = {
  count: 'weight',
  dead: 'dead_weight',
  caught: 'caught_weight',
  // «Всего, кг»
  sum: 'weight',
}

const text = (cell: Cell | undefined) => (isEmpty(cell) ? '' : String(cell))

const namedBy = (title: string) => fieldOfTitle(title)?.field ?? (isReading(title) ? 'reading' : [])

const SEARCHED_ROWS = 20

/** The first row that names a day and something else. */
function headerOf(rows: readonly Cell[][]): number | null {
  const index = rows.slice(0, SEARCHED_ROWS).findIndex((row) => {
    const fields = new Set(row.flatMap((cell) => (typeof cell === 'string' ? namedBy(cell) : [])))
    return fields.has('date') && fields.size > 1
  })
  return index < 0 ? null : index
}

const PIECES: readonly PastField[] = ['count', 'dead', 'stocked', 'caught']
const NUMBERS: readonly PastField[] = [
  ...PIECES,
  'avg_weight',
  'mean',
  'weight',
  'volume',
  'dead_weight',
  'caught_weight',
  'growth',
  'from',
  'to',
  'piece_weight',
  'order_lot',
]
/** A mean of more is grams: no farm keeps fish of five kilograms on average and says so without a unit. */
const GRAMS_FROM = 5
const LOOKED_AT = 200

/** Where a title says nothing, the numbers do. */
function unitByContent(field: PastField, cells: readonly (Cell | undefined)[]): Unit {
  if (PIECES.includes(field)) return 'piece'
  if (field !== 'avg_weight' && field !== 'mean') return 'kg'
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
const OF_RECEIPTS: readonly PastField[] = ['price', 'best_before', 'lot', 'waybill']

/** What only rows of several kinds have: a day of a cage. */
const OF_DAYS: readonly PastField[] = ['dead', 'dead_weight', 'stocked', 'caught', 'caught_weight', 'volume']

/** Days of a cage have several kinds in a row, or the cage is the sheet. */
function isDiary({ columns, readings, cage }: Pick<SheetPlan, 'columns' | 'readings' | 'cage'>): boolean {
  if (columns.to_cage !== undefined || (columns.cage === undefined && cage === null && columns.count === undefined))
    return false
  const parts = OF_DAYS.filter((field) => columns[field] !== undefined).length + Math.min(readings.length, 1)
  return parts > 1 || (cage !== null && parts + (columns.count === undefined ? 0 : 1) > 1)
}

/** A sheet that names a kind has rows of it; one with a column of kinds has rows of these. */
function kindOf(plan: Pick<SheetPlan, 'name' | 'columns' | 'readings' | 'cage'>): SheetKind {
  const { name, columns, readings } = plan
  if (columns.operation !== undefined) return 'column'
  if (columns.list !== undefined && columns.name !== undefined) return 'lists'
  const named = kindOfWords(name)
  if (named) return named
  if (columns.to_cage !== undefined) return 'transfer'
  if (isDiary(plan)) return 'diary'
  if (columns.sum !== undefined && (columns.article !== undefined || columns.name !== undefined)) return 'spending'
  if (columns.parameter !== undefined && columns.value !== undefined) return 'measurement'
  const received = columns.cage === undefined && OF_RECEIPTS.some((field) => columns[field] !== undefined)
  if (columns.good !== undefined && received) return 'receipt'
  if (columns.good !== undefined || columns.volume !== undefined) return 'feeding'
  return readings.length > 0 && columns.count === undefined ? 'measurement' : 'none'
}

/** What a sheet of one kind calls by its own word. */
const OWN_COUNT: Partial<Record<SheetKind, readonly [PastField, PastField?]>> = {
  retreat: ['dead', 'dead_weight'],
  stocking: ['stocked'],
  withdrawal: ['caught', 'caught_weight'],
}

/** The columns as its kind reads them. */
function columnsOf(kind: SheetKind, columns: SheetPlan['columns'], below: readonly Cell[][]): SheetPlan['columns'] {
  if (kind === 'receipt') return lotOf(columns)
  // of a loss it is what the fish died of
  if (kind === 'retreat' && columns.reason !== undefined && columns.cause === undefined) {
    const { reason: cause, ...others } = columns
    return columnsOf(kind, { ...others, cause }, below)
  }
  if (kind === 'treatment' && columns.volume === undefined) {
    const { weight, count, ...named } = columns
    return { ...named, volume: weight ?? count }
  }
  const [count, weight] = OWN_COUNT[kind] ?? []
  if (count && columns[count] !== undefined) {
    const { [count]: pieces, [weight ?? count]: mass, ...others } = columns
    return { ...others, count: columns.count ?? pieces, ...(weight && mass !== undefined ? { weight: mass } : {}) }
  }
  if (kind === 'diary' && columns.avg_weight !== undefined && isRunning(below, columns)) {
    const { avg_weight: mean, ...others } = columns
    return columnsOf(kind, { ...others, mean }, below)
  }
  // «Корм» with numbers below is how much of it
  const { good, ...others } = columns
  const amounts = good !== undefined && columns.volume === undefined && mostly(below, good, 'number')
  return amounts && (kind === 'feeding' || kind === 'diary') ? { ...others, volume: good } : columns
}

/** A mean that stands in most days is counted on, not weighed. */
function isRunning(below: readonly Cell[][], { date, avg_weight }: SheetPlan['columns']): boolean {
  const days = below.slice(0, LOOKED_AT).filter((row) => !isEmpty(row[date!]))
  return days.length >= 10 && days.filter((row) => !isEmpty(row[avg_weight!])).length * 2 > days.length
}

/** What stands in most of the filled cells of a column. */
function mostly(below: readonly Cell[][], column: number, type: 'number' | 'string'): boolean {
  const filled = below.slice(0, LOOKED_AT).flatMap((row) => (isEmpty(row[column]) ? [] : [row[column]]))
  return filled.filter((cell) => typeof cell === type).length * 2 > filled.length
}

/** A batch of feed is its maker's; one of fish is a generation. */
function lotOf({ generation, ...columns }: SheetPlan['columns']): SheetPlan['columns'] {
  return generation === undefined ? columns : { ...columns, lot: columns.lot ?? generation }
}

const DAYS: readonly PastField[] = ['date', 'best_before', 'waybill_date']

const isAmbiguous = (below: readonly Cell[][], column: number | undefined): boolean => {
  if (column === undefined) return false
  const days = below.flatMap((row) => (typeof row[column] === 'string' ? row[column] : []))
  return days.some((day) => isAmbiguousDay(day) === 'either') && !days.some((day) => isAmbiguousDay(day) === 'dmy')
}

/** The cage that the rows above a header name. */
const headingOf = (above: readonly Cell[][]): string | null =>
  above
    .flat()
    .reduce<string | null>((found, cell) => found ?? (typeof cell === 'string' ? cageOfHeading(cell) : null), null)

/** How a sheet is understood before anybody has said anything; `parameters` are names that the farm measures. */
export function planSheet(
  name: string,
  rows: readonly Cell[][],
  parameters: ReadonlySet<string> = new Set(),
): SheetPlan {
  const header = headerOf(rows)
  const titles = (rows[header ?? 0] ?? []).map(text)
  const below = rows.slice((header ?? -1) + 1)
  const filled = below.filter((row) => row.some((cell) => !isEmpty(cell)))
  const isKnown = (title: string) => title !== '' && parameters.has(plain(parameterOfTitle(title).name))
  const titled: SheetPlan['columns'] = {}
  if (header !== null)
    titles.forEach((title, index) => {
      const found = fieldOfTitle(title)
      if (found) titled[found.field] ??= index
    })
  const readings = titles.flatMap((title, index) =>
    !fieldOfTitle(title) && (isReading(title) || isKnown(title)) ? [index] : [],
  )
  const cage = titled.cage === undefined ? (cageOfHeading(name) ?? headingOf(rows.slice(0, header ?? 0))) : null
  const kind = header === null ? 'none' : kindOf({ name, columns: titled, readings, cage })
  const columns = columnsOf(kind, titled, filled)
  const ambiguous = DAYS.some((field) => isAmbiguous(filled, columns[field]))
  return {
    name,
    rows: filled.length,
    header,
    titles: titles.map((title, index) => title || addressOf(0, index).replace('1', '')),
    samples: filled.slice(0, 3).map((row) => row.map((cell) => text(cell).slice(0, 60))),
    kind,
    columns,
    readings: kind === 'diary' || kind === 'measurement' || kind === 'column' ? readings : [],
    cage,
    opening: false,
    units: unitsOf(columns, {}, titles, filled),
    dates: ambiguous ? null : 'dmy',
    ambiguous,
  }
}
