/** The biomass of the farm as coming days begin, of the fish that are there today. */
import { setImmediate } from 'node:timers/promises'
import { addDays, dayOf, daysBetween, parseDay } from '../../../shared/dates'
import type { Context } from '../../../server/http/route'
import { MOST_DAYS } from './forecast.contract'
import { daysOfGroups, readFarm } from './forecast.server'
import { readCages } from './reading.server'

/** So many cages are reckoned before others have their turn. */
const CAGES_AT_ONCE = 20

/** kg by day; days further than a forecast reaches are left out */
export async function biomassAhead(context: Context, days: readonly string[]): Promise<Map<string, number>> {
  const at = dayOf(context.company.now)
  const asked = days.filter((day) => day > at && daysBetween(at, day) <= MOST_DAYS).sort()
  const sums = new Map(asked.map((day) => [day, 0]))
  if (asked.length === 0) return sums
  const cages = (await readCages(context, { cage_ids: null, location_id: null }, addDays(at, 1))).map(
    ({ cage_id }) => cage_id,
  )
  const period = { at, start: asked[0]!, end: asked.at(-1)!, step: 1 }
  for (let from = 0; from < cages.length; from += CAGES_AT_ONCE) {
    const some = cages.slice(from, from + CAGES_AT_ONCE)
    const { farm } = await readFarm(context, some, period, 0.9)
    for (const cage of some) {
      for (const told of daysOfGroups(cage, [], farm).values())
        for (const { date, weight } of told) {
          const day = parseDay(date)!
          if (sums.has(day)) sums.set(day, sums.get(day)! + weight)
        }
      await setImmediate()
    }
  }
  return new Map([...sums].map(([day, weight]) => [day, Math.round(weight)]))
}
