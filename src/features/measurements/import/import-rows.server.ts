/**
 * Turns rows of a sheet into readings and collects errors that a person can fix. Pure, except that it yields between
 * hundreds of rows.
 */
import { setImmediate } from 'node:timers/promises'
import { parseDecimal } from '../../../shared/numbers'
import { say, type Phrase } from '../../../shared/say'
import { isEmpty, plain } from '../../../server/sheets/cells'
import { quoted, readMoment, readTime } from '../../../server/sheets/cell-values'
import type { RowNote } from '../../../server/sheets/row-notes'
import type { Cell } from '../../../server/sheets/read-sheet'
import { instantFaults } from '../../../server/period'
import type { CurrentCompany } from '../../../server/session'
import { type Columns, DATE, MODULE, CAGE, TIME, type ValueColumn } from './import-columns.server'
import {
  depthFault,
  keyOf,
  type Parameter,
  type Reading,
  valueFault,
} from '../../../core/cages/readings/readings.server'

/** What rows may name: only what is open to the user. */
export interface ImportContext {
  company: Pick<CurrentCompany, 'now' | 'settings'>
  parameters: Map<number, Parameter>
  locations: { id: number; name: string; code: string | null }[]
  cages: { id: number; number: string; location_id: number }[]
  /** the module of rows that name none */
  location: number | null
}

export interface FoundReading extends Reading {
  row: number
  name: string
  symbol: string
  title: string
}

export interface Sheet {
  /** rows with something in them */
  rows: number
  found: FoundReading[]
  errors: RowNote[]
  /** readings that an earlier row of the file has already */
  repeated: RowNote[]
}

/** Names → what they name, as people retype them. */
function indexOf(known: ImportContext) {
  const modules = new Map(
    known.locations.flatMap(({ id, name, code }) =>
      [name, code].flatMap((word) => (word ? [[plain(word), id] as const] : [])),
    ),
  )
  const cages = new Map(known.cages.map(({ id, number, location_id }) => [`${location_id} ${plain(number)}`, id]))
  const parameters = new Map([...known.parameters.values()].map((one) => [`${one.location_id} ${one.name}`, one]))
  const only = known.locations.length === 1 ? known.locations[0]!.id : null
  return { modules, cages, parameters, fallback: known.location ?? only }
}

type Index = ReturnType<typeof indexOf>
type Note = (column: string | null, text: Phrase) => null

/** Checks both date and time, so that a person fixes the row once. */
function readInstant({ places }: Columns, row: Cell[], note: Note, company: ImportContext['company']): string | null {
  const cell = row[places.date!] ?? null
  const date = isEmpty(cell) ? null : readMoment(cell)
  if (!date) note(DATE, isEmpty(cell) ? 'Укажите дату' : say('Не дата: {{cell}}', { cell: String(cell) }))
  const clock = places.time === undefined ? null : (row[places.time] ?? null)
  const own = date?.midnight && places.time === undefined ? '00:00' : (date?.time ?? null)
  const time = isEmpty(clock) ? own : readTime(clock)
  if (time === null && !isEmpty(clock)) return note(TIME, say('Не время: {{cell}}', { cell: String(clock) }))
  // an unreadable date may have a time in it
  if (time === null && (date || isEmpty(cell))) return note(TIME, 'Укажите время')
  if (!date || time === null) return null
  const at = `${date.day}T${time}`
  const [fault] = Object.values(instantFaults(company, at))
  return fault ? note(DATE, fault) : at
}

function readPlace({ places }: Columns, row: Cell[], note: Note, index: Index) {
  const [module, cage] = [places.module, places.cage].map((place) =>
    place === undefined ? null : (row[place] ?? null),
  )
  const named = isEmpty(module) ? null : plain(String(module))
  const location = named === null ? index.fallback : index.modules.get(named)
  if (location === null) return note(MODULE, 'Укажите модуль')
  if (location === undefined) return note(MODULE, say('Модуль не найден: {{cell}}', { cell: String(module) }))
  if (isEmpty(cage)) return { location, cage: null }
  const id = index.cages.get(`${location} ${plain(String(cage))}`)
  if (id === undefined) note(CAGE, say('Садок не найден в модуле: {{cell}}', { cell: String(cage) }))
  return { location, cage: id }
}

/** Without a module only the number itself can be checked. */
function readValue(column: ValueColumn, cell: Cell, location: number | undefined, note: Note, index: Index) {
  const parameter = location === undefined ? null : index.parameters.get(`${location} ${column.name}`)
  if (parameter === undefined) return note(column.title, 'В этом модуле нет такого параметра')
  const value = typeof cell === 'boolean' ? null : parseDecimal(cell, 6)
  if (value === null) return note(column.title, say('Не число: {{cell}}', { cell: quoted(cell) }))
  if (!parameter) return null
  const depth = column.depth ?? parameter.depth[0]!
  const fault = depthFault(parameter, depth) ?? valueFault(parameter, value)
  return fault ? note(column.title, fault) : { parameter, depth, value }
}

/** The readings of one row; its errors are added to `sheet.errors`. */
function* readRow(
  columns: Columns,
  row: Cell[],
  number: number,
  known: ImportContext,
  index: Index,
  sheet: Sheet,
): Generator<FoundReading> {
  const filled = columns.values.filter(({ index: at }) => !isEmpty(row[at]))
  if (filled.length === 0) return
  sheet.rows++
  const note: Note = (column, text) => {
    sheet.errors.push({ row: number, column, text })
    return null
  }
  const at = readInstant(columns, row, note, known.company)
  const place = readPlace(columns, row, note, index)
  for (const column of filled) {
    const read = readValue(column, row[column.index]!, place?.location, note, index)
    // a cage that is not there is told already
    if (!read || !at || place?.cage === undefined) continue
    const { parameter, depth, value } = read
    const { id: measure_parameter_id, location_id, name, symbol } = parameter
    const reading = { measure_parameter_id, location_id, cage_id: place.cage, at, depth, value }
    yield { ...reading, row: number, name, symbol, title: column.title }
  }
}

const BREATH = 500

export async function readRows(rows: readonly Cell[][], columns: Columns, known: ImportContext): Promise<Sheet> {
  const sheet: Sheet = { rows: 0, found: [], errors: [], repeated: [] }
  const index = indexOf(known)
  const seen = new Map<string, number>()
  for (let at = columns.header + 1; at < rows.length; at++) {
    if (at % BREATH === 0) await setImmediate()
    for (const reading of readRow(columns, rows[at]!, at + 1, known, index, sheet)) {
      const key = keyOf(reading)
      const first = seen.get(key)
      if (first === undefined) {
        seen.set(key, reading.row)
        sheet.found.push(reading)
      } else
        sheet.repeated.push({
          row: reading.row,
          column: reading.title,
          text: say('Повтор строки {{row}}', { row: first }),
        })
    }
  }
  return sheet
}

/** Unknown columns are reported rather than ignored. */
export function headerNotes({ unknown, header, values }: Columns): RowNote[] {
  const row = header + 1
  if (values.length === 0 && unknown.length === 0)
    return [{ row, column: null, text: 'Нет столбцов с параметрами замеров' }]
  return unknown.map((title) => ({ row, column: title, text: 'Нет такого параметра замеров' }))
}
