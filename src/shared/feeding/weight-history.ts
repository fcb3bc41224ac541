/**
 * What became of groups of fish, told to the filter of their average weight: weighings, fish taken and fish that came,
 * in the order in which they happened. The same happenings give the same estimates, in whatever order they were
 * entered. Weights and masses in grams, days 'YYYY-MM-DD', moments minutes of farm time.
 */
import { instantOf } from '../alarms/moments'
import {
  copyOf,
  correct,
  firstEstimate,
  grow,
  NO_PRIOR,
  restart,
  UNKNOWN_SAMPLE,
  variationOf,
  type WeightEstimate,
  weightOf,
} from './weight-filter'
import { type Attempt, type Errors, openErrors, type Pool, type Trial, trialsOf } from './weight-errors'

/** An average was measured; `real`: by a weighing, which is compared with what was foretold. */
type Weighed = { type: 'weighed'; weight: number; sample: number | null; real: boolean }
/** Fish of a known weight, chosen by size, left `before` fish that had been there. */
type Taken = { type: 'taken'; before: number; count: number; mass: number }
/**
 * Fish came: to an empty cage as well known as in the groups they left, to others of a typed weight, else as much
 * heavier or lighter than those as the book has them (`held` its average of those that were there, null for none).
 */
interface Came {
  type: 'came'
  before: number
  held: number | null
  count: number
  weight: number | null
  book: number
  from: readonly number[]
}
/** Nothing: the estimate of this moment is asked for, or goes with fish that leave. */
type Seen = { type: 'seen'; day: string | null }

/** What happened to a group. */
export type Happening = Weighed | Taken | Came | Seen

export interface Moment {
  minute: number
  /** the operation's, where two share a minute */
  id: number
}

export const order = (a: Moment, b: Moment): number => a.minute - b.minute || a.id - b.id

export interface HistoryEvent extends Moment {
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

interface Told {
  /** group → day → what was known at its end */
  seen: Map<number, Map<string, GroupEstimate>>
  /** the last of each group, as they happened */
  trials: Trial[]
}

/** It goes on with the events: whoever keeps it keeps a copy. */
interface State {
  estimate: WeightEstimate
  weighings: number
  last: { minute: number; weight: number; sample: number | null } | null
}

const keptOf = ({ estimate, weighings, last }: State): State => ({ estimate: copyOf(estimate), weighings, last })

/** How fast fish of a cage and a weight run through a day, in thousands of degree-days. */
export type DayClock = (cage: number, day: string, weight: number) => number

/** A catch that moves the average by more than this makes them other fish. */
const SORTED = 0.01

function growTo(estimate: WeightEstimate, cage: number, { grown, days }: HistoryEvent, clock: DayClock): void {
  if (grown > 0) grow(estimate, grown)
  for (const day of days) grow(estimate, clock(cage, day, weightOf(estimate)))
}

/** Other fish now: they are known no better than before, and no better than an average nobody noted the sample of. */
function change(estimate: WeightEstimate, weight: number): void {
  const { rootVariance } = estimate
  restart(estimate, weight, UNKNOWN_SAMPLE)
  estimate.rootVariance = Math.max(estimate.rootVariance, rootVariance)
}

/** What is left when fish chosen by size were taken; a mass that cannot be leaves the average as it was. */
function take(estimate: WeightEstimate, { before, count, mass }: Taken): void {
  const average = weightOf(estimate)
  const rest = (average * before - mass) / (before - count)
  if (count >= before || rest * 2 < average || rest > average * 2) return
  if (Math.abs(rest / average - 1) > SORTED) change(estimate, rest)
  else estimate.root = Math.cbrt(rest)
}

const begun = (weight: number, sample: number | null): State => ({
  estimate: firstEstimate(weight, variationOf(sample), NO_PRIOR),
  weighings: 0,
  last: null,
})

function begin({ weight, sample, real }: Weighed, minute: number): State {
  const state = begun(weight, sample)
  return real ? { ...state, weighings: 1, last: { minute, weight, sample } } : state
}

/** Fish that came to an empty cage are as well known as where they came from, unless they were weighed on the way. */
function begunWith({ weight, book }: Came, source: State | undefined): State {
  if (!source) return begun(weight ?? book, null)
  const state = keptOf(source)
  if (weight !== null) restart(state.estimate, weight, UNKNOWN_SAMPLE)
  return state
}

function join(estimate: WeightEstimate, { before, held, count, weight, book }: Came) {
  const average = weightOf(estimate)
  const arrived = weight ?? (held ? (average * book) / held : book)
  change(estimate, (average * before + arrived * count) / (before + count))
}

/** A group as far as its events were gone through. */
interface Course {
  of: GroupHistory
  /** its place among them */
  owner: number
  events: Iterator<HistoryEvent>
  next: HistoryEvent | undefined
  state: State | undefined
  /** by operation: what was known of fish that others began with */
  lent: Map<number, State>
  /** what was known when days ended */
  looks: { day: string; minute: number; state: State }[]
  /** the last */
  attempts: Attempt[]
}

function openCourse(of: GroupHistory, owner: number): Course {
  const events = of.events[Symbol.iterator]()
  const next = events.next().value as HistoryEvent | undefined
  return { of, owner, events, next, state: undefined, lent: new Map(), looks: [], attempts: [] }
}

/** So many of the latest weighings of a group are tried. */
const TRIED = 12

function weigh(
  { owner, attempts }: Course,
  state: State,
  event: HistoryEvent,
  { weight, sample, real }: Weighed,
  errors: Errors,
): void {
  const { estimate } = state
  const { squares } = estimate
  const foretold = real ? copyOf(estimate) : null
  const variation = variationOf(sample)
  correct(estimate, weight, variation)
  const place = errors.add(owner, event, estimate.squares - squares)
  if (!foretold) return
  if (attempts.length === TRIED) attempts.shift()
  attempts.push({ place, foretold, weight, variation })
  state.weighings++
  state.last = { minute: event.minute, weight, sample }
}

/** What histories are folded with. */
interface Means {
  clock: DayClock
  /** operations that groups began with, of fish of others */
  beginning: ReadonlySet<number>
}

interface Fold extends Means {
  errors: Errors
}

/** What others know at a moment of fish that come from them. */
type Lender = (groups: readonly number[], event: HistoryEvent) => State | undefined

/** An event of a group; while nothing is known of it some tell nothing. */
function happen(course: Course, event: HistoryEvent, { clock, errors }: Fold, lent: Lender): void {
  const { what, minute } = event
  const { state } = course
  if (state) growTo(state.estimate, course.of.cage, event, clock)
  if (what.type === 'came') {
    if (state && what.before > 0) join(state.estimate, what)
    else course.state = begunWith(what, lent(what.from, event))
  } else if (what.type === 'weighed') {
    if (state) weigh(course, state, event, what, errors)
    else course.state = begin(what, minute)
  } else if (state) {
    if (what.type === 'taken') take(state.estimate, what)
    else if (what.day !== null) course.looks.push({ day: what.day, minute, state: keptOf(state) })
  }
}

/** Goes through the events of a group, up to a moment or all; first through those of groups that its fish came from. */
function openRunner(courses: ReadonlyMap<number, Course>, fold: Fold) {
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
    for (let event = course.next; event && !(until && order(event, until) > 0); event = course.next) {
      course.next = course.events.next().value as HistoryEvent | undefined
      happen(course, event, fold, lent)
      const { state } = course
      if (state && event.what.type !== 'came' && fold.beginning.has(event.id)) course.lent.set(event.id, keptOf(state))
    }
  }
  return goOn
}

const seenBy = ({ of, looks }: Course, pool: Pool) =>
  new Map(
    looks.map(({ day, minute, state: { estimate, weighings, last } }): [string, GroupEstimate] => {
      const widening = pool.wideningAt(minute, of, estimate)
      const weighed = last && { at: instantOf(last.minute), weight: last.weight, sample: last.sample }
      return [day, { estimate, widening, weighings, last: weighed }]
    }),
  )

/**
 * The estimates at the moments asked for, and how real weighings came out beside what was foretold. `pause` lets others
 * have their turn in a long one.
 */
export async function foldHistories(
  histories: readonly GroupHistory[],
  { pause, ...means }: Means & { pause?: () => Promise<void> | undefined },
): Promise<Told> {
  const [courses, errors] = [histories.map(openCourse), openErrors(histories)]
  const goOn = openRunner(new Map(courses.map((course) => [course.of.group, course])), { ...means, errors })
  for (const course of courses) {
    goOn(course)
    await pause?.()
  }
  const pool = errors.pool()
  const looked = courses.filter(({ looks }) => looks.length > 0)
  const trials = courses.flatMap(({ of, attempts }) => trialsOf(of, attempts, pool)).sort((a, b) => a.order - b.order)
  return {
    seen: new Map(looked.map((course) => [course.of.group, seenBy(course, pool)])),
    trials: trials.map(({ trial }) => trial),
  }
}
