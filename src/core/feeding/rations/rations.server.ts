/**
 * What the norms proposed for the fish of a morning, on days that are over, as a plan does: biomass · rate ·
 * coefficient, and what the water allowed of it, by the newest norms of the assigned feed. A cage's day is rounded to a
 * milligram, so that days and cages add up.
 */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import { reasonFor, recalculate } from '../../../shared/feeding/plan'
import type { FeedingReader } from '../day-terms.server'
import { askOf } from '../growth.server'
import { latestNorms, type NormVersion } from '../norms.server'
import { type Oxygen, oxygenIn } from '../plan/oxygen.server'
import { rulesOf } from '../plan/situations.server'
import { temperaturesOn } from '../temperature.server'
import { type AssignedDays, assignedDays, monthsOf } from './assigned-days.server'

interface CageFish {
  count: number
  mass: number
}

interface CagePlace {
  id: number
  location: number
  /** it has readings of its own, and shares none with its module */
  apart: boolean
}

const placesOf = ({ tx, company }: FeedingReader, cages: readonly number[] | null) =>
  tx.rows<CagePlace>(sql`
    select c.id, c.location_id as location, exists (
      select from measurements m where m.company_id = ${company.id} and m.cage_id = c.id) as apart
    from cages c
    where c.company_id = ${company.id} ${cages ? sql`and c.id = any(${[...cages]}::int[])` : sql``} order by c.id`)

/** The fish of cages on the morning of a day. */
async function fishOn({ tx, company }: FeedingReader, day: string): Promise<Map<number, CageFish>> {
  const rows = await tx.rows<CageFish & { cage: number }>(sql`
    select g.cage_id as cage, sum(e.count_after)::bigint as count, sum(e.mass_after)::bigint as mass
    from fish_groups g cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at < ${day}::timestamp
      order by at desc, operation_id desc limit 1) e
    where g.company_id = ${company.id} and g.first_at < ${day}::timestamp
      and (g.closed_at is null or g.closed_at >= ${day}::timestamp)
    group by 1`)
  return new Map(rows.map(({ cage, count, mass }) => [cage, { count, mass }]))
}

/** What became of them in the days of a month, by day. */
async function changesIn({ tx, company }: FeedingReader, days: readonly string[]) {
  const rows = await tx.rows<CageFish & { cage: number; day: number }>(sql`
    select cage_id as cage, at::date - ${days[0]!}::date as day, sum(count_delta)::bigint as count,
      sum(mass_delta)::bigint as mass
    from fish_entries
    where company_id = ${company.id} and at >= ${days[0]!}::timestamp and at < ${addDays(days.at(-1)!, 1)}::timestamp
      and kind in ('stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'weighing', 'feeding')
    group by 1, 2`)
  const byDay: (CageFish & { cage: number })[][] = days.map(() => [])
  for (const row of rows) byDay[row.day]!.push(row)
  return byDay
}

interface Fed {
  place: CagePlace
  day: string
  fish: CageFish
  calc: NonNullable<Parameters<typeof askOf>[1]>
}

/** The water of all these. Cages of a module share what is read of its temperature. */
async function watersOf({ tx, company }: FeedingReader, days: readonly string[], fed: readonly Fed[]) {
  const asks = new Map<string, ReturnType<typeof askOf>>()
  const keys = fed.map(({ place, day, calc }) => {
    const where = place.apart ? `cage ${place.id}` : `module ${place.location}`
    const key = `${where}|${day}|${calc.calc}`
    if (!asks.has(key)) asks.set(key, askOf({ cage: place.id, day }, calc))
    return key
  })
  const [found, oxygen] = await Promise.all([
    temperaturesOn(tx, company.id, [...asks.values()], company.settings, dayOf(company.now)),
    oxygenIn({ tx, company }, days[0]!, days.at(-1)!),
  ])
  const known = new Map([...asks.keys()].map((key, index) => [key, found[index]?.value ?? null]))
  return fed.map(({ place, day }, index): Water => ({
    temperature: known.get(keys[index]!)!,
    oxygen: oxygen({ cage: place.id, location: place.location, day }),
  }))
}

/** Of a month: the cages with fish and feed on its mornings. Takes the fish along to the end of the month. */
async function fedIn(
  reader: FeedingReader,
  days: readonly string[],
  places: readonly CagePlace[],
  assigned: AssignedDays,
  alive: Map<number, CageFish>,
): Promise<Fed[]> {
  const changes = await changesIn(reader, days)
  return days.flatMap((day, index) => {
    const fed = places.flatMap((place): Fed[] => {
      const fish = alive.get(place.id)
      if (!fish || fish.count <= 0) return []
      const calc = assigned.get(place.id)!.findLast((turn) => turn.day <= day)?.calc
      return calc ? [{ place, day, fish: { ...fish }, calc }] : []
    })
    for (const { cage, count, mass } of changes[index]!) {
      const fish = alive.get(cage)
      alive.set(cage, { count: (fish?.count ?? 0) + count, mass: (fish?.mass ?? 0) + mass })
    }
    return fed
  })
}

/** Milligrams of feed for a cage on a day. */
export interface Ration {
  cage: number
  day: string
  ration: number
}

const goodsOf = (assigned: AssignedDays) => [
  ...new Set([...assigned.values()].flatMap((turns) => turns.flatMap(({ calc }) => calc?.good ?? []))),
]

/** Rations of the days from `first` to `last`, of which none lies ahead, month by month; null is all cages. */
export async function* rationsOf(
  reader: FeedingReader,
  cages: readonly number[] | null,
  first: string,
  last: string,
): AsyncGenerator<Ration[]> {
  const months = monthsOf(first, last)
  if (months.length === 0) return
  const places = await placesOf(reader, cages)
  const assigned = await assignedDays(
    reader,
    places.map(({ id }) => id),
    months.flat(),
  )
  const norms = await latestNorms(reader.tx, reader.company.id, goodsOf(assigned))
  const alive = await fishOn(reader, first)
  for (const days of months) {
    const fed = await fedIn(reader, days, places, assigned, alive)
    yield rationsBy(norms, fed, await watersOf(reader, days, fed), reader)
  }
}

interface Water {
  temperature: number | null
  oxygen: Oxygen | null
}

function rationsBy(
  norms: ReadonlyMap<number, NormVersion>,
  fed: readonly Fed[],
  waters: readonly Water[],
  { company }: FeedingReader,
): Ration[] {
  const rules = rulesOf({ company })
  return fed.flatMap(({ place, day, fish, calc }, index): Ration[] => {
    const { temperature, oxygen } = waters[index]!
    const version = norms.get(calc.good)
    if (!version || temperature === null) return []
    const reason = reasonFor(version.seasons, fish, { day, temperature, coefficient: calc.coefficient, oxygen }, rules)
    return reason ? [{ cage: place.id, day, ration: Math.round(recalculate(fish.mass, 0, reason).ration) }] : []
  })
}
