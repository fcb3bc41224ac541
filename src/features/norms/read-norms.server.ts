/** Reads norms from the sheets of a workbook. Pure; whatever is wrong is told with the address of its cell. */
import { gapsOf, showRange } from '../../shared/feeding/year'
import type { Season } from '../../shared/feeding/norm'
import { MAX_ROWS, type NormGrid, type Place, readGrids } from '../../shared/feeding/norm-grid'
import { say, type Phrase } from '../../shared/say'
import type { RowNote } from '../../server/sheets/row-notes'
import { addressOf, type SheetCells } from '../../server/sheets/sheet-cells'
import { isHowTo, layoutOf, type SheetLayout } from './norms-layout.server'
import { readCell, refusedCell } from './norms-cells.server'

export interface ReadNorms {
  seasons: Season[]
  /** as they are typed, right or wrong */
  typed: NormGrid[]
  /** weight rows in all sheets */
  rows: number
  errors: RowNote[]
  warnings: Phrase[]
}

interface SheetGrid {
  name: string
  layout: SheetLayout
  grid: NormGrid<unknown>
  cells: SheetCells
}

function gridOf(cells: SheetCells, layout: SheetLayout): NormGrid<unknown> {
  const { columns, unit } = layout
  const at = (row: number, column: number | null, as: 'weight' | 'rate' | 'plain') =>
    column === null ? null : readCell(cells, row, column, { as, unit })
  return {
    ...layout.range,
    temperatures: columns.temperatures.map(({ value }) => value),
    coefficients: columns.temperatures.map(({ index }) =>
      layout.coefficient === null ? 1 : at(layout.coefficient, index, 'plain'),
    ),
    rows: layout.rows.map((row) => ({
      min: at(row, columns.min, 'weight'),
      max: at(row, columns.max, 'weight'),
      fcr: at(row, columns.fcr, 'plain'),
      rates: columns.temperatures.map(({ index }) => at(row, index, 'rate')),
    })),
  }
}

/** What a person would type; a number without the noise of computing. */
const textOf = (value: unknown): string =>
  typeof value === 'number' ? String(Number(value.toFixed(6))) : typeof value === 'string' ? value.slice(0, 40) : ''

const dayTexts = ({ day, month }: { day: unknown; month: unknown }) => ({ day: textOf(day), month: textOf(month) })

const textsOf = ({ from, to, temperatures, coefficients, rows }: NormGrid<unknown>): NormGrid => ({
  from: dayTexts(from),
  to: dayTexts(to),
  temperatures: temperatures.map(textOf),
  coefficients: coefficients.map(textOf),
  rows: rows.slice(0, MAX_ROWS).map(({ min, max, fcr, rates }) => ({
    min: textOf(min),
    max: textOf(max),
    fcr: textOf(fcr),
    rates: rates.map(textOf),
  })),
})

/** The cell of a place in the grid, row and column from 0. */
function cellOf(place: Place, { columns, rows, header, coefficient, period }: SheetLayout): [number, number] {
  const of = (column: number) => columns.temperatures[column]?.index ?? 0
  switch (place.in) {
    case 'season':
      return [header, 0]
    case 'range':
      return period
    case 'temperature':
      return [header, of(place.column)]
    case 'coefficient':
      return [coefficient ?? header, of(place.column)]
    case 'min':
    case 'max':
      return [rows[place.row]!, columns[place.in] ?? 0]
    case 'fcr':
      return [rows[place.row]!, columns.fcr ?? 0]
    case 'rate':
      return [rows[place.row]!, of(place.column)]
  }
}

const noteAt = (name: string, [row, column]: [number, number], text: Phrase): RowNote => ({
  row: row + 1,
  column: `${name}!${addressOf(row, column)}`,
  text,
})

/** What is wrong with cells as such, whatever they mean. */
function cellNotes({ name, layout, cells }: SheetGrid): Map<string, RowNote> {
  const { columns, rows, header, coefficient } = layout
  const used = [...columns.temperatures.map(({ index }) => index), columns.min, columns.max, columns.fcr]
  const lines = [header, ...rows, ...(coefficient === null ? [] : [coefficient])]
  const notes = new Map<string, RowNote>()
  for (const row of lines)
    for (const column of used) {
      const text = column !== null && refusedCell(cells, row, column)
      if (text) notes.set(addressOf(row, column), noteAt(name, [row, column], text))
    }
  return notes
}

const SMALL_GRAMS = 20
const SMALL_RATE = 0.1

/** What is no error and yet looks like one. */
function doubts({ name, grid, layout }: SheetGrid): Phrase[] {
  const weights = grid.rows.map(({ max }) => Number(max)).filter((max) => max > 0)
  const rates = grid.rows.flatMap(({ rates: of }) => of.map(Number)).filter((rate) => rate > 0)
  const all = (values: number[], most: number) => values.length > 0 && values.every((value) => value < most)
  return [
    ...(layout.unit === 'g' && all(weights, SMALL_GRAMS)
      ? [say('Лист «{{name}}»: все навески меньше 20 г. Если это килограммы, напишите в заголовке «кг».', { name })]
      : []),
    ...(all(rates, SMALL_RATE)
      ? [say('Лист «{{name}}»: все нормы меньше 0,1 %. Если это доли, умножьте их на 100.', { name })]
      : []),
    ...(layout.coefficient === null
      ? [say('Лист «{{name}}»: температурного коэффициента нет, принят 1.', { name })]
      : []),
  ]
}

/** Null when no sheet has a table of norms. */
export function readNormSheets(sheets: readonly SheetCells[]): ReadNorms | null {
  const found: SheetGrid[] = []
  const warnings: Phrase[] = []
  for (const cells of sheets.filter(({ name }) => !isHowTo(name))) {
    const layout = layoutOf(cells)
    if (layout) found.push({ name: cells.name, layout, grid: gridOf(cells, layout), cells })
    else if (cells.rows.some((row) => row.some((cell) => cell !== null)))
      warnings.push(say('Лист «{{name}}» пропущен: в нём нет заголовка «Навеска от».', { name: cells.name }))
  }
  if (found.length === 0) return null
  const { seasons, faults } = readGrids(found.map(({ grid }) => grid))
  const errors = found.flatMap((sheet, set) => {
    const own = cellNotes(sheet)
    const addressed = faults
      .filter((fault) => fault.set === set)
      .map(({ place, text }) => ({ at: cellOf(place, sheet.layout), text }))
      // a formula is wrong whatever it gives
      .filter(({ at }) => !own.has(addressOf(...at)))
      .map(({ at, text }) => noteAt(sheet.name, at, text))
    const said = sheet.layout.faults.map(({ at, text }) => noteAt(sheet.name, at, text))
    return [...said, ...own.values(), ...addressed].sort((one, other) => one.row - other.row)
  })
  warnings.push(...found.flatMap(doubts))
  const gaps = errors.length === 0 ? gapsOf(seasons).map(showRange) : []
  if (gaps.length > 0) warnings.push(say('Без норм остаются дни года: {{gaps}}.', { gaps: gaps.join(', ') }))
  const rows = found.reduce((sum, { grid }) => sum + grid.rows.length, 0)
  return { seasons, typed: found.map(({ grid }) => textsOf(grid)), rows, errors, warnings }
}
