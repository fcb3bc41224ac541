/**
 * Norms as people type them: texts in a grid. The editor, the call that saves and a workbook are all read by the one
 * function here, so a rule is written once and each says in its own way where it is broken.
 */
import { MILLIONTHS, parseDecimal } from '../numbers'
import { say, type Phrase } from '../say'
import type { MonthDay, NormRow, Season } from './norm'
import { isMonthDay, overlapsOf, showRange } from './year'

export const MAX_SEASONS = 12
export const MAX_ROWS = 60
const [COLDEST, WARMEST] = [-2, 40]
export const MAX_COLUMNS = WARMEST - COLDEST + 1
const MAX_PERCENT = 100 * MILLIONTHS
const MAX_FCR = 100 * MILLIONTHS
/** 100 kg in milligrams */
const MAX_WEIGHT = 100_000_000
const GRAM_DECIMALS = 3

/** A row of weights; grams. */
export interface GridRow<T = string> {
  min: T
  max: T
  fcr: T
  rates: T[]
}

/** A season; the cells of a column stand under its temperature. */
export interface NormGrid<T = string> {
  from: { day: T; month: T }
  to: { day: T; month: T }
  temperatures: T[]
  coefficients: T[]
  rows: GridRow<T>[]
}

/** A place in a grid; row and column count from 0. */
export type Place =
  | { in: 'season' | 'range' }
  | { in: 'temperature' | 'coefficient'; column: number }
  | { in: 'min' | 'max' | 'fcr'; row: number }
  | { in: 'rate'; row: number; column: number }

export interface Fault {
  /** place of the season in the list */
  set: number
  place: Place
  text: Phrase
}

const EMPTY = 'Заполните поле'
const isEmpty = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Quoted in a message: what was typed, shortened. */
const quoted = (value: unknown) =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '…').slice(0, 40)

type Refuse = (place: Place, text: Phrase) => null

interface Bounds {
  decimals: number
  /** parts of a unit in what is stored, 10 ^ decimals */
  most: number
  /** zero is refused too */
  positive?: boolean
}

/** A number from 0 to `most`, in whole parts; null when it is refused. */
function readNumber(
  value: unknown,
  { decimals, most, positive }: Bounds,
  refuse: (text: Phrase) => null,
): number | null {
  if (isEmpty(value)) return refuse(EMPTY)
  const number = parseDecimal(value, decimals)
  if (number === null) {
    if (typeof value === 'string' && parseDecimal(value, 9) !== null)
      return refuse(say('Не более {{decimals}} знаков после запятой', { decimals }))
    return refuse(say('Не число: {{cell}}', { cell: quoted(value) }))
  }
  if (number < 0) return refuse('Не может быть меньше нуля')
  if (positive && number === 0) return refuse('Должно быть больше нуля')
  if (number > most) return refuse(say('Не больше {{most}}', { most: most / 10 ** decimals }))
  return number
}

const WEIGHT: Bounds = { decimals: GRAM_DECIMALS, most: MAX_WEIGHT }
const RATE: Bounds = { decimals: 6, most: MAX_PERCENT }
const FCR: Bounds = { decimals: 6, most: MAX_FCR, positive: true }
const COEFFICIENT: Bounds = { decimals: 6, most: MAX_FCR }

function readTemperatures(values: readonly unknown[], refuse: Refuse): (number | null)[] {
  const seen = new Set<number>()
  return values.map((value, column) => {
    const place: Place = { in: 'temperature', column }
    if (isEmpty(value)) return refuse(place, EMPTY)
    const number = parseDecimal(value, 0)
    const exact = typeof value === 'number' ? Number.isInteger(value) : true
    if (number === null || !exact || number < COLDEST || number > WARMEST)
      return refuse(place, say('Целое число от {{min}} до {{max}}', { min: COLDEST, max: WARMEST }))
    if (seen.has(number)) return refuse(place, 'Такая температура уже есть')
    seen.add(number)
    return number
  })
}

function readRows(rows: readonly GridRow<unknown>[], columns: number, refuse: Refuse): (NormRow | null)[] {
  let before: number | null = null
  return rows.map((given, row) => {
    const at = (place: Place) => (text: Phrase) => refuse(place, text)
    let min = readNumber(given.min, WEIGHT, at({ in: 'min', row }))
    const max = readNumber(given.max, WEIGHT, at({ in: 'max', row }))
    if (min !== null && before !== null && min < before)
      min = refuse({ in: 'min', row }, 'Меньше конца строки выше: навески идут по возрастанию и не пересекаются')
    if (min !== null && max !== null && max <= min) refuse({ in: 'max', row }, 'Должно быть больше начала навески')
    before = max ?? before
    const rates = Array.from({ length: columns }, (_, column) =>
      readNumber(given.rates[column], RATE, at({ in: 'rate', row, column })),
    )
    const fcr = readNumber(given.fcr, FCR, at({ in: 'fcr', row }))
    const known = [min, max, fcr, ...rates].every((number) => number !== null)
    return known ? { min: min!, max: max!, fcr: fcr!, rates: rates as number[] } : null
  })
}

const readDay = (value: { day: unknown; month: unknown }): MonthDay | null => {
  const [day, month] = [value.day, value.month].map((part) => (isEmpty(part) ? null : parseDecimal(part, 0)))
  const read = { day: day ?? 0, month: month ?? 0 }
  return isMonthDay(read) ? read : null
}

/** The cells of each row in the order of ascending temperatures. */
function inOrder(temperatures: readonly number[], coefficients: number[], rows: NormRow[]) {
  const order = temperatures.map((_, column) => column).sort((a, b) => temperatures[a]! - temperatures[b]!)
  const sorted = (cells: readonly number[]) => order.map((column) => cells[column]!)
  return {
    temperatures: sorted(temperatures),
    coefficients: sorted(coefficients),
    rows: rows.map((row) => ({ ...row, rates: sorted(row.rates) })),
  }
}

/** Null when something is wrong with it. */
function readSeason(grid: NormGrid<unknown>, refuse: Refuse): Season | null {
  const { length } = grid.temperatures
  if (length === 0 || grid.rows.length === 0)
    return refuse({ in: 'season' }, 'Нужна хотя бы одна навеска и одна температура')
  if (length > MAX_COLUMNS)
    return refuse({ in: 'season' }, say('Не больше {{most}} столбцов температур', { most: MAX_COLUMNS }))
  if (grid.rows.length > MAX_ROWS)
    return refuse({ in: 'season' }, say('Не больше {{most}} строк навесок', { most: MAX_ROWS }))
  const [from, to] = [readDay(grid.from), readDay(grid.to)]
  if (!from || !to) refuse({ in: 'range' }, 'Укажите период: день и месяц начала и конца')
  const temperatures = readTemperatures(grid.temperatures, refuse)
  const rows = readRows(grid.rows, length, refuse)
  const coefficients = temperatures.map((_, column) =>
    readNumber(grid.coefficients[column], COEFFICIENT, (text) => refuse({ in: 'coefficient', column }, text)),
  )
  const known = [from, to, ...temperatures, ...rows, ...coefficients].every((one) => one !== null)
  if (!known) return null
  return { from: from!, to: to!, ...inOrder(temperatures as number[], coefficients as number[], rows as NormRow[]) }
}

/** The seasons, and all that is wrong; with anything wrong the seasons are not to be used. */
export function readGrids(grids: readonly NormGrid<unknown>[]): { seasons: Season[]; faults: Fault[] } {
  const faults: Fault[] = []
  if (grids.length > MAX_SEASONS) {
    const text = say('Не больше {{most}} наборов норм', { most: MAX_SEASONS })
    return { seasons: [], faults: [{ set: MAX_SEASONS, place: { in: 'season' }, text }] }
  }
  const seasons = grids.map((grid, set) =>
    readSeason(grid, (place, text) => {
      faults.push({ set, place, text })
      return null
    }),
  )
  const ranges = grids.map(({ from, to }) => ({ from: readDay(from), to: readDay(to) }))
  const whole = ranges.flatMap((range, set) =>
    range.from && range.to ? [{ set, from: range.from, to: range.to }] : [],
  )
  overlapsOf(whole).forEach((met, index) => {
    if (met === null) return
    const text = say('Период пересекается с периодом {{range}}', { range: showRange(whole[met]!) })
    faults.push({ set: whole[index]!.set, place: { in: 'range' }, text })
  })
  return { seasons: seasons.filter((season) => season !== null), faults }
}

const text = (parts: number, scale: number) => String(parts / scale)
const dayText = ({ day, month }: MonthDay) => ({
  day: String(day).padStart(2, '0'),
  month: String(month).padStart(2, '0'),
})

/** A stored season as it is typed, with points. */
export const gridOf = ({ from, to, temperatures, coefficients, rows }: Season): NormGrid => ({
  from: dayText(from),
  to: dayText(to),
  temperatures: temperatures.map(String),
  coefficients: coefficients.map((value) => text(value, MILLIONTHS)),
  rows: rows.map(({ min, max, fcr, rates }) => ({
    min: text(min, 10 ** GRAM_DECIMALS),
    max: text(max, 10 ** GRAM_DECIMALS),
    fcr: text(fcr, MILLIONTHS),
    rates: rates.map((rate) => text(rate, MILLIONTHS)),
  })),
})
