/** Pages of movements and their totals: grouped, filtered, ordered and summed by the database. */
import { type RawBuilder, sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { limitOf, orderBy, type Sorts } from '../../../server/http/max-rows'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { rulesOf } from '../../../core/documents/kinds/kinds.contract'
import type { movementCalls } from './movement-calls.contract'

export type MovementsInput = ParsedOf<typeof movementCalls.list>

const all = [...rulesOf.values()]
/** Kinds that store two lines for one that is typed. */
const PAIRED = all.filter(({ lineOf }) => lineOf).map(({ kind }) => kind)

/** Kind, or kind and role where that has a word of its own → code word and title. */
const WORDS = Object.fromEntries(
  all.flatMap(({ kind, movement, inSentence }) => [
    [kind, movement ?? { type: kind, title: inSentence }],
    ...Object.entries(movement?.byRole ?? {}).map(([role, word]) => [`${kind}:${role}`, word]),
  ]),
) as Record<string, { type: string; title: string }>

export const wordOf = ({ kind, role }: { kind: string; role: string | null }) =>
  WORDS[`${kind}:${role}`] ?? WORDS[kind]!

const words = JSON.stringify(WORDS)
const word = (part: 'type' | 'title') =>
  sql`coalesce(${words}::jsonb -> (o.kind || ':' || min(e.role)), ${words}::jsonb -> o.kind) ->> ${part}`

/**
 * SQL: all lines of a document about an item are one movement; so are the two entries of one typed line, outgoing and
 * incoming.
 */
const PLACE = sql`case when e.good_id is null or e.role = 'refill' then 0
  when o.kind = any(${PAIRED}::text[]) then e.line >> 1 else e.line end`

const cost = sql`sum(round(abs(e.amount)::numeric * e.price / 1000000))`

/** Column of the table → what it is sorted by. */
const SORTS: Sorts = new Map(
  Object.entries({
    datetime: [sql`o.at`],
    created_datetime: [sql`o.created_at`],
    type_translation: [word('title')],
    count: [sql`coalesce(max(e.amount) filter (where e.amount >= 0), min(e.amount))`],
    counterparty: [sql`(select name from counterparties where company_id = o.company_id and id = o.counterparty_id)`],
    waybill_number: [sql`o.extra ->> 'waybill_number'`],
    waybill_date: [sql`o.extra ->> 'waybill_date'`],
    waybill_price_per_unit: [sql`max(e.price)`],
    waybill_price: [cost],
    user: [sql`coalesce(o.recorded_by, (select name from users where company_id = o.company_id and id = o.user_id))`],
    note: [sql`o.note`],
  }),
)

/**
 * SQL: lines of a good as rows `(operation_id, at, line, role, stock_id, amount, good_id, price, cage_id)`, `+` into a
 * warehouse: all its entries, or with an inner `join` those of documents with lines.
 */
const ofGood = ({ company }: Context, id: number, join = sql`left join`) => sql`
  select e.operation_id, e.at, e.line, l.role, e.stock_id, e.amount, e.good_id, l.price, null::int as cage_id
  from stock_entries e
  ${join} operation_lines l on l.company_id = ${company.id} and l.operation_id = e.operation_id and l.line = e.line
    and l.good_id = e.good_id
  where e.company_id = ${company.id} and e.good_id = ${id}`

/** SQL: the same for an item: what it was filled with left the document's warehouse. */
const ofItem = ({ company }: Context, id: number) => sql`
  select l.operation_id, d.at, l.line, l.role, coalesce(l.stock_id, d.stock_id) as stock_id,
    case when l.role = 'refill' then -d.volume when l.role in ('in',
      'untied') then l.amount else -l.amount end as amount,
    case when l.role = 'refill' then d.good_id end as good_id, null::bigint as price, l.cage_id
  from operation_lines l
  join operations d on d.company_id = ${company.id} and d.id = l.operation_id
  where l.company_id = ${company.id} and l.item_id = ${id} and l.role <> 'serviced'`

const linesOf = ({ type, id }: MovementsInput, context: Context) => (type === 'item' ? ofItem : ofGood)(context, id)

/** The warehouses that the user may use. */
const stocksOpen = ({ company, user }: Context) => sql`array(
  select w.id from stocks w where w.company_id = ${company.id} ${scope(user).stocks('w.id')})`

export const openStocks = (context: Context) => sql`any(${stocksOpen(context)})`

const inPeriod = ({ start, end }: MovementsInput) =>
  sql`e.at between ${start ?? '-infinity'}::timestamp and ${end ?? 'infinity'}::timestamp`

const inStocks = ({ stocks_id }: MovementsInput) => (stocks_id ? sql`e.stock_id = any(${stocks_id}::int[])` : sql`true`)

/** SQL: a row for each movement that matches: its document `id`, its `place` there and `more` columns. */
const movements = (lines: RawBuilder<unknown>, input: MovementsInput, context: Context, more: RawBuilder<unknown>) => {
  const { operation_type } = input
  return sql`
    select o.id, spot.place, ${more}
    from (${lines}) e join operations o on o.company_id = ${context.company.id} and o.id = e.operation_id
    cross join lateral (select ${PLACE} as place) spot
    where e.stock_id = ${openStocks(context)} and ${inPeriod(input)}
    group by o.company_id, o.id, spot.place
    having bool_or(${inStocks(input)})
      and ${operation_type ? sql`${word('type')} = ${operation_type}` : sql`true`}`
}

/** Each entry of a good is one movement, or half of one: so its last entries tell how far back a page reaches. */
const isOfEntries = ({ type, operation_type }: MovementsInput) => type !== 'item' && !operation_type

/**
 * The instant of the earliest entry that the page may need; null where any may be. It is asked for by itself: within
 * the statement of the page, row-level security keeps it from being looked up in an index.
 */
export async function readEarliest(input: MovementsInput, context: Context): Promise<string | null> {
  const { id, page, per_page, sort = '-datetime' } = input
  if (page === undefined || sort !== '-datetime' || !isOfEntries(input)) return null
  const last = sql`order by at desc limit ${2 * page * per_page}`
  const { at } = await context.tx.one<{ at: string | null }>(sql`
    select min(at) as at from (
      select e.at from unnest(${stocksOpen(context)}) stock (id)
      cross join lateral (
        select e.at, e.stock_id from stock_entries e where e.company_id = ${context.company.id} and e.good_id = ${id}
          and e.stock_id = stock.id and ${inPeriod(input)} ${last}) e
      where ${inStocks(input)} ${last}) entries`)
  return at
}

/**
 * SQL: the requested page, or the most rows of a list without pages, in order: `(id, n, entries)`, to be joined with
 * ENTRIES. The entries are part of it, because looking them up again by the thousand takes minutes.
 */
export function pageOf(input: MovementsInput, context: Context, earliest: string | null) {
  const { first } = orderBy(SORTS, input.sort ?? '-datetime')
  const order = sql`${first}o.at desc, o.id desc, spot.place desc`
  const ordered = sql`row_number() over (order by ${order}) as n, json_agg(e order by e.line) as entries`
  const lines = sql`select * from (${linesOf(input, context)}) e where e.at >= ${earliest ?? '-infinity'}::timestamp`
  return sql`select * from (${movements(lines, input, context, ordered)}) m order by n ${limitOf(input)}`
}

/** The lines of the movement `p`, as `e`. */
export const ENTRIES = sql`cross join lateral json_to_recordset(p.entries)
  as e (line int, role text, stock_id int, amount bigint, good_id int, price bigint, cage_id int)`

interface Sums {
  total: number
  cost: string | null
}

/**
 * Each entry is a movement, but for the second of a move whose first is among them too. Only lines have prices, and a
 * good has far fewer of them than entries.
 */
const sumsOfEntries = (input: MovementsInput, context: Context) => {
  const company = context.company.id
  const mine = sql`e.stock_id = ${openStocks(context)} and ${inPeriod(input)} and ${inStocks(input)}`
  return context.tx.one<Sums>(sql`
    with lines as materialized (
      select l.operation_id, l.line, l.role, e.amount, l.price from operation_lines l
      cross join lateral (
        select stock_id, at, amount from stock_entries
        where company_id = ${company} and operation_id = l.operation_id and good_id = l.good_id and line = l.line
        offset 0) e
      where l.company_id = ${company} and l.good_id = ${input.id} and ${mine}),
    seconds as (
      select count(*) as number from lines first
      join lines second on second.operation_id = first.operation_id and second.line >> 1 = first.line >> 1
        and second.line > first.line
      join operations o on o.company_id = ${company} and o.id = first.operation_id and o.kind = any(${PAIRED}::text[])
      where first.role = 'out')
    select ((
        select count(*) from stock_entries e
        where e.company_id = ${company} and e.good_id = ${input.id} and ${mine})
      - (select number from seconds))::int as total,
      (select sum(round(abs(amount)::numeric * price / 1000000))::text from lines) as cost`)
}

/** The number of movements, and kopecks of their waybills. */
export const sumsOf = (input: MovementsInput, context: Context) =>
  isOfEntries(input)
    ? sumsOfEntries(input, context)
    : context.tx.one<Sums>(sql`
        select count(*)::int as total, sum(m.cost)::text as cost
        from (${movements(linesOf(input, context), input, context, sql`${cost} as cost`)}) m`)
