/** How long goods last: the amount over the daily consumption. */
import { sql } from 'kysely'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { groupBy } from '../../shared/collections'
import { addDays, dayOf } from '../../shared/dates'
import { USAGE_DAYS } from './good.contract'

/** Documents that move goods between warehouses: neither receipt nor consumption. */
export const MOVES = ['good_move', 'workshop_good_move']
/** Sales are no consumption, nor are shortages of a stocktake. */
export const SALES = ['workshop_good_shipping']

/** Good → warehouse → amount. */
export type ByStock = Map<number, Map<number, bigint>>

/**
 * Millionths of each good consumed in each of the user's warehouses, in the full days before now or up to a day. Today
 * is left out: it is not over, and would promise too many days.
 */
export async function readUsed({ tx, company, user }: Context, goods: number[], day: string | null): Promise<ByStock> {
  const today = dayOf(company.now)
  const end = day !== null && day < today ? addDays(day, 1) : today
  const start = addDays(end, -USAGE_DAYS)
  const rows = await tx.rows<{ good_id: number; stock_id: number; used: string }>(sql`
    select good_id, stock_id, (-sum(amount))::text as used from stock_entries
    where company_id = ${company.id} and amount < 0 and counted is null and at >= ${start}::timestamp
      and at < ${end}::timestamp
      and good_id = any(${goods}::int[])
      and stock_id = any(array(select s.id from stocks s
        where s.company_id = ${company.id} ${scope(user).stocks('s.id')}))
      and operation_id not in (
        select id from operations where company_id = ${company.id} and kind = any(${[...MOVES, ...SALES]}::text[])
          and at >= ${start}::timestamp and at < ${end}::timestamp)
    group by good_id, stock_id`)
  return new Map(
    [...groupBy(rows, ({ good_id }) => good_id)].map(([good, of]) => [
      good,
      new Map(of.map(({ stock_id, used }) => [stock_id, BigInt(used)])),
    ]),
  )
}

/** Whole days that an amount lasts; null when nothing was consumed. */
export const daysLeft = (amount: bigint, used = 0n): number | null =>
  used > 0n ? Number((amount * BigInt(USAGE_DAYS)) / used) : null
