/** Lines that are posted to the goods ledger, and the lock they need. Amounts in whole millionths. */
import { sql } from 'kysely'
import { dayOf } from '../../../shared/dates'
import type { Locked, Tx } from '../client'

export interface StockLine {
  good: number
  stock: number
  at: string
  /** operation id, and the place among its lines */
  id: number
  line: number
  /** + into the warehouse, − out of it; 0 for a counted line, whose difference the ledger computes */
  amount: number
  /** the counted balance, which holds from there on */
  counted?: number | null
  /** kopecks for one unit of what enters, null when it was not given */
  price?: number | null
  /** it goes from one warehouse to another: what enters is no receipt */
  moved?: boolean
}

export interface StockChange {
  before: StockLine | null
  after: StockLine | null
}

/** Balances of a good in a warehouse change under a lock of that pair, taken in ascending order. */
export type StockLock = Locked<'stock'>

export const pairOf = ({ good, stock }: { good: number; stock: number }) => `${good}:${stock}`

/**
 * SQL: lines as rows `n (good, stock, at, day, id, line, amount, counted, price, moved)`: the number of statements does
 * not depend on the number of lines. The day is a column of its own, because under row-level security a join cannot use
 * an index on the result of a cast.
 */
export function rowsOf(lines: readonly StockLine[]) {
  const of = <T>(pick: (line: StockLine) => T) => lines.map(pick)
  return sql`unnest(${of(({ good }) => good)}::int[], ${of(({ stock }) => stock)}::int[],
    ${of(({ at }) => at)}::timestamp[], ${of(({ at }) => dayOf(at))}::date[], ${of(({ id }) => id)}::bigint[],
      ${of(({ line }) => line)}::smallint[],
    ${of(({ amount }) => amount)}::bigint[], ${of(({ counted }) => counted ?? null)}::bigint[],
    ${of(({ price }) => price ?? null)}::bigint[], ${of(({ moved }) => moved ?? false)}::boolean[])
    as n (good, stock, at, day, id, line, amount, counted, price, moved)`
}

export const lockPairs = (tx: Tx, company: number, pairs: readonly StockLine[]): StockLock =>
  tx.lock(
    'stock',
    sql`select pg_advisory_xact_lock(hashtextextended('stock ' || ${company}::int || ' ' || good || ' ' || stock, 0))
    from (select good, stock from ${rowsOf(pairs)} order by good, stock offset 0) p`,
  )
