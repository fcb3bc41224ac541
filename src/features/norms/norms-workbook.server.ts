/** Norms as a workbook: a sheet for each season, its period above the table. What is written is read back alike. */
import type { Season } from '../../shared/feeding/norm'
import { showMonthDay, showRange } from '../../shared/feeding/year'
import { toUnits } from '../../shared/numbers'
import type { Speak } from '../../shared/say'
import type { SheetCell } from '../../shared/sheets/sheet'
import { sheetNames, type WorkbookSheet } from '../../server/sheets/excel'

/** Titles, read in each language. */
export const TITLES = {
  period: 'Период',
  min: 'Навеска от, г',
  max: 'Навеска до, г',
  fcr: 'Кормовой коэффициент',
  coefficient: 'Температурный коэффициент',
} as const
export const HOW_TO = 'Как заполнять'
const CAPTION = 'Корм, % от биомассы в сутки, при температуре воды, °C'

const bold = (value: string): SheetCell => ({ value, type: String, fontWeight: 'bold', wrap: true })
const text = (value: string): SheetCell => ({ value, type: String })
const number = (value: number, format?: string): SheetCell => ({ value, type: Number, ...(format && { format }) })

/** A season's sheet; null in a cell is left to fill in. */
interface SeasonSheet {
  range: Pick<Season, 'from' | 'to'>
  temperatures: readonly number[]
  coefficients: readonly (number | null)[]
  rows: readonly { min: number | null; max: number | null; fcr: number | null; rates: readonly (number | null)[] }[]
}

const cell = (value: number | null, scale: (value: number) => number): SheetCell =>
  value === null ? {} : number(scale(value))
const grams = (value: number) => value / 1000

function sheetOf({ range, temperatures, coefficients, rows }: SeasonSheet, speak: Speak): SheetCell[][] {
  return [
    [bold(speak(TITLES.period)), text(showMonthDay(range.from)), text(showMonthDay(range.to))],
    [{}, {}, text(speak(CAPTION))],
    [
      bold(speak(TITLES.min)),
      bold(speak(TITLES.max)),
      ...temperatures.map((degrees): SheetCell => ({ ...number(degrees, '0" °C"'), fontWeight: 'bold' })),
      bold(speak(TITLES.fcr)),
    ],
    ...rows.map(({ min, max, fcr, rates }) => [
      cell(min, grams),
      cell(max, grams),
      ...rates.map((rate) => cell(rate, toUnits)),
      cell(fcr, toUnits),
    ]),
    [bold(speak(TITLES.coefficient)), {}, ...coefficients.map((value) => cell(value, toUnits))],
  ]
}

const HEADER_ROWS = 3

function bookOf(seasons: readonly SeasonSheet[], speak: Speak): WorkbookSheet[] {
  const names = sheetNames(seasons.map(({ range }) => showRange(range)))
  return seasons.map((season, index) => ({
    sheet: names[index]!,
    data: sheetOf(season, speak),
    columns: [{ width: 16 }, { width: 16 }, ...season.temperatures.map(() => ({ width: 9 })), { width: 16 }],
    stickyRowsCount: HEADER_ROWS,
  }))
}

export const normsBook = (seasons: readonly Season[], speak: Speak): WorkbookSheet[] =>
  bookOf(
    seasons.map(({ from, to, ...season }) => ({ range: { from, to }, ...season })),
    speak,
  )

const EMPTY_TEMPERATURES = [2, 4, 6, 8, 10, 12, 14, 16, 18]
const EMPTY_WEIGHTS = [10, 50, 100, 250, 500, 1000, 2000]

const emptySeason = (from: [number, number], to: [number, number]): SeasonSheet => {
  const blank = EMPTY_TEMPERATURES.map(() => null)
  return {
    range: { from: { day: from[0], month: from[1] }, to: { day: to[0], month: to[1] } },
    temperatures: EMPTY_TEMPERATURES,
    coefficients: EMPTY_TEMPERATURES.map(() => 1_000_000),
    rows: EMPTY_WEIGHTS.slice(1).map((max, index) => ({
      min: EMPTY_WEIGHTS[index]! * 1000,
      max: max * 1000,
      fcr: null,
      rates: blank,
    })),
  }
}

const howTo = (speak: Speak): SheetCell[][] =>
  [
    ['Что', 'Как писать', 'Пример'],
    ['Лист', 'Один лист — один период года. Листов не больше 12. Этот лист не читается', ''],
    [TITLES.period, 'День и месяц начала и конца, оба входят. Период может идти через Новый год', '01.10 31.05'],
    ['Навеска', 'Строки по возрастанию, без наложений. Единица — в заголовке: г или кг', '50 100'],
    ['Температуры', 'Целые градусы от −2 до 40, каждая один раз. Можно «6 °C»', '6'],
    ['Корм', 'Процент биомассы в сутки. Запятая или точка; знак % не нужен, но можно и с ним', '1,5'],
    [TITLES.fcr, 'Сколько корма уходит на килограмм прироста при этой навеске', '1,05'],
    [TITLES.coefficient, 'На что он умножается при этой температуре. Без этой строки — 1', '1'],
    ['Нельзя', 'Формулы и объединённые ячейки: вставьте значения', ''],
  ].map((row, index) => row.map((words) => (index === 0 ? bold : text)(speak(words))))

/** Two seasons to fill in, and how. */
export const templateBook = (speak: Speak): WorkbookSheet[] => [
  ...bookOf([emptySeason([1, 6], [30, 9]), emptySeason([1, 10], [31, 5])], speak),
  { sheet: speak(HOW_TO), data: howTo(speak), columns: [{ width: 28 }, { width: 80 }, { width: 16 }] },
]
