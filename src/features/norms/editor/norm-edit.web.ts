/** Edits of a typed grid of norms. Each answers another grid, and keeps at least one weight and one temperature. */
import type { RateSet } from '../../../core/feeding/norms.contract'
import { gridOfSent } from '../../../core/feeding/norms.contract'
import {
  type GridRow,
  gridOf,
  MAX_COLUMNS,
  MAX_ROWS,
  type NormGrid,
  type Place,
  readGrids,
} from '../../../shared/feeding/norm-grid'

/** The texts of what is stored, in the order of temperatures; `mark` is the decimal mark of the language. */
export const typedOf = (rates: readonly RateSet[], mark: string): NormGrid[] =>
  readGrids(rates.map(gridOfSent)).seasons.map((season) => mapTexts(gridOf(season), (text) => text.replace('.', mark)))

function mapTexts(grid: NormGrid, change: (text: string) => string): NormGrid {
  return {
    ...grid,
    coefficients: grid.coefficients.map(change),
    rows: grid.rows.map(({ min, max, fcr, rates }) => ({
      min: change(min),
      max: change(max),
      fcr: change(fcr),
      rates: rates.map(change),
    })),
  }
}

const NO_DAY = { day: '', month: '' }
const blankRow = (columns: number): GridRow => ({ min: '', max: '', fcr: '', rates: Array<string>(columns).fill('') })

const BLANK_COLUMNS = 3
/** What a new set begins with. */
export const blankGrid = (): NormGrid => ({
  from: NO_DAY,
  to: NO_DAY,
  temperatures: Array<string>(BLANK_COLUMNS).fill(''),
  coefficients: Array<string>(BLANK_COLUMNS).fill('1'),
  rows: [blankRow(BLANK_COLUMNS), blankRow(BLANK_COLUMNS)],
})

const replaced = <T>(list: readonly T[], index: number, value: T): T[] =>
  list.map((one, at) => (at === index ? value : one))
const inserted = <T>(list: readonly T[], index: number, value: T): T[] => [
  ...list.slice(0, index),
  value,
  ...list.slice(index),
]
const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index)

export function setCell(grid: NormGrid, place: Place, text: string): NormGrid {
  switch (place.in) {
    case 'temperature':
      return { ...grid, temperatures: replaced(grid.temperatures, place.column, text) }
    case 'coefficient':
      return { ...grid, coefficients: replaced(grid.coefficients, place.column, text) }
    case 'min':
    case 'max':
    case 'fcr':
      return { ...grid, rows: replaced(grid.rows, place.row, { ...grid.rows[place.row]!, [place.in]: text }) }
    case 'rate': {
      const row = grid.rows[place.row]!
      return {
        ...grid,
        rows: replaced(grid.rows, place.row, { ...row, rates: replaced(row.rates, place.column, text) }),
      }
    }
    default:
      return grid
  }
}

export function textAt(grid: NormGrid, place: Place): string {
  switch (place.in) {
    case 'temperature':
      return grid.temperatures[place.column] ?? ''
    case 'coefficient':
      return grid.coefficients[place.column] ?? ''
    case 'min':
    case 'max':
    case 'fcr':
      return grid.rows[place.row]?.[place.in] ?? ''
    case 'rate':
      return grid.rows[place.row]?.rates[place.column] ?? ''
    default:
      return ''
  }
}

export const canAddRow = ({ rows }: NormGrid) => rows.length < MAX_ROWS
export const canAddColumn = ({ temperatures }: NormGrid) => temperatures.length < MAX_COLUMNS
/** The row of coefficients and the column of conversion rates stay: with them two of each remain. */
export const canRemoveRow = ({ rows }: NormGrid) => rows.length > 1
export const canRemoveColumn = ({ temperatures }: NormGrid) => temperatures.length > 1

/** Empty, before the row at `index`; its weights begin where those of the row above end. */
export function addRow(grid: NormGrid, index: number): NormGrid {
  if (!canAddRow(grid)) return grid
  const row = { ...blankRow(grid.temperatures.length), min: grid.rows[index - 1]?.max ?? '' }
  return { ...grid, rows: inserted(grid.rows, index, row) }
}

export const removeRow = (grid: NormGrid, index: number): NormGrid =>
  canRemoveRow(grid) ? { ...grid, rows: without(grid.rows, index) } : grid

/** Empty, before the column at `index`. */
export function addColumn(grid: NormGrid, index: number): NormGrid {
  if (!canAddColumn(grid)) return grid
  return {
    ...grid,
    temperatures: inserted(grid.temperatures, index, ''),
    coefficients: inserted(grid.coefficients, index, '1'),
    rows: grid.rows.map((row) => ({ ...row, rates: inserted(row.rates, index, '') })),
  }
}

export function removeColumn(grid: NormGrid, index: number): NormGrid {
  if (!canRemoveColumn(grid)) return grid
  return {
    ...grid,
    temperatures: without(grid.temperatures, index),
    coefficients: without(grid.coefficients, index),
    rows: grid.rows.map((row) => ({ ...row, rates: without(row.rates, index) })),
  }
}

/** Lines as they are shown: temperatures, weights, coefficients. */
export const linesOf = ({ rows }: NormGrid): number => rows.length + 2
export const TEMPERATURES_LINE = 0
/** Cells of a line from the left: weight from, to, the temperatures, conversion rate. */
export const [MIN_CELL, MAX_CELL, FIRST_RATE] = [0, 1, 2]

/** The place of a cell; null where a line has none. */
export function placeAt(grid: NormGrid, line: number, cell: number): Place | null {
  const column = cell - FIRST_RATE
  const isRate = column >= 0 && column < grid.temperatures.length
  if (line === TEMPERATURES_LINE) return isRate ? { in: 'temperature', column } : null
  if (line === linesOf(grid) - 1) return isRate ? { in: 'coefficient', column } : null
  const row = line - 1
  if (row >= grid.rows.length) return null
  if (cell === MIN_CELL) return { in: 'min', row }
  if (cell === MAX_CELL) return { in: 'max', row }
  return isRate ? { in: 'rate', row, column } : column === grid.temperatures.length ? { in: 'fcr', row } : null
}

/** A number as Excel or a person writes it: without degrees and signs of per cent. */
const cleaned = (text: string, line: number): string =>
  line === TEMPERATURES_LINE ? text.replace(/[°º]\s*[cс]?\s*$/i, '').trim() : text.replace(/\s*%$/, '').trim()

const WORD = /[a-zа-яё]{3}/i
/** It begins with the title of a column: a table copied as a whole. */
const isWhole = (block: readonly string[][]) =>
  block.length > 1 && block[0]!.length > FIRST_RATE + 1 && WORD.test(block[0]![0]!)

/** A copied table in place of the whole grid: titles above, conversion rates at the right, coefficients below. */
function wholeTable(grid: NormGrid, [titles = [], ...lines]: readonly string[][]): NormGrid {
  const temperatures = titles.slice(FIRST_RATE, -1).slice(0, MAX_COLUMNS)
  const below = WORD.test(lines.at(-1)?.[0] ?? '') ? lines.at(-1)! : null
  const rows = below ? lines.slice(0, -1) : lines
  const each = (cells: readonly string[]) => temperatures.map((_, at) => cleaned(cells[FIRST_RATE + at] ?? '', 1))
  return {
    ...grid,
    temperatures: temperatures.map((text) => cleaned(text, TEMPERATURES_LINE)),
    coefficients: below ? each(below) : temperatures.map(() => '1'),
    rows: rows.slice(0, MAX_ROWS).map((cells) => ({
      min: cells[MIN_CELL] ?? '',
      max: cells[MAX_CELL] ?? '',
      fcr: cells[FIRST_RATE + temperatures.length] ?? '',
      rates: each(cells),
    })),
  }
}

/** The grid with room for a block: rows and columns are added behind the last ones. */
function withRoom(grid: NormGrid, block: readonly string[][], line: number, cell: number): NormGrid {
  const width = cell + Math.max(...block.map((cells) => cells.length))
  // whoever pastes whole lines has a conversion rate in the last cell
  const isLine = cell < FIRST_RATE || width === grid.temperatures.length + FIRST_RATE + 1
  const columns = width - FIRST_RATE - (isLine ? 1 : 0)
  const rows = line + block.length - 1
  let next = grid
  while (line < linesOf(grid) - 1 && next.rows.length < rows && canAddRow(next)) next = addRow(next, next.rows.length)
  while (next.temperatures.length < columns && canAddColumn(next)) next = addColumn(next, next.temperatures.length)
  return next
}

/** Puts a block of cells into the grid, from a cell to the right and down; what does not fit makes it grow. */
export function pasteBlock(grid: NormGrid, block: readonly string[][], line: number, cell: number): NormGrid {
  if (isWhole(block)) return wholeTable(grid, block)
  let next = withRoom(grid, block, line, cell)
  block.forEach((cells, down) =>
    cells.forEach((text, right) => {
      const place = placeAt(next, line + down, cell + right)
      if (place) next = setCell(next, place, cleaned(text, line + down))
    }),
  )
  return next
}

/** The table for the clipboard: tabs between cells. */
export function tableText(
  grid: NormGrid,
  titles: { min: string; max: string; fcr: string; coefficient: string },
): string {
  return [
    [titles.min, titles.max, ...grid.temperatures, titles.fcr],
    ...grid.rows.map(({ min, max, rates, fcr }) => [min, max, ...rates, fcr]),
    [titles.coefficient, '', ...grid.coefficients],
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')
}

/** What is typed of a day or a month: two digits, no more than there are. */
export const cleanDayPart = (typed: string, most: number): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 2)
  return Number(digits) > most ? String(most) : digits
}
