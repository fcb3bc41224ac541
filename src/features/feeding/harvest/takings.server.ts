/** What rows of a harvest plan take out of a cage and leave in it, one after the other. Mass in milligrams. */
import type { AverageOn, ExpectedAverage, PresentGroup } from '../../../core/feeding/forecast/averages.server'
import { divRound } from '../../../shared/numbers'

/** A row of the plan as far as it takes fish: pieces or mass; without a group out of all. */
export interface Taking {
  id: number
  /** 'YYYY-MM-DD' */
  day: string
  generation: number | null
  category: number | null
  count: number | null
  weight: number | null
}

interface Amount {
  count: number
  mass: number
}

export interface Taken {
  /** of the group, or of all, as the day begins for this row */
  expected: Amount & ExpectedAverage
  takes: Amount
  left: Amount
  missing: Amount
  /** of the whole cage */
  before: number
  after: number
}

interface Held extends ExpectedAverage {
  group: PresentGroup
  count: number
}

const massOf = (held: readonly Held[], of: (one: Held) => number = ({ average }) => average) =>
  Math.round(held.reduce((sum, one) => sum + one.count * of(one), 0))
const countOf = (held: readonly { count: number }[]) => held.reduce((sum, { count }) => sum + count, 0)

/** The average of several groups; a band only where each has one. */
function averageOf(held: readonly Held[]): ExpectedAverage {
  const count = countOf(held)
  const mean = (of: (one: Held) => number | null) =>
    held.some((one) => of(one) === null) || count === 0
      ? null
      : divRound(
          massOf(held, (one) => of(one)!),
          count,
        )
  return { average: mean(({ average }) => average) ?? 0, low: mean(({ low }) => low), high: mean(({ high }) => high) }
}

/** Out of several groups fish are taken in proportion; what rounding leaves comes from the first that has it. */
function takeFrom(left: Map<PresentGroup, number>, own: readonly Held[], taken: number): void {
  const total = countOf(own)
  let rest = taken
  for (const { group, count } of own) {
    const share = total === 0 ? 0 : Math.floor((count * taken) / total)
    left.set(group, count - share)
    rest -= share
  }
  for (const { group } of own) {
    const more = Math.min(rest, left.get(group)!)
    left.set(group, left.get(group)! - more)
    rest -= more
  }
}

function wanted({ count, weight }: Taking, average: number): Amount {
  if (count !== null) return { count, mass: Math.round(count * average) }
  return { count: average > 0 ? Math.round(weight! / average) : 0, mass: weight! }
}

const isOwn = ({ generation, category }: Taking, { group }: Held) =>
  generation === null || (group.generation === generation && group.category === category)

/** By row; rows in the order of their days, `today` at the earliest. */
export function foldTakings(
  groups: readonly PresentGroup[],
  rows: readonly Taking[],
  averageOn: AverageOn,
  today: string,
): Map<number, Taken> {
  const left = new Map(groups.map((group) => [group, group.count]))
  const taken = new Map<number, Taken>()
  for (const row of rows) {
    const day = row.day < today ? today : row.day
    const all = groups.map((group): Held => ({ group, count: left.get(group)!, ...averageOn(group, day) }))
    const own = all.filter((held) => isOwn(row, held) && held.count > 0)
    const expected = { count: countOf(own), mass: massOf(own), ...averageOf(own) }
    const wants = wanted(row, expected.average)
    const missing = {
      count: Math.max(0, wants.count - expected.count),
      mass: Math.max(0, wants.mass - expected.mass),
    }
    const takes = { count: wants.count - missing.count, mass: wants.mass - missing.mass }
    takeFrom(left, own, takes.count)
    const before = massOf(all)
    taken.set(row.id, {
      expected,
      takes: wants,
      left: { count: expected.count - takes.count, mass: expected.mass - takes.mass },
      missing,
      before,
      after: before - takes.mass,
    })
  }
  return taken
}
