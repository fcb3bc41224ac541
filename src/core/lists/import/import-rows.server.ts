/**
 * Rows of a sheet become rows of a list: each is parsed like its form, matched by name, checked by the list's own rules
 * and compared with the stored row. Nothing is written here.
 */
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { sql } from 'kysely'
import { valueOf } from '../../../shared/columns'
import { say, sentenceOf, type Phrase, type Speak } from '../../../shared/say'
import { readingOnce } from '../../../server/db/read-once'
import { CallError } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { isEmpty } from '../../../server/sheets/cells'
import type { RowNote } from '../../../server/sheets/row-notes'
import type { Cell } from '../../../server/sheets/read-sheet'
import { type CrudRow, IN_ARCHIVE, keyOf, takenText, type ImportedList } from '../kit/crud.server'
import type { RowChange } from '../kit/list-import.contract'
import { type Names, readCell, type SheetColumns, shownCell, storedCell, titleOf } from './sheet-columns.server'

type Values = Record<string, unknown>

/** A row that differs from what is stored. */
export interface Write {
  /** null makes a new row */
  before: CrudRow | null
  values: Values
  change: RowChange
}

export interface ImportCheck {
  rows: number
  unchanged: number
  writes: Write[]
  errors: RowNote[]
}

/** A row of the database under a name of the file. */
interface StoredListRow {
  id: number
  archived: boolean
  columns: Values
}

/** A parsed row of the file: errors of its cells, and their values. */
interface ReadRow {
  row: number
  cells: Cell[]
  sent: Values
  given: Values
  notes: RowNote[]
}

const shapeOf = ({ create }: ImportedList) => (create.input as z.ZodObject).shape as Record<string, z.ZodType>

/** The cells of one row, read as a form's fields. */
function readRow(list: ImportedList, { columns }: SheetColumns, cells: Cell[], row: number, names: Names): ReadRow {
  const read: ReadRow = { row, cells, sent: {}, given: {}, notes: [] }
  const shape = shapeOf(list)
  for (const { index, title, field } of columns) {
    const cell = cells[index]
    const found = isEmpty(cell) ? { value: field.relation ? null : '' } : readCell(field, cell!, names)
    const { key } = field
    // an invalid value was given as well, so the field is not reported as missing
    read.sent[key] = undefined
    if ('fault' in found) read.notes.push({ row, column: title, text: found.fault })
    else {
      read.sent[key] = found.value
      // an empty choice is none
      const result = shape[key]!.safeParse(found.value === '' && field.input === 'select' ? undefined : found.value)
      if (result.success) read.given[key] = result.data
      else read.notes.push({ row, column: title, text: sentenceOf(result.error.issues[0]!) })
    }
  }
  return read
}

const keyText = (keys: readonly string[], values: object) => JSON.stringify(keys.map((key) => valueOf(values, key)))

/** All rows of the table with names from the file, including those hidden from the user. */
async function readStored({ model }: ImportedList, names: string[], { tx, company }: Context) {
  const { table, named = 'name' } = model
  const rows = await tx.rows<StoredListRow>(sql`
    select t.id, t.archived_at is not null as archived, to_jsonb(t) as columns from ${sql.table(table)} t
    where t.company_id = ${company.id} and ${sql.ref(`t.${named}`)} = any(${names}::text[])`)
  return new Map(rows.map((row) => [keyText(keyOf(model), row.columns), row]))
}

/** Like the form of a new row: missing fields get their defaults, required ones are reported. */
function completeNew(list: ImportedList, { row, sent, notes }: ReadRow, speak: Speak): Values {
  const result = list.create.input.safeParse(sent)
  if (result.success) return result.data as Values
  for (const issue of result.error.issues) {
    const field = list.form.find(({ key }) => key === issue.path[0])
    if (field && !Object.hasOwn(sent, field.key))
      notes.push({ row, column: titleOf(field, speak), text: sentenceOf(issue) })
  }
  return {}
}

/** Errors found by the list's own check, under the columns of their fields. */
function notesOf(
  error: unknown,
  row: number,
  { list, sheet: { columns }, context: { speak } }: ImportContext,
): RowNote[] {
  if (!(error instanceof CallError)) throw error
  const fields = Object.entries(error.body.errors ?? {})
  if (fields.length === 0) return [{ row, column: null, text: error.text }]
  return fields.map(([key, [text]]) => {
    const field = list.form.find((one) => one.key === key)
    const title = columns.find((column) => column.field.key === key)?.title
    return { row, column: title ?? (field ? titleOf(field, speak) : null), text: text! }
  })
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

interface ImportContext {
  list: ImportedList
  sheet: SheetColumns
  names: Names
  context: Context
}

/** What is written, as people read it. */
function changeOf(
  read: ReadRow,
  before: CrudRow | null,
  fields: Values,
  stored: Values,
  { list, sheet, names, context }: ImportContext,
) {
  const { named = 'name' } = list.model
  return sheet.columns.flatMap(({ index, title, field }) => {
    const after = shownCell(field, read.cells[index])
    if (before === null) return after === null || field.key === named ? [] : [{ column: title, before: null, after }]
    if (same(fields[field.key], stored[field.key])) return []
    return [{ column: title, before: shownCell(field, storedCell(field, before, names, context.speak)), after }]
  })
}

/** The row as it would be written; null when it is unchanged or has errors. */
async function judge(
  read: ReadRow,
  before: CrudRow | null,
  stored: Values,
  place: ImportContext,
): Promise<Write | null> {
  const { list, sheet, names, context } = place
  const { model, form } = list
  const fields = before ? { ...stored, ...read.given } : completeNew(list, read, context.speak)
  if (read.notes.length > 0) return null
  for (const { field, title } of sheet.columns) {
    const id = fields[field.key]
    if (field.relation && names.isArchived(field.relation, id) && !same(id, stored[field.key]))
      read.notes.push({ row: read.row, column: title, text: 'Это значение в архиве' })
  }
  try {
    await model.check?.(fields as never, context, before as never)
  } catch (error) {
    read.notes.push(...notesOf(error, read.row, place))
  }
  if (read.notes.length > 0) return null
  const values = model.values(fields as never)
  if (before && Object.keys(values).every((key) => same(values[key], stored[key]))) return null
  const name = String(fields[model.named ?? form[0]!.key])
  const shown = changeOf(read, before, fields, stored, place)
  return { before, values, change: { row: read.row, name, state: before ? 'changed' : 'new', fields: shown } }
}

type FoundRow = { before: CrudRow | null; columns: Values } | { fault: Phrase } | null

/** For each row of the file, in order, the stored row with its name; null while the name cannot be parsed. */
async function openFinder({ model }: ImportedList, known: Map<string, StoredListRow>, context: Context) {
  const keys = keyOf(model)
  const seen = new Map((await model.read(context, null)).map((row) => [row.id, row]))
  const first = new Map<string, number>()
  return ({ row, given }: ReadRow): FoundRow => {
    if (!keys.every((part) => Object.hasOwn(given, part))) return null
    const key = keyText(keys, given)
    const earlier = first.get(key)
    if (earlier !== undefined) return { fault: say('Повтор строки {{row}}', { row: earlier }) }
    first.set(key, row)
    const stored = known.get(key)
    if (!stored) return { before: null, columns: {} }
    if (stored.archived) return { fault: IN_ARCHIVE }
    const before = seen.get(stored.id)
    return before ? { before, columns: stored.columns } : { fault: takenText(model) }
  }
}

const AT_ONCE = 250

/** Examines all rows below the header. `lock` locks the stored rows that they name. */
export async function examineRows(
  rows: readonly Cell[][],
  { context, ...place }: ImportContext,
  lock: (names: string[]) => void,
): Promise<ImportCheck> {
  const { list, sheet, names } = place
  const named = list.model.named ?? 'name'
  const reads = rows.flatMap((cells, index) =>
    index > sheet.header && cells.some((cell) => !isEmpty(cell)) ? [readRow(list, sheet, cells, index + 1, names)] : [],
  )
  const called = reads.map(({ given }) => given[named]).filter((name) => typeof name === 'string')
  lock(called)
  const find = await openFinder(list, await readStored(list, called, context), context)
  const once = { ...place, context: { ...context, tx: readingOnce(context.tx) } }
  const column = sheet.columns.find(({ field }) => field.key === named)!.title
  const result: ImportCheck = { rows: reads.length, unchanged: 0, writes: [], errors: [] }
  const one = async (read: ReadRow) => {
    const found = find(read)
    if (found && 'fault' in found) read.notes.push({ row: read.row, column, text: found.fault })
    else if (found) {
      const write = await judge(read, found.before, found.columns, once)
      if (write) result.writes.push(write)
      else if (read.notes.length === 0) result.unchanged++
    }
  }
  for (let at = 0; at < reads.length; at += AT_ONCE) {
    await Promise.all(reads.slice(at, at + AT_ONCE).map(one))
    await setImmediate()
  }
  result.errors = reads.flatMap(({ notes }) => notes)
  result.writes.sort((one, other) => one.change.row - other.change.row)
  return result
}
