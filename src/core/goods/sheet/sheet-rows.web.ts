/** A block of cells as a sheet: where its headings are, and which of its rows are goods. */
import { wordsOf } from '../../../web/ui/fields/names'
import { readHeading } from './headings.web'
import { readNumber } from './sheet-cells.web'

export interface Sheet {
  /** one of each column; null when the block has none */
  headings: string[] | null
  rows: string[][]
  width: number
  /** rows that are no goods: totals, titles of sections */
  left: string[]
}

const SEARCHED = 15
const isFilled = (cell: string) => cell !== ''
const isNumber = (cell: string) => cell !== '' && readNumber(cell) !== null
const filledIn = (row: readonly string[]) => row.filter(isFilled)

const isHeading = (row: readonly string[]) =>
  !row.some(isNumber) && row.filter((cell) => cell !== '' && readHeading(cell) !== null).length >= 2

/** A heading of two rows: of what one above reaches over, every column has it. */
function joined(above: readonly string[], below: readonly string[]): string[] {
  let reaching = ''
  return above.map((cell, at) => {
    if (cell !== '') reaching = cell
    const under = below[at] ?? ''
    return under === '' ? cell : `${reaching} ${under}`.trim()
  })
}

/** «1 2 3 4 …» below the headings of an official form. */
function isNumbered(row: readonly string[]): boolean {
  const cells = filledIn(row)
  return (
    cells.length > 2 &&
    cells.every((cell, at) => cell === String(at + 1) || /^[0-9]+[а-я]?$/.test(cell)) &&
    cells[0] === '1' &&
    cells[1] === '2' &&
    cells[2] === '3'
  )
}

const TOTAL = /^(итого|всего|в т ч|в том числе|сумма прописью)( |$)/

const isTotal = (row: readonly string[]) => TOTAL.test(wordsOf(filledIn(row)[0] ?? '').join(' '))

/** Of how many rows the heading is made, and where it begins; null when there is none. */
function findHeading(rows: readonly string[][]): { from: number; below: number } | null {
  const from = rows.slice(0, SEARCHED).findIndex(isHeading)
  if (from < 0) return null
  const next = rows[from + 1]
  const two = next !== undefined && isHeading(next)
  return { from, below: from + (two ? 2 : 1) }
}

/** The cells, all rows as wide as the widest, without columns at the end that nothing stands in. */
export function readSheet(block: readonly (readonly string[])[]): Sheet {
  const cells = block.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ').trim()))
  const width = Math.max(0, ...cells.map((row) => row.findLastIndex(isFilled) + 1))
  const wide = cells.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
  const heading = findHeading(wide)
  const headings =
    heading &&
    (heading.below - heading.from === 2 ? joined(wide[heading.from]!, wide[heading.from + 1]!) : wide[heading.from]!)
  const below = heading ? wide.slice(heading.below) : wide
  const filled = below.filter((row, at) => row.some(isFilled) && !(at === 0 && heading && isNumbered(row)))
  // in a table of several columns a lone cell is the title of a section, or a remark under it
  const isGood = (row: string[]) =>
    !isTotal(row) && (width < 3 || filledIn(row).length > 1 || filledIn(row).some(isNumber))
  return {
    headings,
    rows: filled.filter(isGood),
    width,
    left: filled.filter((row) => !isGood(row)).map((row) => filledIn(row)[0]!),
  }
}
