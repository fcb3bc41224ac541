/** Columns of a sheet of readings, recognised by their titles. The template writes the same titles. */
import type { Speak } from '../../../shared/say'
import { inEachLanguage } from '../../../server/language'
import { plain } from '../../../server/sheets/cells'
import { findHeader, titlesOf } from '../../../server/sheets/header'
import type { Cell } from '../../../server/sheets/read-sheet'
import { beautifulSymbol } from '../../../core/lists/libraries/measure-parameter.contract'
import { depthText } from '../../../core/lists/libraries/measure-parameters.server'
import type { Parameter } from '../../../core/cages/readings/readings.server'

export const DATE = 'Дата'
export const TIME = 'Время'
export const MODULE = 'Модуль'
export const CAGE = 'Садок'

const SPEAKERS = inEachLanguage((speak) => speak)

/** Titles of our own; any other is the name of a parameter. */
export const OUR_TITLES: readonly string[] = [DATE, TIME, MODULE, CAGE]

type PlaceColumn = 'date' | 'time' | 'module' | 'cage'
const PLACES: [string[], PlaceColumn][] = [
  [[DATE, 'Дата и время'], 'date'],
  [[TIME], 'time'],
  [[MODULE], 'module'],
  [[CAGE], 'cage'],
]

/**
 * A column of values: a parameter's name and depth in centimetres; null is the first depth of the row's own parameter.
 */
export interface ValueColumn {
  index: number
  title: string
  name: string
  depth: number | null
}

export interface Columns {
  /** the header's row in the sheet, from 0 */
  header: number
  places: Partial<Record<PlaceColumn, number>>
  values: ValueColumn[]
  /** titles that mean nothing here */
  unknown: string[]
}

/** «Температура воды, °C, 2 м» */
export const titleOf = ({ name, symbol }: Pick<Parameter, 'name' | 'symbol'>, depth: number, speak: Speak): string =>
  `${name}, ${beautifulSymbol(symbol)}, ${depthText(depth)} ${speak('м')}`

/** All forms of a title for a parameter and a depth. */
function valueTitles(parameters: Iterable<Parameter>): Map<string, Pick<ValueColumn, 'name' | 'depth'>> {
  const known = new Map<string, Pick<ValueColumn, 'name' | 'depth'>>()
  for (const parameter of parameters) {
    const { name, symbol } = parameter
    for (const depth of parameter.depth) {
      for (const speak of SPEAKERS) {
        known.set(plain(titleOf(parameter, depth, speak)), { name, depth })
        known.set(plain(`${name}, ${depthText(depth)} ${speak('м')}`), { name, depth })
      }
    }
    for (const short of [name, `${name}, ${beautifulSymbol(symbol)}`])
      if (!known.has(plain(short))) known.set(plain(short), { name, depth: null })
  }
  return known
}

/** Finds the header among the first rows by its date column; null when there is none. */
export function readColumns(rows: readonly Cell[][], parameters: Iterable<Parameter>): Columns | null {
  const placeOf = new Map(
    PLACES.flatMap(([titles, place]) =>
      titles.flatMap((title) => SPEAKERS.map((speak) => [plain(speak(title)), place] as const)),
    ),
  )
  const header = findHeader(rows, (title) => placeOf.get(plain(title)) === 'date')
  if (header === null) return null
  const titles = valueTitles(parameters)
  const columns: Columns = { header, places: {}, values: [], unknown: [] }
  for (const { index, title } of titlesOf(rows[header]!)) {
    const place = placeOf.get(plain(title))
    const value = titles.get(plain(title))
    if (place) columns.places[place] ??= index
    else if (value) columns.values.push({ index, title, ...value })
    else columns.unknown.push(title)
  }
  return columns
}
