/** The lots of goods, folded on demand from their entries in all warehouses. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import { daysBetween } from '../../../shared/dates'
import { foldLots, foldStretches, type Lot, type LotEntry, type Lots } from '../../../shared/ledger/lots'
import { type LotState, SOON_DAYS } from './lots.contract'

/** What a reading of lots needs of a call. */
interface LotReader {
  tx: Context['tx']
  company: { id: number }
}

/** What the kinds of documents say about lots. */
export interface LotRules {
  /** the typed line behind the two stored lines of a move between warehouses */
  carried(kind: string, line: number): number | null
  /** kinds that carry lots from one warehouse to another */
  carrying: readonly string[]
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

/** SQL: days of goods in warehouses, in stretches of which the order does not matter. Decisive are days with moves. */
const daysInStretches = (company: number, { carrying }: LotRules, { goods, until = 'infinity' }: LotQuery) => sql`
  takers as materialized (
    select l.good_id, l.stock_id, o.at::date as day, o.kind = any(${carrying}::text[]) as carries
    from (select distinct operation_id as id from lines where role <> 'in') d
    join operations o on o.company_id = ${company} and o.id = d.id
    join lines l on l.operation_id = o.id),
  days as materialized (
    select *, first_value(closing) over (partition by good_id, stock_id, stretch, decisive
      order by day desc) as left_over
    from (
      select *, case when dated then day - date '0001-01-01' else
        count(*) filter (where decisive) over (partition by good_id, stock_id order by day) end as stretch
      from (
        select good_id, stock_id, day, closing, closing - lag(closing, 1, 0) over (partition by good_id, stock_id
          order by day) as amount,
          good_id in (select good_id from lines where best_before is not null) as dated,
          coalesce((good_id, stock_id, day) in (select good_id, stock_id, day from takers), false) as lined,
          coalesce(day = ${until}::timestamp::date or (good_id, stock_id, day) in (
            select good_id, stock_id, day from takers where carries), false) as decisive
        from stock_days where company_id = ${company} and good_id = any(${goods}::int[])
          and day <= ${until}::timestamp) closings) stretched)`

/** SQL: entries of decisive days: those with lines, and sums of the others between them. */
const decisiveRuns = (company: number, { until = 'infinity' }: LotQuery) => sql`
  runs as (
    select *, count(*) filter (where lined) over (partition by good_id, stock_id order by at, operation_id, line) as run
    from (
      select e.*, (e.operation_id, e.line) in (select operation_id, line from lines) as lined
      from (select *, day::timestamp as begins, day + interval '1 day' as ends from days where decisive) d
      join stock_entries e on e.company_id = ${company} and e.good_id = d.good_id and e.stock_id = d.stock_id
        and e.at >= d.begins and e.at < d.ends and e.at <= ${until}::timestamp) entries)`

/**
 * SQL: what came in a stretch, without what was used up in it, which of a good without dates is the oldest; then what
 * was taken in all.
 */
const stretches = (company: number, rules: LotRules, asked: LotQuery) => sql`
  with lines as materialized (
    select good_id, stock_id, operation_id, line, role, lot, best_before, price from operation_lines
    where company_id = ${company} and good_id = any(${asked.goods}::int[])),
  ${daysInStretches(company, rules, asked)},
  came as materialized (
    select e.*, d.stretch, d.dated or d.left_over > sum(e.amount) over (partition by d.good_id, d.stock_id, d.stretch
      order by e.at desc, e.operation_id desc, e.line desc) - e.amount as needed
    from (
      select good_id, stock_id, at, operation_id, line, amount from stock_entries
      where company_id = ${company} and good_id = any(${asked.goods}::int[]) and amount > 0
        and at <= ${asked.until ?? 'infinity'}::timestamp
      offset 0) e
    join days d on d.good_id = e.good_id and d.stock_id = e.stock_id and d.day = e.at::date and not d.decisive),
  ${decisiveRuns(company, asked)},
  told as (
    select good_id, stock_id, min(at) as at, min(operation_id) as operation, min(line) as line,
      sum(amount)::bigint as amount, false as rough, (
        select kind from operations where lined and company_id = ${company} and id = min(operation_id)) as kind
    from runs group by good_id, stock_id, at::date, run, lined
    union all select good_id, stock_id, at, operation_id, line, amount, true, null from came where needed
    union all
    select good_id, stock_id, s.last + interval '1439 minutes', ${Number.MAX_SAFE_INTEGER}::bigint - stock_id, 0,
      s.amount - coalesce(c.amount, 0), s.lined or c.amount is not null, null
    from (
      select good_id, stock_id, stretch, max(day) as last, sum(amount)::bigint as amount, bool_or(lined) as lined
      from days where not decisive group by good_id, stock_id, stretch) s
    left join (
      select good_id, stock_id, stretch, sum(amount)::bigint as amount
      from came where needed group by good_id, stock_id, stretch) c using (good_id, stock_id, stretch)
    where s.amount <> coalesce(c.amount, 0))
  select t.*, l.lot, l.best_before, l.price from told t
  left join lines l on l.operation_id = t.operation and l.line = t.line`

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

/** By good, in the order of the ledger. */
async function readEntries({ tx }: LotReader, rules: LotRules, entries: RawBuilder<unknown>) {
  const rows = await tx.rows<StoredLotEntry>(sql`
    select * from (${entries}) e order by good_id, at, operation, line`)
  // written out, because an object from a spread rest is a hash table, ten times as slow for thousands of entries
  const entryOf = (row: StoredLotEntry) => ({
    good_id: row.good_id,
    operation: row.operation,
    line: row.line,
    at: row.at,
    stock: row.stock_id,
    amount: row.amount,
    kind: row.kind,
    lot: row.lot,
    best_before: row.best_before,
    price: row.price,
    rough: row.rough,
    carried: row.kind === null ? null : rules.carried(row.kind, row.line),
    expiredFirst: row.kind !== null && rules.expiredFirst.includes(row.kind),
  })
  return groupBy(rows.map(entryOf), ({ good_id }) => good_id)
}

/** Good → its lots at the requested moment, and those that each document took. */
export async function readLots(context: Context, rules: LotRules, asked: LotQuery): Promise<Map<number, Lots>> {
  if (asked.goods.length === 0) return new Map()
  const entries = await readEntries(context, rules, oneByOne(context.company.id, asked))
  return new Map([...entries].map(([good, own]) => [good, foldLots(own, asked.except !== undefined)]))
}

type Held = Lots['held']

/** The same from sums of what was consumed between two documents with lines. */
async function readHeldByDocuments(context: LotReader, rules: LotRules, asked: LotQuery): Promise<Map<number, Held>> {
  if (asked.goods.length === 0) return new Map()
  const entries = await readEntries(context, rules, together(context.company.id, asked))
  return new Map([...entries].map(([good, own]) => [good, foldLots(own, asked.except !== undefined).held]))
}

/** Good → warehouse → its lots at the requested moment. */
export async function readHeld(context: LotReader, rules: LotRules, asked: LotQuery): Promise<Map<number, Held>> {
  if (asked.goods.length === 0) return new Map()
  // without a document others may lack what they took
  if (asked.except !== undefined) return readHeldByDocuments(context, rules, asked)
  const entries = await readEntries(context, rules, stretches(context.company.id, rules, asked))
  const held = new Map([...entries].map(([good, own]) => [good, foldStretches(own)]))
  const unsure = [...held].filter(([, own]) => own === null).map(([good]) => good)
  const others = await readHeldByDocuments(context, rules, { ...asked, goods: unsure })
  return new Map([...held].map(([good, own]) => [good, own ?? others.get(good)!]))
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
