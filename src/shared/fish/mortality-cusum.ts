/**
 * Whether more fish die than is usual in their cage: a cumulative sum of how far each day lies above the cage's own
 * baseline (E. S. Page, «Continuous inspection schemes», 1954), of √(dead + ⅜), whose scatter does not grow with its
 * mean (F. J. Anscombe, 1948), with median and MAD in place of mean and deviation, so that an outbreak does not become
 * usual. Days are those on which the cage had fish; a day without a record is one on which nothing died.
 */
import { placeIn } from '../collections'

/** The baseline is of so many days with fish, at least of some, and ends before the day: an outbreak begins slowly. */
const BASELINE_DAYS = 28
const BASELINE_LEAST = 14
const BASELINE_ENDS = 3
/** What a day may lie above usual without adding to the sum, in deviations. */
const ALLOWANCE = 1
/** The least deviation, of the root: where almost nothing dies MAD is nothing. */
const DEVIATION_LEAST = 0.5
/** MAD of a normal distribution is so many times less than its deviation. */
const NORMAL = 1.4826
/** What rings. */
export interface MortalityLimits {
  /** the sum, in deviations */
  sum: number
  /** % a day, whatever is usual */
  percent: number
  /** fewer fish ring nothing */
  fish: number
}
const USUAL_LIMITS: MortalityLimits = { sum: 4, percent: 0.5, fish: 5 }

export interface MortalityDay {
  /** 'YYYY-MM-DD' */
  day: string
  dead: number
  /** pieces as it begins */
  count: number
}

export interface ControlDay extends MortalityDay {
  /** pieces that usually die in a day; null while the baseline is too short */
  usual: number | null
  /** the cumulative sum at the end of the day, before a signal sets it back */
  score: number
  signal: 'sum' | 'line' | null
}

const middleOf = (sorted: readonly number[]): number => {
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** The median of the distances from the median, outwards from the middle of values in order. */
function scatterOf(sorted: readonly number[], median: number): number {
  const half = sorted.length >> 1
  let right = placeIn(sorted, median)
  let left = right - 1
  let last = 0
  let before = 0
  for (let taken = 0; taken <= half; taken++) {
    const below = left >= 0 ? median - sorted[left]! : Infinity
    const above = right < sorted.length ? sorted[right]! - median : Infinity
    before = last
    last = below <= above ? below : above
    if (below <= above) left--
    else right++
  }
  return sorted.length % 2 === 1 ? last : (before + last) / 2
}

const rootOf = (dead: number) => Math.sqrt(dead + 3 / 8)

function signalOf({ dead, count }: MortalityDay, score: number, limits: MortalityLimits): ControlDay['signal'] {
  if (dead < limits.fish) return null
  if (score > limits.sum) return 'sum'
  return count > 0 && (100 * dead) / count >= limits.percent ? 'line' : null
}

/** Each day beside what is usual. `days` are those of one stay of fish, in order and without gaps. */
export function controlOf(days: readonly MortalityDay[], limits = USUAL_LIMITS): ControlDay[] {
  const roots = days.map(({ dead }) => rootOf(dead))
  const sorted: number[] = []
  let sum = 0
  return days.map((day, index) => {
    const newest = index - BASELINE_ENDS
    if (newest >= 0) sorted.splice(placeIn(sorted, roots[newest]!), 0, roots[newest]!)
    const oldest = newest - BASELINE_DAYS
    if (oldest >= 0) sorted.splice(placeIn(sorted, roots[oldest]!), 1)
    const { dead, count } = day
    if (sorted.length < BASELINE_LEAST)
      return { day: day.day, dead, count, usual: null, score: 0, signal: signalOf(day, 0, limits) }
    const median = middleOf(sorted)
    const deviation = Math.max(DEVIATION_LEAST, scatterOf(sorted, median) * NORMAL)
    const score = Math.max(0, sum + (roots[index]! - median) / deviation - ALLOWANCE)
    const signal = signalOf(day, score, limits)
    // whoever was told begins to watch anew
    sum = signal ? 0 : score
    return { day: day.day, dead, count, usual: Math.max(0, median * median - 3 / 8), score, signal }
  })
}
