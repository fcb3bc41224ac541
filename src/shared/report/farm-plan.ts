/** What a farm plans of a month, and how much of it falls upon a period. */
import { addDays } from '../dates'
import { MILLIONTHS } from '../numbers'

interface Measure {
  title: string
  unit: 'кг' | 'шт' | '₽'
  /** the smallest part of it that is planned, in millionths */
  step: number
}

/** The first is a state at the end of a month, the others add up over its days. */
export const PLANNED = {
  biomass: { title: 'Биомасса на конец', unit: 'кг', step: 1 },
  growth: { title: 'Прирост', unit: 'кг', step: 1 },
  fed: { title: 'Корм', unit: 'кг', step: 1 },
  lost_count: { title: 'Отход', unit: 'шт', step: MILLIONTHS },
  caught_weight: { title: 'Подъём рыбы', unit: 'кг', step: 1 },
  revenue: { title: 'Выручка', unit: '₽', step: MILLIONTHS / 100 },
  spending: { title: 'Затраты', unit: '₽', step: MILLIONTHS / 100 },
} as const satisfies Record<string, Measure>
export type Planned = keyof typeof PLANNED

export const PLANNED_NAMES = Object.keys(PLANNED) as [Planned, ...Planned[]]

const firstOf = (day: string) => `${day.slice(0, 7)}-01`
const nextMonth = (first: string) => firstOf(addDays(first, 31))
const dayOfMonth = (day: string) => BigInt(day.slice(8))

/** Whole a / b, b > 0, half up; mirrored at zero. */
const half = (a: bigint, b: bigint): bigint => (a < 0n ? -((-2n * a + b) / (2n * b)) : (2n * a + b) / (2n * b))

/** Days of a month divide it. */
const DAYS = 28n * 29n * 30n * 31n

/** What is planned of a measure, in millionths, by the first day of its month. */
export type PlanOf = ReadonlyMap<string, bigint>

/**
 * What falls upon the days of a period, each day of a month an equal part of it; rounded once. Null unless all its
 * months are planned. Days 'YYYY-MM-DD', both included.
 */
export function sumWithin(plan: PlanOf, start: string, end: string): bigint | null {
  let parts = 0n
  for (let first = firstOf(start); first <= end; first = nextMonth(first)) {
    const value = plan.get(first)
    if (value === undefined) return null
    const last = addDays(nextMonth(first), -1)
    const from = start > first ? dayOfMonth(start) : 1n
    const to = dayOfMonth(end < last ? end : last)
    parts += (value * (to - from + 1n) * DAYS) / dayOfMonth(last)
  }
  return half(parts, DAYS)
}

/**
 * What is planned to stand as a day ends: on the last of a month its plan, before it on the straight line from the end
 * of the month before. Null where either is not planned.
 */
export function stateOn(plan: PlanOf, day: string): bigint | null {
  const first = firstOf(day)
  const value = plan.get(first)
  const days = dayOfMonth(addDays(nextMonth(first), -1))
  const left = days - dayOfMonth(day)
  if (value === undefined || left === 0n) return value ?? null
  const before = plan.get(firstOf(addDays(first, -1)))
  return before === undefined ? null : half(before * left + value * (days - left), days)
}
