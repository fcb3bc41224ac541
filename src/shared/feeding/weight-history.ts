/**
 * What became of groups of fish, told to the filter of their average weight: weighings, fish taken and fish that came,
 * in the order in which they happened. The same happenings give the same estimates, in whatever order they were
 * entered. Weights and masses in grams, days 'YYYY-MM-DD'.
 */
import { minutesOf } from '../alarms/moments'
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
} from './weight-filter'
import { type ErrorsOf, poolOf } from './weight-errors'

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
  /** ascending; those of a farm are tens of thousands, so each may be made when it is asked for */
  events: Iterable<HistoryEvent>
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
  /** the last of each group, as they happened */
  trials: Trial[]
}

interface State {
  estimate: WeightEstimate
  weighings: number
  last: GroupEstimate['last']
}

/** How fast fish of a cage and a weight run through a day, in thousands of degree-days. */
export type DayClock = (cage: number, day: string, weight: number) => number

/** A catch that moves the average by more than this makes them other fish. */
const SORTED = 0.01

const weightOf = ({ root }: WeightEstimate) => Math.max(0, root) ** 3

function afterDays(estimate: WeightEstimate, cage: number, { grown, days }: HistoryEvent, clock: DayClock) {
  let then = grown > 0 ? advance(estimate, grown) : estimate
  for (const day of days) then = advance(then, clock(cage, day, weightOf(then)))
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
function begunWith({ weight, book }: Extract<Happening, { type: 'came' }>, source: State | undefined): State {
  if (!source) return begun(weight ?? book, null)
  return weight === null ? source : { ...source, estimate: restart(source.estimate, weight, UNKNOWN_SAMPLE) }
}

function afterComing(own: State, { before, held, count, weight, book }: Extract<Happening, { type: 'came' }>): State {
  const average = weightOf(own.estimate)
  const arrived = weight ?? (held ? (average * book) / held : book)
  return { ...own, estimate: changed(own.estimate, (average * before + arrived * count) / (before + count)) }
}

/** A weighing and what was foretold of it. */
interface Attempt {
  at: string
  /** among the errors of its group */
  place: number
  foretold: WeightEstimate
  weight: number
  variation: number
}

/** A group as far as its events were gone through. */
interface Course {
  of: GroupHistory
  events: Iterator<HistoryEvent>
  next: HistoryEvent | undefined
  state: State | undefined
  /** by operation: what was known of fish that others began with */
  lent: Map<number, State>
  /** what was known when days ended */
  looks: { day: string; at: string; state: State }[]
  errors: ErrorsOf
  /** the last */
  attempts: Attempt[]
}

function openCourse(of: GroupHistory): Course {
  const events = of.events[Symbol.iterator]()
  const errors = { group: of.group, species: of.species, minutes: [], ids: [], squares: [] }
  const next = events.next().value as HistoryEvent | undefined
  return { of, events, next, state: undefined, lent: new Map(), looks: [], errors, attempts: [] }
}

/** So many of the latest weighings of a group are tried. */
const TRIED = 12

function weigh(
  { errors, attempts }: Course,
  own: State,
  { at, id }: HistoryEvent,
  { weight, sample, real }: Extract<Happening, { type: 'weighed' }>,
): State {
  const variation = variationOf(sample)
  const estimate = corrected(own.estimate, weight, variation)
  if (real) {
    if (attempts.length === TRIED) attempts.shift()
    attempts.push({ at, place: errors.squares.length, foretold: own.estimate, weight, variation })
  }
  errors.minutes.push(minutesOf(at))
  errors.ids.push(id)
  errors.squares.push(estimate.squares - own.estimate.squares)
  return real ? { estimate, weighings: own.weighings + 1, last: { at, weight, sample } } : { ...own, estimate }
}

/** What others know at a moment of fish that come from them. */
type Lender = (groups: readonly number[], event: HistoryEvent) => State | undefined

/** What is known of a group after an event; undefined when nothing was known and it tells nothing. */
function after(course: Course, event: HistoryEvent, clock: DayClock, lent: Lender): State | undefined {
  const { what, at } = event
  const before = course.state
  const then = before && afterDays(before.estimate, course.of.cage, event, clock)
  const own = before && (then === before.estimate ? before : { ...before, estimate: then! })
  if (what.type === 'came')
    return own && what.before > 0 ? afterComing(own, what) : begunWith(what, lent(what.from, event))
  if (what.type === 'weighed') {
    if (own) return weigh(course, own, event, what)
    const { weight, sample, real } = what
    const first = begun(weight, sample)
    return real ? { ...first, weighings: 1, last: { at, weight, sample } } : first
  }
  if (!own) return undefined
  if (what.type === 'taken') return { ...own, estimate: afterTaking(own.estimate, what) }
  if (what.day !== null) course.looks.push({ day: what.day, at, state: own })
  return own
}

const isAfter = (one: HistoryEvent, other: HistoryEvent) =>
  one.at > other.at || (one.at === other.at && one.id > other.id)

/** Goes through the events of a group, up to a moment or all; first through those of groups that its fish came from. */
function openRunner(courses: ReadonlyMap<number, Course>, clock: DayClock, beginning: ReadonlySet<number>) {
  const lent: Lender = (groups, event) => {
    for (const group of groups) {
      const source = courses.get(group)
      if (source) goOn(source, event)
      const state = source?.lent.get(event.id)
      if (state) return state
    }
    return undefined
  }
  const goOn = (course: Course, until?: HistoryEvent): void => {
    for (let event = course.next; event && !(until && isAfter(event, until)); event = course.next) {
      course.next = course.events.next().value as HistoryEvent | undefined
      course.state = after(course, event, clock, lent) ?? course.state
      if (course.state && event.what.type !== 'came' && beginning.has(event.id)) course.lent.set(event.id, course.state)
    }
  }
  return goOn
}

interface Means {
  clock: DayClock
  /** operations that groups began with, of fish of others */
  beginning: ReadonlySet<number>
  /** lets others have their turn in a long one */
  pause?: () => Promise<void> | undefined
}

type Pool = ReturnType<typeof poolOf>

const seenBy = ({ of, looks }: Course, pool: Pool) =>
  new Map(
    looks.map(({ day, at, state }): [string, GroupEstimate] => {
      const widening = pool.wideningAt(minutesOf(at), of, state.estimate)
      return [day, { ...state, widening }]
    }),
  )

/** With their places among the errors of the farm. */
const trialsOf = ({ of, attempts }: Course, owner: number, pool: Pool) =>
  attempts.map(({ at, place, foretold, weight, variation }) => {
    const { group, cage, species } = of
    const order = pool.orderOf(owner, place)
    const band = bandOf(foretold, 0.9, { variation, widening: pool.widening(order, of, foretold) })
    const held = band.low <= weight && weight <= band.high
    return { order, trial: { group, cage, species, at, error: band.weight / weight - 1, held } }
  })

/** The estimates at the moments asked for, and how real weighings came out beside what was foretold. */
export async function foldHistories(
  histories: readonly GroupHistory[],
  { clock, beginning, pause }: Means,
): Promise<Told> {
  const courses = histories.map(openCourse)
  const goOn = openRunner(new Map(courses.map((course) => [course.of.group, course])), clock, beginning)
  for (const course of courses) {
    goOn(course)
    await pause?.()
  }
  const pool = poolOf(courses.map(({ errors }) => errors))
  const looked = courses.filter(({ looks }) => looks.length > 0)
  const trials = courses.flatMap((course, owner) => trialsOf(course, owner, pool)).sort((a, b) => a.order - b.order)
  return {
    seen: new Map(looked.map((course) => [course.of.group, seenBy(course, pool)])),
    trials: trials.map(({ trial }) => trial),
  }
}
