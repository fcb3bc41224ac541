/** What people write into cells: days in words, numbers with units, names in several spellings. Pure. */
import { inEachLanguage } from '../../../server/language'
import { parseDay } from '../../../shared/dates'
import { CONTENT } from '../../../shared/ledger/document'
import { mulDiv, parseDecimal } from '../../../shared/numbers'
import { type Phrase, say } from '../../../shared/say'
import { isEmpty, plain } from '../../../server/sheets/cells'
import { type CellMoment, quoted, readMoment } from '../../../server/sheets/cell-values'
import type { Cell } from '../../../server/sheets/read-sheet'
import words from './words.json'
import type { SheetPlan } from '../calls/past.contract'
import { TAKEN, type Unit } from '../calls/past-words.contract'

export type Read<T> = { value: T } | { fault: Phrase }

const monthOf = (word: string) => words.months.findIndex((begins) => begins.some((begin) => word.startsWith(begin))) + 1

/** «3 марта 2024 г.», «March 3, 2024» → a day; null for anything else. */
function dayInWords(text: string): string | null {
  const written = plain(text)
  const [, date, month, year] =
    /^(\d{1,2}) ([a-zа-я]+) (\d{4}|\d{2})( г| года)?$/.exec(written) ??
    ((found) => found && [found[0], found[2], found[1], found[3]])(/^([a-z]+) (\d{1,2}) (\d{4})$/.exec(written)) ??
    []
  const number = month ? monthOf(month) : 0
  return number > 0 ? parseDay(`${date}.${number}.${year}`) : null
}

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b(.*)$/

/** A day with slashes is day first, month first, or may be either. */
export function isAmbiguousDay(text: string): 'dmy' | 'mdy' | 'either' | null {
  const found = SLASHED.exec(text.trim())
  if (!found) return null
  const [first, second] = [Number(found[1]), Number(found[2])]
  return first > 12 ? 'dmy' : second > 12 ? 'mdy' : first === second ? null : 'either'
}

const YEAR = /\s+(г|года)\.?\s*$/i

/** Days from the first of Excel's two beginnings to the second. */
const FOUR_YEARS = 1462

export function readDay(cell: Cell, { dates, from1904 }: Pick<SheetPlan, 'dates' | 'from1904'>): Read<CellMoment> {
  if (typeof cell === 'string') {
    const inWords = dayInWords(cell)
    if (inWords) return { value: { day: inWords, time: null } }
    const slashed = SLASHED.exec(cell.trim())
    if (slashed && (dates === 'mdy' || isAmbiguousDay(cell) === 'mdy')) {
      const moment = readMoment(`${slashed[2]}.${slashed[1]}.${slashed[3]}${slashed[4]}`)
      if (moment) return { value: moment }
    }
  }
  const counted = from1904 && typeof cell === 'number' ? cell + FOUR_YEARS : cell
  const moment = readMoment(typeof counted === 'string' ? counted.replace(YEAR, '') : counted)
  return moment ? { value: moment } : { fault: say('«{{text}}» — не дата', { text: quoted(cell) }) }
}

/** How many decimals of a unit make a millionth of a kilogram, or a piece. */
const PLACES: Record<Unit, number> = { kg: 6, g: 3, t: 9, piece: 0, thousand: 3, liter: 6, ml: 3 }
const isPieces = (unit: Unit) => unit === 'piece' || unit === 'thousand'
const WRITTEN_UNIT = /^(.*?\d)\s*(кг|kg|г|гр|g|т|тонн|t|мл|ml|л|l|шт|тыс\.?\s*шт|тыс)\.?$/i
const UNIT_OF = words.behind as Record<string, Unit>

/** A number of a unit, perhaps with the unit behind it, in whole milligrams (or millionths) and pieces. */
export function readQuantity(cell: Cell, unit: Unit, fromZero = false): Read<number> {
  const fault = { fault: say('«{{text}}» — не число', { text: quoted(cell) }) }
  if (fromZero && (cell === 0 || cell === '0')) return { value: 0 }
  if (typeof cell === 'number') {
    // a float of Excel is rounded where its unit ends
    const value = Math.round(Math.abs(cell) * 10 ** PLACES[unit])
    const whole = unit !== 'piece' || Number.isInteger(cell)
    return Number.isSafeInteger(value) && cell > 0 && whole ? { value } : positive(cell, fault)
  }
  if (typeof cell !== 'string') return fault
  const [, digits, word] = WRITTEN_UNIT.exec(cell.trim()) ?? []
  const own = word ? (UNIT_OF[word.toLowerCase()] ?? 'thousand') : unit
  if (isPieces(own) !== isPieces(unit)) return fault
  const value = parseDecimal(digits ?? cell, PLACES[own])
  return value !== null && value > 0 ? { value } : positive(value ?? cell, fault)
}

const ROUBLES = /\s*(руб(\.|лей|ля|ль)?|р\.?|₽|rub)$/i

/** A price of a kilogram or a tonne → whole kopecks of a kilogram, half up. */
export function readPrice(cell: Cell, unit: Unit): Read<number> {
  const roubles = typeof cell === 'string' ? cell.trim().replace(ROUBLES, '') : cell
  const kopecks = parseDecimal(roubles, 2)
  if (kopecks === null || kopecks < 0) return { fault: say('«{{text}}» — не цена', { text: quoted(cell) }) }
  return { value: unit === 't' ? mulDiv(kopecks, 1, 1000) : kopecks }
}

/** «20 %» as people write it, or the fraction that Excel shows as such. */
export const readRate = (cell: Cell): Read<string> => {
  const rate = typeof cell === 'number' && cell < 1 ? Math.round(cell * 100) : cell
  return { value: String(rate).replace('%', '').trim() }
}

/** Our own words for things, in every language, as `plain` has them. */
export const ownWords = <K extends string>(titles: Partial<Record<K, string>>): ReadonlyMap<string, K> =>
  new Map(
    (Object.entries(titles) as [K, string][]).flatMap(([key, title]) =>
      [key, ...inEachLanguage((speak) => speak(title))].map((word) => [plain(word), key] as const),
    ),
  )
const SELECTIONS = ownWords(CONTENT.selection.words!)

const TAKEN_WORDS = ownWords(TAKEN)
/** What a reading of water was taken with, by our own words for it. */
export const readTaken = (cell: Cell): Read<keyof typeof TAKEN> => readWord(TAKEN_WORDS, cell)

/** A word of ours that a cell has. */
export function readWord<K extends string>(words: ReadonlyMap<string, K>, cell: Cell): Read<K> {
  const found = words.get(plain(String(cell)))
  return found === undefined ? { fault: say('«{{name}}»: скажите, что это', { name: quoted(cell) }) } : { value: found }
}

/** How the fish of a catch were chosen, by our own words for it. */
export const readSelection = (cell: Cell): Read<string> => readWord(SELECTIONS, cell)

const positive = (cell: Cell, fault: { fault: Phrase }): { fault: Phrase } =>
  typeof cell === 'number' && cell <= 0 ? { fault: 'Введите число больше нуля' } : fault

const ERROR =
  /^#(DIV\/0!|N\/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|GETTING_DATA|Н\/Д|ДЕЛ\/0!|ЗНАЧ!|ССЫЛКА!|ИМЯ\?|ЧИСЛО!)/

/** Why a cell has no value although something stands there. */
export const isError = (cell: Cell | undefined): boolean => typeof cell === 'string' && ERROR.test(cell.trim())

const CAGE_WORDS = /^(садок|садка|сад|cage|pen|номер|№|#|n|no)(?=[\s\d№#]|$)\s*/i

/** Nothing happened: a nought or a dash in a diary. */
export const isNothing = (cell: Cell | undefined): boolean =>
  isEmpty(cell) || cell === 0 || (typeof cell === 'string' && /^([-–—]+|0+([.,]0+)?)$/.test(cell.trim()))

/** «Садок 7», of a sheet or a row that heads a block of rows; null for anything else. */
export function cageOfHeading(text: string): string | null {
  const name = text.replace(/_x000[dD]_/g, ' ').trim()
  return /^(садок|cage|pen)\s*[№#]?\s*[\p{L}\d][\p{L}\d./-]{0,9}$/iu.test(name) ? name : null
}

const SUM = /^(итого|всего|total)(?![\p{L}])/iu

/** A row of sums is none of a day. */
export const isSum = (cells: readonly Cell[]): boolean => {
  const first = cells.find((cell) => !isEmpty(cell))
  return typeof first === 'string' && SUM.test(first.trim())
}

/** A name as it is compared: case, ё, spaces and points make no difference; «Садок №7», «7» and «07» are one cage. */
export function nameKey(list: string, name: string): string {
  let text = plain(name.replace(/_x000[dD]_/g, ' ')).replace(/[«»"']/g, '')
  if (list !== 'cage') return text
  for (let cut = text.replace(CAGE_WORDS, ''); cut !== text && cut !== ''; cut = text.replace(CAGE_WORDS, ''))
    text = cut
  return text.replace(/^0+(?=\d)/, '').replaceAll(' ', '')
}

/** A cell as the name that was meant: Excel keeps «7» as a number. */
export const nameOf = (cell: Cell): string =>
  (typeof cell === 'number'
    ? String(cell)
    : String(cell)
        .replace(/_x000[dD]_/g, ' ')
        .replace(/\s+/g, ' ')
  )
    .trim()
    .slice(0, 200)

/** «Садок №7» is cage 7 when it is created. */
export function cageNumber(name: string): string {
  let text = name
  for (let cut = text.replace(CAGE_WORDS, ''); cut !== text && cut !== ''; cut = text.replace(CAGE_WORDS, ''))
    text = cut
  return text
}
