/** Rows, filters and sums of documents whose lines are goods. */
import { sql } from 'kysely'
import { showDay } from '../../../shared/dates'
import { toUnits } from '../../../shared/numbers'
import { MEASURES } from '../../goods/good.contract'
import { costOf, vatIn, type GoodsLineRow } from './goods-lines.contract'
import type { Context } from '../../../server/http/route'
import { completeEach, type DocumentKind, type Totals } from './document.server'
import type { LineRow, RowWith } from './row-parts.server'

const roubles = (kopecks: number | null) => (kopecks === null ? null : kopecks / 100)

export const lineRow = (line: LineRow): GoodsLineRow => ({
  role: line.role,
  good_id: line.good_id!,
  good: line.good!,
  measure_name: MEASURES[line.measure as keyof typeof MEASURES].name,
  stock_id: line.stock_id!,
  stock: line.stock!,
  amount: toUnits(line.amount),
  price: roubles(line.price),
  cost: roubles(costOf(line)),
  lot: line.lot,
  best_before: line.best_before,
})

/** The goods of a row, of its lines with a `shown` role; all by default. */
export function goodsOf(row: RowWith<'stock' | 'lines'>, shown: (line: LineRow) => boolean = () => true) {
  const lines = (row.lines ?? []).filter((line) => line.good_id !== null && shown(line))
  return {
    stock_id: row.stock_id!,
    stock: row.stock!,
    lines: lines.map(lineRow),
    goods: [...new Set(lines.map(({ good }) => good))].join(', '),
  }
}

/** Kopecks of all lines that have a price; null when none has. */
function totalOf(lines: LineRow[] | null): number | null {
  const costs = (lines ?? []).map(costOf).filter((cost) => cost !== null)
  return costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0)
}

export function waybillRowOf({ counterparty_id, counterparty, extra, lines }: RowWith<'partner' | 'lines'>) {
  const { waybill_number = null, waybill_date = null, vat_rate = null } = (extra ?? {}) as Record<string, string | null>
  const total = totalOf(lines)
  return {
    counterparty_id,
    counterparty,
    waybill_number,
    waybill_date: waybill_date && showDay(waybill_date),
    vat_rate,
    total_price: roubles(total),
    vat: total === null || vat_rate === null ? null : vatIn(total, vat_rate) / 100,
  }
}

type Sql = ReturnType<typeof sql>

/** A number that continues a series: «17», not «А-17». */
const RUNNING = /^[1-9]\d{0,5}$/

/**
 * The number under `key` of a document's JSON: the typed one, the one it had, or the next of the company's series in
 * the document's year. The series continues from a typed number that is higher.
 */
export const numberedBy = (series: 'act' | 'waybill', key: 'act_number' | 'waybill_number'): DocumentKind['complete'] =>
  completeEach(async ({ at, extra }, { tx, company }, before) => {
    const typed = extra?.[key] ?? before?.extra?.[key]
    if (typed !== undefined && !RUNNING.test(String(typed))) return { extra: { ...extra, [key]: typed } }
    const last =
      typed === undefined ? sql`paper_numbers.last + 1` : sql`greatest(paper_numbers.last, ${Number(typed)}::int)`
    const taken = await tx.one<{ last: number }>(sql`
      insert into paper_numbers (company_id, series, year, last)
      values (${company.id}, ${series}, ${Number(at.slice(0, 4))}, ${Number(typed ?? 1)})
      on conflict (company_id, series, year) do update set last = ${last} returning last`)
    return { extra: { ...extra, [key]: typed ?? String(taken.last) } }
  })

/** SQL: whether `o` has a line `l` that matches. */
export const withLine = (where: Sql) =>
  sql`exists (select from operation_lines l where l.company_id = o.company_id and l.operation_id = o.id and ${where})`

/** All given conditions joined by `and`; null when there are none. */
export function allOf(...conditions: (Sql | null | false)[]): Sql | null {
  const asked = conditions.filter((condition) => condition !== null && condition !== false)
  return asked.length > 0 ? sql`${sql.join(asked, sql` and `)}` : null
}

const WAYBILL = sql`o.extra ->> 'waybill_number'`

/** SQL: whether the waybill number of `o` contains this text, in any case. */
export const waybillHas = (part: string) => sql`${WAYBILL} ilike ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`

/** SQL: the condition of `goodsFilter` and `waybillFilter` on the operation `o`. */
export const goodsWhere = ({ stocks_id, goods_id, counterparty_ids, waybill_number }: Record<string, unknown>) =>
  allOf(
    !!stocks_id && withLine(sql`l.stock_id = any(${stocks_id}::int[])`),
    !!goods_id && withLine(sql`l.good_id = any(${goods_id}::int[])`),
    !!counterparty_ids && sql`o.counterparty_id = any(${counterparty_ids}::int[])`,
    !!waybill_number && waybillHas(String(waybill_number)),
  )

/** Footer sums of totals and their VAT, in roubles; VAT is rounded for each document. */
export const goodsTotals = (where: Sql, { tx, company }: Pick<Context, 'tx' | 'company'>) =>
  tx.one<Totals>(sql`
  select sum(d.total)::float8 / 100 as total_price,
    sum(round(d.total * d.rate / (100 + d.rate)))::float8 / 100 as vat
  from (
    select (
        select sum(round(l.amount::numeric * l.price / 1000000)) from operation_lines l
        where l.company_id = ${company.id} and l.operation_id = o.id) as total,
      (o.extra ->> 'vat_rate')::numeric as rate
    from operations o where ${where} offset 0) d`)
