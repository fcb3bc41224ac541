/**
 * The one way into stock_entries: signed amounts of a good in a warehouse, ordered by (instant, operation id), in whole
 * millionths. A balance never goes below zero, between operations: the lines of one come together. stock_days holds
 * each day's closing and lowest balance, so that a feeding entered a year late moves a year of days instead of a year
 * of entries.
 */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import { MAX_QUANTITY } from '../../../shared/numbers'
import { notice } from '../../errors'
import type { Tx } from '../client'
import { isCount, settleCounts, undoCounts } from './stock-counts'
import { type StockLock, lockPairs, pairOf, rowsOf, type StockChange, type StockLine } from './stock-lines'

/** Thrown when a balance would go below zero. Causes a rollback. */
export interface StockRefusal extends Error {
  stock: {
    good: number
    stock: number
    at: string
    operation: number
    kind: string
    cage: number | null
    shortage: number
    own: boolean
  }
}
export const isStockRefusal = (error: unknown): error is StockRefusal => error instanceof Error && 'stock' in error

/** Removes lines. A statement of its own: the lines of a reversed move take each other's places. */
const leave = (_: StockLock, tx: Tx, company: number, out: StockLine[]): void =>
  tx.later(sql`delete from stock_entries e using ${rowsOf(out)}
    where e.company_id = ${company} and e.good_id = n.good and e.stock_id = n.stock
      and e.at = n.at and e.operation_id = n.id and e.line = n.line`)

/**
 * SQL: each changed day with the sum by which it changes, its stored row, and the closing balance before it. A day is
 * extended when lines are only added, it has a row, and no entry of another operation follows the new lines. It begins
 * and ends at moments: a cast beside row-level security would keep an index from being used.
 */
const changedDays = (company: number, appendOnly: boolean) => sql`
  select n.*, n.day::timestamp as begins, n.day + interval '1 day' as ends, d.closing, d.lowest,
    ${appendOnly}::boolean and d.day is not null and not exists (
      select from stock_entries where company_id = ${company} and good_id = n.good and stock_id = n.stock
        and (at, operation_id) > (n.at, n.id) and at < n.day::timestamp + interval '1 day'
        and operation_id not in (select id from came)) as extended
  from (
    select distinct on (good, stock, day) good, stock, day, at, id,
      sum(amount) over (partition by good, stock, day)::bigint as shift
    from changed order by good, stock, day, at, id) n
  left join stock_days d
    on d.company_id = ${company} and d.good_id = n.good and d.stock_id = n.stock and d.day = n.day`

/**
 * SQL: what the changed days end with, and their lowest balances. A statement does not see what it inserts: to what
 * stands in a day its new lines are added here. Of an extended day they alone are summed.
 */
const closings = (company: number) => sql`
  select n.good, n.stock, n.day, opening + total as closing,
    case when extended then least(lowest, opening + dip) else opening + dip end as lowest
  from (
    select d.*, case when extended then d.closing else coalesce(p.closing, 0) + coalesce(sum(shift) over (
      partition by good, stock order by d.day rows between unbounded preceding and 1 preceding), 0) end as opening
    from days d
    left join lateral (
      select closing from stock_days
      where not d.extended and company_id = ${company} and good_id = d.good and stock_id = d.stock and day < d.day
      order by day desc limit 1) p on true) n
  join (
    select good, stock, day, sum(amount) as total, min(running) as dip from (
      select *, sum(amount) over (partition by good, stock, day order by at, id) as running from (
        select n.good, n.stock, n.day, e.at, e.operation_id as id, e.amount from days n
        join stock_entries e on e.company_id = ${company} and e.good_id = n.good and e.stock_id = n.stock
          and e.at >= n.begins and e.at < n.ends
        where not n.extended
        union all select good, stock, day, at, id, amount from came) entries) running
    group by 1, 2, 3) e on (e.good, e.stock, e.day) = (n.good, n.stock, n.day)`

/**
 * Adds lines, closes the days of all lines again, and moves the days between and after them: no row is written twice.
 * An upsert, because a busy day is closed a thousand times, and a delete would leave dead versions to skip.
 */
function enter(_: StockLock, tx: Tx, company: number, out: StockLine[], into: StockLine[]): void {
  const removed = sql`union all select good, stock, day, at, id, -amount from ${rowsOf(out)}`
  const columns = sql`good, stock, day, at, id, amount`
  const oneDayEach = groupBy(into, pairOf).size === groupBy(into, dayKey).size
  tx.later(sql`
    with came as (select * from ${rowsOf(into)}),
    changed as (select ${columns} from came ${out.length > 0 ? removed : sql``}),
    days as (${changedDays(company, out.length === 0 && oneDayEach)}),
    moved as (
      update stock_days d set closing = d.closing + s.sum, lowest = d.lowest + s.sum
      from (
        select good, stock, day, sum(shift) over ahead::bigint as sum, lead(day, 1, 'infinity') over ahead as until
        from days window ahead as (partition by good, stock order by day)) s
      where d.company_id = ${company} and d.good_id = s.good and d.stock_id = s.stock
        and d.day > s.day and d.day < s.until and s.sum <> 0),
    closed as (
      insert into stock_days (company_id, good_id, stock_id, day, closing, lowest)
      select ${company}::int, good, stock, day, closing, lowest from (${closings(company)}) c
      on conflict (company_id, good_id, stock_id, day)
        do update set closing = excluded.closing, lowest = excluded.lowest)
    insert into stock_entries (company_id, good_id, stock_id, at, operation_id, line, amount, counted, price, moved)
    select ${company}::int, good, stock, at, id, line, amount, counted, price, moved from came`)
}

/** A day that lost its last entry goes, at the end: the days after it are computed from what it stood for. */
const dropEmptyDays = (_: StockLock, tx: Tx, company: number, lines: StockLine[]) =>
  tx.later(sql`delete from stock_days d using ${rowsOf(lines)}
    where d.company_id = ${company} and d.good_id = n.good and d.stock_id = n.stock and d.day = n.day and not exists (
      select from stock_entries where company_id = ${company} and good_id = n.good and stock_id = n.stock
        and at >= n.day::timestamp and at < n.day::timestamp + interval '1 day')`)

interface BrokenDay {
  good: number
  stock: number
  at: string
  /** null: nothing is missing, but the warehouse would hold more than its maximum */
  operation: number | null
  kind: string
  cage: number | null
  running: number
}

/**
 * SQL: for each good and warehouse the first entry from a day on with a negative balance, or the first day that ends
 * with more than can be read exactly.
 */
const firstBroken = (_: StockLock, tx: Tx, company: number, firsts: StockLine[]) =>
  tx.rows<BrokenDay>(sql`
    select n.good, n.stock, r.at, r.operation_id as operation, o.kind, o.cage_id as cage, r.running
    from ${rowsOf(firsts)}
    cross join lateral (
      select day, closing from stock_days where company_id = ${company} and good_id = n.good and stock_id = n.stock
        and day >= n.day and (lowest < 0 or closing > ${MAX_QUANTITY}::bigint) order by day limit 1) off
    left join lateral (select * from (
      select at, operation_id,
        off.closing - sum(amount) over () + sum(amount) over (order by at, operation_id) as running
      from stock_entries where company_id = ${company} and good_id = n.good and stock_id = n.stock
        and at >= off.day::timestamp and at < off.day::timestamp + interval '1 day') e
      where running < 0 order by at, operation_id limit 1) r on true
    left join operations o on o.company_id = ${company} and o.id = r.operation_id`)

/** Throws for the earliest violation in all warehouses. */
function refuse(broken: BrokenDay[], own: Set<number>): void {
  if (broken.some(({ operation }) => operation === null))
    throw notice('На складе не может быть больше 999 999 999 единиц одного расходника.')
  const [first] = broken.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.operation! - b.operation!))
  if (!first) return
  const { good, stock, running, operation, at, kind, cage } = first
  const error = new Error('the goods ledger refuses') as StockRefusal
  const shortage = -Number(running)
  error.stock = { good, stock, at, operation: operation!, kind, cage, shortage, own: own.has(operation!) }
  throw error
}

const unchanged = ({ before, after }: StockChange) =>
  before !== null &&
  after !== null &&
  pairOf(before) === pairOf(after) &&
  before.at === after.at &&
  before.amount === after.amount &&
  (before.counted ?? null) === (after.counted ?? null) &&
  (before.price ?? null) === (after.price ?? null)

const dayKey = (line: StockLine) => `${pairOf(line)}:${dayOf(line.at)}`

const inTime = (a: StockLine, b: StockLine) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id)

/**
 * Posts the stock lines of operations whose rows are stored and locked (a deleted row is removed afterwards), and
 * recomputes the differences of stocktakes after them. Throws StockRefusal with the first entry, in time order over all
 * touched warehouses, that would make a balance negative.
 */
export async function postStock(tx: Tx, company: number, changes: StockChange[]): Promise<void> {
  const changed = changes.filter((change) => !unchanged(change))
  const lines = changed
    .flatMap(({ before, after }) => [before, after])
    .filter((line) => line !== null)
    .sort(inTime)
  if (lines.length === 0) return
  const pairs = [...groupBy(lines, pairOf).values()]
    .map((group) => group[0]!)
    .sort((a, b) => a.good - b.good || a.stock - b.stock)
  const parts = (side: keyof StockChange) => changed.flatMap((change) => change[side] ?? [])
  const [out, into] = [parts('before'), parts('after')]
  const held = lockPairs(tx, company, pairs)
  if (out.some(isCount)) undoCounts(held, tx, company, out.filter(isCount))
  if (out.length > 0) leave(held, tx, company, out)
  enter(held, tx, company, out, into)
  const days = [...groupBy(out, dayKey).values()].map((group) => group[0]!)
  if (out.length > 0) dropEmptyDays(held, tx, company, days)
  settleCounts(held, tx, company, lines)
  refuse(await firstBroken(held, tx, company, pairs), new Set(into.map(({ id }) => id)))
}
