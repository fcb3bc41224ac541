/** Where the table of norms lies in a sheet: its period, header, columns and rows. */
import { inEachLanguage } from '../../server/language'
import { say, type Phrase } from '../../shared/say'
import { isEmpty, plain } from '../../server/sheets/cells'
import { findHeader } from '../../server/sheets/header'
import type { SheetCells } from '../../server/sheets/sheet-cells'
import type { Cell } from '../../server/sheets/read-sheet'
import type { WeightUnit } from './norms-cells.server'
import { HOW_TO, TITLES } from './norms-workbook.server'

type Typed = { day: unknown; month: unknown }

export interface SheetLayout {
  range: { from: Typed; to: Typed }
  /** the cell that says the period */
  period: [row: number, column: number]
  /** row of the titles */
  header: number
  columns: {
    min: number | null
    max: number | null
    fcr: number | null
    temperatures: { index: number; value: unknown }[]
  }
  unit: WeightUnit
  /** rows of weights, and the row of coefficients, if there is one */
  rows: number[]
  coefficient: number | null
  /** what the layout lacks */
  faults: { at: [row: number, column: number]; text: Phrase }[]
}

/** A title without its unit, as people retype it. */
const bare = (title: string) => plain(title).replace(/ (г|кг|g|kg)$/, '')

/** A title of ours in any language, or as makers of feed write it. */
function known(key: keyof typeof TITLES, others?: RegExp): (title: string) => boolean {
  const ours = new Set(inEachLanguage((speak) => bare(speak(TITLES[key]))))
  return (title) => ours.has(bare(title)) || others?.test(bare(title)) === true
}
const isMin = known('min', /^((вес|навеска) )?от$|^(вес|навеска)$/)
const isMax = known('max', /^((вес|навеска) )?до$/)
const isFcr = known('fcr', /^(кк|fcr|корм[а-я]* коэфф?)$/)
const isCoefficient = known('coefficient', /^темп[а-я]* коэфф?$/)
const isPeriod = known('period')
const HOW_TO_NAMES = new Set(inEachLanguage((speak) => plain(speak(HOW_TO))))

/** Our own instructions, which are no norms. */
export const isHowTo = (name: string): boolean => HOW_TO_NAMES.has(plain(name))

type Title = (title: string) => boolean
const isTitle = (is: Title, cell: Cell | undefined) => typeof cell === 'string' && is(cell)

/** «6», «6 °C», «+6», «t 6»: what is left is checked as a temperature. */
const readTemperature = (cell: Cell): unknown =>
  typeof cell === 'string'
    ? cell
        .replace(/^\s*t\s*=?/i, '')
        .replace(/[°º˚]?\s*[cс]?\s*$/i, '')
        .trim()
    : cell

const DAY = /(\d{1,2})[./](\d{1,2})(?:[./]\d{2,4})?/g

/** Days of a row of cells: texts «01.06» or «01.06–30.09», and dates, whose year says nothing. */
function daysIn(row: readonly Cell[]): Typed[] {
  return row.flatMap((cell): Typed[] => {
    if (typeof cell !== 'string') return []
    const date = /^\d{4}-(\d{2})-(\d{2})T/.exec(cell)
    if (date) return [{ day: date[2], month: date[1] }]
    return [...cell.matchAll(DAY)].map(([, day, month]) => ({ day, month }))
  })
}

const NOTHING: Typed = { day: null, month: null }

/** Above the table, else in the name of the tab. */
function readPeriod({ rows, name }: SheetCells, header: number): Pick<SheetLayout, 'range' | 'period'> {
  const above = rows.slice(0, header)
  const row = above.findIndex((cells) => cells.some((cell) => isTitle(isPeriod, cell)) || daysIn(cells).length >= 2)
  const days = row >= 0 ? daysIn(above[row]!) : daysIn([name])
  const known = days.length === 2
  return {
    range: { from: known ? days[0]! : NOTHING, to: known ? days[1]! : NOTHING },
    period: row >= 0 ? [row, 1] : [0, 0],
  }
}

const unitIn = (title: Cell | undefined): WeightUnit | null => {
  const words = typeof title === 'string' ? plain(title).split(' ') : []
  if (words.includes('кг') || words.includes('kg')) return 'kg'
  return words.includes('г') || words.includes('g') ? 'g' : null
}

/** Columns with a title or with values under none, that are not one of the others. */
function temperaturesIn(rows: readonly Cell[][], header: number, others: readonly number[]) {
  const width = Math.max(...rows.slice(header).map((row) => row.length))
  return Array.from({ length: width }, (_, index) => index)
    .filter((index) => !others.includes(index))
    .filter((index) => rows.slice(header).some((row) => !isEmpty(row[index])))
    .map((index) => ({ index, value: readTemperature(rows[header]![index] ?? null) }))
}

/** Null when the sheet has no table of norms. */
export function layoutOf(cells: SheetCells): SheetLayout | null {
  const { rows } = cells
  const header = findHeader(rows, isMin)
  if (header === null) return null
  const titles = rows[header]!
  const find = (is: Title) => {
    const index = titles.findIndex((cell) => isTitle(is, cell))
    return index < 0 ? null : index
  }
  const [min, max, fcr] = [find(isMin), find(isMax), find(isFcr)]
  const below = rows.flatMap((row, index) => (index > header && row.some((cell) => !isEmpty(cell)) ? [index] : []))
  const coefficient = below.find((row) => rows[row]!.some((cell) => isTitle(isCoefficient, cell))) ?? null
  const unit = unitIn(titles[min!]) ?? unitIn(max === null ? null : titles[max])
  const named = [min, max, fcr].filter((index) => index !== null)
  const lacks = (title: string): SheetLayout['faults'][number] => ({
    at: [header, 0],
    text: say('Нет столбца «{{title}}»', { title }),
  })
  return {
    ...readPeriod(cells, header),
    header,
    columns: { min, max, fcr, temperatures: temperaturesIn(rows, header, named) },
    unit: unit ?? 'g',
    rows: below.filter((row) => row !== coefficient),
    coefficient,
    faults: [
      ...(unit === null
        ? [{ at: [header, min!] as [number, number], text: 'Укажите в заголовке единицу: г или кг' }]
        : []),
      ...(max === null ? [lacks(TITLES.max)] : []),
      ...(fcr === null ? [lacks(TITLES.fcr)] : []),
    ],
  }
}
