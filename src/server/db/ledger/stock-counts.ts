/**
 * A stocktake sets the balance from its moment on, whatever is entered before it later: its entry's amount is the
 * difference from the balance just before, and absorbs changes there. So an issue of June entered late has no effect
 * after the stocktake of July, as with a correction of fish.
 */
import { sql } from 'kysely'
import type { Tx } from '../client'
import { type StockLock, rowsOf, type StockLine } from './stock-lines'

export const isCount = ({ counted }: StockLine): boolean => counted !== undefined && counted !== null

/**
 * Removes the effect of stocktakes that go from the closings of their days and of those after them, before their
 * entries go: their documents do not contain it. How low their own days were is looked for anew with the lines.
 */
export const undoCounts = (_: StockLock, tx: Tx, company: number, gone: StockLine[]): void =>
  tx.later(sql`
    with effects as (
      select n.good, n.stock, n.day, sum(e.amount) as amount from ${rowsOf(gone)}
      join stock_entries e on e.company_id = ${company} and e.good_id = n.good and e.stock_id = n.stock
        and e.at = n.at and e.operation_id = n.id and e.line = n.line
      group by 1, 2, 3)
    update stock_days d set closing = d.closing - s.sum, lowest = d.lowest - s.sum
    from (
      select good, stock, day, sum(amount) over ahead::bigint as sum, lead(day, 1, 'infinity') over ahead as until
      from effects window ahead as (partition by good, stock order by day)) s
    where d.company_id = ${company} and d.good_id = s.good and d.stock_id = s.stock
      and d.day >= s.day and d.day < s.until and s.sum <> 0`)

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

/**
 * SQL: their days as they are when each has absorbed its `change`. `off` moves all that comes after a stocktake, also
 * the day of a later one from its beginning.
 */
const countedDays = (company: number) => sql`
  select good, stock, day, opening + sum(amount) as closing, opening + min(running) as lowest
  from (
    select d.*, e.amount + coalesce(m.change, 0) as amount, sum(e.amount + coalesce(m.change, 0)) over (
      partition by d.good, d.stock, d.day order by e.at, e.operation_id) as running
    from (
      select distinct on (good, stock, day) good, stock, day, day::timestamp as begins, day + interval '1 day' as ends,
        before + off - change as opening
      from moves order by good, stock, day, at, id) d
    join stock_entries e on e.company_id = ${company} and e.good_id = d.good and e.stock_id = d.stock
      and e.at >= d.begins and e.at < d.ends
    left join moves m on (m.good, m.stock, m.at, m.id, m.line) = (d.good, d.stock, e.at, e.operation_id, e.line)
  ) entries
  group by good, stock, day, opening`

/**
 * Recomputes the differences of stocktakes after `changed` lines, and moves the days from theirs on: no row is written
 * twice. `off` is how far the balance after a stocktake is from the counted amount, because earlier ones did not absorb
 * it. Days of the lines are closed before.
 */
export const settleCounts = (_: StockLock, tx: Tx, company: number, changed: StockLine[]): void =>
  tx.later(sql`
    with standing as (
      select c.*, c.counted - c.amount - before
        - coalesce((
          select sum(amount) from stock_entries where company_id = ${company} and good_id = c.good
            and stock_id = c.stock
            and at >= c.day::timestamp and (at, operation_id) < (c.at, c.id)), 0)::bigint as off, before
      from ${following(company, changed)}
      cross join lateral (select coalesce((
        select closing from stock_days where company_id = ${company} and good_id = c.good and stock_id = c.stock
          and day < c.day order by day desc limit 1), 0) as before) b),
    moves as (
      select *, off - coalesce(lag(off) over ahead, 0) as change, lead(day, 1, 'infinity') over ahead as until
      from standing window ahead as (partition by good, stock order by at, id)),
    entries as (
      update stock_entries e set amount = e.amount + m.change from moves m
      where e.company_id = ${company} and e.good_id = m.good and e.stock_id = m.stock and e.at = m.at
        and e.operation_id = m.id and e.line = m.line and m.change <> 0),
    own as (
      update stock_days d set closing = c.closing, lowest = c.lowest from (${countedDays(company)}) c
      where d.company_id = ${company} and d.good_id = c.good and d.stock_id = c.stock and d.day = c.day)
    update stock_days d set closing = d.closing + m.off, lowest = d.lowest + m.off from moves m
    where d.company_id = ${company} and d.good_id = m.good and d.stock_id = m.stock
      and d.day > m.day and d.day < m.until and m.off <> 0`)
