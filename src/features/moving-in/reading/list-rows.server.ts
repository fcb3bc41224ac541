/** Rows of a sheet of lists: the farm's modules, cages, generations, goods as a book has them. Pure. */
import * as z from 'zod'
import { goodType, measure, MEASURES, TYPES_OF } from '../../../core/goods/good.contract'
import { code, name } from '../../../core/lists/kit/usual-fields.contract'
import { ageCategoryLibrary } from '../../../core/lists/libraries/age-category.contract'
import { counterpartyLibrary } from '../../../core/lists/libraries/counterparty.contract'
import { employeeLibrary } from '../../../core/lists/libraries/employee.contract'
import { generationLibrary } from '../../../core/lists/libraries/generation.contract'
import { locationLibrary } from '../../../core/lists/libraries/location.contract'
import { MEASURE_TYPES, measureParameterLibrary } from '../../../core/lists/libraries/measure-parameter.contract'
import { measureKind } from '../../../core/lists/libraries/measure-parameters.server'
import { speciesLibrary } from '../../../core/lists/libraries/species.contract'
import { spendingCategoryLibrary } from '../../../core/lists/libraries/spending-category.contract'
import { stockLibrary } from '../../../core/lists/libraries/stock.contract'
import type { Cell } from '../../../server/sheets/read-sheet'
import * as f from '../../../shared/fields'
import { toKg } from '../../../shared/numbers'
import { say, sentenceOf } from '../../../shared/say'
import { DESCRIBED_LISTS, FOREIGN, type NamedList, type PastField } from '../calls/past-words.contract'
import { nameOf, ownWords, type Read, readDay, readQuantity, readWord } from './cells.server'
import { type Reading, valueOf } from './row-values.server'
import { sourceOf } from './parts.server'
import { NOTHING, type ReadRow, type RowTools, type StoredRow } from './rows.server'

interface ListRules {
  /** as a form of the list checks them, by the columns of its table */
  fields: z.ZodRawShape
  /** these columns by the fields of a row */
  of: Partial<Record<PastField, string>>
  /** what follows from them */
  derived?: (parsed: never) => Record<string, unknown>
}

/** A parameter of no known kind may have no unit. */
const withSymbol = (kind: ReturnType<typeof measureKind>) => ({ ...kind, symbol: kind.symbol ?? '–' })

const LISTS: Partial<Record<NamedList, ListRules>> = {
  module: { fields: locationLibrary.fields, of: { name: 'name', code: 'code' } },
  cage: {
    fields: { number: f.text(50), location_id: f.id(), volume: f.cubicMetres(), ...code },
    of: { name: 'number', module: 'location_id', cage_volume: 'volume', code: 'code' },
  },
  species: { fields: speciesLibrary.fields, of: { name: 'name' } },
  generation: {
    fields: generationLibrary.fields,
    of: { name: 'name', species: 'species_id', date: 'date', code: 'code' },
  },
  category: {
    fields: ageCategoryLibrary.fields,
    of: { name: 'name', from: 'avg_weight_from', to: 'avg_weight_to', code: 'code' },
  },
  good: {
    fields: { ...name, type: goodType, measure, weight: f.optional(f.kilograms()), ...code },
    of: { name: 'name', good_type: 'type', measure: 'measure', piece_weight: 'weight', code: 'code' },
  },
  stock: { fields: stockLibrary.fields, of: { name: 'name', module: 'location_id', code: 'code' } },
  parameter: {
    fields: measureParameterLibrary.fields,
    of: { name: 'name', module: 'location_id', measure_type: 'measure_type', symbol: 'symbol', depth: 'depth' },
    derived: (parsed) => withSymbol(measureKind(parsed)),
  },
  article: { fields: spendingCategoryLibrary.fields, of: { name: 'name', code: 'code' } },
  counterparty: {
    fields: counterpartyLibrary.fields,
    of: {
      ...{ name: 'name', foreign: 'foreign_company', inn: 'inn', kpp: 'kpp', address: 'address', note: 'note' },
      ...{ lead: 'lead_days', safety: 'safety_days', order_lot: 'lot', no_delivery: 'no_delivery' },
    },
  },
  employee: { fields: employeeLibrary.fields, of: { name: 'fio' } },
  cause: { fields: name, of: { name: 'name' } },
}

const LIST_WORDS = ownWords(DESCRIBED_LISTS)
const FOREIGN_WORDS = ownWords(FOREIGN)
const TYPE_WORDS = ownWords(TYPES_OF.good)
const namesOf = (words: Record<string, { name: string }>) =>
  ownWords(Object.fromEntries(Object.entries(words).map(([key, { name }]) => [key, name])))
const MEASURE_WORDS = namesOf(MEASURES)
const READING_WORDS = namesOf(MEASURE_TYPES)

const plainly = (cell: Cell): Read<Cell> => ({ value: cell })
const kilograms = (cell: Cell, { plan }: Reading, field: PastField): Read<number> => {
  const read = readQuantity(cell, plan.units[field] ?? 'kg', true)
  return 'fault' in read ? read : { value: toKg(read.value) }
}

function named(cell: Cell, { names }: Reading, list: NamedList): Read<number> {
  const found = names.find(list, nameOf(cell), { day: '' })
  return found !== null && found !== 'skip' && 'id' in found
    ? { value: found.id }
    : { fault: say('«{{name}}»: скажите, что это', { name: nameOf(cell) }) }
}

type ReadCell = (cell: Cell, reading: Reading, field: PastField) => Read<unknown>
const CELLS: Partial<Record<PastField, ReadCell>> = {
  module: (cell, reading) => named(cell, reading, 'module'),
  species: (cell, reading) => named(cell, reading, 'species'),
  date: (cell, { plan }) => {
    const read = readDay(cell, plan)
    return 'fault' in read ? read : { value: read.value.day }
  },
  from: kilograms,
  to: kilograms,
  piece_weight: kilograms,
  cage_volume: plainly,
  good_type: (cell) => readWord(TYPE_WORDS, cell),
  measure: (cell) => readWord(MEASURE_WORDS, cell),
  measure_type: (cell) => readWord(READING_WORDS, cell),
  depth: plainly,
  foreign: (cell) => {
    const read = readWord(FOREIGN_WORDS, cell)
    return 'fault' in read ? read : { value: read.value === 'yes' }
  },
  lead: plainly,
  safety: plainly,
  order_lot: kilograms,
}
const asName: ReadCell = (cell) => ({ value: nameOf(cell) })

/** What a form would have sent. */
function typedOf(reading: Reading, of: ListRules['of']): Record<string, unknown> {
  const typed: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(of) as [PastField, string][]) {
    const cell = valueOf(reading, field)
    if (cell === null) continue
    const read = (CELLS[field] ?? asName)(cell, reading, field)
    if ('fault' in read) reading.faults.push({ field, text: read.fault })
    else typed[column] = read.value
  }
  return typed
}

function listed(reading: Reading): ReadRow['listed'] {
  const { faults, names } = reading
  const cell = valueOf(reading, 'list')
  const found = cell === null ? null : readWord(LIST_WORDS, cell)
  const list = found && 'value' in found ? found.value : null
  const rules = list && LISTS[list]
  if (!list || !rules) {
    if (faults.length === 0) faults.push({ field: 'list', text: 'Не сказано, какой это справочник' })
    return undefined
  }
  const typed = typedOf(reading, rules.of)
  if (faults.length > 0) return undefined
  const parsed = z.object(rules.fields).safeParse(typed)
  if (parsed.success) {
    const given = { ...parsed.data, ...rules.derived?.(parsed.data as never) }
    return names.describe(list, String(typed[rules.of.name!]), given)
  }
  const fields = Object.entries(rules.of) as [PastField, string][]
  for (const issue of parsed.error.issues)
    faults.push({
      field: fields.find(([, column]) => column === issue.path[0])?.[0] ?? null,
      text: sentenceOf(issue),
    })
  return undefined
}

/** Reads a row of a list, which those after it may name. */
export function readListRow(of: StoredRow, tools: RowTools): ReadRow {
  const plan = tools.sheets[of.sheet]!
  const reading: Reading = { ...tools, of, plan, faults: [] }
  const own = listed(reading)
  const row = { of, source: sourceOf(plan, of.row), kind: null, faults: reading.faults, skipped: false, ...NOTHING }
  return own ? { ...row, listed: own } : row
}
