/** The water that fish have lived in: the temperature of a cage on days that are over, and the usual one ahead. */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import { climateOn } from '../../../shared/feeding/climatology'
import type { Context } from '../../../server/http/route'
import { temperaturesOn } from '../temperature.server'

type Reader = Pick<Context, 'tx' | 'company'>

/** Millionths of °C of a cage on a day, 'YYYY-MM-DD'. */
export type WaterOf = (cage: number, day: string) => number

interface Source {
  cage: number
  /** the cage whose readings are asked: its own where it has any, else the first of its module */
  source: number
}

/** Cages of a module without readings of their own have the same water: it is read once. */
const readSources = ({ tx, company }: Reader, since: string) =>
  tx.rows<Source>(sql`
    select c.id as cage, case when exists (
        select from measurements m
        join measure_parameters p on p.company_id = ${company.id} and p.id = m.measure_parameter_id
        where m.company_id = ${company.id} and m.cage_id = c.id and m.at >= ${since}::timestamp
          and p.measure_type = 'temperature'
      ) then c.id else min(c.id) over (partition by c.location_id) end as source
    from cages c where c.company_id = ${company.id}`)

/** Days are read in stretches of so many, the latest first. */
const STRETCH = 120

export interface Water {
  of: WaterOf
  /** millionths of degree-days of the days after a day up to today, in the coldest water of the farm */
  least: (after: string) => number
}

const daysBack = (last: string, count: number) => Array.from({ length: count }, (_, index) => addDays(last, -index))

/**
 * The water from `first` to today, by readings, else as the lake usually is. Reading back ends early on the day since
 * which the coldest water has gathered `enough` millionths of degree-days; before it the lake's usual water is told.
 */
export async function readWaterDays(context: Reader, first: string, today: string, enough = Infinity): Promise<Water> {
  const { tx, company } = context
  const { settings } = company
  const rows = await readSources(context, first)
  const sources = new Map(rows.map(({ cage, source }) => [cage, source]))
  const asked = [...new Set(sources.values())]
  const values = new Map<string, number>()
  const gathered = new Map<string, number>()
  const sums = new Map(asked.map((cage) => [cage, 0]))
  const least = () => Math.min(...sums.values())
  for (let last = today; last >= first && (last === today || least() < enough); last = addDays(last, -STRETCH)) {
    const days = daysBack(last, STRETCH).filter((day) => day >= first)
    const asks = days.flatMap((day) => asked.map((cage) => ({ cage, day, ...BY_READINGS })))
    const found = await temperaturesOn(tx, company.id, asks, settings, today)
    asks.forEach(({ cage, day }, index) => values.set(`${cage}|${day}`, found[index]!.value))
    for (const day of days) {
      gathered.set(day, least())
      for (const cage of asked) sums.set(cage, sums.get(cage)! + Math.max(0, values.get(`${cage}|${day}`)!))
    }
  }
  return {
    of: (cage, day) => values.get(`${sources.get(cage)}|${day}`) ?? climateOn(day, settings['lake-temperatures']),
    least: (after) => gathered.get(after) ?? least(),
  }
}

/** Of the first temperature of the cage's module. */
const BY_READINGS = { parameter: null, strategy: 'LadogaHistoricalStrategy' as const, fixed: null }

export const todayOf = ({ company }: Pick<Context, 'company'>): string => dayOf(company.now)
