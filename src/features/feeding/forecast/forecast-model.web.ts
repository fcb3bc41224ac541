/** Sums of what the forecast answers: of the groups of a cage, and of cages. Pure. */
import { parseDay } from '../../../shared/dates'
import { classBounds, massWithin } from '../../../shared/feeding/weight-classes'
import type { ForecastCage, ForecastDay, ForecastGroup } from './forecast.contract'

/** All fish of some groups on a day: means of what they weigh, kg, and sums. */
export interface MeanDay {
  /** 'YYYY-MM-DD' */
  day: string
  count: number
  avg_weight: number
  low: number
  high: number
  weight: number
  /** of all coming days before; null where it is told of none of them */
  fed: number | null
  /** the average without the factor */
  plain: number
  factor: number
  weighings: number
}

function meanOf(day: string, days: readonly ForecastDay[]): MeanDay {
  const count = days.reduce((sum, one) => sum + one.count, 0)
  const mean = (pick: (one: ForecastDay) => number) => days.reduce((sum, one) => sum + pick(one) * one.count, 0) / count
  const fed = days.flatMap(({ fed_before }) => (fed_before === null ? [] : [fed_before]))
  return {
    day,
    count,
    avg_weight: mean((one) => one.avg_weight),
    low: mean((one) => one.low),
    high: mean((one) => one.high),
    weight: days.reduce((sum, one) => sum + one.weight, 0),
    fed: fed.length > 0 ? fed.reduce((sum, one) => sum + one, 0) : null,
    plain: mean((one) => one.without_factor.avg_weight),
    factor: mean((one) => one.factor),
    weighings: Math.max(...days.map((one) => one.weighings)),
  }
}

/** Day after day, of all fish there on each. */
export function meanDays(groups: readonly ForecastGroup[]): MeanDay[] {
  const byDay = new Map<string, ForecastDay[]>()
  for (const { days } of groups)
    for (const one of days) {
      const own = byDay.get(one.date)
      if (own) own.push(one)
      else byDay.set(one.date, [one])
    }
  return [...byDay]
    .map(([date, days]) => meanOf(parseDay(date)!, days))
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

export interface ClassRow {
  from: number
  /** Infinity of the last */
  to: number
  /** generation → kg */
  masses: Map<string, number>
}

/** The biomass of a day by weight of single fish, in classes, of each generation. */
export function biomassByClass(cages: readonly ForecastCage[], date: string): ClassRow[] {
  const fish = cages.flatMap(({ groups }) =>
    groups.flatMap(({ generation, days }) => {
      const day = days.find((one) => one.date === date)
      return day ? [{ generation, average: day.avg_weight, mass: day.weight }] : []
    }),
  )
  if (fish.length === 0) return []
  const bounds = classBounds(fish.map(({ average }) => average))
  return bounds.map((from, index) => {
    const to = bounds[index + 1] ?? Infinity
    const masses = new Map<string, number>()
    for (const { generation, average, mass } of fish)
      masses.set(generation, (masses.get(generation) ?? 0) + mass * massWithin(average, from, to))
    return { from, to, masses }
  })
}
