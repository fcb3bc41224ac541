/** What the cages are to be fed on coming days: by the plans of the days, else by the calculations' norms. */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { assignments, dayTerms } from '../../../core/feeding/day-terms.server'
import { type CageFish, fishOn, type PlanReader } from '../../../core/feeding/plan/plan-fish.server'
import { addDays } from '../../../shared/dates'
import { forecastDays } from '../../../shared/feeding/forecast-days'

/** Feed of one kind for one cage, milligrams a day. */
export interface CageNeed {
  cage: number
  number: string
  location: number
  good: number
  planned: number[]
  foretold: number[]
}

export interface Needs {
  cages: CageNeed[]
  /** cages with fish that get nothing on some day, because no calculation or norm says what */
  unknown: Pick<CageFish, 'cage' | 'number' | 'location'>[]
}

interface Planned {
  cage: number
  good: number
  day: string
  rate: number
}

/** One index step for each day: a range of days is not used under row-level security. */
const readPlans = ({ tx, company }: PlanReader, days: readonly string[]) =>
  tx.rows<Planned>(sql`
    select p.cage_id as cage, p.good_id as good, p.day, p.rate from feeding_plan_rows p
    where p.company_id = ${company.id} and p.day >= ${days[0]!}::date and p.day <= ${days.at(-1)!}::date`)

/** What each cage has been fed today: it is not taken out of the warehouse again. */
const readFed = ({ tx, company }: PlanReader, today: string) =>
  tx.rows<{ cage: number; good: number; fed: number }>(sql`
    select cage_id as cage, good_id as good, sum(volume)::bigint as fed from operations
    where company_id = ${company.id} and kind = 'feeding' and at >= ${today}::timestamp
      and at < ${addDays(today, 1)}::timestamp
    group by cage_id, good_id`)

const keyOf = (cage: number, day: number) => cage * 1000 + day

/** The plans by cage and day. A day that is planned is fed by the plan alone, also when that is nothing. */
function byCageAndDay(plans: readonly Planned[], days: readonly string[]) {
  const index = new Map(days.map((day, at) => [day, at]))
  const found = new Map<number, Planned[]>()
  for (const row of plans) {
    const key = keyOf(row.cage, index.get(row.day)!)
    const known = found.get(key)
    if (known) known.push(row)
    else found.set(key, [row])
  }
  return found
}

/** So many cages at a time: between two parts other requests run. */
const PART = 50

export async function readNeeds(reader: PlanReader, days: readonly string[]): Promise<Needs> {
  const today = days[0]!
  const fish = await fishOn(reader, today)
  const [plans, fed] = await Promise.all([readPlans(reader, days), readFed(reader, today)])
  const planned = byCageAndDay(plans, days)
  const given = new Map<number, typeof fed>()
  for (const row of fed) given.set(row.cage, [...(given.get(row.cage) ?? []), row])
  const needs: Needs = { cages: [], unknown: [] }
  for (let from = 0; from < fish.length; from += PART) {
    const part = fish.slice(from, from + PART)
    const foretold = await rationsOf(reader, part, days)
    part.forEach((cage, index) => {
      const rows = days.map((_, day) => planned.get(keyOf(cage.cage, day)))
      addCage(needs, cage, { planned: rows, foretold: foretold[index]!, fed: given.get(cage.cage) ?? [] })
    })
    await setImmediate()
  }
  return needs
}

interface Ration {
  good: number
  mass: number
}

/** By the norms of what is assigned; null where nothing says what to feed. */
async function rationsOf(reader: PlanReader, fish: readonly CageFish[], days: readonly string[]) {
  const cages = fish.map(({ cage }) => cage)
  const { find } = await assignments(reader, cages, days)
  const terms = await dayTerms(reader, cages, days, find)
  const matching = reader.company.settings['feeding-rates']['temperature-matching']
  return fish.map(({ cage, count, mass }) => {
    const fed = terms.get(cage)
    const forecast = forecastDays(
      { count, mass },
      fed.map((day) => day.terms),
      matching,
    )
    return fed.map(({ calc }, day): Ration | null =>
      calc && forecast[day]!.norm ? { good: calc.good, mass: Math.round(forecast[day]!.ration) } : null,
    )
  })
}

interface CageDays {
  planned: (readonly Planned[] | undefined)[]
  foretold: readonly (Ration | null)[]
  fed: readonly { good: number; fed: number }[]
}

function addCage(needs: Needs, { cage, number, location }: CageFish, { planned, foretold, fed }: CageDays): void {
  const goods = new Map<number, CageNeed>()
  const of = (good: number) => {
    const nothing = () => planned.map(() => 0)
    const known = goods.get(good) ?? { cage, number, location, good, planned: nothing(), foretold: nothing() }
    goods.set(good, known)
    return known
  }
  let unknown = false
  planned.forEach((rows, day) => {
    const given = (good: number) =>
      day > 0 ? 0 : fed.reduce((sum, one) => sum + (rows && one.good !== good ? 0 : one.fed), 0)
    if (rows) {
      for (const { good, rate } of rows) of(good).planned[day]! += Math.max(0, rate - given(good))
      return
    }
    const ration = foretold[day]
    if (ration) of(ration.good).foretold[day] = Math.max(0, ration.mass - given(ration.good))
    else unknown = true
  })
  if (unknown) needs.unknown.push({ cage, number, location })
  needs.cages.push(...goods.values())
}
