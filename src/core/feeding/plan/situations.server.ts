/** What is known of cages on days: the calculation in force, the water, and the norms of feeds. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { seasonOn } from '../../../shared/feeding/norm'
import type { PlanRules } from '../../../shared/feeding/plan'
import type { OxygenReading } from '../../../shared/feeding/water-limits'
import { toUnits } from '../../../shared/numbers'
import { type Assigned, assignedOn } from '../assigned.server'
import { latestNorms, type NormVersion } from '../norms.server'
import { type Temperature, temperaturesOn } from '../temperature.server'
import type { PlanReader } from './plan-fish.server'
import type { PlanNorms, PlanSituation } from './plan-shapes.contract'

export interface Oxygen extends OxygenReading {
  at: string
}

/** A cage on a day. */
export interface Place {
  cage: number
  location: number
  day: string
}

export interface Known {
  day: string
  calc: Assigned | null
  temperature: Temperature | null
  oxygen: Oxygen | null
}

export const rulesOf = ({ company: { settings } }: Pick<PlanReader, 'company'>): PlanRules => ({
  matching: settings['feeding-rates']['temperature-matching'],
  water: settings,
})

interface OxygenRow {
  location: number
  cage: number | null
  type: 'oxygen' | 'saturation'
  value: number
  at: string
}

/**
 * The newest readings of a day: of the cage itself, else of its module. Of several depths in a minute the least
 * counts.
 */
async function oxygenOn({ tx, company }: PlanReader, day: string) {
  const rows = await tx.rows<OxygenRow>(sql`
    select p.location_id as location, m.cage_id as cage, p.measure_type as type, m.value, m.at
    from measure_parameters p
    cross join lateral (
      select distinct on (cage_id) cage_id, value, at from measurements
      where company_id = ${company.id} and measure_parameter_id = p.id and at >= ${day}::timestamp
        and at < ${addDays(day, 1)}::timestamp
      order by cage_id, at desc, value
    ) m
    where p.company_id = ${company.id} and p.measure_type in ('oxygen', 'saturation')
    order by m.at desc, p.id`)
  const byPlace = groupBy(rows, ({ cage, location }) => (cage === null ? `module ${location}` : `cage ${cage}`))
  return ({ cage, location }: Place): Oxygen | null => {
    const [newest] = byPlace.get(`cage ${cage}`) ?? byPlace.get(`module ${location}`) ?? []
    return newest ? { value: newest.value, unit: newest.type === 'oxygen' ? 'mg/l' : '%', at: newest.at } : null
  }
}

/** For each place, in their order. Readings of oxygen count for their day, and those of today for tomorrow. */
export async function calcsAndOxygen(
  context: PlanReader,
  places: readonly Place[],
): Promise<Omit<Known, 'temperature'>[]> {
  const { tx, company } = context
  if (places.length === 0) return []
  const today = dayOf(company.now)
  const first = places.reduce((least, { day }) => (day < least ? day : least), places[0]!.day)
  const read = first > today ? today : first
  const [calcs, oxygen] = await Promise.all([assignedOn(tx, company.id, places), oxygenOn(context, read)])
  const isRead = (day: string) => day === read || (read === today && day === addDays(today, 1))
  return places.map((place, index) => ({
    day: place.day,
    calc: calcs[index] ?? null,
    oxygen: isRead(place.day) ? oxygen(place) : null,
  }))
}

/** All that is known of each place, in their order. */
export async function situationsOn(context: PlanReader, places: readonly Place[]): Promise<Known[]> {
  const { tx, company } = context
  const found = await calcsAndOxygen(context, places)
  const asks = found.map(({ day, calc }, index) => ({
    cage: places[index]!.cage,
    day,
    parameter: calc?.parameter ?? null,
    strategy: calc?.strategy ?? ('PreviousStrategy' as const),
    fixed: calc?.fixed ?? null,
  }))
  const temperatures = await temperaturesOn(tx, company.id, asks, company.settings, dayOf(company.now))
  return found.map((one, index) => ({ ...one, temperature: temperatures[index] ?? null }))
}

export const tellSituation = ({ day, calc, temperature, oxygen }: Known): PlanSituation => ({
  date: showDay(day),
  feed_type_id: calc?.good ?? null,
  feed_calc_id: calc?.calc ?? null,
  feed_calc_name: calc?.name ?? null,
  coefficient: toUnits(calc?.coefficient ?? 1_000_000),
  temperature: temperature && toUnits(temperature.value),
  temperature_source: temperature?.source ?? null,
  temperature_on: temperature?.on ? showDay(temperature.on) : null,
  oxygen: oxygen && { value: toUnits(oxygen.value), unit: oxygen.unit, datetime: oxygen.at },
})

/** More feeds than any farm chooses among. */
const MOST_FEEDS = 200

/** The newest norms of all feeds that have some. */
export async function allNorms({ tx, company }: PlanReader): Promise<Map<number, NormVersion>> {
  const feeds = await tx.rows<{ id: number }>(sql`
    select g.id from goods g
    where g.company_id = ${company.id} and g.type = 'feed'
      and exists (select from norm_versions n where n.company_id = ${company.id} and n.good_id = g.id)
    order by g.archived_at is not null, g.id limit ${MOST_FEEDS}`)
  return latestNorms(
    tx,
    company.id,
    feeds.map(({ id }) => id),
  )
}

/** Only the seasons that these days fall into. */
export function tellNorms(norms: ReadonlyMap<number, NormVersion>, days: readonly string[]): PlanNorms[] {
  return [...norms].flatMap(([feed_type_id, { version, seasons }]) => {
    const used = new Set(days.flatMap((day) => seasonOn(seasons, day) ?? []))
    return used.size > 0 ? [{ feed_type_id, version, seasons: seasons.filter((season) => used.has(season)) }] : []
  })
}
