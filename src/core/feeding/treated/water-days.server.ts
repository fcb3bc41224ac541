/** The water that fish have lived in, read back from today: by readings, else as the lake usually is. */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import { climateOn } from '../../../shared/feeding/climatology'
import type { FeedingReader } from '../day-terms.server'
import { readWater, type Water } from '../forecast/water.server'

/** Days are read in stretches of so many, the latest first. */
const STRETCH = 120

interface Stretch extends Pick<Water, 'on' | 'coldest'> {
  from: string
}

export interface WaterDays {
  /** millionths of °C of a cage on a day, 'YYYY-MM-DD' */
  of: (cage: number, day: string) => number
  /** no fish has gathered less on the days after a day up to today, millionths of degree-days */
  least: (after: string) => number
}

const readCages = async ({ tx, company }: FeedingReader) =>
  (await tx.rows<{ id: number }>(sql`select id from cages where company_id = ${company.id}`)).map(({ id }) => id)

/**
 * From `first` to today. Reading back ends early on the day since which any water has gathered `enough` millionths of
 * degree-days; before it the lake's usual water is told.
 */
export async function readWaterDays(
  context: FeedingReader,
  first: string,
  today: string,
  enough = Infinity,
): Promise<WaterDays> {
  const { tx, company } = context
  const { settings } = company
  const cages = await readCages(context)
  const stretches: Stretch[] = []
  const gathered = new Map<string, number>()
  let least = 0
  for (let until = addDays(today, 1); until > first && (stretches.length === 0 || least < enough);) {
    const start = addDays(until, -STRETCH)
    const from = start < first ? first : start
    const { on, coldest } = await readWater(tx, company.id, cages, { from, until, settings })
    stretches.push({ from, on, coldest })
    for (let day = addDays(until, -1); day >= from; day = addDays(day, -1)) {
      gathered.set(day, least)
      least += Math.max(0, coldest(day))
    }
    until = from
  }
  return {
    of: (cage, day) => {
      const stretch = day <= today && stretches.find(({ from }) => day >= from)
      return stretch ? stretch.on(cage, day) : climateOn(day, settings['lake-temperatures'])
    },
    least: (after) => gathered.get(after) ?? least,
  }
}

export const todayOf = ({ company }: Pick<FeedingReader, 'company'>): string => dayOf(company.now)
