/** How far the average weight of each cage may be off, and what that is worth. */
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import { costliestFirst, costOf, expectedBand, percentOf } from '../../../shared/feeding/expected-weight'
import { growthColumn } from '../../../shared/feeding/growth-column'
import { fcrTable, rowFor } from '../../../shared/feeding/norm'
import { MILLIONTHS, mulDiv } from '../../../shared/numbers'
import { priced } from '../../../shared/ledger/valuation'
import { assignedOn } from '../../../core/feeding/assigned.server'
import { expectedOn, openCagesOf } from '../../../core/feeding/expected/expected.server'
import { askOf } from '../../../core/feeding/growth.server'
import { latestNorms } from '../../../core/feeding/norms.server'
import type { PlanReader as Reader } from '../../../core/feeding/plan/plan-fish.server'
import { temperaturesOn } from '../../../core/feeding/temperature.server'
import { readReceipts } from '../../../core/goods/value/receipts.server'

/** The last prices of feeds are looked for in so many of their receipts. */
const RECEIPTS = 32

/** Kopecks for a kilogram of feed by its last receipt with a price. */
async function readPrices({ tx, company }: Reader, goods: number[]): Promise<Map<number, number>> {
  if (goods.length === 0) return new Map()
  const receipts = await readReceipts(tx, company.id, { goods, until: company.now, most: RECEIPTS })
  return new Map(
    [...receipts].flatMap(([good, own]) => {
      const price = priced(own).at(-1)?.price ?? 0
      return price > 0 ? [[good, price] as const] : []
    }),
  )
}

interface Fish {
  cage: number
  count: number
  /** mg of one fish */
  weight: number
}

/** What growth costs in each cage today: feed for a kilogram of it, and its price. */
async function readFeed(context: Reader, fish: readonly Fish[], withPrices: boolean) {
  const { tx, company } = context
  const day = dayOf(company.now)
  const places = fish.map(({ cage }) => ({ cage, day }))
  const assigned = await assignedOn(tx, company.id, places)
  const goods = [...new Set(assigned.flatMap((calc) => calc?.good ?? []))]
  const asks = places.map((place, index) => askOf(place, assigned[index]!))
  const [norms, water, prices] = await Promise.all([
    latestNorms(tx, company.id, goods),
    temperaturesOn(tx, company.id, asks, company.settings, day),
    readPrices(context, withPrices ? goods : []),
  ])
  const matching = company.settings['feeding-rates']['temperature-matching']
  const fcrOf = ({ count, weight }: Fish, good: number | undefined, temperature: number | undefined) => {
    const version = good === undefined ? undefined : norms.get(good)
    if (!version || temperature === undefined) return null
    const { norm_temperature } = growthColumn({ day, goods: [good], water: temperature, matching }, norms)
    const table = fcrTable(version.seasons, day, norm_temperature)
    const row = table && rowFor(table.rows, weight * count, count)
    return row ? mulDiv(row.fcr, table.coefficient, MILLIONTHS) : null
  }
  return fish.map((one, index) => {
    const good = assigned[index]?.good
    return { fcr: fcrOf(one, good, water[index]?.value), price: (good && prices.get(good)) || null }
  })
}

/** Each cage with all its fish. */
const byCage = (expected: Awaited<ReturnType<typeof expectedOn>>) =>
  [...groupBy(expected, ({ group }) => group.cage_id)].map(([cage, fish]) => {
    const count = fish.reduce((sum, group) => sum + group.count, 0)
    const band = expectedBand(fish)!
    const weighed = fish.flatMap(({ now }) => now.last ?? []).sort((one, other) => (one.at < other.at ? 1 : -1))
    return { cage, count, band, weight: band.weight, last: weighed[0] ?? null }
  })

/** The costliest first, by roubles where prices are asked for and known of all. Of one fish and of mass: milligrams. */
export async function doubtfulCages(reader: Reader, withPrices: boolean) {
  const expected = await expectedOn(reader, await openCagesOf(reader, null), dayOf(reader.company.now))
  const cages = byCage(expected)
  const feed = await readFeed(reader, cages, withPrices)
  const known = cages.map((cage, index) => ({ ...cage, ...feed[index]! }))
  return costliestFirst(known).map((cage) => ({ ...cage, percent: percentOf(cage.band), ...costOf(cage) }))
}
