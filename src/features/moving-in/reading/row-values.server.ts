/** What the cells of a row mean: its kind, moment, numbers and names, or why they mean nothing. Pure. */
import { instantFaults } from '../../../server/period'
import { readTime } from '../../../server/sheets/cell-values'
import { isEmpty } from '../../../server/sheets/cells'
import type { Cell } from '../../../server/sheets/read-sheet'
import { toKg } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import { isError, nameOf, type Read, readDay, readPrice, readQuantity, readRate, readSelection } from './cells.server'
import { kindOfWords } from './columns.server'
import { FORMS, FROM_ZERO, TIMES } from './forms.server'
import type { SheetPlan } from '../calls/past.contract'
import { type CellKey, type PastField, type PastKind, placeOfKey, type Unit } from '../calls/past-words.contract'
import type { Fault, RowTools, StoredRow } from './rows.server'

const NUMBERS = ['count', 'avg_weight', 'weight', 'volume', 'growth'] as const
/** The cells of a row by field, mended where somebody did; the cage of a sheet that is called after it. */
export function cellOf({ cells, typed }: StoredRow, { columns, cage }: SheetPlan, key: CellKey): Cell | undefined {
  const mended = typed?.[key]
  if (mended !== undefined) return mended
  const index = placeOfKey(key) ?? columns[key as PastField]
  return index === undefined ? (key === 'cage' ? cage : undefined) : cells[index]
}

export interface Reading extends RowTools {
  of: StoredRow
  plan: SheetPlan
  faults: Fault[]
}

export function kindOf({ of, plan, faults }: Reading): PastKind | null {
  if (plan.kind === 'none' || plan.kind === 'diary' || plan.kind === 'lists') return null
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
export function valueOf({ of, plan, faults }: Reading, field: CellKey): Cell {
  const cell = cellOf(of, plan, field)
  const index = placeOfKey(field) ?? plan.columns[field as PastField]
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
  const wholeDay = kind === 'spending'
  const cell = valueOf(reading, 'date')
  if (cell === null) {
    if (faults.length === before) faults.push({ field: 'date', text: 'Нет даты' })
    return null
  }
  if (plan.dates === null && plan.ambiguous) {
    faults.push({ field: 'date', text: 'Выберите, что в датах этого листа впереди: день или месяц' })
    return null
  }
  const read = readDay(cell, plan)
  if ('fault' in read) {
    faults.push({ field: 'date', text: read.fault })
    return null
  }
  const timeCell = wholeDay ? null : valueOf(reading, 'time')
  const time = wholeDay ? null : timeCell === null ? read.value.time : readTime(timeCell)
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
    const own = field === 'volume' ? (AMOUNTS[unit] ?? unit) : unit
    const read = readQuantity(cell, own, FROM_ZERO[kind] === field)
    if ('fault' in read) reading.faults.push({ field: from, text: read.fault })
    else numbers[form[field]] = field === 'count' ? read.value : toKg(read.value)
  }
  return numbers
}

/** A weighing that a farm's own past tells to have grown nothing found no fish, and is known to. */
export const foundNoFish = ({ of, plan }: Reading, kind: PastKind): boolean => {
  const growth = kind === 'weighing' ? cellOf(of, plan, 'growth') : null
  return growth === 0 || growth === '0'
}

/** What a count means where an amount is asked for. */
const AMOUNTS: Partial<Record<Unit, Unit>> = { piece: 'kg', thousand: 't' }

/** What is kept as it was written. */
const TEXTS = ['lot', 'waybill', 'act', 'origin', 'condition'] as const
const asItIs = (value: string) => value

/** What else a receipt says of its good, a catch of its fish, and an expense of what was paid. */
export function detailsOf(reading: Reading, kind: PastKind): Record<string, number | string> {
  const { plan, faults } = reading
  const said: Record<string, number | string> = {}
  const read = <T>(field: PastField, parse: (cell: Cell) => Read<T>, keep: (value: T) => number | string) => {
    const key = FORMS[kind][field]
    const cell = key === undefined ? null : valueOf(reading, field)
    if (key === undefined || cell === null) return
    const found = parse(cell)
    if ('fault' in found) faults.push({ field, text: found.fault })
    else said[key] = keep(found.value)
  }
  read(
    'price',
    (cell) => readPrice(cell, plan.units.price ?? 'kg'),
    (kopecks) => kopecks / 100,
  )
  for (const field of TEXTS) read(field, (cell) => ({ value: nameOf(cell) }), asItIs)
  read('vat', readRate, asItIs)
  read('selection', readSelection, asItIs)
  for (const field of ['best_before', 'waybill_date'] as const)
    read(
      field,
      (cell) => readDay(cell, plan),
      ({ day }) => day,
    )
  read(
    'sum',
    (cell) => readPrice(cell, 'kg'),
    (kopecks) => kopecks / 100,
  )
  const called = kind === 'spending' ? (valueOf(reading, 'name') ?? valueOf(reading, 'article')) : null
  if (called !== null) said.name = nameOf(called)
  return said
}

const volumeColumn = ({ plan }: Reading): PastField | undefined =>
  (['weight', 'count'] as const).find((field) => plan.columns[field] !== undefined)
