/** What the cells of a row mean: its kind, moment, numbers and names, or why they mean nothing. Pure. */
import { instantFaults } from '../../../server/period'
import { readTime } from '../../../server/sheets/cell-values'
import { isEmpty } from '../../../server/sheets/cells'
import type { Cell } from '../../../server/sheets/read-sheet'
import { toKg } from '../../../shared/numbers'
import { say, word } from '../../../shared/say'
import { isError, nameOf, type Read, readDay, readPrice, readQuantity } from './cells.server'
import { kindOfWords } from './columns.server'
import type { Found, Said } from './names.server'
import type { SheetPlan } from '../calls/past.contract'
import { NAMED_LISTS, type NamedList, type PastField, type PastKind, type Unit } from '../calls/past-words.contract'
import type { Fault, RowTools, StoredRow } from './rows.server'

/** Fields of a form by the fields of a row. */
export const FORMS: Record<PastKind, Partial<Record<PastField, string>>> = {
  receipt: {
    good: 'good_id',
    stock: 'stock_id',
    volume: 'amount',
    price: 'price',
    lot: 'lot',
    best_before: 'best_before',
  },
  stocking: {
    cage: 'to_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
  },
  weighing: {
    cage: 'cage_id',
    generation: 'generation_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
  },
  feeding: { cage: 'cage_id', good: 'feed_type_id', stock: 'stock_id', volume: 'volume' },
  retreat: {
    cage: 'from_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    weight: 'weight',
  },
  transfer: {
    cage: 'from_id',
    to_cage: 'to_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
  },
  withdrawal: {
    cage: 'from_id',
    generation: 'generation_id',
    category: 'age_category_id',
    count: 'count',
    avg_weight: 'avg_weight',
    weight: 'weight',
    reason: 'reason',
  },
}

/** When it happened on a day whose time nobody wrote: feed and fish come first, fish leave last. */
const TIMES: Record<PastKind, string> = {
  receipt: '05:00',
  stocking: '06:00',
  weighing: '07:00',
  feeding: '08:00',
  retreat: '10:00',
  transfer: '11:00',
  withdrawal: '12:00',
}

const NUMBERS = ['count', 'avg_weight', 'weight', 'volume'] as const
/** The cells of a row by field, mended where somebody did. */
export function cellOf({ cells, typed }: StoredRow, { columns }: SheetPlan, field: PastField): Cell | undefined {
  const mended = typed?.[field]
  if (mended !== undefined) return mended
  const index = columns[field]
  return index === undefined ? undefined : cells[index]
}

export interface Reading extends RowTools {
  of: StoredRow
  plan: SheetPlan
  faults: Fault[]
}

export function kindOf({ of, plan, faults }: Reading): PastKind | null {
  if (plan.kind === 'none') return null
  if (plan.kind !== 'column') return plan.kind
  const cell = cellOf(of, plan, 'operation')
  const kind = isEmpty(cell) ? null : kindOfWords(String(cell))
  if (!kind)
    faults.push({
      field: 'operation',
      text: isEmpty(cell)
        ? 'Не сказано, что это за операция'
        : say('Неизвестная операция «{{text}}»', { text: String(cell).slice(0, 40) }),
    })
  return kind
}

/** The cell, or null with a fault where it is covered or has an error of a formula. */
function valueOf({ of, plan, faults }: Reading, field: PastField): Cell {
  const cell = cellOf(of, plan, field)
  const index = plan.columns[field]
  if (isError(cell)) {
    faults.push({ field, text: say('Ошибка формулы {{error}}: впишите значение', { error: String(cell).trim() }) })
    return null
  }
  if (isEmpty(cell)) {
    if (index !== undefined && of.joined?.includes(index))
      faults.push({ field, text: 'Клетка объединена с другой: впишите значение сюда' })
    return null
  }
  return cell
}

export function momentOf(reading: Reading, kind: PastKind): string | null {
  const { plan, faults, company } = reading
  const before = faults.length
  const cell = valueOf(reading, 'date')
  if (cell === null) {
    if (faults.length === before) faults.push({ field: 'date', text: 'Нет даты' })
    return null
  }
  if (plan.dates === null && plan.ambiguous) {
    faults.push({ field: 'date', text: 'Выберите, что в датах этого листа впереди: день или месяц' })
    return null
  }
  const read = readDay(cell, plan.dates ?? 'dmy')
  if ('fault' in read) {
    faults.push({ field: 'date', text: read.fault })
    return null
  }
  const timeCell = valueOf(reading, 'time')
  const time = timeCell === null ? read.value.time : readTime(timeCell)
  if (timeCell !== null && time === null) {
    faults.push({ field: 'time', text: say('«{{text}}» — не время', { text: String(timeCell).slice(0, 40) }) })
    return null
  }
  const at = `${read.value.day}T${time ?? TIMES[kind]}`
  // a day without a time that is not over yet has come as far as now
  const moment = time === null && at > company.now && read.value.day === company.now.slice(0, 10) ? company.now : at
  for (const [field, text] of Object.entries(instantFaults(company as never, moment)))
    faults.push({ field: field as PastField, text })
  return moment
}

export function numbersOf(reading: Reading, kind: PastKind): Record<string, number> {
  const form = FORMS[kind]
  const numbers: Record<string, number> = {}
  for (const field of NUMBERS) {
    // a sheet of feedings may call its kilograms a weight or a count
    const from =
      field === 'volume' && reading.plan.columns.volume === undefined && !reading.of.typed?.volume
        ? volumeColumn(reading)
        : field
    if (!form[field] || !from) continue
    const cell = valueOf(reading, from)
    if (cell === null) continue
    const unit = reading.plan.units[from] ?? (from === 'count' ? 'piece' : 'kg')
    const read = readQuantity(cell, field === 'volume' ? (AMOUNTS[unit] ?? unit) : unit)
    if ('fault' in read) reading.faults.push({ field: from, text: read.fault })
    else numbers[form[field]] = field === 'count' ? read.value : toKg(read.value)
  }
  return numbers
}

/** What a count means where an amount is asked for. */
const AMOUNTS: Partial<Record<Unit, Unit>> = { piece: 'kg', thousand: 't' }

/** What else a receipt says of its good. */
export function goodsOf(reading: Reading, kind: PastKind): Record<string, number | string> {
  const { plan, faults } = reading
  const said: Record<string, number | string> = {}
  const read = <T>(field: PastField, parse: (cell: Cell) => Read<T>, keep: (value: T) => number | string) => {
    const cell = FORMS[kind][field] === undefined ? null : valueOf(reading, field)
    if (cell === null) return
    const found = parse(cell)
    if ('fault' in found) faults.push({ field, text: found.fault })
    else said[field] = keep(found.value)
  }
  read(
    'price',
    (cell) => readPrice(cell, plan.units.price ?? 'kg'),
    (kopecks) => kopecks / 100,
  )
  read(
    'lot',
    (cell) => ({ value: nameOf(cell) }),
    (lot) => lot,
  )
  read(
    'best_before',
    (cell) => readDay(cell, plan.dates ?? 'dmy'),
    ({ day }) => day,
  )
  return said
}

const volumeColumn = ({ plan }: Reading): PastField | undefined =>
  (['weight', 'count'] as const).find((field) => plan.columns[field] !== undefined)

/** Lists whose names a form has, in the order in which they are looked up. */
const NAMED: readonly (readonly [PastField, NamedList])[] = [
  ['cage', 'cage'],
  ['to_cage', 'cage'],
  ['generation', 'generation'],
  ['category', 'category'],
  ['good', 'good'],
  ['stock', 'stock'],
  ['reason', 'reason'],
]
/** What only a stocking has to say; elsewhere the fish that are there say it. */
const KNOWN_BY_FISH: readonly PastField[] = ['generation', 'category']

interface Naming {
  reading: Reading
  kind: PastKind
  said: Said
  skipped: boolean
}

/** What a name stands for; a fault while nobody has said. */
function look(naming: Naming, field: PastField, list: NamedList, name: string): Found {
  const { names, faults } = naming.reading
  const found = names.find(list, name, naming.said)
  if (found === 'skip') naming.skipped = true
  const unknown = name
    ? say('«{{name}}»: скажите, что это', { name })
    : say('Не указано: {{field}}', { field: word(NAMED_LISTS[list]) })
  if (found === null) faults.push({ field, text: unknown })
  return found
}

/** An empty cell is no fault where the fish that are there say it, or where there is a default. */
const mayBeEmpty = (field: PastField, list: NamedList, kind: PastKind) =>
  list === 'reason' || (KNOWN_BY_FISH.includes(field) && kind !== 'stocking')

function nameIn(naming: Naming, field: PastField, list: NamedList): Found {
  const { reading, kind } = naming
  const before = reading.faults.length
  const cell = valueOf(reading, field)
  if (cell !== null) return look(naming, field, list, nameOf(cell))
  if (reading.faults.length > before || mayBeEmpty(field, list, kind)) return null
  if (list !== 'cage') return look(naming, field, list, '')
  reading.faults.push({ field, text: 'Не указан садок' })
  return null
}

export function namesOf(reading: Reading, kind: PastKind, day: string, average: number | null) {
  const said: Said = { day, average, feed: kind === 'feeding' }
  const naming: Naming = { reading, kind, said, skipped: false }
  for (const list of ['module', 'species'] as const) {
    const cell = valueOf(reading, list)
    const result = cell === null ? null : look(naming, list, list, nameOf(cell))
    if (result && result !== 'skip' && 'id' in result) naming.said[list] = result.id
  }
  const found: Record<string, number | string> = {}
  for (const [field, list] of NAMED) {
    const key = FORMS[kind][field]
    const result = key === undefined ? null : nameIn(naming, field, list)
    if (key && result && result !== 'skip') found[key] = 'id' in result ? result.id : result.code
  }
  return { found, skipped: naming.skipped }
}
