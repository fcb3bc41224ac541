/**
 * The one way into stock_entries: signed amounts of a good in a warehouse, ordered by (instant, operation id), in whole
 * millionths. A balance never goes below zero, between operations: the lines of one come together. stock_days holds
 * each day's closing and lowest balance, so that a feeding entered a year late moves a year of days instead of a year
 * of entries.
 */
import { type RawBuilder, sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import { MAX_QUANTITY } from '../../../shared/numbers'
import { notice } from '../../errors'
import type { Tx } from '../client'
import { daysOfCounts, isCount, settleCounts, undoCounts } from './stock-counts'
import { type StockLock, lockPairs, moveDays, pairOf, rowsOf, type StockChange, type StockLine } from './stock-lines'

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

interface Days {
  /** the first changed line of each day of a good and warehouse, as rows `n` */
  firstLines: RawBuilder<unknown>
  /** ids of the operations that change */
  operations: number[]
  /** lines are only added, on one day of each good and warehouse */
  appendOnly: boolean
}

/**
 * SQL: a day is extended when lines are only added, the day has a row, and no entry of another operation follows the
 * new lines.
 */
const changedDays = (company: number, { firstLines, operations, appendOnly }: Days) => sql`
  select n.*, d.closing, d.lowest, array_agg(n.day) over (partition by n.good, n.stock) as days,
    ${appendOnly}::boolean and d.day is not null and not exists (
      select from stock_entries where company_id = ${company} and good_id = n.good and stock_id = n.stock
        and (at, operation_id) > (n.at, n.id) and at < n.day::timestamp + interval '1 day'
        and operation_id <> all(${operations}::bigint[])) as extended
  from ${firstLines}
  left join stock_days d
    on d.company_id = ${company} and d.good_id = n.good and d.stock_id = n.stock and d.day = n.day`

/**
 * SQL: recomputes rows of stock_days from the entries of their days. The row of an extended day is not summed again. An
 * upsert, because a busy day is closed a thousand times, and a delete would leave dead versions to skip.
 */
function closeDays(_: StockLock, tx: Tx, company: number, days: Days): void {
  // the new lines alone, or the whole day
  const entries = sql`
    select sum(amount) as total, min(running) as dip from (
      select amount, sum(amount) over (order by at, operation_id) as running from stock_entries
      where company_id = ${company} and good_id = n.good and stock_id = n.stock
        and (at, operation_id) >= (
          case when n.extended then n.at else n.day::timestamp end, case when n.extended then n.id else 0 end)
        and at < n.day::timestamp + interval '1 day') own`
  // the last earlier day that is not itself recomputed
  const previous = sql`
    select day, closing from stock_days
    where not n.extended and company_id = ${company} and good_id = n.good and stock_id = n.stock
      and day < n.day and day <> all(n.days)
    order by day desc limit 1`
  tx.later(sql`
    insert into stock_days (company_id, good_id, stock_id, day, closing, lowest)
    select ${company}::int, good, stock, day, opening + total,
      case when extended then least(lowest, opening + dip) else opening + dip end
    from (
      select n.*, e.total, e.dip, case when n.extended then n.closing else coalesce(p.closing, 0) + coalesce(
        sum(e.total) over (partition by n.good, n.stock, p.day order by n.day
          rows between unbounded preceding and 1 preceding), 0) end as opening
      from (${changedDays(company, days)}) n
      cross join lateral (${entries}) e
      left join lateral (${previous}) p on true
    ) days
    where total is not null
    on conflict (company_id, good_id, stock_id, day)
      do update set closing = excluded.closing, lowest = excluded.lowest`)
}

/** A day that lost its last entry goes. */
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

/** Removes and adds lines, and moves the days between and after them. */
function write(held: StockLock, tx: Tx, company: number, out: StockLine[], into: StockLine[]): void {
  const shifts = [...out.map((line) => ({ ...line, amount: -line.amount })), ...into]
  const leave = sql`delete from stock_entries e using ${rowsOf(out)}
    where e.company_id = ${company} and e.good_id = n.good and e.stock_id = n.stock
      and e.at = n.at and e.operation_id = n.id and e.line = n.line`
  const enter = sql`
    insert into stock_entries (company_id, good_id, stock_id, at, operation_id, line, amount, counted, price, moved)
    select ${company}::int, good, stock, at, id, line, amount, counted, price, moved from ${rowsOf(into)}`
  // removed lines first: the lines of a reversed move take each other's places
  if (out.length > 0) tx.later(leave)
  if (into.length > 0) tx.later(enter)
  moveDays(held, tx, company, rowsOf(shifts))
}

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
  const days = [...groupBy(lines, (line) => `${pairOf(line)}:${dayOf(line.at)}`).values()].map((group) => group[0]!)
  const parts = (side: keyof StockChange) => changed.flatMap((change) => change[side] ?? [])
  const [out, into] = [parts('before'), parts('after')]
  const operations = into.map(({ id }) => id)
  const held = lockPairs(tx, company, pairs)
  if (out.some(isCount)) undoCounts(held, tx, company, out.filter(isCount))
  write(held, tx, company, out, into)
  // first, so that no day is computed from a deleted one
  if (out.length > 0) dropEmptyDays(held, tx, company, days)
  const appendOnly = out.length === 0 && days.length === pairs.length
  closeDays(held, tx, company, { firstLines: rowsOf(days), operations, appendOnly })
  settleCounts(held, tx, company, lines)
  closeDays(held, tx, company, { firstLines: daysOfCounts(company, lines), operations, appendOnly: false })
  refuse(await firstBroken(held, tx, company, pairs), new Set(operations))
}
