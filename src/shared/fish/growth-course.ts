/**
 * The growth of fish out of a ledger of days, made comparable: between two days on which their average was measured
 * the cube root of the weight rises evenly with the degree-days (so growth is told by TGC), what was sorted out is no
 * growth, and any range of weights can be cut out of it. Masses in mg, averages in g, roots in g^⅓, temperatures in °C.
 */
import { fcr, massAccumulation, sgrOfGain, tgcOfGain } from './growth'

/** A day of the fish of one cage or one generation. */
export interface CourseDay {
  /** 'YYYY-MM-DD' */
  day: string
  /** at its end */
  count: number
  mass: number
  /** pieces that died, that came from outside, and that left alive */
  dead: number
  came: number
  left: number
  /** what weighings, feed and differences of typed mass added, mg */
  grown: number
  /** mg */
  fed: number
  /** how many weighings; fish of a known average were put into an empty place */
  weighings: number
  stocked: boolean
  /** mean of the day */
  water: number
}

const MG_PER_GRAM = 1000
const rootOf = (mass: number, count: number) => Math.cbrt(mass / count / MG_PER_GRAM)

/** One day of growth. */
interface Step {
  day: string
  from: number
  to: number
  degreeDays: number
  fed: number
  /** its share of the mass that the fish gained between two measurements */
  grown: number
  dead: number
  came: number
  /** pieces as it begins */
  held: number
  /** the number of the measurement it begins after */
  after: number
}

/** A day of the drawn course: since its first day, days and degree-days; survival is a share of 1. */
export interface CoursePoint {
  day: string
  days: number
  degreeDays: number
  /** null before the first and after the last measurement, g */
  weight: number | null
  survival: number
}

export interface Course {
  /** days on which the average was measured, and by how many weighings */
  measured: readonly { day: string; weighings: number }[]
  steps: readonly Step[]
  points: readonly CoursePoint[]
  /** by the curve, g; null without two measurements */
  lightest: number | null
  heaviest: number | null
}

/** Unbroken presence of fish: the longest counts, as others are other fish. */
function longestLife(days: readonly CourseDay[]): readonly CourseDay[] {
  let [best, current]: CourseDay[][] = [[], []]
  for (const day of days) {
    current!.push(day)
    if (day.count > 0) continue
    if (current!.length > best!.length) best = current
    current = []
  }
  return current!.length > best!.length ? current! : best!
}

const isMeasured = ({ count, weighings, stocked }: CourseDay) => count > 0 && (weighings > 0 || stocked)

/** Growth of the root on a day, without what moving fish did to the average. */
const gainOf = ({ count, mass, grown }: CourseDay) =>
  count > 0 && mass > grown ? rootOf(mass, count) - rootOf(mass - grown, count) : 0

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)
const warmth = ({ water }: CourseDay) => Math.max(0, water)

/** The days after one measurement up to the next. `held` pieces at the end of the first. */
function stepsBetween(days: readonly CourseDay[], held: number, after: number): Step[] {
  const last = days.at(-1)!
  const end = rootOf(last.mass, last.count)
  const gain = sum(days, gainOf)
  const grown = sum(days, (day) => day.grown)
  const heat = sum(days, warmth)
  let root = end - gain
  let before = held
  return days.map((day) => {
    const share = heat > 0 ? warmth(day) / heat : 1 / days.length
    const step = {
      day: day.day,
      from: root,
      to: root + gain * share,
      degreeDays: warmth(day),
      fed: day.fed,
      grown: grown * share,
      dead: day.dead,
      came: day.came,
      held: before,
      after,
    }
    root = step.to
    before = day.count
    return step
  })
}

/**
 * The share of fish that did not die, day by day; those that left alive are no longer counted (Kaplan and Meier, 1958).
 */
function survivals(days: readonly CourseDay[], held: number): number[] {
  let [alive, before] = [1, held]
  return days.map(({ dead, came, count }) => {
    const atRisk = before + came
    if (dead > 0 && atRisk > 0) alive *= Math.max(0, 1 - dead / atRisk)
    before = count
    return alive
  })
}

/** `held`: the pieces before the first day. */
export function courseOf(all: readonly CourseDay[], held: number): Course {
  const days = longestLife(all)
  const before = days[0] === all[0] ? held : 0
  const measured = days.flatMap((day, place) => (isMeasured(day) ? [place] : []))
  const steps = measured
    .slice(1)
    .flatMap((place, index) =>
      stepsBetween(days.slice(measured[index]! + 1, place + 1), days[measured[index]!]!.count, index),
    )
  const roots = new Map(steps.map(({ day, to }) => [day, to]))
  const [first] = measured
  if (first !== undefined && steps.length > 0) roots.set(days[first]!.day, steps[0]!.from)
  const alive = survivals(days, before)
  let degreeDays = 0
  const points = days.map((day, place) => {
    if (place > 0) degreeDays += warmth(day)
    const root = roots.get(day.day)
    return {
      day: day.day,
      days: place,
      degreeDays,
      weight: root === undefined ? null : root ** 3,
      survival: alive[place]!,
    }
  })
  const weights = points.flatMap(({ weight }) => (weight === null ? [] : [weight]))
  const known = weights.length > 0
  return {
    measured: measured.map((place) => days[place]!),
    steps,
    points,
    lightest: known ? Math.min(...weights) : null,
    heaviest: known ? Math.max(...weights) : null,
  }
}

/** A range of average weights, g. */
export interface WeightRange {
  from: number
  to: number
}

/** What all of them went through; null where there is no such range. Those without a curve have no say. */
export function commonRange(courses: readonly Pick<Course, 'lightest' | 'heaviest'>[]): WeightRange | null {
  const known = courses.filter(({ lightest }) => lightest !== null)
  const from = Math.max(...known.map(({ lightest }) => lightest!))
  const to = Math.min(...known.map(({ heaviest }) => heaviest!))
  return known.length > 0 && from < to ? { from, to } : null
}

/** The part of a step whose weights lie within the range: from and to as shares of it. */
function insideOf({ from, to }: Step, low: number, high: number): [number, number] {
  if (from === to) return from >= low && from <= high ? [0, 1] : [0, 0]
  const ends = [(low - from) / (to - from), (high - from) / (to - from)].sort((one, other) => one - other)
  const begin = Math.max(0, ends[0]!)
  return [begin, Math.max(begin, Math.min(1, ends[1]!))]
}

export interface GrowthFigures {
  /** first and last day of the growth within the range */
  first: string
  last: string
  /** g */
  from: number
  to: number
  days: number
  degreeDays: number
  tgc: number | null
  km: number | null
  sgr: number | null
  fcr: number | null
  dead: number
  /** of the fish there were as it began and those that came, % */
  mortality: number | null
  /** those between which and at which the growth was measured, and the days of the first and the last measurement */
  weighings: number
  measured: [string, string]
}

interface Part {
  step: Step
  from: number
  to: number
  share: number
}

/** A part of a day this small is a matter of rounding. */
const SLIVER = 1e-6

/** The parts of the steps within a range; touching one of its ends is no growth in it. */
const partsWithin = (steps: readonly Step[], range: WeightRange | null): Part[] =>
  steps.flatMap((step) => {
    const [begin, end] = range ? insideOf(step, Math.cbrt(range.from), Math.cbrt(range.to)) : [0, 1]
    const at = (share: number) => step.from + share * (step.to - step.from)
    return end - begin > SLIVER ? [{ step, from: at(begin), to: at(end), share: end - begin }] : []
  })

/** The measures of growth within a range of weights, of all of it without one; null where nothing is known. */
export function figuresWithin({ steps, measured }: Course, range: WeightRange | null): GrowthFigures | null {
  const parts = partsWithin(steps, range)
  if (parts.length === 0) return null
  const gain = sum(parts, ({ from, to }) => to - from)
  const logarithm = sum(parts, ({ from, to }) => (from > 0 && to > 0 ? 3 * Math.log(to / from) : 0))
  const days = sum(parts, ({ share }) => share)
  const degreeDays = sum(parts, ({ step, share }) => share * step.degreeDays)
  const [first, last] = [parts[0]!, parts.at(-1)!]
  // deaths are whole fish, so they are of whole days, which open the journal
  const whole = steps.slice(steps.indexOf(first.step), steps.indexOf(last.step) + 1)
  const dead = sum(whole, (step) => step.dead)
  const behind = measured.slice(first.step.after, last.step.after + 2)
  const there = first.step.held + sum(whole, (step) => step.came)
  return {
    first: first.step.day,
    last: last.step.day,
    from: first.from ** 3,
    to: last.to ** 3,
    days,
    degreeDays,
    tgc: tgcOfGain(gain, degreeDays),
    km: massAccumulation(gain, days),
    sgr: sgrOfGain(logarithm, days),
    fcr: fcr(
      sum(parts, ({ step, share }) => share * step.fed),
      sum(parts, ({ step, share }) => share * step.grown),
    ),
    dead,
    mortality: there > 0 ? (100 * dead) / there : null,
    weighings: sum(behind, ({ weighings }) => weighings),
    measured: [behind[0]!.day, behind.at(-1)!.day],
  }
}
