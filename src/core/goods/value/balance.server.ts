/** How much of a good there was day by day: the closing balances that the ledger keeps. */
import { sql } from 'kysely'
import { readAmounts } from '../../../server/db/ledger/stock-amounts'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, showDay } from '../../../shared/dates'
import type { valueCalls } from './value.contract'
import { units } from './worth.server'

interface ClosingBalance {
  day: string
  stock_id: number
  closing: number
}

export async function readBalance(
  { id, start, end, stock_id }: ParsedOf<(typeof valueCalls)['good']['balance']>,
  { tx, company, user }: Context,
) {
  const within = sql`${scope(user).stocks('s.id')} ${stock_id ? sql`and s.id = ${stock_id}` : sql``}`
  const [before, rows] = await Promise.all([
    readAmounts(tx, company.id, [id], within, addDays(start, -1)),
    tx.rows<ClosingBalance>(sql`
      select day, stock_id, closing from stock_days
      where company_id = ${company.id} and good_id = ${id} and day between ${start}::date and ${end}::date
        and stock_id = any(array(select s.id from stocks s where s.company_id = ${company.id} ${within}))
      order by day`),
  ])
  const held = new Map(before.map(({ stock_id: stock, amount }) => [stock, BigInt(amount)]))
  let total = [...held.values()].reduce((sum, amount) => sum + amount, 0n)
  const opening = units(total)
  const days = new Map<string, bigint>()
  for (const { day, stock_id: stock, closing } of rows) {
    total += BigInt(closing) - (held.get(stock) ?? 0n)
    held.set(stock, BigInt(closing))
    days.set(day, total)
  }
  return { opening, days: [...days].map(([day, amount]) => ({ date: showDay(day), amount: units(amount) })) }
}
