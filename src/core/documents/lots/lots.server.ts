/** The lots of goods, folded from their entries in all warehouses when they are asked for. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import { daysBetween } from '../../../shared/dates'
import { foldLots, type Lot, type LotEntry, type Lots } from '../../../shared/ledger/lots'
import { type LotState, SOON_DAYS } from './lots.contract'

/** What the kinds of documents say about lots. */
export interface LotRules {
  /** the typed line that two stored ones share: what a move takes from one warehouse into another */
  carried(kind: string, line: number): number | null
  /** kinds that take expired lots in their turn */
  expiredFirst: readonly string[]
  nounOf(kind: string): string
}

export interface Asked {
  goods: readonly number[]
  /** entries up to this instant; with `before` only those of documents before it in that minute */
  until?: string
  before?: number
  /** a document that is left out */
  except?: number
  /**
   * one entry a document. Otherwise the entries of days on which lots were only used come together, which takes the
   * same lots and is a fraction of the rows
   */
  whole?: boolean
}

interface Stored extends Omit<LotEntry, 'carried' | 'expiredFirst' | 'stock'> {
  good_id: number
  stock_id: number
  /** null of a document without lines: it uses up what it takes */
  kind: string | null
}

/** The entries of goods, with the lines of documents that have any. */
const entriesOf = (company: number, { goods, until, before, except }: Asked) => sql`
  select e.good_id, e.stock_id, e.at, e.operation_id as operation, e.line, e.amount, o.kind, l.lot, l.best_before, l.price
  from stock_entries e
  left join operation_lines l on l.company_id = ${company} and l.operation_id = e.operation_id and l.line = e.line
  left join operations o on o.company_id = ${company} and o.id = l.operation_id
  where e.company_id = ${company} and e.good_id = any(${goods}::int[])
    and (e.at, e.operation_id) < (${until ?? 'infinity'}::timestamp, ${before ?? Number.MAX_SAFE_INTEGER}::bigint)
    and e.operation_id <> ${except ?? 0}::bigint`

/** On a day on which a good neither came nor was moved nor written off it does not matter who took it first. */
const together = (entries: RawBuilder<unknown>, { expiredFirst }: LotRules) => sql`
  select good_id, stock_id, min(at) as at, min(operation) as operation, min(line) as line, sum(amount)::bigint as amount,
    max(kind) as kind, max(lot) as lot, max(best_before) as best_before, max(price) as price
  from (
    select *, bool_or(amount > 0 or kind = any(${expiredFirst}::text[])) over (partition by good_id, at::date) as decisive
    from (${entries}) one) e
  group by good_id, stock_id, at::date, case when decisive then operation end, case when decisive then line end`

function readEntries({ tx, company }: Context, asked: Asked, rules: LotRules): Promise<Stored[]> {
  const entries = entriesOf(company.id, asked)
  return tx.rows<Stored>(sql`
    select * from (${asked.whole ? entries : together(entries, rules)}) e order by good_id, at, operation, line`)
}

/** Good → its lots at the moment that is asked for. */
export async function readLots(context: Context, rules: LotRules, asked: Asked): Promise<Map<number, Lots>> {
  if (asked.goods.length === 0) return new Map()
  const rows = await readEntries(context, asked, rules)
  const entryOf = ({ stock_id: stock, ...row }: Stored): LotEntry => ({
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
