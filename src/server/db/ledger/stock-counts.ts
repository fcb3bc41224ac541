/**
 * What a stocktake found is the balance from there on, whatever is entered before it later: the entry's amount is the
 * difference to the balance just before it, and takes up what changes there. So an issue that was forgotten in June
 * ends at the stocktake of July, as a correction of fish does.
 */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import type { Tx } from '../client'
import { type Held, pairOf, rowsOf, type StockChange, type StockLine } from './stock-lines'

/** Of lines that go the ledger knows the amounts: those of a stocktake are not in its document. */
export async function withStoredAmounts(
  _: Held,
  tx: Tx,
  company: number,
  changes: StockChange[],
): Promise<StockChange[]> {
  const lines = changes.flatMap(({ before }) => (before && isCount(before) ? [before] : []))
  if (lines.length === 0) return changes
  const rows = await tx.rows<StockLine>(sql`
    select e.good_id as good, e.stock_id as stock, e.at, e.operation_id as id, e.line, e.amount from ${rowsOf(lines)}
    join stock_entries e on e.company_id = ${company} and e.good_id = n.good and e.stock_id = n.stock
      and e.at = n.at and e.operation_id = n.id and e.line = n.line`)
  const amounts = new Map(rows.map((row) => [`${row.id}:${row.line}`, row.amount]))
  return changes.map((change) => {
    const { before } = change
    if (!before || !isCount(before)) return change
    return { ...change, before: { ...before, amount: amounts.get(`${before.id}:${before.line}`) ?? 0 } }
  })
}

export const isCount = ({ counted }: StockLine): boolean => counted !== undefined && counted !== null

/** An entry of a stocktake with the balance just before it, as the ledger stands. */
export interface Count extends StockLine {
  counted: number
  opening: number
}

/**
 * The stocktakes that may have to take up what `changed`: of each line the next at or after it, and, when that is itself
 * a changed one, the one behind.
 */
export const countsAfter = (_: Held, tx: Tx, company: number, changed: StockLine[]) =>
  tx.rows<Count>(sql`
    select c.*, (
        coalesce((
          select closing from stock_days where company_id = ${company} and good_id = c.good and stock_id = c.stock
            and day < c.at::date order by day desc limit 1), 0)
        + coalesce((
          select sum(amount) from stock_entries where company_id = ${company} and good_id = c.good and stock_id = c.stock
            and at >= c.at::date and (at, operation_id) < (c.at, c.id)), 0))::bigint as opening
    from (
      select distinct e.* from ${rowsOf(changed)}
      cross join lateral (
        select good_id as good, stock_id as stock, at, operation_id as id, line, amount, counted from stock_entries
        where company_id = ${company} and good_id = n.good and stock_id = n.stock and counted is not null
          and (at, operation_id) >= (n.at, n.id)
        order by at, operation_id limit 2) e) c
    order by good, stock, at, id`)

/** What the amounts of these entries have to be; those that are right are left out. A pure function. */
export function correctionsOf(counts: readonly Count[]): StockChange[] {
  return [...groupBy(counts, pairOf).values()].flatMap((own) => {
    // what the corrections before have moved the balance by
    let shift = 0
    return own.flatMap(({ opening, ...before }) => {
      const after = { ...before, amount: before.counted - opening - shift }
      shift += after.amount - before.amount
      return after.amount === before.amount ? [] : [{ before, after }]
    })
  })
}
