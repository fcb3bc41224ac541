/** From which warehouses which modules are fed, and what lies there of each feed. */
import { sql } from 'kysely'
import type { PlanReader } from '../../../core/feeding/plan/plan-fish.server'
import { numberColumns, readNumbers } from '../../../server/db/read-numbers'
import { groupBy } from '../../../shared/collections'

/** Warehouses that belong to no module. */
export const COMMON = 0

export interface HeldFeed {
  good: number
  stock: number
  name: string
  /** the module of the warehouse, or COMMON */
  location: number
  /** milligrams */
  amount: number
}

const LYING = numberColumns({
  stock: sql<number>`a.stock_id`,
  good: sql<number>`a.good_id`,
  amount: sql<number>`a.amount`,
})

/** Where feed lies or has lain: archived warehouses are empty. Warehouses in their order. */
export async function readHeld({ tx, company }: PlanReader): Promise<HeldFeed[]> {
  const [stocks, numbers] = await Promise.all([
    tx.rows<Omit<HeldFeed, 'good' | 'amount'>>(sql`
      select id as stock, name, coalesce(location_id, ${COMMON}) as location from stocks
      where company_id = ${company.id} and archived_at is null order by name, id`),
    readNumbers(
      tx,
      LYING,
      sql`stock_amounts a
        join goods g on g.company_id = ${company.id} and g.id = a.good_id and g.type = 'feed' and g.measure = 'kg'
        where a.company_id = ${company.id}`,
    ),
  ])
  const lying = stocks.map(({ stock, name, location }) => ({ stock, name, location, held: [] as HeldFeed[] }))
  const byStock = new Map(lying.map((one) => [one.stock, one]))
  numbers.stock.forEach((id, row) => {
    const of = byStock.get(id)
    if (!of) return
    const { stock, name, location, held } = of
    held.push({ good: numbers.good[row]!, stock, name, location, amount: numbers.amount[row]! })
  })
  return lying.flatMap(({ held }) => held)
}

export interface Places {
  /** what lies of a feed in the warehouses of a place */
  of(good: number, place: number): HeldFeed[]
  /** the place that a module takes a feed from first */
  from(good: number, location: number): number
  /** the places where it lies or has lain */
  all(good: number): number[]
}

/**
 * A module is fed from its own warehouses where the feed lies or has lain, else from the common ones where it does,
 * else again from its own. Where a module has no warehouse of feed and no warehouse is common, all of them are.
 */
export function placesOf(held: readonly HeldFeed[], modules: Iterable<number>): Places {
  const own = new Set(held.map(({ location }) => location))
  const shared = !own.has(COMMON) && [...modules].some((location) => !own.has(location))
  const rows = shared ? held.map((row) => ({ ...row, location: COMMON })) : held
  const found = new Map(
    [...groupBy(rows, ({ good }) => good)].map(
      ([good, of]) => [good, groupBy(of, ({ location }) => location)] as const,
    ),
  )
  const from = (good: number, location: number) => {
    const places = found.get(good)
    if (shared || !own.has(location)) return COMMON
    return places?.has(location) || !places?.has(COMMON) ? location : COMMON
  }
  return {
    of: (good, place) => found.get(good)?.get(place) ?? [],
    from,
    all: (good) => [...(found.get(good)?.keys() ?? [])],
  }
}
