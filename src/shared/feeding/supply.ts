/**
 * How long the feed in warehouses lasts, and what has to be ordered for it not to run out. Masses in milligrams, a need
 * a day; days as 'YYYY-MM-DD', the first of them today.
 */
import { addDays, daysBetween } from '../dates'

/** How a supplier delivers. */
export interface SupplyTerms {
  /** days from the order to the delivery */
  lead: number
  /** a delivery comes so many days before the feed runs out */
  safety: number
  /** what is ordered is a whole number of these; null is any */
  lot: number | null
  /** days of the week without deliveries, 1 is Monday */
  closed: readonly number[]
}

/** A module with warehouses of its own, or the warehouses that belong to none. */
export interface Source {
  left: number
  /** by day */
  needs: readonly number[]
}

export interface Drawn {
  /** what lies there as each day ends */
  left: number[]
  /** what is not there for each day */
  missing: number[]
}

/** Day after day each source takes of its own, and when that is gone of the common one, which they share. */
export function draw(sources: readonly Source[], common: number): { own: Drawn[]; common: number[] } {
  const own = sources.map((): Drawn => ({ left: [], missing: [] }))
  const days = Math.max(0, ...sources.map(({ needs }) => needs.length))
  const rest = sources.map(({ left }) => left)
  const shared: number[] = []
  for (let day = 0; day < days; day++) {
    sources.forEach(({ needs }, index) => {
      const need = needs[day] ?? 0
      const taken = Math.min(need, rest[index]!)
      const borrowed = Math.min(need - taken, common)
      rest[index]! -= taken
      common -= borrowed
      own[index]!.left.push(rest[index]!)
      own[index]!.missing.push(need - taken - borrowed)
    })
    shared.push(common)
  }
  return { own, common: shared }
}

export interface Order {
  /** the first day that is not fed whole */
  runsOut: string
  /** the last day to order; in the past when that was missed */
  orderBy: string
  /** when it comes: ordered in time, or today when that day is over */
  arrives: string
  late: boolean
  /** days between running out and the delivery */
  hungry: number
  /** until the last day, and rounded up to whole lots */
  missing: number
  amount: number
}

const WEEK = 7
/** 1 is Monday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || WEEK

/** The nearest day with deliveries, `step` days at a time; the day itself when there is none in a week. */
function openDay(day: string, closed: readonly number[], step: 1 | -1): string {
  for (let away = 0; away < WEEK; away++) {
    const tried = addDays(day, step * away)
    if (!closed.includes(weekdayOf(tried))) return tried
  }
  return day
}

/** What to order when; null while everything is fed. */
export function orderOf(
  days: readonly string[],
  missing: readonly number[],
  { lead, safety, lot, closed }: SupplyTerms,
): Order | null {
  const first = missing.findIndex((mass) => mass > 0)
  if (first < 0) return null
  const [today, runsOut] = [days[0]!, days[first]!]
  const wanted = openDay(addDays(runsOut, -safety), closed, -1)
  const orderBy = addDays(wanted, -lead)
  const late = orderBy < today
  const arrives = late ? openDay(addDays(today, lead), closed, 1) : wanted
  const total = missing.reduce((sum, mass) => sum + mass, 0)
  return {
    runsOut,
    orderBy,
    arrives,
    late,
    hungry: Math.max(0, daysBetween(runsOut, arrives)),
    missing: total,
    amount: lot === null ? total : Math.ceil(total / lot) * lot,
  }
}
