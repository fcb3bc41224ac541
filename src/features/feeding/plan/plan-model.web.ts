/**
 * A plan as it is edited: rows of cells with the text that is shown and the exact number behind it. Masses in mg,
 * temperatures in millionths of a °C; the number of a cell that is no number is null.
 */
import type { InputOf } from '../../../shared/contract'
import { parseDay } from '../../../shared/dates'
import { differ, reasonFor, recalculate, type PlanRules, type Reason } from '../../../shared/feeding/plan'
import type { OxygenReading } from '../../../shared/feeding/water-limits'
import { MAX_QUANTITY, MILLIONTHS, parseDecimal } from '../../../shared/numbers'
import type { planCalls } from '../../../core/feeding/plan/plan.contract'
import type { PlanNorms, PlanSituation } from '../../../core/feeding/plan/plan-shapes.contract'

export interface Cell {
  /** with a point, as it is typed */
  text: string
  value: number | null
}

export const CELLS = ['avg_weight', 'count', 'temperature', 'rate', 'growth'] as const
export type CellKey = (typeof CELLS)[number]

/** How many decimals are shown. */
const SHOWN: Record<CellKey, number> = { avg_weight: 4, count: 0, temperature: 1, rate: 2, growth: 2 }
const PLACES: Record<CellKey, number> = { avg_weight: 6, count: 0, temperature: 6, rate: 6, growth: 6 }

export interface Line {
  key: string
  /** DD.MM.YYYY */
  date: string
  cage_id: number | null
  /** good id */
  feed: string
  /** mg */
  weight: number | null
  cells: Record<CellKey, Cell>
  rateKept: boolean
  growthKept: boolean
}

/** What of a cage and a day the numbers of a row depend on. */
export type Known = Pick<PlanSituation, 'coefficient' | 'oxygen' | 'temperature' | 'feed_type_id'>

/** What a plan is computed by. */
export interface Book {
  norms: ReadonlyMap<number, PlanNorms>
  /** null for a cage of which nothing is known */
  knownOf: (line: Line) => Known | null
  rules: PlanRules
}

const EMPTY: Cell = { text: '', value: null }

/** A cell that shows a number rounded, and keeps it exact. */
export function cellOf(key: CellKey, value: number | null): Cell {
  if (value === null || !Number.isFinite(value)) return EMPTY
  const shown = key === 'count' ? value : value / MILLIONTHS
  return { text: shown.toFixed(SHOWN[key]), value }
}

/** A cell as a person has typed it. */
export const typedCell = (key: CellKey, text: string): Cell => {
  const value = parseDecimal(text, PLACES[key])
  const sound = value !== null && (key === 'temperature' || value >= 0) && !(value === 0 && key === 'count')
  return { text, value: sound && !(key === 'avg_weight' && value === 0) ? value : null }
}

const oxygenOf = ({ oxygen }: Known): OxygenReading | null =>
  oxygen && { value: Math.round(oxygen.value * MILLIONTHS), unit: oxygen.unit }

const valueOf = (line: Line, key: CellKey) => line.cells[key].value

/** What the norms say of a row; null where they say nothing, or its numbers are none. */
function reasonOf(line: Line, { norms, knownOf, rules }: Book): Reason | null {
  const [count, temperature] = [valueOf(line, 'count'), valueOf(line, 'temperature')]
  const norm = norms.get(Number(line.feed))
  const day = parseDay(line.date)
  if (!norm || !day || line.weight === null || count === null || temperature === null) return null
  const known = knownOf(line)
  const coefficient = Math.round((known?.coefficient ?? 1) * MILLIONTHS)
  const situation = { day, temperature, coefficient, oxygen: known && oxygenOf(known) }
  return reasonFor(norm.seasons, { mass: line.weight, count }, situation, rules)
}

export interface Verdict {
  reason: Reason | null
  /** mg; null where the norms say nothing */
  calcRate: number | null
  calcGrowth: number | null
}

function judge(line: Line, book: Book): Verdict {
  const reason = reasonOf(line, book)
  if (!reason || line.weight === null) return { reason: null, calcRate: null, calcGrowth: null }
  const rate = valueOf(line, 'rate')
  const numbers = recalculate(line.weight, rate ?? 0, reason)
  return {
    reason,
    calcRate: Math.round(numbers.ration),
    calcGrowth: rate === null ? Math.round(numbers.growthOfRation) : Math.round(numbers.growth),
  }
}

/** Rows are never changed but replaced, so each is computed once: hundreds of others stay while one is typed into. */
const judged = new WeakMap<Book, WeakMap<Line, Verdict>>()

/** What the system computes for a row as it stands. */
export function verdictOf(line: Line, book: Book): Verdict {
  const known = judged.get(book) ?? new WeakMap<Line, Verdict>()
  judged.set(book, known)
  const verdict = known.get(line) ?? judge(line, book)
  known.set(line, verdict)
  return verdict
}

export type Alert = 'alert' | 'kept' | null

const alertOf = (value: number | null, calculated: number | null, kept: boolean): Alert => {
  if (value === null || calculated === null || !differ(value, calculated)) return null
  return kept ? 'kept' : 'alert'
}
export const rateAlert = (line: Line, { calcRate }: Verdict) => alertOf(valueOf(line, 'rate'), calcRate, line.rateKept)
export const growthAlert = (line: Line, { calcGrowth }: Verdict) =>
  alertOf(valueOf(line, 'growth'), calcGrowth, line.growthKept)

/** The cells in which a row is wrong. */
export const wrongCells = (line: Line): CellKey[] => CELLS.filter((key) => valueOf(line, key) === null)
export const isWrong = (line: Line): boolean =>
  line.cage_id === null || line.feed === '' || line.weight === null || wrongCells(line).length > 0

/** Average × count, as long as both are numbers that a farm can have. */
function productOf({ avg_weight, count }: Line['cells']): number | null {
  if (avg_weight.value === null || count.value === null) return null
  const weight = avg_weight.value * count.value
  return weight <= MAX_QUANTITY ? weight : null
}

/** Growth follows what it is computed from, unless a person has typed another; empty cells are filled in. */
function follow(before: Line, line: Line, book: Book): Line {
  const [was, is] = [verdictOf(before, book), verdictOf(line, book)]
  const cells = { ...line.cells }
  if (cells.rate.text === '' && is.calcRate !== null) cells.rate = cellOf('rate', is.calcRate)
  const own =
    valueOf(before, 'growth') !== null && was.calcGrowth !== null && differ(valueOf(before, 'growth')!, was.calcGrowth)
  const { calcGrowth } = verdictOf({ ...line, cells }, book)
  if (!own && calcGrowth !== null) cells.growth = cellOf('growth', calcGrowth)
  return { ...line, cells }
}

/** The row after a cell was typed. */
export function withText(line: Line, key: CellKey, text: string, book: Book): Line {
  const cells = { ...line.cells, [key]: typedCell(key, text) }
  const weighed = key === 'avg_weight' || key === 'count'
  const next = { ...line, cells, weight: weighed ? productOf(cells) : line.weight }
  if (key === 'growth') return { ...next, growthKept: false }
  const asked = { ...next, rateKept: key === 'rate' ? false : next.rateKept }
  return follow(line, asked, book)
}

export const withFeed = (line: Line, feed: string, book: Book): Line =>
  follow(line, { ...line, feed, rateKept: false, growthKept: false }, book)

/** Takes what was calculated. */
export function applied(line: Line, key: 'rate' | 'growth', book: Book): Line {
  const { calcRate, calcGrowth } = verdictOf(line, book)
  const value = key === 'rate' ? calcRate : calcGrowth
  const next = { ...line, cells: { ...line.cells, [key]: cellOf(key, value) } }
  return key === 'rate' ? follow(line, { ...next, rateKept: false }, book) : { ...next, growthKept: false }
}

/** Leaves what was typed. */
export const kept = (line: Line, key: 'rate' | 'growth'): Line =>
  key === 'rate' ? { ...line, rateKept: true } : { ...line, growthKept: true }

interface Numbers {
  date: string
  cage_id: number
  feed_type_id: number
  avg_weight: number
  count: number
  weight: number
  temperature: number | null
  rate: number | null
  growth: number | null
  is_rate_alert_dismissed: boolean
  is_growth_alert_dismissed: boolean
}

const inParts = (value: number | null) => (value === null ? null : Math.round(value * MILLIONTHS))

/** A row that the server told, stored or proposed. */
export const lineOf = (row: Numbers): Line => ({
  key: `${row.date} ${row.cage_id} ${row.feed_type_id}`,
  date: row.date,
  cage_id: row.cage_id,
  feed: String(row.feed_type_id),
  weight: inParts(row.weight),
  cells: {
    avg_weight: cellOf('avg_weight', inParts(row.avg_weight)),
    count: cellOf('count', row.count),
    temperature: cellOf('temperature', inParts(row.temperature)),
    rate: cellOf('rate', inParts(row.rate)),
    growth: cellOf('growth', inParts(row.growth)),
  },
  rateKept: row.is_rate_alert_dismissed,
  growthKept: row.is_growth_alert_dismissed,
})

export interface Fish {
  cage_id: number
  avg_weight: number
  count: number
  weight: number
}

/** A new row for the fish of a cage, with what its calculation assigns. */
export function freshLine(key: string, date: string, fish: Fish | null, known: Known | null, book: Book): Line {
  const line: Line = {
    key,
    date,
    cage_id: fish?.cage_id ?? null,
    feed: known?.feed_type_id ? String(known.feed_type_id) : '',
    weight: fish && fish.count > 0 ? inParts(fish.weight) : null,
    cells: {
      avg_weight: fish && fish.count > 0 ? cellOf('avg_weight', inParts(fish.avg_weight)) : EMPTY,
      count: fish && fish.count > 0 ? cellOf('count', fish.count) : EMPTY,
      temperature: cellOf('temperature', inParts(known?.temperature ?? null)),
      rate: EMPTY,
      growth: EMPTY,
    },
    rateKept: false,
    growthKept: false,
  }
  return follow(line, line, book)
}

/** Averages nearer to each other than this are the same: growth of the days between moves them a little. */
const SAME_AVERAGE = 0.01

/** Whether a row is for other fish than there are by now. */
export function isOfOthers({ cells }: Line, { avg_weight, count }: Fish): boolean {
  const [average, pieces] = [cells.avg_weight.value, cells.count.value]
  if (average === null || pieces === null) return false
  return pieces !== count || Math.abs(average / MILLIONTHS / avg_weight - 1) >= SAME_AVERAGE
}

/** The row for the fish that there are. */
export function withFish(line: Line, { avg_weight, count, weight }: Fish, book: Book): Line {
  const cells = { ...line.cells, avg_weight: cellOf('avg_weight', inParts(avg_weight)), count: cellOf('count', count) }
  return follow(line, { ...line, cells, weight: inParts(weight) }, book)
}

/** The fish that a row leaves for the next day. */
export function fishAfter(line: Line): Fish | null {
  const [count, growth] = [valueOf(line, 'count'), valueOf(line, 'growth')]
  if (line.weight === null || count === null || line.cage_id === null) return null
  const mass = line.weight + (growth ?? 0)
  return { cage_id: line.cage_id, count, weight: mass / MILLIONTHS, avg_weight: mass / count / MILLIONTHS }
}

type Sent = InputOf<typeof planCalls.saveCage>['plan'][number]

/** A sound row as it is saved, in the exact numbers behind its texts. */
export function sentOf(line: Line): Sent {
  const kg = (key: CellKey) => valueOf(line, key)! / MILLIONTHS
  return {
    date: line.date,
    cage_id: line.cage_id!,
    feed_type_id: Number(line.feed),
    avg_weight: kg('avg_weight'),
    count: valueOf(line, 'count')!,
    weight: line.weight! / MILLIONTHS,
    temperature: kg('temperature'),
    rate: kg('rate'),
    growth: kg('growth'),
    is_rate_alert_dismissed: line.rateKept,
    is_growth_alert_dismissed: line.growthKept,
  }
}

/** kg of each feed, by good id; null for rows without one. */
export function sumsByFeed(lines: readonly Line[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const line of lines)
    if (line.feed) sums.set(line.feed, (sums.get(line.feed) ?? 0) + (valueOf(line, 'rate') ?? 0))
  return sums
}

export const sumOf = (lines: readonly Line[], of: (line: Line) => number | null): number =>
  lines.reduce((sum, line) => sum + (of(line) ?? 0), 0)
