import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { can } from '../../../shared/abilities'
import { dayOf, daysBetween } from '../../../shared/dates'
import {
  costliestFirst,
  costOf,
  expectedBand,
  percentOf,
  type Uncertain,
} from '../../../shared/feeding/expected-weight'
import { growthColumn } from '../../../shared/feeding/growth-column'
import { fcrTable, rowFor } from '../../../shared/feeding/norm'
import { MILLIONTHS, mulDiv, toKg } from '../../../shared/numbers'
import { priced } from '../../../shared/ledger/valuation'
import { type Context, route, type Route } from '../../../server/http/route'
import { assignedOn } from '../../../core/feeding/assigned.server'
import { expectedOn, openCagesOf } from '../../../core/feeding/expected/expected.server'
import { askOf } from '../../../core/feeding/growth.server'
import { latestNorms } from '../../../core/feeding/norms.server'
import { temperaturesOn } from '../../../core/feeding/temperature.server'
import { readReceipts } from '../../../core/goods/value/receipts.server'
import { MOST_TOLD, toWeighCall, type ToWeighRow } from './to-weigh.contract'

/** The last prices of feeds are looked for in so many of their receipts. */
const RECEIPTS = 32

/** Kopecks for a kilogram of feed by its last receipt with a price. */
async function readPrices({ tx, company, user }: Context, goods: number[]): Promise<Map<number, number>> {
  if (!can(user, 'read stocks') || goods.length === 0) return new Map()
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
async function readFeed(context: Context, fish: readonly Fish[]) {
  const { tx, company } = context
  const day = dayOf(company.now)
  const places = fish.map(({ cage }) => ({ cage, day }))
  const assigned = await assignedOn(tx, company.id, places)
  const goods = [...new Set(assigned.flatMap((calc) => calc?.good ?? []))]
  const asks = places.map((place, index) => askOf(place, assigned[index]!))
  const [norms, water, prices] = await Promise.all([
    latestNorms(tx, company.id, goods),
    temperaturesOn(tx, company.id, asks, company.settings, day),
    readPrices(context, goods),
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

interface Place {
  id: number
  number: string
  location: string
}

const readNames = ({ tx, company }: Context, cages: number[]) =>
  tx.rows<Place>(sql`
    select c.id, c.number, l.name as location from cages c
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} and c.id = any(${cages}::int[])`)

/** Each cage with all its fish. */
const byCage = (expected: Awaited<ReturnType<typeof expectedOn>>) =>
  [...groupBy(expected, ({ group }) => group.cage_id)].map(([cage, fish]) => {
    const count = fish.reduce((sum, group) => sum + group.count, 0)
    const band = expectedBand(fish)!
    const weighed = fish.flatMap(({ now }) => now.last ?? []).sort((one, other) => (one.at < other.at ? 1 : -1))
    return { cage, count, band, weight: band.weight, last: weighed[0] ?? null }
  })

type Told = ReturnType<typeof byCage>[number] & Pick<Uncertain, 'fcr' | 'price'>

function rowOf({ cage, count, band, last, fcr, price }: Told, { number, location }: Place, day: string): ToWeighRow {
  const { mass, money } = costOf({ count, band, fcr, price })
  return {
    id: cage,
    cage_id: cage,
    number,
    location,
    count,
    avg_weight: toKg(band.weight),
    low: toKg(band.low),
    high: toKg(band.high),
    percent: percentOf(band),
    mass: toKg(mass),
    money: money === null ? null : money / 100,
    weighed_on: last && dayOf(last.at),
    days: last && daysBetween(dayOf(last.at), day),
    sample: last?.sample ?? null,
  }
}

async function toWeigh(context: Context): Promise<ToWeighRow[]> {
  const day = dayOf(context.company.now)
  const cages = byCage(await expectedOn(context, await openCagesOf(context, null), day))
  const feed = await readFeed(context, cages)
  const told = costliestFirst(cages.map((cage, index) => ({ ...cage, ...feed[index]! }))).slice(0, MOST_TOLD)
  const ids = told.map(({ cage }) => cage)
  const places = new Map((await readNames(context, ids)).map((place) => [place.id, place]))
  return told.map((cage) => rowOf(cage, places.get(cage.cage)!, day))
}

export const toWeighRoutes: Route[] = [route(toWeighCall, (_, context) => toWeigh(context))]
