/**
 * What the norms proposed for the fish of a morning, on days that are over, as a plan does: biomass · rate ·
 * coefficient, and what the water allowed of it, by the newest norms of the assigned feed. A cage's day is rounded to a
 * milligram, so that days and cages add up.
 */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import { type DayNorm, dayNorm, rationIn } from '../../../shared/feeding/plan'
import { numberColumns, type NumbersOf, type TextsOf } from '../../../server/db/read-numbers'
import type { Assigned } from '../assigned.server'
import type { FeedingReader } from '../day-terms.server'
import { askOf } from '../growth.server'
import { latestNorms, type NormVersion } from '../norms.server'
import { oxygenIn } from '../plan/oxygen.server'
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

/** What became of cages in a day, column by column: read as a row each, a year is half a million values. */
const CHANGES = numberColumns({
  cages: sql<number>`cage`,
  counts: sql<number>`count`,
  masses: sql<number>`mass`,
})

/** What became of them in the days of a month, by day. */
async function changesIn({ tx, company }: FeedingReader, days: readonly string[]) {
  const rows = await tx.rows<TextsOf<typeof CHANGES> & { day: number }>(sql`
    select day, ${CHANGES.all} from (
    select cage_id as cage, at::date - ${days[0]!}::date as day, sum(count_delta)::bigint as count,
      sum(mass_delta)::bigint as mass
    from fish_entries
    where company_id = ${company.id} and at >= ${days[0]!}::timestamp and at < ${addDays(days.at(-1)!, 1)}::timestamp
      and kind in ('stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'close_out', 'weighing', 'feeding')
    group by 1, 2) changes group by 1`)
  const byDay = new Map(rows.map(({ day, ...texts }) => [day, CHANGES.read(texts)]))
  return days.map((_, index) => byDay.get(index) ?? { cages: [], counts: [], masses: [] })
}

/** A day of cages that share their water and their calculation. */
interface SharedDay {
  day: string
  /** one of them */
  place: CagePlace
  calc: Assigned
  norm: DayNorm | null
}

/** Cage → its days; null where nothing is assigned. Cages of a module share what is read of its water. */
type CageDays = ReadonlyMap<number, readonly (SharedDay | null)[]>

function sharedDays(days: readonly string[], places: readonly CagePlace[], assigned: AssignedDays): CageDays {
  const shared = new Map<string, SharedDay[]>()
  const daysOf = (place: CagePlace, calc: Assigned) => {
    const key = `${place.apart ? `cage ${place.id}` : `module ${place.location}`} ${calc.calc} ${calc.coefficient}`
    const known = shared.get(key) ?? days.map((day) => ({ day, place, calc, norm: null }))
    shared.set(key, known)
    return known
  }
  return new Map(
    places.map((place) => {
      const turns = assigned.get(place.id)!.map(({ day, calc }) => ({ day, own: calc && daysOf(place, calc) }))
      let turn = -1
      const own = days.map((day, index) => {
        while (turn + 1 < turns.length && turns[turn + 1]!.day <= day) turn++
        return turns[turn]?.own?.[index] ?? null
      })
      return [place.id, own]
    }),
  )
}

/** Reads the water of these days, and looks up what norms say in it. */
async function readNorms(reader: FeedingReader, cages: CageDays, norms: ReadonlyMap<number, NormVersion>) {
  const { tx, company } = reader
  const all = [...new Set([...cages.values()].flatMap((days) => days.filter((one) => one !== null)))]
  if (all.length === 0) return
  const asks = all.map(({ place, day, calc }) => askOf({ cage: place.id, day }, calc))
  const days = all.map(({ day }) => day).sort()
  const [waters, oxygen] = await Promise.all([
    temperaturesOn(tx, company.id, asks, company.settings, dayOf(company.now)),
    oxygenIn(reader, days[0]!, days.at(-1)!),
  ])
  const rules = rulesOf(reader)
  all.forEach((one, index) => {
    const { place, day, calc } = one
    const [version, temperature] = [norms.get(calc.good), waters[index]?.value]
    if (!version || temperature === undefined) return
    const read = oxygen({ cage: place.id, location: place.location, day })
    one.norm = dayNorm(version.seasons, { day, temperature, oxygen: read }, rules)
  })
}

/** Milligrams of feed for all cages on a day. */
export interface DayRation {
  day: string
  ration: bigint
}

/** Takes the fish along to the end of the month. */
function rationsIn(
  days: readonly string[],
  changes: readonly NumbersOf<typeof CHANGES>[],
  alive: Map<number, CageFish>,
  cages: CageDays,
): DayRation[] {
  return days.map((day, index) => {
    // whole milligrams, of a day far below what a number holds exactly
    let ration = 0
    for (const [cage, fish] of alive) {
      const own = fish.count > 0 ? cages.get(cage)?.[index] : null
      if (own?.norm) ration += Math.round(rationIn(own.norm, fish, own.calc.coefficient))
    }
    const { cages: changed, counts, masses } = changes[index]!
    changed.forEach((cage, place) => {
      const fish = alive.get(cage) ?? { count: 0, mass: 0 }
      fish.count += counts[place]!
      fish.mass += masses[place]!
      alive.set(cage, fish)
    })
    return { day, ration: BigInt(ration) }
  })
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
): AsyncGenerator<DayRation[]> {
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
    const own = sharedDays(days, places, assigned)
    const [changes] = await Promise.all([changesIn(reader, days), readNorms(reader, own, norms)])
    yield rationsIn(days, changes, alive, own)
  }
}
