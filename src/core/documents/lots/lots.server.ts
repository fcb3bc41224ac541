/** The lots of goods, folded on demand from their entries in all warehouses. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import { daysBetween } from '../../../shared/dates'
import { foldLots, type Lot, type LotEntry, type Lots } from '../../../shared/ledger/lots'
import { type LotState, SOON_DAYS } from './lots.contract'

/** What the kinds of documents say about lots. */
export interface LotRules {
  /** the typed line behind the two stored lines of a move between warehouses */
  carried(kind: string, line: number): number | null
  /** kinds that take expired lots in their turn */
  expiredFirst: readonly string[]
  /** kinds that are given only what has not expired */
  freshOnly: readonly string[]
  nounOf(kind: string): string
}

export interface LotQuery {
  goods: readonly number[]
  /** entries up to this instant; with `before` only those of documents before it in that minute */
  until?: string
  before?: number
  /** a document that is left out */
  except?: number
  /**
   * true: one entry for each document. Otherwise consumption between two documents with lines is summed, which takes
   * the same lots from far fewer rows
   */
  whole?: boolean
}

interface StoredLotEntry extends Omit<LotEntry, 'carried' | 'expiredFirst' | 'stock'> {
  good_id: number
  stock_id: number
  /** null for a document without lines, which consumes what it takes */
  kind: string | null
}

/**
 * SQL: up to the moment, without the excluded document. Not as a row comparison, for which an index would be read from
 * its start.
 */
const within = (row: 'e' | 'l', { until = 'infinity', before, except = 0 }: LotQuery) => sql`
  ${sql.raw(row)}.at <= ${until}::timestamp and ${sql.raw(row)}.operation_id <> ${except}::bigint
    and (${sql.raw(row)}.at < ${until}::timestamp
      or ${sql.raw(row)}.operation_id < ${before ?? Number.MAX_SAFE_INTEGER}::bigint)`

/** SQL: lines of documents; most documents have none and consume what they take. */
const lines = (company: number, { goods }: LotQuery) => sql`
  lines as materialized (
    select l.good_id, l.stock_id, o.at, l.operation_id, l.line, o.kind, l.lot, l.best_before, l.price
    from operation_lines l join operations o on o.company_id = ${company} and o.id = l.operation_id
    where l.company_id = ${company} and l.good_id = any(${goods}::int[]))`

/**
 * SQL: entries and their lines, one below the other, to be combined by grouping, because a join would look up a line
 * for each entry.
 */
const parts = (days: RawBuilder<unknown>, asked: LotQuery) => sql`
  parts as (
    select e.good_id, e.stock_id, e.at, e.operation_id as operation, e.line, e.amount, null as kind, null as lot,
      null::date as best_before, null::bigint as price,
      (e.operation_id, e.line) in (select operation_id, line from lines) as lined
    from ${days} and ${within('e', asked)}
    union all
    select l.good_id, l.stock_id, l.at, l.operation_id, l.line, null, l.kind, l.lot, l.best_before, l.price, true
    from lines l where ${within('l', asked)})`

/** SQL: one entry of its parts. */
const TOGETHER = sql`sum(amount)::bigint as amount, max(kind) as kind, max(lot) as lot, max(best_before) as best_before,
  max(price) as price`

const oneByOne = (company: number, asked: LotQuery) => sql`
  with ${lines(company, asked)}, ${parts(
    sql`stock_entries e where e.company_id = ${company} and e.good_id = any(${asked.goods}::int[])`,
    asked,
  )}
  select good_id, stock_id, at, operation, line, ${TOGETHER} from parts
  group by good_id, stock_id, at, operation, line having sum(amount) is not null`

/**
 * SQL: sums what was consumed of a good in a warehouse between two of its lines in a day, since it does not matter who
 * took it first. For days without lines the balances give the sum, and entries are not read.
 */
const together = (company: number, asked: LotQuery) => sql`
  with ${lines(company, asked)},
  days as (
    -- as moments: a cast beside row-level security keeps an index from being used
    select *, day::timestamp as begins, day + interval '1 day' as ends, coalesce(
      day = ${asked.until ?? 'infinity'}::timestamp::date
        or day = (select at::date from operations where company_id = ${company} and id = ${asked.except ?? 0}::bigint)
        or (good_id, stock_id, day) in (select good_id, stock_id, at::date from lines), false) as decisive
    from (
      select good_id, stock_id, day, closing - lag(closing, 1, 0) over (partition by good_id, stock_id
        order by day) as amount
      from stock_days where company_id = ${company} and good_id = any(${asked.goods}::int[])
        and day <= ${asked.until ?? 'infinity'}::timestamp) closings),
  ${parts(
    sql`days d join stock_entries e on e.company_id = ${company} and e.good_id = d.good_id and e.stock_id = d.stock_id
        and e.at >= d.begins and e.at < d.ends
      where d.decisive`,
    asked,
  )},
  runs as (
    select *, count(kind) over (partition by good_id, stock_id order by at, operation, line) as run
    from parts)
  select good_id, stock_id, min(at) as at, min(operation) as operation, min(line) as line, ${TOGETHER}
  from runs group by good_id, stock_id, at::date, run, lined having sum(amount) is not null
  union all
  select good_id, stock_id, day, -row_number() over (), 0, amount, null, null, null, null
  from days where not decisive and amount <> 0`

const readEntries = ({ tx, company }: Context, asked: LotQuery): Promise<StoredLotEntry[]> =>
  tx.rows<StoredLotEntry>(sql`
    select * from (${asked.whole ? oneByOne(company.id, asked) : together(company.id, asked)}) e
    order by good_id, at, operation, line`)

/** Good → its lots at the requested moment. */
export async function readLots(context: Context, rules: LotRules, asked: LotQuery): Promise<Map<number, Lots>> {
  if (asked.goods.length === 0) return new Map()
  const rows = await readEntries(context, asked)
  const entryOf = ({ stock_id: stock, ...row }: StoredLotEntry): LotEntry => ({
    ...row,
    stock,
    carried: row.kind === null ? null : rules.carried(row.kind, row.line),
    expiredFirst: row.kind !== null && rules.expiredFirst.includes(row.kind),
  })
  const byGood = groupBy(rows, ({ good_id }) => good_id)
  return new Map([...byGood].map(([good, own]) => [good, foldLots(own.map(entryOf), asked.except !== undefined)]))
}

function stateOf(best_before: string | null, day: string): { state: LotState; days_left: number | null } {
  if (best_before === null) return { state: 'undated', days_left: null }
  const days_left = daysBetween(day, best_before)
  return { state: days_left < 0 ? 'expired' : days_left <= SOON_DAYS ? 'soon' : 'good', days_left }
}

export interface Origin {
  id: number
  kind: string
  batch_id: number | null
  batch: number | null
  counterparty: string | null
  waybill: string | null
}

/** The documents that opened lots. */
export async function readOrigins({ tx, company }: Context, lots: readonly Lot[]): Promise<Map<number, Origin>> {
  const ids = [...new Set(lots.map(({ operation }) => operation))]
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<Origin>(sql`
    select o.id, o.kind, o.batch_id, b.number as batch, p.name as counterparty, o.extra ->> 'waybill_number' as waybill
    from operations o
    left join batches b on b.company_id = ${company.id} and b.id = o.batch_id
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    where o.company_id = ${company.id} and o.id = any(${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A lot as every answer tells it, on a day. */
export function toldLot(
  { operation, line, at, lot, best_before }: Lot,
  origins: Map<number, Origin>,
  day: string,
  { nounOf }: LotRules,
) {
  const origin = origins.get(operation)
  return {
    operation_id: operation,
    line,
    since: at,
    source: origin ? nounOf(origin.kind) : '',
    batch_id: origin?.batch_id ?? null,
    lot,
    best_before,
    ...stateOf(best_before, day),
  }
}
