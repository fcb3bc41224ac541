/**
 * Turnover of goods by warehouse. What came and left are entries of the ledger, what lay there before is what lies
 * there now, less all of them since: one range of an index for both.
 */
import { type RawBuilder, sql } from 'kysely'
import { type GoodKind, MEASURES } from '../../../core/goods/good.contract'
import { complete, limitOf, orderBy, type Sorts } from '../../../server/http/max-rows'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { AnswerOf, ParsedOf } from '../../../shared/contract'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { numbersIn } from '../../../core/reports/sheets/source.contract'
import { comparedCells } from '../../../shared/report/compared-rows'
import { earlierThan } from '../../../shared/report/compared'
import { daysOf } from '../period/days.server'
import { COMPARED, turnoverCalls, type TurnoverRow } from './turnover.contract'

type Input = ParsedOf<(typeof turnoverCalls)['good']>

const AMOUNTS = ['start_amount', 'credit', 'debit', 'end_amount'] as const
type Amounts = Record<(typeof AMOUNTS)[number], string>

interface StoredRow extends Amounts, Pick<TurnoverRow, 'stock_id' | 'good_id' | 'type' | 'is_total'> {
  stock_name: string | null
  name: string | null
  measure: keyof typeof MEASURES
}

/** SQL: balance before, receipts and issues of each good in each warehouse, in millionths of its unit. */
function turned(kind: GoodKind, input: Input, context: Context): RawBuilder<unknown> {
  const { company, user } = context
  const { first, until } = daysOf(input, context)
  const { transactionable_ids: goods, stocks_id: stocks, type } = input
  return sql`
    select g.id as good_id, g.name, g.type, g.measure, g.weight, s.id as stock_id, s.name as stock_name,
      p.opening, coalesce(t.credit, 0) as credit, coalesce(t.debit, 0) as debit
    from stock_amounts a
    join goods g on g.company_id = ${company.id} and g.id = a.good_id and g.kind = ${kind}
      ${type ? sql`and g.type = ${type}` : sql``}
    join stocks s on s.company_id = ${company.id} and s.id = a.stock_id ${scope(user).stocks('s.id')}
      ${stocks ? sql`and s.id = any(${stocks}::int[])` : sql``}
    left join (
      select good_id, stock_id, sum(amount) filter (where amount > 0 and at < ${until}::timestamp)::bigint as credit,
        -sum(amount) filter (where amount < 0 and at < ${until}::timestamp)::bigint as debit,
        sum(amount)::bigint as since
      from stock_entries where company_id = ${company.id} and at >= ${first}::timestamp and good_id = any(array(
        select id from goods where company_id = ${company.id} and kind = ${kind}
          ${goods ? sql`and id = any(${goods}::int[])` : sql``}))
      group by 1, 2) t on t.good_id = a.good_id and t.stock_id = a.stock_id
    cross join lateral (select a.amount - coalesce(t.since, 0) as opening) p
    where a.company_id = ${company.id} ${goods ? sql`and a.good_id = any(${goods}::int[])` : sql``}
      and (t.credit is not null or t.debit is not null
        ${input.ignore_goods_without_transactions ? sql`` : sql`or p.opening <> 0`} ${orBefore(kind, input, context)})`
}

/** SQL: what is compared with an earlier period has the rows of that one too. */
function orBefore(kind: GoodKind, input: Input, context: Context): RawBuilder<unknown> {
  const then = earlierOf(input, context)
  if (!then) return sql``
  return sql`or (a.good_id, a.stock_id) in (select good_id, stock_id from (${turned(kind, then, context)}) b)`
}

/** The earlier period that is asked for, compared with none; null without one. */
function earlierOf({ compare, ...input }: Input, context: Context): Input | null {
  if (!compare) return null
  const { first, last } = daysOf(input, context)
  return { ...input, ...earlierThan({ start: `${first}T00:00`, end: `${last}T23:59` }, null, compare), page: undefined }
}

/** SQL: an amount in kilograms where its weight is known. Pieces are whole, so that of whole milligrams is exact. */
const inKg = (amount: string) => sql`case when measure = 'piece' and weight is not null
  then round(${sql.ref(amount)}::numeric * weight / 1000000)::bigint else ${sql.ref(amount)} end`

/** SQL: the rows as `t`, in the unit that is asked for. The balance at the end is made of what stands before it. */
const rowsOf = (kind: GoodKind, input: Input, context: Context) => {
  const kg = input.show_in_kg
  const amount = (name: string) => (kg ? inKg(name) : sql.ref(name))
  return sql`with turned as materialized (${turned(kind, input, context)}), t as materialized (
    select *, start_amount + credit - debit as end_amount from (
      select good_id, name, type, stock_id, stock_name, ${amount('opening')} as start_amount,
        ${amount('credit')} as credit, ${amount('debit')} as debit,
        ${kg ? sql`case when measure = 'piece' and weight is not null then 'kg' else measure end` : sql`measure`}
          as measure
      from turned) told)`
}

const SUMS = sql.join(AMOUNTS.map((name) => sql`sum(${sql.ref(name)})::text as ${sql.ref(name)}`))
const TEXTS = sql.join(AMOUNTS.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`))

const IN_GROUP = { stock_name: ['stock_name', 'stock_id'], name: ['name', 'good_id'] } as const

/** SQL: sums of groups with several rows in one unit. */
function totalsOf({ group_by }: Input): RawBuilder<unknown> {
  const [name, id] = IN_GROUP[group_by].map((column) => sql.ref(column))
  const own = (column: 'stock_name' | 'stock_id' | 'name' | 'good_id') =>
    (IN_GROUP[group_by] as readonly string[]).includes(column) ? sql.ref(column) : sql`null`
  return sql`select ${own('good_id')} as good_id, ${own('name')} as name, null as type, ${own('stock_id')} as stock_id,
      ${own('stock_name')} as stock_name, min(measure) as measure, ${SUMS}, true as is_total
    from t group by ${name}, ${id} having count(*) > 1 and min(measure) = max(measure)`
}

const SORTS: Sorts = new Map<string, RawBuilder<unknown>[]>([
  ...['stock_name', 'name'].map((name): [string, RawBuilder<unknown>[]] => [name, [sql.ref(name)]]),
  ['measure_name', [sql`measure`]],
  ...AMOUNTS.map((name): [string, RawBuilder<unknown>[]] => [name, [sql`${sql.ref(name)}::numeric`]]),
])

/** SQL: groups one below another, each with its sum last; within them as asked for. */
function ordered(input: Input): RawBuilder<unknown> {
  const [name, id] = IN_GROUP[input.group_by]
  const down = input.sort === `-${name}` ? sql`desc` : sql`asc`
  const { first } = orderBy(SORTS, input.sort ?? name)
  return sql`${sql.ref(name)} ${down}, ${sql.ref(id)}, is_total, ${first}name, stock_name, good_id, stock_id`
}

interface Sums extends Amounts {
  rows: number
  measures: number
}

const told = ({ measure, ...row }: StoredRow, { speak }: Context): TurnoverRow => ({
  ...row,
  id: `${row.good_id ?? ''}:${row.stock_id ?? ''}`,
  stock_name: row.stock_name ?? speak('Итого'),
  name: row.name ?? speak('Итого'),
  measure_name: MEASURES[measure].name,
  ...numbersOf(row),
})

const numbersOf = (sums: Amounts) =>
  Object.fromEntries(AMOUNTS.map((name) => [name, sumIn(MILLIONTHS, sums[name])])) as Record<keyof Amounts, number>

const readLines = (kind: GoodKind, input: Input, context: Context, grouped = input.page !== undefined) =>
  context.tx.one<{ rows: StoredRow[]; sums: Sums }>(sql`
    ${rowsOf(kind, input, context)}, lines as (
      select good_id, name, type, stock_id, stock_name, measure, ${TEXTS}, false as is_total from t
      ${grouped ? sql`union all ${totalsOf(input)}` : sql``})
    select coalesce((select json_agg(l) from (
        select * from lines order by ${ordered(input)} ${limitOf(input)}) l), '[]') as rows,
      (select to_json(s) from (select ${SUMS}, count(distinct measure)::int as measures,
        (select count(*) from lines)::int as rows from t) s) as sums`)

const footerOf = ({ measures, ...sums }: Sums) => (measures === 1 ? numbersOf(sums) : {})

/** The same rows and sums in the earlier period that is asked for. */
async function readBefore(kind: GoodKind, input: Input, context: Context) {
  const then = earlierOf(input, context)
  if (!then) return null
  const { rows, sums } = await readLines(kind, then, context, true)
  const byId = new Map(rows.map((row) => [told(row, context).id, row]))
  return {
    of: (row: TurnoverRow): TurnoverRow => {
      const was = byId.get(row.id)
      const same = was && MEASURES[was.measure].name === row.measure_name
      return { ...row, before: same ? numbersOf(was) : null }
    },
    sums,
  }
}

async function turnoverOf(
  kind: GoodKind,
  input: Input,
  context: Context,
): Promise<AnswerOf<(typeof turnoverCalls)['good']>> {
  const { rows, sums } = await readLines(kind, input, context)
  const before = await readBefore(kind, input, context)
  const shown = rows.map((row) => told(row, context)).map((row) => (before ? before.of(row) : row))
  if (input.page === undefined) return complete(shown)
  const footer: Record<string, number> = footerOf(sums)
  const then = before && sums.measures === 1 ? footerOf(before.sums) : {}
  return { rows: shown, total: sums.rows, footer: { ...footer, ...numbersIn(comparedCells(footer, then, COMPARED)) } }
}

export const turnoverRoutes: Route[] = (['good', 'workshop_good'] as const).map((kind) =>
  route(turnoverCalls[kind], (input, context) => turnoverOf(kind, input, context)),
)
