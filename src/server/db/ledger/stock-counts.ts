/**
 * A stocktake sets the balance from its moment on, whatever is entered before it later: its entry's amount is the
 * difference from the balance just before, and absorbs changes there. So an issue of June entered late has no effect
 * after the stocktake of July, as with a correction of fish.
 */
import { sql } from 'kysely'
import type { Tx } from '../client'
import { type StockLock, moveDays, rowsOf, type StockLine } from './stock-lines'

export const isCount = ({ counted }: StockLine): boolean => counted !== undefined && counted !== null

/**
 * SQL: removes the effect of deleted stocktakes from the days after them. Their documents do not contain it, their
 * entries still do.
 */
export const undoCounts = (held: StockLock, tx: Tx, company: number, gone: StockLine[]): void =>
  moveDays(
    held,
    tx,
    company,
    sql`(
      select n.good, n.stock, n.day, -e.amount as amount from ${rowsOf(gone)}
      join stock_entries e on e.company_id = ${company} and e.good_id = n.good and e.stock_id = n.stock
        and e.at = n.at and e.operation_id = n.id and e.line = n.line) n`,
  )

/**
 * SQL: stocktakes that may have to absorb a change, as rows `c`: for each changed line the next one at or after it, and
 * the one after that, in case the first is itself changed.
 */
const following = (company: number, changed: StockLine[]) => sql`(
  select distinct e.* from ${rowsOf(changed)}
  cross join lateral (
    select good_id as good, stock_id as stock, at, at::date as day, operation_id as id, line, amount, counted
    from stock_entries
    where company_id = ${company} and good_id = n.good and stock_id = n.stock and counted is not null
      and (at, operation_id) >= (n.at, n.id)
    order by at, operation_id limit 2) e) c`

/** SQL: the days of these stocktakes, each once, as rows `n` like those of `rowsOf`. */
export const daysOfCounts = (company: number, changed: StockLine[]) =>
  sql`(select distinct on (good, stock, day) * from ${following(company, changed)} order by good, stock, day) n`

/**
 * Recomputes the differences of stocktakes after `changed` lines, and moves the days after them. `off` is how far the
 * balance after a stocktake is from the counted amount, because earlier ones did not absorb it. Days of the lines are
 * closed before, days of the stocktakes afterwards.
 */
export const settleCounts = (_: StockLock, tx: Tx, company: number, changed: StockLine[]): void =>
  tx.later(sql`
    with standing as (
      select c.*, c.counted - c.amount
        - coalesce((
          select closing from stock_days where company_id = ${company} and good_id = c.good and stock_id = c.stock
            and day < c.day order by day desc limit 1), 0)
        - coalesce((
          select sum(amount) from stock_entries where company_id = ${company} and good_id = c.good
            and stock_id = c.stock
            and at >= c.day::timestamp and (at, operation_id) < (c.at, c.id)), 0)::bigint as off
      from ${following(company, changed)}),
    moves as (
      select *, off - coalesce(lag(off) over ahead, 0) as change, lead(day, 1, 'infinity') over ahead as until
      from standing window ahead as (partition by good, stock order by at, id)),
    entries as (
      update stock_entries e set amount = e.amount + m.change from moves m
      where e.company_id = ${company} and e.good_id = m.good and e.stock_id = m.stock and e.at = m.at
        and e.operation_id = m.id and e.line = m.line and m.change <> 0)
    update stock_days d set closing = d.closing + m.off, lowest = d.lowest + m.off from moves m
    where d.company_id = ${company} and d.good_id = m.good and d.stock_id = m.stock
      and d.day > m.day and d.day <= m.until and m.off <> 0`)
