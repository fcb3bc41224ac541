/** The lines of a sheet whose columns are placed, as a form of a document takes them: all values are texts. */
import { VAT_RATES } from '../vat.contract'
import { goodFinder, type NamedGood } from './find-good.web'
import type { Placement, SheetField } from './headings.web'
import { comesTo } from './place-columns.web'
import { type Measure, readDay, readNumber, readRate, readUnit, unitBehind } from './sheet-cells.web'
import type { Sheet } from './sheet-rows.web'

export interface SheetLine {
  /** '' while it is not known */
  good_id: string
  /** as the sheet has it */
  name: string
  code: string
  unit: Measure | ''
  amount: string
  /** of one, with VAT */
  price: string
  lot: string
  /** 'DD.MM.YYYY' */
  best_before: string
}

export interface SheetLines {
  lines: SheetLine[]
  /** of the line with this index: field → Russian text; what could not be read stays in the line as it is written */
  faults: { index: number; field: 'amount' | 'price' | 'best_before'; text: string }[]
  /** indexes of lines in which amount × price is not the sum */
  doubts: number[]
  /** the one rate of all lines */
  vat_rate: string | null
  /** rows of the sheet that became no lines */
  left: string[]
}

type Row = (field: SheetField) => string

const rateOf = (row: Row): string | null => readRate(row('vat_rate'), VAT_RATES)
const kopecks = (roubles: number): string => String(Math.round(roubles * 100 + 1e-7) / 100)

/**
 * What one costs with VAT: what is paid for all of it counts, because a sheet may tell the price without VAT under the
 * bare word.
 */
function priceOf(row: Row): { price: string | null; doubt: boolean } {
  const [many, each, sum, net, netSum] = (['amount', 'price', 'sum', 'price_net', 'sum_net'] as const).map((field) =>
    readNumber(row(field)),
  )
  const amount = Number(many)
  const counted = (text: string | null | undefined): text is string => typeof text === 'string' && text !== ''
  const perOne = (total: string) => kopecks(Number(total) / amount)
  if (counted(each) && counted(sum) && amount > 0 && !comesTo(amount, Number(each), Number(sum))) {
    const withoutVat = counted(netSum) && comesTo(amount, Number(each), Number(netSum))
    return withoutVat ? { price: perOne(sum), doubt: false } : { price: each, doubt: true }
  }
  if (each === null || counted(each)) return { price: each, doubt: false }
  if (counted(sum) && amount > 0) return { price: perOne(sum), doubt: false }
  const rate = Number(rateOf(row) ?? 0)
  const alone = counted(net) ? Number(net) : counted(netSum) && amount > 0 ? Number(netSum) / amount : null
  return { price: alone === null ? '' : kopecks(alone * (1 + rate / 100)), doubt: false }
}

const sameTotal = (rows: readonly string[][], column: number, cell: string): boolean => {
  const numbers = rows.map((row) => Number(readNumber(row[column]!) ?? Number.NaN))
  return cell !== '' && Math.abs(numbers.reduce((sum, number) => sum + number, 0) - Number(readNumber(cell))) < 0.01
}

/** The last row has no name and says what the others come to. */
function withoutTotal(rows: string[][], columns: readonly Placement[]): string[][] {
  const last = rows.at(-1)
  const others = rows.slice(0, -1)
  const named = last && columns.some((field, at) => ['good', 'code'].includes(field) && last[at] !== '')
  if (!last || named || others.length === 0) return rows
  const sums = columns.flatMap((field, at) =>
    ['amount', 'sum', 'sum_net'].includes(field) && last[at] !== '' ? [at] : [],
  )
  return sums.some((column) => sameTotal(others, column, last[column]!)) ? others : rows
}

/**
 * Cells that were merged are empty in all rows but the first: the name, its code and unit are those of the row above.
 */
function unmerged(rows: readonly string[][], columns: readonly Placement[]): string[][] {
  const [name, ...beside] = (['good', 'code', 'unit'] as const).map((field) => columns.indexOf(field))
  let above: string[] | undefined
  return rows.map((row) => {
    const key = name! >= 0 ? name! : beside[0]!
    if (row[key] !== '' || !above) {
      above = row
      return row
    }
    return row.map((cell, at) => (cell === '' && (at === key || beside.includes(at)) ? above![at]! : cell))
  })
}

/** `known`: what a supplier's name was chosen for before, by the name. */
export function linesOfSheet(
  sheet: Sheet,
  columns: readonly Placement[],
  { goods, known }: { goods: readonly NamedGood[]; known: (name: string) => number | undefined },
): SheetLines {
  const find = goodFinder(goods)
  const rows = unmerged(withoutTotal(sheet.rows, columns), columns)
  const result: SheetLines = { lines: [], faults: [], doubts: [], vat_rate: null, left: sheet.left }
  const rates = new Set<string | null>()
  for (const [index, cells] of rows.entries()) {
    const row: Row = (field) => cells[columns.indexOf(field)] ?? ''
    const read = (field: 'amount' | 'price' | 'best_before', value: string | null, text: string) => {
      if (value !== null) return value
      result.faults.push({ index, field, text })
      return row(field)
    }
    const name = row('good') || row('code')
    const chosen = known(name)
    const good = goods.find(({ id }) => id === chosen) ?? find(name, row('code')).good
    const { price, doubt: warning } = priceOf(row)
    if (warning) result.doubts.push(index)
    if (columns.includes('vat_rate')) rates.add(rateOf(row))
    result.lines.push({
      good_id: String(good?.id ?? ''),
      name: name.slice(0, 200),
      code: row('code').slice(0, 50),
      unit: readUnit(row('unit')) ?? unitBehind(row('amount')) ?? '',
      amount: read('amount', readNumber(row('amount')), 'Здесь должно быть число'),
      price: read('price', price, 'Здесь должно быть число'),
      lot: row('lot').slice(0, 100),
      best_before: read('best_before', readDay(row('best_before')), 'Здесь должна быть дата'),
    })
  }
  if (rates.size === 1) result.vat_rate = [...rates][0]!
  return result
}
