/** What a unit of goods cost on certain days, first in, first out: one reading for many goods and days. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { whole, worthOf, kopecksOf } from '../../../shared/ledger/valuation'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import { type GoodKind, READING_GOODS } from '../good.contract'
import { readLayers } from './receipts.server'
import { untilOf } from './worth.server'

export interface CostAsked {
  good: number
  kind: GoodKind
  /** 'YYYY-MM-DD': at its end */
  day: string
  /** a document that is thought away, and the millionths that it brought */
  without?: { operation: number; amount: number }
}

/** a part of a kopeck: of thousands of kilograms a kopeck more or less would be much */
const FINE = 10_000n

/** Millionths in all warehouses, in the order of what is asked. */
async function readTotals({ tx, company }: Context, asked: readonly CostAsked[]): Promise<bigint[]> {
  const rows = await tx.rows<{ amount: string }>(sql`
    select coalesce(sum(d.closing), 0)::text as amount
    from unnest(${asked.map(({ good }) => good)}::int[], ${asked.map(({ day }) => day)}::date[]) with ordinality as a (good, day, place)
    join stocks s on s.company_id = ${company.id}
    left join lateral (
      select closing from stock_days where company_id = ${company.id} and good_id = a.good and stock_id = s.id
        and day <= a.day order by day desc limit 1) d on true
    group by a.place order by a.place`)
  return rows.map(({ amount }, index) => BigInt(amount) - BigInt(asked[index]!.without?.amount ?? 0))
}

async function unitCosts(context: Context, asked: readonly CostAsked[]): Promise<(number | null)[]> {
  if (asked.length === 0) return []
  const totals = await readTotals(context, asked)
  const looks = asked.map(({ good, day, without }, index) => ({
    good,
    until: untilOf(day),
    amount: totals[index]!,
    without: without?.operation,
  }))
  const layers = await readLayers(context.tx, context.company.id, looks)
  return layers.map((own, index) => {
    const total = totals[index]!
    if (total <= 0n) return null
    return sumIn(MILLIONTHS, String(kopecksOf(whole(worthOf(own)), BigInt(MILLIONTHS) * FINE, total)))
  })
}

/**
 * Roubles to the millionth, in the order of what is asked; null where nothing lay anywhere, and of goods whose worth
 * this person may not see.
 */
export async function readUnitCosts(context: Context, asked: readonly CostAsked[]): Promise<(number | null)[]> {
  const seen = asked.filter(({ kind }) => can(context.user, READING_GOODS[kind]))
  const costs = await unitCosts(context, seen)
  const byAsked = new Map(seen.map((one, index) => [one, costs[index]!]))
  return asked.map((one) => byAsked.get(one) ?? null)
}
