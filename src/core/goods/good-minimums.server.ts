/** Minimums of a good for single warehouses, besides the one for all together. */
import { sql } from 'kysely'
import { readPacked } from '../../server/db/ledger/stock-amounts'
import { fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'

/** Warehouse id → millionths, null for none. A warehouse that is left out keeps its own. */
export type Minimums = Readonly<Record<string, number | null>>

interface Minimum {
  good_id: number
  stock_id: number
  amount: number
}

/** Good → warehouse:millionths, of all warehouses. */
export async function readMinimums({ tx, company }: Context, goods: number[]): Promise<Map<number, string>> {
  const minimums = sql`
    select good_id, stock_id, amount from good_minimums
    where company_id = ${company.id} and good_id = any(${goods}::int[])`
  return readPacked(tx, minimums)
}

/** Throws field errors for warehouses that do not exist or are closed to the user. */
export async function checkMinimums(minimums: Minimums, { tx, company, user }: Context): Promise<void> {
  const asked = Object.keys(minimums)
  if (asked.length === 0) return
  const open = await tx.rows<{ id: number }>(
    sql`select id from stocks where company_id = ${company.id} ${scope(user).stocks('id')}`,
  )
  const known = new Set(open.map(({ id }) => String(id)))
  const wrong = asked.filter((id) => !known.has(id))
  if (wrong.length > 0)
    throw fieldErrors(Object.fromEntries(wrong.map((id) => [`min_amounts.${id}`, 'Склад не найден'])))
}

/** As the audit log tells it: a line for each warehouse. */
const toldOf = (rows: readonly Minimum[]) => ({
  lines: rows.map((row) => ({ role: 'minimum', item_id: null, price: null, ...row })),
})

/** Stores the given minimums, and answers those before and after. */
export async function writeMinimums(good_id: number, minimums: Minimums, { tx, company }: Context) {
  const given = Object.entries(minimums).map(([id, amount]) => ({ good_id, stock_id: Number(id), amount }))
  if (given.length === 0) return {}
  const stocks = given.map(({ stock_id }) => stock_id)
  const kept = given.filter((one): one is Minimum => one.amount !== null)
  const before = await tx.rows<Minimum>(sql`
    select good_id, stock_id, amount from good_minimums
    where company_id = ${company.id} and good_id = ${good_id} and stock_id = any(${stocks}::int[])`)
  await tx.run(sql`
    delete from good_minimums where company_id = ${company.id} and good_id = ${good_id}
      and stock_id = any(${stocks}::int[])`)
  await tx.run(sql`
    insert into good_minimums (company_id, good_id, stock_id, amount)
    select ${company.id}, ${good_id}, stock_id, amount
    from unnest(${kept.map(({ stock_id }) => stock_id)}::int[],
      ${kept.map(({ amount }) => amount)}::bigint[]) as m (stock_id, amount)`)
  return { before: toldOf(before), after: toldOf(kept) }
}
