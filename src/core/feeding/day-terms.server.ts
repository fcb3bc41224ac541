/** What cages are fed by on coming days: calculation, norms, temperature. Few statements for any number of both. */
import { sql } from 'kysely'
import { groupBy } from '../../shared/collections'
import { addDays, dayOf } from '../../shared/dates'
import type { DayTerms } from '../../shared/feeding/forecast-days'
import type { Season } from '../../shared/feeding/norm'
import type { Tx } from '../../server/db/client'
import type { CurrentCompany } from '../../server/session'
import { type Assigned, assignedOn } from './assigned.server'
import { latestNorms } from './norms.server'
import { type Temperature, temperaturesOver } from './temperature.server'

/** What a reading of feeding needs of a call; `now` may be an earlier one. */
export interface FeedingReader {
  tx: Tx
  company: Pick<CurrentCompany, 'id' | 'now' | 'settings'>
}

export interface FedDay {
  calc: Assigned | null
  temperature: Temperature | null
  terms: DayTerms
}

/**
 * The days on which an assignment may change, ascending, the first of `days` among them: between two of them, from
 * today on, it is the same, since nobody knows of fish that will come or go.
 */
export async function turningDays({ tx, company }: FeedingReader, days: readonly string[]): Promise<string[]> {
  const [first, last] = [days[0]!, days.at(-1)!]
  const rows = await tx.rows<{ day: string }>(sql`
    select distinct t.day::date as day from (
      select starts_on as day from feed_calcs where company_id = ${company.id} and archived_at is null
      union all
      select ends_on + 1 from feed_calcs where company_id = ${company.id} and archived_at is null
      union all
      select day from feed_calc_coefficients where company_id = ${company.id}
    ) t where t.day > ${first}::date and t.day <= ${last}::date order by 1`)
  return [first, ...rows.map(({ day }) => day)]
}

/** How the calculation that covers a cage is found: by the cage, and the index of the day. */
type FindCalc = (cage: number, day: number) => Assigned | null

/** As assigned, with the feeds that are. */
export async function assignments(context: FeedingReader, cages: readonly number[], days: readonly string[]) {
  const turns = await turningDays(context, days)
  const places = cages.flatMap((cage) => turns.map((day) => ({ cage, day })))
  const found = await assignedOn(context.tx, context.company.id, places)
  const places_of = new Map(cages.map((cage, index) => [cage, index * turns.length]))
  const turn_of = days.map((day) => turns.findLastIndex((turn) => turn <= day))
  const find: FindCalc = (cage, day) => found[places_of.get(cage)! + turn_of[day]!] ?? null
  return { find, goods: [...new Set(found.flatMap((calc) => calc?.good ?? []))] }
}

/** Days of a cage that follow each other under one calculation, or under none. */
interface Stretch {
  cage: number
  calc: Assigned | null
  days: string[]
}

function stretchesOf(cages: readonly number[], days: readonly string[], find: FindCalc): Stretch[] {
  const found: Stretch[] = []
  for (const cage of cages) {
    let now: Stretch | undefined
    days.forEach((day, index) => {
      const calc = find(cage, index)
      if (now?.calc !== calc) found.push((now = { cage, calc, days: [] }))
      now.days.push(day)
    })
  }
  return found
}

/** With the seasons of its feed, and the temperature of each day. */
export interface FedStretch extends Omit<Stretch, 'cage'> {
  seasons: readonly Season[] | null
  temperatures: readonly (Temperature | null)[]
}

/** Cage → its days, or stretches of them; days are made as asked for: of a whole farm they are tens of thousands. */
export async function dayTerms(
  context: FeedingReader,
  cages: readonly number[],
  days: readonly string[],
  find: FindCalc,
): Promise<{ get(cage: number): FedDay[]; stretches(cage: number): FedStretch[] }> {
  const { tx, company } = context
  const stretches = stretchesOf(cages, days, find)
  const goods = [...new Set(stretches.flatMap(({ calc }) => (calc ? [calc.good] : [])))]
  const asks = stretches.map(({ cage, calc, days }) => ({
    cage,
    days,
    parameter: calc?.parameter ?? null,
    strategy: calc?.strategy ?? ('PreviousStrategy' as const),
    fixed: calc?.fixed ?? null,
  }))
  const [norms, temperatures] = await Promise.all([
    latestNorms(tx, company.id, goods),
    temperaturesOver(tx, company.id, asks, company.settings, dayOf(company.now)),
  ])
  const placesOf = groupBy(stretches.keys(), (place) => stretches[place]!.cage)
  const stretchesOfCage = (cage: number): FedStretch[] =>
    (placesOf.get(cage) ?? []).map((place) => {
      const { calc, days } = stretches[place]!
      const seasons = calc && (norms.get(calc.good)?.seasons ?? [])
      return { calc, days, seasons, temperatures: temperatures[place]! }
    })
  return { get: (cage) => stretchesOfCage(cage).flatMap(daysOfStretch), stretches: stretchesOfCage }
}

const daysOfStretch = ({ calc, days, seasons, temperatures }: FedStretch): FedDay[] =>
  days.map((day, index) => {
    const temperature = temperatures[index]!
    const terms = { day, seasons, temperature: temperature && temperature.value, coefficient: calc?.coefficient ?? 0 }
    return { calc, temperature, terms }
  })

/** 'YYYY-MM-DD', both included. */
export const daysFrom = (first: string, last: string): string[] => {
  const days = [first]
  while (days.at(-1)! < last) days.push(addDays(days.at(-1)!, 1))
  return days
}
