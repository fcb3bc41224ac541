/** How long goods last: the amount over the daily consumption. */
import { sql } from 'kysely'
import { MANY_GOODS, readPacked } from '../../server/db/ledger/stock-amounts'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { addDays, dayOf } from '../../shared/dates'
import type { Whole } from '../../shared/numbers'
import { USAGE_DAYS } from './good.contract'

/** Documents that move goods between warehouses: neither receipt nor consumption. */
export const MOVES = ['good_move', 'workshop_good_move']
/** Sales are no consumption. */
export const SALES = ['workshop_good_shipping']
/** What a stocktake finds or misses came or left at another time. */
export const COUNTS = ['stocktake']
/** Documents whose goods are not consumed. */
export const NO_USE = [...MOVES, ...SALES, ...COUNTS]

/**
 * Millionths of each good consumed in each of the user's warehouses, in the full days before now or up to a day. Today
 * is left out: it is not over, and would promise too many days. Of very many goods all are read, in one range of an
 * index.
 */
export async function readUsed(
  { tx, company, user }: Context,
  goods: number[],
  day: string | null,
): Promise<Map<number, string>> {
  const today = dayOf(company.now)
  const end = day !== null && day < today ? addDays(day, 1) : today
  const start = addDays(end, -USAGE_DAYS)
  const used = sql`
    select good_id, stock_id, -sum(amount) as amount from stock_entries
    where company_id = ${company.id} and amount < 0 and at >= ${start}::timestamp
      and at < ${end}::timestamp
      ${goods.length > MANY_GOODS ? sql`` : sql`and good_id = any(${goods}::int[])`}
      and stock_id = any(array(select s.id from stocks s
        where s.company_id = ${company.id} ${scope(user).stocks('s.id')}))
      and operation_id not in (
        select id from operations where company_id = ${company.id} and kind = any(${NO_USE}::text[])
          and at >= ${start}::timestamp and at < ${end}::timestamp)
    group by good_id, stock_id`
  return readPacked(tx, used)
}

/** Whole days that an amount lasts; null when nothing was consumed. */
export function daysLeft(amount: Whole, used: Whole = 0): number | null {
  if (used <= 0) return null
  const most = typeof amount === 'number' && typeof used === 'number' ? amount * USAGE_DAYS : Infinity
  return Number.isSafeInteger(most)
    ? Math.floor(most / Number(used))
    : Number((BigInt(amount) * BigInt(USAGE_DAYS)) / BigInt(used))
}
