/**
 * Feeding norms of the demo farm: made-up figures of a made-up brand, which says so in its name. They are smooth curves
 * of the right size for trout, of no maker.
 */
import { sql } from 'kysely'
import type { Season } from '../../shared/feeding/norm'
import type { Tx } from '../../server/db/client'

const DEMO_BRAND = 'Демонстрационная (условные нормы)'

/** Grams; each weight begins where the one before ends. */
const WEIGHTS = [5, 20, 50, 100, 200, 350, 500, 800, 1200, 2000, 3000, 6000]
const SUMMER = [6, 8, 10, 12, 14, 16, 18, 20]
const WINTER = [0, 1, 2, 4, 6, 8, 10, 12]

/** How much of its most a trout eats at a temperature, from 0 °C on in steps of two degrees. */
const APPETITE = [0.08, 0.2, 0.36, 0.52, 0.68, 0.82, 0.93, 1, 0.97, 0.8, 0.5]
/** By what growth costs more feed than in the best water, in the same steps. */
const COST = [1.45, 1.3, 1.18, 1.1, 1.04, 1, 1, 1, 1.03, 1.12, 1.3]

const at = (curve: readonly number[], degrees: number): number => {
  const step = Math.floor(degrees / 2)
  const [before, after] = [curve[step]!, curve[Math.min(step + 1, curve.length - 1)]!]
  return before + (after - before) * (degrees / 2 - step)
}

/** In millionths, with so many decimals as a maker's table has. */
const rounded = (value: number, decimals = 2) => Math.round(value * 10 ** decimals) * 10 ** (6 - decimals)

/** % of biomass a day in the best water: fish of 100 g eat 2.3, of 2 kg 0.9. */
const mostOf = (grams: number) => 2.3 * (grams / 100) ** -0.32
const fcrOf = (grams: number) => 0.86 + 0.11 * Math.log10(grams)

function seasonOf(from: Season['from'], to: Season['to'], temperatures: number[], feed: number): Season {
  return {
    from,
    to,
    temperatures,
    coefficients: temperatures.map((degrees) => rounded(at(COST, degrees))),
    rows: WEIGHTS.slice(1).map((max, index) => {
      const min = WEIGHTS[index]!
      const middle = Math.sqrt(min * max)
      return {
        min: min * 1000,
        max: max * 1000,
        fcr: rounded(fcrOf(middle)),
        rates: temperatures.map((degrees) => rounded(mostOf(middle) * at(APPETITE, degrees) * (1 - 0.01 * feed))),
      }
    }),
  }
}

/** Two seasons that cover the year; `feed` is its place among the feeds, whose norms differ a little. */
export const demoSeasons = (feed: number): Season[] => [
  seasonOf({ day: 1, month: 6 }, { day: 30, month: 9 }, SUMMER, feed),
  seasonOf({ day: 1, month: 10 }, { day: 31, month: 5 }, WINTER, feed),
]

/** Norms of the brand and of all feeds, saved on the farm's first day. */
export async function layNorms(tx: Tx, company: number, feeds: readonly number[], user: number, start: string) {
  const { id: brand } = await tx.one<{ id: number }>(
    sql`insert into feed_brands (company_id, name) values (${company}, ${DEMO_BRAND}) returning id`,
  )
  const ids = [...feeds]
  await tx.run(sql`update goods set feed_brand_id = ${brand} where company_id = ${company} and id = any(${ids}::int[])`)
  const versions = [
    { good_id: null, feed_brand_id: brand, seasons: demoSeasons(0) },
    ...ids.map((good_id, feed) => ({ good_id, feed_brand_id: null, seasons: demoSeasons(feed) })),
  ]
  await tx.run(sql`
    insert into norm_versions (company_id, good_id, feed_brand_id, seasons, user_id, saved_at)
    select ${company}, good_id, feed_brand_id, seasons, ${user}, ${start}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v (good_id int, feed_brand_id int, seasons jsonb)`)
}
