/** What one good is worth: warehouse by warehouse, receipt by receipt, and what its issues have cost. */
import { sql } from 'kysely'
import { readAmounts } from '../../../server/db/ledger/stock-amounts'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { AnswerOf, ParsedOf } from '../../../shared/contract'
import { addDays } from '../../../shared/dates'
import {
  issueCosts,
  kopecksOfAll,
  kopecksOfShares,
  type Layer,
  layersLeft,
  priced,
  type Receipt,
} from '../../../shared/ledger/valuation'
import { toUnits } from '../../../shared/numbers'
import { byName } from '../../lists/kit/crud.server'
import { MOVES } from '../good-usage.server'
import { readReceipts } from './receipts.server'
import type { LayerRow, valueCalls } from './value.contract'
import { type Lying, readLying, readWorths, roubles, units, untilOf, valued, type Worth } from './worth.server'

type One = (typeof valueCalls)['good']['one']
type Input = ParsedOf<One>

interface Source {
  id: number
  line: number
  kind: string
  stock: string
  counterparty: string | null
  waybill_number: string | null
}

/** Where the receipts came from, and into which warehouse. */
const readSources = ({ tx, company }: Context, good: number, layers: readonly Layer[]) =>
  tx.rows<Source>(sql`
    select o.id, e.line, o.kind, s.name as stock, p.name as counterparty, o.extra ->> 'waybill_number' as waybill_number
    from unnest(${layers.map(({ operation }) => operation)}::bigint[]) as n (id)
    join operations o on o.company_id = ${company.id} and o.id = n.id
    join stock_entries e on e.company_id = ${company.id} and e.operation_id = n.id and e.good_id = ${good}
    join stocks s on s.company_id = ${company.id} and s.id = e.stock_id
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id`)

async function layerRows(context: Context, good: number, layers: readonly Layer[]): Promise<LayerRow[]> {
  const sources = new Map((await readSources(context, good, layers)).map((row) => [`${row.id}:${row.line}`, row]))
  const values = kopecksOfAll(layers.map(({ left, price }) => BigInt(left) * BigInt(price)))
  return layers.map(({ at, operation, line, price, assumed, amount, left }, index) => {
    const { kind, stock, counterparty, waybill_number } = sources.get(`${operation}:${line}`)!
    return {
      operation_id: operation,
      line,
      kind,
      datetime: at,
      stock,
      counterparty,
      waybill_number,
      price: price / 100,
      assumed,
      amount: toUnits(amount),
      left: toUnits(left),
      value: roubles(values[index]!),
    }
  })
}

/** Each warehouse's share in the value of those that the user may use. */
async function stockRows(
  { tx, company, user }: Context,
  { id: good, date }: Input,
  { total }: Lying,
  worth: Worth['worth'],
) {
  const [names, lying] = await Promise.all([
    tx.rows<{ id: number; name: string }>(
      sql`select s.id, s.name from stocks s where s.company_id = ${company.id} ${scope(user).stocks('s.id')}`,
    ),
    readAmounts(tx, company.id, [good], sql``, date),
  ])
  const stocks = new Map(lying.map(({ stock_id, amount }) => [stock_id, BigInt(amount)]))
  const own = names.filter(({ id }) => stocks.has(id)).sort(byName)
  const amounts = own.map(({ id }) => stocks.get(id)!)
  const values = kopecksOfShares(worth, amounts, total)
  return own.map(({ id, name }, index) => ({
    stock_id: id,
    stock: name,
    amount: units(amounts[index]!),
    value: roubles(values[index]!),
  }))
}

const MAX_ISSUES = 10_000

interface Issue extends Receipt {
  stock_id: number
}

/** What was taken out of all warehouses of the company, but for moves between them, in order. */
async function readIssues({ tx, company }: Context, good: number, start: string, until: string): Promise<Issue[]> {
  const rows = await tx.rows<Issue>(sql`
    select e.at, e.operation_id as operation, e.line, e.amount, null as price, e.stock_id from stock_entries e
    join operations o on o.company_id = ${company.id} and o.id = e.operation_id
    where e.company_id = ${company.id} and e.good_id = ${good} and e.amount < 0
      and e.stock_id = any(array(select id from stocks where company_id = ${company.id}))
      and e.at >= ${start}::timestamp and e.at < ${until}::timestamp and o.kind <> all(${MOVES}::text[])
    order by e.at, e.operation_id, e.line limit ${MAX_ISSUES + 1}`)
  if (rows.length > MAX_ISSUES)
    throw fieldErrors({ start: 'За этот период больше 10 000 строк расхода: выберите период короче' })
  return rows
}

/** What a document brings stands before what it takes of the same good. */
const inOrder = (a: Receipt, b: Receipt) =>
  a.at < b.at
    ? -1
    : a.at > b.at
      ? 1
      : a.operation - b.operation || Number(a.amount < 0) - Number(b.amount < 0) || a.line - b.line

/** With their costs: the warehouses of others count, but are not told of. */
async function issueRows(context: Context, { id, date, start }: Input): Promise<AnswerOf<One>['issues']> {
  if (start === null) return []
  const until = untilOf(date)
  const [receipts, issues, lying] = await Promise.all([
    readReceipts(context.tx, context.company.id, { goods: [id], until }),
    readIssues(context, id, start, until),
    readLying(context, sql`g.id = ${id}`, addDays(start, -1)),
  ])
  const known = priced(receipts.get(id) ?? [])
  const before = known.filter(({ at }) => at < start)
  const opening = layersLeft(before, lying.get(id)?.total ?? 0n)
  // what is taken has no price: put in order, it stands between receipts that have theirs
  const taken = issues.map((issue) => ({ ...issue, price: 0, assumed: false }))
  const entries = [...known.slice(before.length), ...taken].sort(inOrder)
  const costs = kopecksOfAll(issueCosts(opening, entries))
  return entries
    .filter((entry) => entry.amount < 0)
    .map((entry, index) => ({ ...(entry as (typeof taken)[number]), cost: roubles(costs[index]!) }))
    .filter(({ stock_id }) => scope(context.user).opensStock(stock_id))
    .map(({ operation, line, at, stock_id, amount, cost }) => ({
      operation_id: operation,
      line,
      datetime: at,
      stock_id,
      amount: toUnits(-amount),
      cost,
    }))
}

const NONE: Lying = { total: 0n, own: 0n }

export async function valueOfOne(input: Input, context: Context): Promise<AnswerOf<One>> {
  const { id, date, method } = input
  const lying = (await readLying(context, sql`g.id = ${id}`, date)).get(id) ?? NONE
  const worths = await readWorths(context, method, new Map([[id, lying]]), date)
  const { worth, assumed, layers } = worths.get(id)!
  const told = layers && scope(context.user).allStocks
  const [stocks, rows, issues] = await Promise.all([
    stockRows(context, input, lying, worth),
    told ? layerRows(context, id, layers) : null,
    issueRows(context, input),
  ])
  return { ...valued(id, lying, { worth, assumed }).row, stocks, layers: rows, issues }
}
