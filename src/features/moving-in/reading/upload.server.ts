/** A workbook becomes rows that are kept until they are brought in. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { openBreath } from '../../../server/base/breath'
import type { Tx } from '../../../server/db/client'
import { notice } from '../../../server/errors'
import type { Preparing } from '../../../server/http/route'
import { isEmpty, plain } from '../../../server/sheets/cells'
import { type Cell, isWorkbook } from '../../../server/sheets/read-sheet'
import { readCells, type SheetCells } from '../../../server/sheets/sheet-cells'
import { NOT_XLSX } from '../../../server/sheets/upload'
import { cageOfHeading } from './cells.server'
import { planSheet } from './columns.server'
import type { SheetPlan } from '../calls/past.contract'

const MAX_ROWS = 30_000
const MAX_SHEETS = 100
const FAILED = 'Файл не прочитан: нужна книга Excel (.xlsx) до 10 МБ без макросов и защиты.'
const EMPTY = 'В книге нет ни одной строки.'
const LONG = 'В книге больше 30 000 строк. Разделите её на части.'

export interface NewRow {
  sheet: number
  row: number
  cells: Cell[]
  joined: number[] | null
  /** the cage that heads its block */
  typed: { cage: string } | null
}

export interface ReadBook {
  file: string
  digest: string
  sheets: SheetCells[]
}

export async function readBook({ receive, company: { id: farm } }: Preparing): Promise<ReadBook> {
  const file = await receive()
  if (!file) throw notice(FAILED)
  if (!isWorkbook(file)) throw notice(NOT_XLSX)
  const sheets = await readCells(farm, file.bytes, { most: MAX_ROWS + 100, sheets: MAX_SHEETS })
  return { file: file.name.slice(0, 200), digest: createHash('sha256').update(file.bytes).digest('hex'), sheets }
}

/** The cage that a row of one cell names: it heads a block of rows. */
function headingOf(cells: readonly Cell[]): string | null {
  const filled = cells.filter((cell) => !isEmpty(cell))
  return filled.length === 1 && typeof filled[0] === 'string' ? cageOfHeading(filled[0]) : null
}

async function rowsOf(sheet: SheetCells, place: number, { header, columns }: SheetPlan): Promise<NewRow[]> {
  const titles = JSON.stringify(sheet.rows[header ?? -1] ?? null)
  const breath = openBreath()
  const rows: NewRow[] = []
  let cage: string | null = null
  for (const [index, cells] of sheet.rows.entries()) {
    await breath()
    if (index <= (header ?? -1) || cells.every(isEmpty)) continue
    const heading = columns.cage === undefined ? headingOf(cells) : null
    cage = heading ?? cage
    if (heading !== null || JSON.stringify(cells) === titles) continue
    const typed = cage === null ? null : { cage }
    rows.push({
      sheet: place,
      row: index + 1,
      cells: cells.map(cleaned),
      joined: sheet.covered.get(index) ?? null,
      typed,
    })
  }
  return rows
}

/** JSON of the database holds no NUL, and no text of a cell is longer than anybody reads. */
const cleaned = (cell: Cell) => (typeof cell === 'string' ? cell.replaceAll('\u0000', '').slice(0, 2000) : cell)

/** How sheets with these titles were understood the last time. */
async function rememberedPlan(tx: Tx, company: number, plan: SheetPlan): Promise<SheetPlan> {
  if (plan.header === null) return plan
  const known = await tx.maybe<{ sheet: Pick<SheetPlan, 'kind' | 'columns' | 'readings' | 'units' | 'dates'> }>(sql`
    select sheet from import_mappings where company_id = ${company} and titles = ${titlesKey(plan)}`)
  return known ? { ...plan, ...known.sheet, dates: plan.ambiguous ? known.sheet.dates : plan.dates } : plan
}

/** Sheets that are called after their cages are as one. */
export const titlesKey = ({ name, cage, titles }: Pick<SheetPlan, 'name' | 'cage' | 'titles'>) =>
  [cage === null ? name : '', ...titles].join('|').slice(0, 1000)

export async function planBook(tx: Tx, company: number, { sheets }: ReadBook) {
  const plans: SheetPlan[] = []
  const measured = await tx.rows<{ name: string }>(sql`
    select distinct name from measure_parameters where company_id = ${company}`)
  const parameters = new Set(measured.map((row) => plain(row.name)))
  for (const { name, rows, from1904 } of sheets)
    plans.push(await rememberedPlan(tx, company, { ...planSheet(name, rows, parameters), from1904 }))
  const rows: NewRow[] = []
  for (const [place, sheet] of sheets.entries())
    for (const row of await rowsOf(sheet, place, plans[place]!)) rows.push(row)
  if (rows.length === 0) throw notice(EMPTY)
  if (rows.length > MAX_ROWS || sheets.some(({ more }) => more)) throw notice(LONG)
  return { plans, rows }
}
