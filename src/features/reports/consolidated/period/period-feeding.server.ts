/** What cages were fed in a period, and which calculations were in force while they had fish. */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../../shared/dates'
import type { Speak } from '../../../../shared/say'
import type { Fed, Life, Place, Reader, Stretch } from '../parts/movements.server'
import type { CageFeeding } from './period.contract'
import { warningOf } from '../parts/feed-warning.server'
import { kg } from '../parts/sums.server'

export interface Calc {
  id: number
  name: string
  good: number
  feed: string
  location_ids: number[]
  age_category_ids: number[]
  cage_ids: number[]
  starts_on: string
  ends_on: string | null
}

/** The newest first. */
export const readCalcs = ({ tx, company }: Reader, { start, end }: Stretch): Promise<Calc[]> =>
  tx.rows<Calc>(sql`
    select k.id, k.name, k.good_id as good, g.name as feed, k.location_ids, k.age_category_ids, k.cage_ids, k.starts_on,
      k.ends_on
    from feed_calcs k join goods g on g.company_id = ${company.id} and g.id = k.good_id
    where k.company_id = ${company.id} and k.archived_at is null and k.starts_on <= ${dayOf(end)}::date
      and (k.ends_on is null or k.ends_on >= ${dayOf(start)}::date)
    order by k.id desc`)

const lasts = (day: string, from: string, to: string | null) => from <= day && (to === null || day <= to)
const covers = (ids: readonly number[], id: number) => ids.length === 0 || ids.includes(id)

/** Those that decided on some day with fish: of several that cover it the newest. */
function inForce(calcs: readonly Calc[], place: Place, lives: readonly Life[], { start, end }: Stretch): Calc[] {
  const own = calcs.filter((calc) => covers(calc.cage_ids, place.id) && covers(calc.location_ids, place.location_id))
  if (own.length === 0) return []
  const stays = lives.map((life) => ({
    category: life.age_category_id,
    from: dayOf(life.first_at),
    to: life.closed_at && dayOf(life.closed_at),
  }))
  const spans = [
    ...own.map(({ starts_on, ends_on }) => [starts_on, ends_on]),
    ...stays.map(({ from, to }) => [from, to]),
  ]
  const turns = spans.flatMap(([from, to]) => [from!, ...(to ? [addDays(to, 1)] : [])])
  const [first, last] = [dayOf(start), dayOf(end)]
  const days = new Set([first, ...turns.filter((day) => day > first && day <= last)])
  const found = new Set<Calc>()
  for (const day of days) {
    const there = stays.filter(({ from, to }) => lasts(day, from, to))
    const calc = own.find(
      ({ starts_on, ends_on, age_category_ids }) =>
        lasts(day, starts_on, ends_on) && there.some(({ category }) => covers(age_category_ids, category)),
    )
    if (calc) found.add(calc)
  }
  return [...found]
}

/** Null for a cage without fish and feed. */
export function feedingOf(
  place: Place,
  lives: readonly Life[],
  fed: readonly Fed[],
  { calcs, stretch, speak }: { calcs: readonly Calc[]; stretch: Stretch; speak: Speak },
): CageFeeding {
  const own = inForce(calcs, place, lives, stretch)
  const assigned = new Set(own.map(({ good }) => good))
  const others = fed.filter(({ good }) => !assigned.has(good)).map(({ name }) => name)
  const warning = warningOf([...new Set(own.map(({ feed }) => feed))], others)
  return {
    cage_id: place.id,
    feeds: fed.map(({ good, name, volume }) => ({ feed_type_id: good, name, volume: kg(BigInt(volume)) })),
    calcs: own.map(({ name, good, feed }) => ({ name, feed_type_id: good, feed })),
    warning: warning && speak(warning),
  }
}
