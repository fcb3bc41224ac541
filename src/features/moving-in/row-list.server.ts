/** Rows of a book with their states and faults, a page of them at a time. */
import { sql } from 'kysely'
import { notFound } from '../../server/errors'
import { type Context, route } from '../../server/http/route'
import { isEmpty } from '../../server/sheets/cells'
import { addressOf } from '../../server/sheets/sheet-cells'
import { showDay, showInstant } from '../../shared/dates'
import type { Phrase } from '../../shared/say'
import { pastCalls, type PastRow, type SheetPlan } from './calls/past.contract'
import {
  type CellKey,
  type PastField,
  pastFields,
  placeOfKey,
  readingKey,
  type RowState,
} from './calls/past-words.contract'
import { cellOf } from './reading/row-values.server'
import type { Fault, StoredRow } from './reading/rows.server'
import { readImport } from './store.server'

export interface ListedRow extends StoredRow {
  state: RowState | null
  doubted: boolean
  differs: boolean
  faults: Fault[] | null
}

/** A cell as a person writes it: days in the Russian order, numbers with a comma. */
function shown(cell: unknown): string {
  if (isEmpty(cell as never)) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const text = String(cell)
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)
  return instant ? (text.endsWith('T00:00') ? showDay(text) : showInstant(text)) : text
}

/** What a sheet says or somebody has said of a row: its fields, and the columns that are measured. */
export const keysOf = (rows: readonly StoredRow[], { columns, readings, cage }: SheetPlan): CellKey[] => [
  ...pastFields.filter(
    (field) =>
      columns[field] !== undefined ||
      (field === 'cage' && cage !== null) ||
      rows.some(({ typed }) => typed?.[field] !== undefined),
  ),
  ...readings.map(readingKey),
]

export function valuesOf(row: StoredRow, plan: SheetPlan): Record<string, string> {
  return Object.fromEntries(keysOf([row], plan).map((key) => [key, shown(cellOf(row, plan, key))]))
}

/** «Кормления!B7»; of a whole row «Кормления!7». */
function placeOf({ name, columns }: SheetPlan, row: number, key: CellKey | null): string {
  const column = key === null ? undefined : (placeOfKey(key) ?? columns[key as PastField])
  return `${name}!${column === undefined ? row : addressOf(row - 1, column)}`
}

export const readListed = ({ tx, company }: Context, id: number, where = sql``, paging = sql``) =>
  tx.rows<ListedRow>(sql`
    select sheet, row, cells, joined, typed, left_out, state, doubted, differs, faults from import_rows
    where company_id = ${company.id} and import_id = ${id} ${where} order by sheet, row ${paging}`)

export async function requireImport({ tx, company }: Context, id: number) {
  const stored = await readImport(tx, company.id, id)
  if (!stored) throw notFound('Книга не найдена.')
  return stored
}

export const listRows = route(pastCalls.rows, async ({ id, state, page, per_page }, context) => {
  const { tx, company, speak } = context
  const { sheets } = await requireImport(context, id)
  const where =
    state === undefined
      ? sql`and state is not null`
      : state === 'doubted'
        ? sql`and state = 'ready' and doubted`
        : state === 'differs'
          ? sql`and differs`
          : sql`and state = ${state}`
  const [rows, { total }] = await Promise.all([
    readListed(context, id, where, sql`limit ${per_page} offset ${(page - 1) * per_page}`),
    tx.one<{ total: number }>(sql`
      select count(*)::int as total from import_rows where company_id = ${company.id} and import_id = ${id} ${where}`),
  ])
  return { rows: rows.map((row) => toldRow(row, sheets, speak)), total }
})

function toldRow(row: ListedRow, sheets: SheetPlan[], speak: (phrase: Phrase) => string): PastRow {
  const plan = sheets[row.sheet]!
  return {
    sheet: row.sheet,
    sheet_name: plan.name,
    row: row.row,
    kind: plan.kind,
    state: row.state ?? 'wrong',
    doubted: row.doubted,
    differs: row.differs,
    faults: (row.faults ?? []).map(({ field, text }) => ({
      field,
      address: placeOf(plan, row.row, field),
      text: speak(text),
    })),
    values: valuesOf(row, plan),
  }
}
