/** Costs of groups as answers tell them. */
import { type Part, PARTS, totalOf } from '../../../shared/fish-cost/cost'
import { addMonths, type GroupMonth, LEFT } from '../../../shared/fish-cost/fold'
import { MG_PER_KG, mulDiv, toKg, toUnits } from '../../../shared/numbers'
import type { CostFigures } from './fish-cost.contract'

export const inRoubles = (kopecks: number): number => kopecks / 100

/** Roubles for one of so many, to a kopeck, half up; null of nothing. */
export const per = (kopecks: number, amount: number, unit = 1): number | null =>
  amount > 0 ? (kopecks < 0 ? -1 : 1) * inRoubles(mulDiv(Math.abs(kopecks), unit, amount)) : null

export const percentOf = (part: number, whole: number): number | null => per(part, whole, 10_000)

const partsOf = (parts: readonly number[]) =>
  Object.fromEntries(PARTS.map((part, index) => [part, inRoubles(parts[index]!)])) as Record<Part, number>

const fishOf = (groups: readonly GroupMonth[]) => ({
  count: groups.reduce((sum, { group }) => sum + group.count, 0),
  mass: groups.reduce((sum, { group }) => sum + group.mass, 0),
})

export function figuresOf(groups: readonly GroupMonth[]): CostFigures {
  const { closing } = addMonths(groups)
  const { count, mass } = fishOf(groups)
  const cost = totalOf(closing.parts)
  return {
    count,
    weight: toKg(mass),
    ...partsOf(closing.parts),
    cost: inRoubles(cost),
    per_kg: per(cost, mass, MG_PER_KG),
    per_fish: per(cost, count),
    unpriced_feed: toUnits(closing.unpricedFeed),
    unpriced_fish: toKg(closing.unpricedFish),
  }
}

/** What came in, moved and left: opening and closing close the equation. */
export function flowsOf(groups: readonly GroupMonth[]) {
  const { opening, came, moved, left, closing } = addMonths(groups)
  const { count, mass } = fishOf(groups)
  const cost = totalOf(closing.parts)
  return {
    opening: inRoubles(opening),
    ...partsOf(came),
    moved: inRoubles(moved),
    ...(Object.fromEntries(LEFT.map((how) => [how, inRoubles(left[how])])) as Record<(typeof LEFT)[number], number>),
    closing: inRoubles(cost),
    count,
    weight: toKg(mass),
    per_kg: per(cost, mass, MG_PER_KG),
  }
}
