import { sql } from 'kysely'
import type { ParsedOf } from '../../../../shared/contract'
import { toUnits } from '../../../../shared/numbers'
import { fieldErrors } from '../../../../server/errors'
import type { Context } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { byName } from '../../../lists/kit/crud.server'
import { MEASURES, TYPES_OF, type GoodKind } from '../../../goods/good.contract'
import { readUnitCosts } from '../../../goods/value/unit-costs.server'
import { kindServer } from '../../engine/document.server'
import { goodsWhere } from '../../engine/goods-lines.server'
import type { LineRow, RowWith } from '../../engine/row-parts.server'
import { costTotals, withCosts } from './costs.server'
import { type CountedLine, type sheetCall, type SheetRow, stocktake as contract } from './stocktake.contract'

const measureOf = (measure: string | null) => MEASURES[measure as keyof typeof MEASURES].name

const lineOf = (line: LineRow, difference: number): CountedLine => ({
  good_id: line.good_id!,
  good: line.good!,
  kind: line.good_kind,
  measure_name: measureOf(line.measure),
  amount: toUnits(line.amount),
  book: toUnits(line.amount - difference),
  difference: toUnits(difference),
  difference_cost: null,
})

const plain = new Intl.NumberFormat('ru', { signDisplay: 'always', maximumFractionDigits: 6 })
/** «+1,5», «−20» */
const signed = (amount: number) => plain.format(amount).replace('-', '−')

export const stocktake = kindServer({
  contract,
  footer: 'document',
  reads: ['stock', 'lines', 'entered'],
  filter: goodsWhere,
  row: (row: RowWith<'stock' | 'lines' | 'entered'>) => {
    const entered = new Map(row.entered?.map(({ line, amount }) => [line, amount]))
    const lines = (row.lines ?? []).map((line, index) => lineOf(line, entered.get(index) ?? 0))
    const differing = lines.filter(({ difference }) => difference !== 0)
    return {
      stock_id: row.stock_id!,
      stock: row.stock!,
      lines,
      lines_count: lines.length,
      differing: differing.length,
      differences: differing
        .map(({ good, difference, measure_name }) => `${good} ${signed(difference)} ${measure_name}`)
        .join(', '),
      // told by `finish`
      shortage: null,
      surplus: null,
    }
  },
  finish: withCosts,
  totals: costTotals,
})

type Input = ParsedOf<typeof sheetCall>

interface StoredStocktakeLine {
  good_id: number
  name: string
  kind: GoodKind
  type: string
  measure: string
  code: string | null
  archived: boolean
  amount: number
  /** what the stocktake that is left out brought */
  own: number
}

/**
 * What lies there now where nothing came or left since that day began; else the balance at the end of the day before
 * plus that day's entries up to the minute. Without the changes by the stocktake `except`, unless a later one includes
 * them.
 */
function readSheet({ tx, company }: Context, { stock_id: stock, date, time, except_id }: Input) {
  const instant = `${date}T${time}`
  const entries = sql`from stock_entries e where e.company_id = ${company.id} and e.good_id = g.id
    and e.stock_id = ${stock}`
  return tx.rows<StoredStocktakeLine>(sql`
    select g.id as good_id, g.name, g.kind, g.type, g.measure, g.code, g.archived_at is not null as archived,
      (case when n.day < ${date}::date then n.amount else coalesce(d.closing, 0) + coalesce(today.amount, 0) end
        - coalesce(own.amount, 0))::bigint as amount,
      coalesce(own.amount, 0) as own
    from stock_amounts n join goods g on g.company_id = ${company.id} and g.id = n.good_id
    left join lateral (
      select closing from stock_days where company_id = ${company.id} and good_id = g.id and stock_id = ${stock}
        and n.day >= ${date}::date and day < ${date}::date order by day desc limit 1) d on true
    left join lateral (
      select sum(e.amount) as amount ${entries} and n.day >= ${date}::date and e.at >= ${date}::timestamp
        and e.at <= ${instant}::timestamp) today on true
    left join lateral (
      select e.amount ${entries} and e.operation_id = ${except_id}::bigint and e.at <= ${instant}::timestamp
        and not exists (
        select from stock_entries c where c.company_id = ${company.id} and c.good_id = g.id and c.stock_id = ${stock}
          and c.counted is not null and (c.at, c.operation_id) > (e.at, e.operation_id)
          and c.at <= ${instant}::timestamp)) own on ${except_id}::bigint is not null
    where n.company_id = ${company.id} and n.stock_id = ${stock}
      and (n.day < ${date}::date or d.closing is not null or today.amount is not null)`)
}

const rowOf = (
  { good_id, name, kind, type, measure, code, amount }: StoredStocktakeLine,
  cost: number | null,
): SheetRow => ({
  good_id,
  good: name,
  kind,
  type_translation: TYPES_OF[kind][type]!,
  measure_name: measureOf(measure),
  code,
  book: toUnits(amount),
  unit_cost: cost,
})

export async function stockSheet(input: Input, context: Context): Promise<SheetRow[]> {
  const { tx, company, user } = context
  const { stock_id } = input
  const known = await tx.maybe(sql`select 1 from stocks where company_id = ${company.id} and id = ${stock_id}`)
  if (!known || !scope(user).opensStock(stock_id)) throw fieldErrors({ stock_id: 'Склад не найден' })
  const rows = (await readSheet(context, input))
    .filter(({ archived, amount }) => !archived || amount !== 0)
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.type.localeCompare(b.type) || byName(a, b))
  const costs = await readUnitCosts(
    context,
    rows.map(({ good_id, kind, own }) => ({
      good: good_id,
      kind,
      day: input.date,
      ...(input.except_id !== null && { without: { operation: input.except_id, amount: own } }),
    })),
  )
  return rows.map((row, index) => rowOf(row, costs[index]!))
}
