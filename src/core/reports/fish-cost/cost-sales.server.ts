/** What sales brought beside what the fish had cost. */
import { sql } from 'kysely'
import { complete, UNPAGED } from '../../../server/http/max-rows'
import type { Context } from '../../../server/http/route'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, showInstant } from '../../../shared/dates'
import { totalRoubles } from '../../../shared/fish/sale'
import { MG_PER_KG, toKg } from '../../../shared/numbers'
import { among, cagesWithin } from '../../documents/engine/journal-where.server'
import { SALE } from '../../documents/kinds/withdrawal/withdrawal.contract'
import { inRoubles, per, percentOf } from './figures.server'
import { dateOf, foldCosts, type FoldedMonth, toldOf } from './fish-cost.server'
import { readSold } from './kept-months.server'
import type { costCalls } from './fish-cost.contract'

type Input = ParsedOf<typeof costCalls.sales>

interface SaleRow {
  id: number
  at: string
  cage_id: number
  cage_number: string
  generation_name: string
  counterparty: string | null
  /** kopecks for a kilogram */
  price: number | null
  count: number
  /** mg */
  mass: number
}

/** Sales of whole days, latest first. */
async function readSales({ start, date }: { start: string; date: string }, input: Input, context: Context) {
  const { tx, company } = context
  const cages = await cagesWithin(context, input)
  const { generation_id } = input
  return tx.rows<SaleRow>(sql`
    select o.id, o.at, o.cage_id, c.number as cage_number, n.name as generation_name, p.name as counterparty, o.price,
      o.count, e.mass
    from operations o
    cross join lateral (select coalesce(sum(deviation - mass_delta), 0)::bigint as mass from fish_entries
      where company_id = ${company.id} and operation_id = o.id and cage_id = o.cage_id) e
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id
    join generations n on n.company_id = ${company.id} and n.id = o.generation_id
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    where o.company_id = ${company.id} and o.kind = 'withdrawal' and o.reason = ${SALE}
      and o.at >= ${start}::timestamp and o.at < ${addDays(date, 1)}::timestamp
      ${cages ? sql`and ${among('o.cage_id', cages)}` : sql``}
      ${generation_id ? sql`and o.generation_id = ${generation_id}` : sql``}
    order by o.at desc, o.id desc limit ${UNPAGED}`)
}

const difference = (one: number | null, other: number) => (one === null ? null : Math.round((one - other) * 100) / 100)

function saleOf({ at, price, mass, ...row }: SaleRow, cost: number) {
  const revenue = price === null ? null : totalRoubles(mass, price)
  const margin = difference(revenue, inRoubles(cost))
  const kopecks = margin === null ? null : Math.round(margin * 100)
  return {
    ...row,
    datetime: showInstant(at),
    weight: toKg(mass),
    revenue,
    cost: inRoubles(cost),
    margin,
    cost_per_kg: per(cost, mass, MG_PER_KG),
    price_per_kg: price === null ? null : inRoubles(price),
    margin_per_kg: kopecks === null ? null : per(kopecks, mass, MG_PER_KG),
    margin_percent: kopecks === null ? null : percentOf(kopecks, revenue! * 100),
  }
}

type Sale = ReturnType<typeof saleOf>

function totalOf(sales: readonly Sale[]) {
  const sum = (own: readonly Sale[], of: (one: Sale) => number, scale: number) =>
    own.reduce((total, one) => total + Math.round(of(one) * scale), 0)
  const priced = sales.filter(({ revenue }) => revenue !== null)
  const without = sales.filter(({ revenue }) => revenue === null)
  const margin = sum(priced, (one) => one.margin!, 100)
  const revenue = sum(priced, (one) => one.revenue!, 100)
  return {
    count: sum(sales, (one) => one.count, 1),
    weight: toKg(sum(sales, (one) => one.weight, MG_PER_KG)),
    revenue: inRoubles(revenue),
    cost: inRoubles(sum(sales, (one) => one.cost, 100)),
    margin: inRoubles(margin),
    margin_per_kg: per(
      margin,
      sum(priced, (one) => one.weight, MG_PER_KG),
      MG_PER_KG,
    ),
    margin_percent: percentOf(margin, revenue),
    unpriced: without.length,
    unpriced_weight: toKg(sum(without, (one) => one.weight, MG_PER_KG)),
  }
}

/** What the fish of each sale had cost. */
async function costsOfSold(context: Context, { start, date }: { start: string; date: string }) {
  const months: FoldedMonth[] = []
  await foldCosts(context, { day: date, since: start }, (month) => void months.push(month))
  const kept = months.flatMap((month) => (month.kept ? [month.first] : []))
  return new Map([...(await readSold(context, kept)), ...months.flatMap(({ after }) => [...after.sold])])
}

/** The last of a year, if no period is given. */
const YEAR = 365

export async function costSales(input: Input, context: Context) {
  const date = dateOf(input, context)
  const start = input.start ?? addDays(date, -YEAR)
  const told = toldOf(context)
  const rows = complete(told.open ? await readSales({ start, date }, input, context) : [])
  const costs = rows.length > 0 ? await costsOfSold(context, { start, date }) : new Map<number, number>()
  const sales = rows.map((row) => saleOf(row, costs.get(row.id) ?? 0))
  return { ...told, rows: sales, total: totalOf(sales) }
}
