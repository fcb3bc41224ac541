/** What is known of cages on days: the calculation in force, the water, and the norms of feeds. */
import { sql } from 'kysely'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { seasonOn } from '../../../shared/feeding/norm'
import type { PlanRules } from '../../../shared/feeding/plan'
import { toUnits } from '../../../shared/numbers'
import { type Assigned, assignedOn } from '../assigned.server'
import { latestNorms, type NormVersion } from '../norms.server'
import { type Temperature, temperaturesOn } from '../temperature.server'
import { type Oxygen, oxygenIn } from './oxygen.server'
import type { PlanReader } from './plan-fish.server'
import type { PlanNorms, PlanSituation } from './plan-shapes.contract'

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
  const [calcs, oxygen] = await Promise.all([assignedOn(tx, company.id, places), oxygenIn(context, read, read)])
  const isRead = (day: string) => day === read || (read === today && day === addDays(today, 1))
  return places.map((place, index) => ({
    day: place.day,
    calc: calcs[index] ?? null,
    oxygen: isRead(place.day) ? oxygen({ ...place, day: read }) : null,
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
