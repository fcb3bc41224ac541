/** Assigns the columns of a sheet: by heading, else by content. */
import { VAT_RATES } from '../vat.contract'
import { wordsOf } from '../../../web/ui/fields/names'
import { goodFinder, type NamedGood } from './find-good.web'
import { type Placement, readHeading, type SheetField } from './headings.web'
import { readDay, readNumber, readRate, readUnit } from './sheet-cells.web'
import type { Sheet } from './sheet-rows.web'

export interface PlacedColumns {
  columns: Placement[]
  /** those of which nothing is certain */
  unsure: number[]
}

/** Most of what stands in a column. */
const MIN_SHARE = 0.8

const cellsOf = ({ rows }: Sheet, column: number) => rows.map((row) => row[column]!)
const shareOf = (cells: readonly string[], is: (cell: string) => boolean): number => {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length === 0 ? 0 : filled.filter(is).length / filled.length
}
const isNumber = (cell: string) => readNumber(cell) !== null
const isDay = (cell: string) => /\d[./-]\d/.test(cell) && readDay(cell) !== null
const isText = (cell: string) => !isNumber(cell) && !isDay(cell) && readUnit(cell) === null
/** Without a heading a number is a rate only with a % sign: 20 may be an amount. */
const isRate = (cell: string) => /%|ндс/i.test(cell) && readRate(cell, VAT_RATES) !== null
const isNumbering = (cells: readonly string[]) =>
  cells.every((cell, at) => cell === String(at + 1) || cell === `${at + 1}.`)

/** Whether amount × price is the sum, allowing for rounding of the price. */
export function comesTo(amount: number, price: number, sum: number): boolean {
  return Math.abs(amount * price - sum) <= 0.0051 * Math.max(amount, 1) + 0.011
}

/** The first three columns of numbers, in order, of which two multiplied give the third. */
function product(sheet: Sheet, numbers: readonly number[]): [number, number, number] | null {
  const fits = (many: number, each: number, sum: number) => {
    const rows = sheet.rows
      .map((row) => [many, each, sum].map((column) => readNumber(row[column]!)))
      .filter((cells) => cells.every((cell) => cell !== null && cell !== ''))
      .map((cells) => cells.map(Number) as [number, number, number])
    return rows.length > 0 && rows.every((cells) => comesTo(...cells))
  }
  for (const [at, many] of numbers.entries())
    for (const each of numbers.slice(at + 1))
      for (const sum of numbers) if (sum !== many && sum !== each && fits(many, each, sum)) return [many, each, sum]
  return null
}

interface PlacementContext {
  goods: readonly NamedGood[]
  /** what a line of the document has */
  fields: ReadonlySet<SheetField>
}

function placeNumbers(
  sheet: Sheet,
  numbers: readonly number[],
  { columns, unsure }: PlacedColumns,
  { fields }: PlacementContext,
): void {
  const found = fields.has('price') ? product(sheet, numbers) : null
  const [amount, price, sum] = found ?? numbers
  if (amount !== undefined) columns[amount] = 'amount'
  if (price !== undefined && fields.has('price')) columns[price] = 'price'
  if (found) columns[sum!] = 'sum'
  unsure.push(...(found ? numbers.filter((one) => !found.includes(one)) : numbers.length > 1 ? numbers : []))
}

/** The column of names: the one with names of the farm's goods, else the one with the longest words. */
function findNames(sheet: Sheet, free: readonly number[], goods: readonly NamedGood[]): number | undefined {
  const find = goodFinder(goods)
  const scores = free
    .map((column) => {
      const cells = cellsOf(sheet, column)
      const text = shareOf(cells, isText)
      const known = shareOf(cells, (cell) => find(cell).good !== null)
      const long = cells.reduce((sum, cell) => sum + wordsOf(cell).join('').length, 0) / (cells.length * 1000)
      return { column, text: Math.max(text, known), score: known + long }
    })
    .filter(({ text }) => text > 0.5)
  return scores.toSorted((one, other) => other.score - one.score)[0]?.column
}

function byContent(sheet: Sheet, wanted: PlacementContext): PlacedColumns {
  const all = Array.from({ length: sheet.width }, (_, column) => column)
  const placed: PlacedColumns = { columns: all.map(() => 'skip' as Placement), unsure: [] }
  const codes = new Set(wanted.goods.flatMap(({ code }) => (code ? [wordsOf(code).join('')] : [])))
  const isCode = (cell: string) => codes.has(wordsOf(cell).join(''))
  const free = new Set(all.filter((column) => cellsOf(sheet, column).some((cell) => cell !== '')))
  const put = (column: number | undefined, field: Placement) => {
    if (column === undefined) return
    placed.columns[column] = field
    free.delete(column)
  }
  const most = (is: (cell: string) => boolean) =>
    [...free].find((column) => shareOf(cellsOf(sheet, column), is) >= MIN_SHARE)
  if (sheet.rows.length > 1)
    put(
      [...free].find((column) => isNumbering(cellsOf(sheet, column))),
      'skip',
    )
  put(most(isDay), 'best_before')
  put(
    most((cell) => readUnit(cell) !== null),
    'unit',
  )
  put(most(isRate), 'vat_rate')
  put(findNames(sheet, [...free], wanted.goods), 'good')
  put(most(isCode), 'code')
  const numbers = [...free].filter((column) => shareOf(cellsOf(sheet, column), isNumber) >= MIN_SHARE)
  placeNumbers(sheet, numbers, placed, wanted)
  const words = [...free].filter((column) => !numbers.includes(column))
  if (words.length === 1 && wanted.fields.has('lot')) placed.columns[words[0]!] = 'lot'
  placed.unsure.push(...words)
  return placed
}

/** A second column with the same heading has to be asked about; «НДС» is a rate when it contains rates. */
function byHeadings(sheet: Sheet, headings: readonly string[]): PlacedColumns {
  const seen = new Set<Placement>()
  const unsure: number[] = []
  const columns = headings.map((heading, column): Placement => {
    const cells = cellsOf(sheet, column)
    if (cells.every((cell) => cell === '')) return 'skip'
    const said = readHeading(heading)
    if (said === 'skip') return said
    if (said === 'vat_rate' && shareOf(cells, (cell) => readRate(cell, VAT_RATES) !== null) < MIN_SHARE) return 'skip'
    if (said === null && isNumbering(cells) && column === 0) return 'skip'
    if (said === null || seen.has(said)) {
      unsure.push(column)
      return 'skip'
    }
    seen.add(said)
    return said
  })
  return { columns, unsure }
}

/** What identifies a kind of sheet: its headings, or its number of columns. */
export const signatureOf = ({ headings, width }: Sheet): string =>
  headings ? headings.map((heading) => wordsOf(heading).join(' ')).join('|') : `${width}`

/** `remembered` is how a person assigned the columns of such a sheet before. */
export function placeColumns(
  sheet: Sheet,
  wanted: PlacementContext,
  remembered: readonly Placement[] | null,
): PlacedColumns {
  if (remembered?.length === sheet.width) return { columns: [...remembered], unsure: [] }
  const { columns, unsure } = sheet.headings ? byHeadings(sheet, sheet.headings) : byContent(sheet, wanted)
  const asked = new Set(unsure)
  for (const field of ['good', 'amount'] as const) {
    if (columns.includes(field) || (field === 'good' && columns.includes('code'))) continue
    // missing meanings may be in columns that were not recognised
    columns.forEach(
      (one, column) => one === 'skip' && sheet.rows.some((row) => row[column] !== '') && asked.add(column),
    )
  }
  return { columns, unsure: [...asked].toSorted((one, other) => one - other) }
}

/** The required columns that are missing; null when there are none. */
export const lackOf = (columns: readonly Placement[]): 'good' | 'amount' | null =>
  !columns.includes('good') && !columns.includes('code') ? 'good' : columns.includes('amount') ? null : 'amount'
