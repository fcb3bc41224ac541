/** What a unit of goods cost on certain days, first in, first out: one reading for many goods and days. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { whole, worthOf, kopecksOf } from '../../../shared/ledger/valuation'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { amountsOn, MANY_GOODS } from '../../../server/db/ledger/stock-amounts'
import type { Context } from '../../../server/http/route'
import { type GoodKind, READING_GOODS } from '../good.contract'
import { type Look, readLayers } from './receipts.server'
import { fifoTogether, readLying, untilOf } from './worth.server'

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

/** Millionths in all warehouses, in the order of what is asked. Of one day those of very many are read at once. */
async function readTotals(context: Context, asked: readonly CostAsked[]): Promise<bigint[]> {
  const { day } = asked[0]!
  const together = asked.length > MANY_GOODS && asked.every((one) => one.day === day)
  const totals = together ? await totalsOf(context, day, asked) : await totalsEach(context, asked)
  return totals.map((total, index) => total - BigInt(asked[index]!.without?.amount ?? 0))
}

async function totalsOf(context: Context, day: string, asked: readonly CostAsked[]): Promise<bigint[]> {
  const lying = await readLying(context, sql`true`, day, amountsOn)
  return asked.map(({ good }) => lying.get(good)?.total ?? 0n)
}

async function totalsEach({ tx, company }: Context, asked: readonly CostAsked[]): Promise<bigint[]> {
  const rows = await tx.rows<{ amount: string }>(sql`
    select coalesce(sum(case when n.day <= a.day then n.amount else (
        select closing from stock_days where company_id = ${company.id} and good_id = a.good and stock_id = n.stock_id
          and day <= a.day order by day desc limit 1) end), 0)::text as amount
    from unnest(${asked.map(({ good }) => good)}::int[],
      ${asked.map(({ day }) => day)}::date[]) with ordinality as a (good, day, place)
    left join stock_amounts n on n.company_id = ${company.id} and n.good_id = a.good
    group by a.place order by a.place`)
  return rows.map(({ amount }) => BigInt(amount))
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
  const worths = await worthsOf(context, looks)
  return worths.map((worth, index) => {
    const total = totals[index]!
    if (total <= 0n) return null
    return sumIn(MILLIONTHS, String(kopecksOf(whole(worth), BigInt(MILLIONTHS) * FINE, total)))
  })
}

/** In the order of the looks. Those of many goods at one moment are read together. */
async function worthsOf({ tx, company }: Context, looks: readonly Look[]): Promise<bigint[]> {
  const { until } = looks[0]!
  if (looks.every((look) => look.until === until && look.without === undefined)) {
    const amounts = new Map(looks.map(({ good, amount }) => [good, amount]))
    const standingOf = await fifoTogether({ tx, company }, amounts, until)
    return looks.map(({ good }) => standingOf(good).worth)
  }
  return (await readLayers(tx, company.id, looks)).map(worthOf)
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
