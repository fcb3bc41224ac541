/**
 * What became of groups of fish, told to the filter of their average weight: weighings, fish taken and fish that came,
 * in the order in which they happened. The same happenings give the same estimates, in whatever order they were
 * entered. Weights and masses in grams, days 'YYYY-MM-DD'.
 */
import {
  advance,
  bandOf,
  corrected,
  firstEstimate,
  NO_PRIOR,
  restart,
  UNKNOWN_SAMPLE,
  variationOf,
  type WeightEstimate,
  wideningOf,
} from './weight-filter'

/** What happened to a group. */
export type Happening =
  /** an average was measured; `real`: by a weighing, which is compared with what was foretold */
  | { type: 'weighed'; weight: number; sample: number | null; real: boolean }
  /** fish of a known weight, chosen by size, left `before` fish that had been there */
  | { type: 'taken'; before: number; count: number; mass: number }
  /**
   * fish came: to an empty cage as well known as in the groups they left, to others of a typed weight, else as much
   * heavier or lighter than those as the book has them (`held` its average of those that were there, null for none)
   */
  | {
      type: 'came'
      before: number
      held: number | null
      count: number
      weight: number | null
      book: number
      from: readonly number[]
    }
  /** nothing: the estimate of this moment is asked for, or goes with fish that leave */
  | { type: 'seen'; day: string | null }

export interface HistoryEvent {
  /** farm time, and the operation's id where two share a minute */
  at: string
  id: number
  what: Happening
  /** since the event before of this group: growth that the book has, in thousands of degree-days; days fed beside it */
  grown: number
  days: readonly string[]
}

export interface GroupHistory {
  group: number
  cage: number
  species: number
  /** ascending */
  events: readonly HistoryEvent[]
}

/** What is known of a group at a moment. */
export interface GroupEstimate {
  estimate: WeightEstimate
  /** by how much its bands are widened: by errors of its own forecasts, and of others of its species */
  widening: number
  /** how many real weighings stand behind it, and the last */
  weighings: number
  last: { at: string; weight: number; sample: number | null } | null
}

/** A weighing beside what was foretold of it. */
export interface Trial {
  group: number
  cage: number
  species: number
  at: string
  /** of the weight measured; above 0 the fish were foretold too heavy */
  error: number
  /** it lay within the band of 90 % */
  held: boolean
}

interface Told {
  /** group → day → what was known at its end */
  seen: Map<number, Map<string, GroupEstimate>>
  trials: Trial[]
}

interface State {
  estimate: WeightEstimate
  weighings: number
  last: GroupEstimate['last']
}

/** How fast fish of a cage and a weight run through a day, in thousands of degree-days. */
export type DayClock = (cage: number, day: string, weight: number) => number

/** So many latest errors of the farm say how far forecasts of a species are off. */
export const POOLED = 60
/** A catch that moves the average by more than this makes them other fish. */
const SORTED = 0.01

const weightOf = ({ root }: WeightEstimate) => Math.max(0, root) ** 3

interface Seen {
  of: GroupHistory
  event: HistoryEvent
}

/** 'YYYY-MM-DDTHH:mm' as YYYYMMDDHHmm */
function minuteOf(at: string): number {
  let minute = 0
  for (let place = 0; place < at.length; place++) {
    const digit = at.charCodeAt(place) - 48
    if (digit >= 0 && digit <= 9) minute = minute * 10 + digit
  }
  return minute
}

/** Those that leave come before those that arrive, what is only looked at last. */
const RANK: Record<Happening['type'], number> = { weighed: 0, taken: 1, seen: 2, came: 3 }

const withinMinute = (a: Seen, b: Seen): number =>
  a.event.id - b.event.id || RANK[a.event.what.type] - RANK[b.event.what.type] || a.of.group - b.of.group

/** Events of all groups as they happened. Minutes are sorted as numbers: comparing a farm's events takes far longer. */
function inOrder(histories: readonly GroupHistory[]): Seen[] {
  const all = histories.flatMap((of) => of.events.map((event): Seen => ({ of, event })))
  const minutes = new Float64Array(all.length)
  let first = Infinity
  for (let place = 0; place < all.length; place++) {
    const minute = (minutes[place] = minuteOf(all[place]!.event.at))
    if (minute < first) first = minute
  }
  const keys = new Float64Array(all.length)
  for (let place = 0; place < all.length; place++) keys[place] = (minutes[place]! - first) * all.length + place
  const places = new Int32Array(all.length)
  keys.sort().forEach((key, index) => (places[index] = key % all.length))
  const seen: Seen[] = []
  for (const place of places) seen.push(all[place]!)
  for (let from = 0, to = 0; from < seen.length; from = to) {
    const minute = minutes[places[from]!]
    do to++
    while (to < seen.length && minutes[places[to]!] === minute)
    if (to - from > 1)
      seen
        .slice(from, to)
        .sort(withinMinute)
        .forEach((one, index) => (seen[from + index] = one))
  }
  return seen
}

function afterDays(estimate: WeightEstimate, { of: { cage }, event }: Seen, clock: DayClock): WeightEstimate {
  let then = event.grown > 0 ? advance(estimate, event.grown) : estimate
  for (const day of event.days) then = advance(then, clock(cage, day, weightOf(then)))
  return then
}

/** Other fish now: they are known no better than before, and no better than an average nobody noted the sample of. */
function changed(estimate: WeightEstimate, weight: number): WeightEstimate {
  const begun = restart(estimate, weight, UNKNOWN_SAMPLE)
  return { ...begun, rootVariance: Math.max(begun.rootVariance, estimate.rootVariance) }
}

/** What is left when fish chosen by size were taken; a mass that cannot be leaves the average as it was. */
function afterTaking(estimate: WeightEstimate, { before, count, mass }: Extract<Happening, { type: 'taken' }>) {
  const average = weightOf(estimate)
  const rest = (average * before - mass) / (before - count)
  if (count >= before || rest * 2 < average || rest > average * 2) return estimate
  return Math.abs(rest / average - 1) > SORTED ? changed(estimate, rest) : { ...estimate, root: Math.cbrt(rest) }
}

const begun = (weight: number, sample: number | null): State => ({
  estimate: firstEstimate(weight, variationOf(sample), NO_PRIOR),
  weighings: 0,
  last: null,
})

/** Fish that came to an empty cage are as well known as where they came from, unless they were weighed on the way. */
function begunWith(
  { weight, book, from }: Extract<Happening, { type: 'came' }>,
  states: ReadonlyMap<number, State>,
): State {
  const source = from.map((group) => states.get(group)).find((one) => one !== undefined)
  if (!source) return begun(weight ?? book, null)
  return weight === null ? source : { ...source, estimate: restart(source.estimate, weight, UNKNOWN_SAMPLE) }
}

function afterComing(own: State, { before, held, count, weight, book }: Extract<Happening, { type: 'came' }>): State {
  const average = weightOf(own.estimate)
  const arrived = weight ?? (held ? (average * book) / held : book)
  return { ...own, estimate: changed(own.estimate, (average * before + arrived * count) / (before + count)) }
}

/** Errors of the latest forecasts, so many as count, in their order: columns, since every weighing reads them all. */
interface Misses {
  groups: Int32Array
  species: Int32Array
  squares: Float64Array
  many: number
}

const openMisses = (): Misses => ({
  groups: new Int32Array(POOLED),
  species: new Int32Array(POOLED),
  squares: new Float64Array(POOLED),
  many: 0,
})

/** The oldest makes room. */
function addMiss(misses: Misses, { group, species }: GroupHistory, square: number): void {
  const { groups, species: kinds, squares } = misses
  if (misses.many === POOLED) for (const column of [groups, kinds, squares]) column.copyWithin(0, 1)
  else misses.many++
  const last = misses.many - 1
  groups[last] = group
  kinds[last] = species
  squares[last] = square
}

/** Squares of a group's own errors, and of the latest of others of its species. */
function widened({ estimate }: State, { of: { group, species } }: Seen, misses: Misses): number {
  let { squares, count } = estimate
  for (let index = 0; index < misses.many; index++) {
    if (misses.species[index] !== species || misses.groups[index] === group) continue
    squares += misses.squares[index]!
    count++
  }
  return wideningOf({ squares, count })
}

/** What is known while the events are gone through. */
interface Course extends Told {
  states: Map<number, State>
  misses: Misses
}

function weigh(
  one: Seen,
  own: State,
  { weight, sample, real }: Extract<Happening, { type: 'weighed' }>,
  { misses, trials }: Course,
): State {
  const { group, cage, species } = one.of
  const { at } = one.event
  const variation = variationOf(sample)
  const band = bandOf(own.estimate, 0.9, { variation, widening: widened(own, one, misses) })
  const estimate = corrected(own.estimate, weight, variation)
  addMiss(misses, one.of, estimate.squares - own.estimate.squares)
  if (!real) return { ...own, estimate }
  const held = band.low <= weight && weight <= band.high
  trials.push({ group, cage, species, at, error: band.weight / weight - 1, held })
  return { estimate, weighings: own.weighings + 1, last: { at, weight, sample } }
}

/** What is known of a group after an event; undefined when nothing was known and it tells nothing. */
function after(one: Seen, clock: DayClock, course: Course): State | undefined {
  const { group } = one.of
  const { what, at } = one.event
  const before = course.states.get(group)
  const then = before && afterDays(before.estimate, one, clock)
  const own = before && (then === before.estimate ? before : { ...before, estimate: then! })
  if (what.type === 'came') return own && what.before > 0 ? afterComing(own, what) : begunWith(what, course.states)
  if (what.type === 'weighed') {
    if (own) return weigh(one, own, what, course)
    const { weight, sample, real } = what
    const first = begun(weight, sample)
    return real ? { ...first, weighings: 1, last: { at, weight, sample } } : first
  }
  if (!own) return undefined
  if (what.type === 'taken') return { ...own, estimate: afterTaking(own.estimate, what) }
  if (what.day !== null) {
    const days = course.seen.get(group) ?? new Map<string, GroupEstimate>()
    course.seen.set(group, days.set(what.day, { ...own, widening: widened(own, one, course.misses) }))
  }
  return own
}

/** So many events are gone through at once. */
const EVENTS_AT_ONCE = 2000

/**
 * The estimates at the moments asked for, and how real weighings came out beside what was foretold. `pause` lets others
 * have their turn in a long one.
 */
export async function foldHistories(
  histories: readonly GroupHistory[],
  clock: DayClock,
  pause?: () => Promise<unknown>,
): Promise<Told> {
  const course: Course = { states: new Map(), misses: openMisses(), seen: new Map(), trials: [] }
  const all = inOrder(histories)
  for (let index = 0; index < all.length; index++) {
    const one = all[index]!
    const state = after(one, clock, course)
    if (state) course.states.set(one.of.group, state)
    if (index % EVENTS_AT_ONCE === EVENTS_AT_ONCE - 1) await pause?.()
  }
  return { seen: course.seen, trials: course.trials }
}
