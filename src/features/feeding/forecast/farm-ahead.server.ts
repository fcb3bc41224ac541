/** The farm as coming days begin, of the fish that are there today: biomass, and feed from then on. */
import { setImmediate } from 'node:timers/promises'
import { addDays, dayOf, daysBetween, parseDay, showDay } from '../../../shared/dates'
import { toKg } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import { MAX_CAGE_STEPS, MOST_DAYS } from './forecast.contract'
import { readFarm } from './forecast.server'
import { daysOfGroups, type GroupDay } from './group-days.server'
import { readCages } from './reading.server'

/** kg */
interface Ahead {
  biomass: number
  /** from this day until the next of those asked for; null where nothing tells what some of the fish get */
  fed: number | null
}

/** By day, whole kilograms; days further than a forecast reaches are left out. */
export async function farmAhead(context: Context, days: readonly string[]): Promise<Map<string, Ahead>> {
  const at = dayOf(context.company.now)
  const asked = days.filter((day) => day > at && daysBetween(at, day) <= MOST_DAYS).sort()
  const sums = new Map(asked.map((day): [string, Ahead] => [showDay(day), { biomass: 0, fed: 0 }]))
  if (asked.length === 0) return new Map()
  const cages = (await readCages(context, { cage_ids: null, location_id: null }, addDays(at, 1))).map(
    ({ cage_id }) => cage_id,
  )
  const period = { at, start: asked[0]!, end: asked.at(-1)!, step: 1 }
  // few times: each reading also has the farm's latest weighings, whose errors count for all
  const atOnce = Math.floor(MAX_CAGE_STEPS / daysBetween(at, period.end))
  for (let from = 0; from < cages.length; from += atOnce) {
    const some = cages.slice(from, from + atOnce)
    const { farm } = await readFarm(context, some, period, { level: 0.9, alone: true })
    for (const cage of some) {
      for (const told of daysOfGroups(cage, [], farm).values()) addTo(sums, told)
      await setImmediate()
    }
  }
  const whole = ({ biomass, fed }: Ahead) => ({
    biomass: Math.round(biomass),
    fed: fed === null ? null : Math.round(fed),
  })
  return new Map([...sums].map(([date, sum]) => [parseDay(date)!, whole(sum)]))
}

/** To sums by DD.MM.YYYY; the days of a group in order, from the first of those asked for on. */
function addTo(sums: ReadonlyMap<string, Ahead>, days: readonly GroupDay[]): void {
  let sum: Ahead | undefined
  for (const { date, mass, feed } of days) {
    const begun = sums.get(date)
    if (begun) {
      begun.biomass += toKg(mass)
      sum = begun
    }
    if (sum) sum.fed = sum.fed === null || feed === null ? null : sum.fed + toKg(feed)
  }
}
