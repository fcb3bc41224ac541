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

/** The warehouses that the user may use. */
export const openStocks = ({ company, user }: Context) => sql`any(array(
  select w.id from stocks w where w.company_id = ${company.id} ${scope(user).stocks('w.id')}))`

const inPeriod = ({ start, end }: MovementsInput) =>
  sql`e.at between ${start ?? '-infinity'}::timestamp and ${end ?? 'infinity'}::timestamp`

/** SQL: a row for each movement that matches: its document `id`, its `place` there and `more` columns. */
const movements = (lines: RawBuilder<unknown>, input: MovementsInput, context: Context, more: RawBuilder<unknown>) => {
  const { stocks_id, operation_type } = input
  return sql`
    select o.id, spot.place, ${more}
    from (${lines}) e join operations o on o.company_id = ${context.company.id} and o.id = e.operation_id
    cross join lateral (select ${PLACE} as place) spot
    where e.stock_id = ${openStocks(context)} and ${inPeriod(input)}
    group by o.company_id, o.id, spot.place
    having ${stocks_id ? sql`bool_or(e.stock_id = any(${stocks_id}::int[]))` : sql`true`}
      and ${operation_type ? sql`${word('type')} = ${operation_type}` : sql`true`}`
}

/**
 * SQL: the requested page, or the most rows of a list without pages, in order: `(id, n, entries)`, to be joined with
 * ENTRIES. The entries are part of it, because looking them up again by the thousand takes minutes.
 */
export function pageOf(lines: RawBuilder<unknown>, input: MovementsInput, context: Context) {
  const { first } = orderBy(SORTS, input.sort ?? '-datetime')
  const order = sql`${first}o.at desc, o.id desc, spot.place desc`
  const ordered = sql`row_number() over (order by ${order}) as n, json_agg(e order by e.line) as entries`
  return sql`select * from (${movements(lines, input, context, ordered)}) m order by n ${limitOf(input)}`
}

/** The lines of the movement `p`, as `e`. */
export const ENTRIES = sql`cross join lateral json_to_recordset(p.entries)
  as e (line int, role text, stock_id int, amount bigint, good_id int, price bigint, cage_id int)`

/** SQL: the number of movements, and kopecks of their waybills. */
export const sumsOf = (lines: RawBuilder<unknown>, input: MovementsInput, context: Context) =>
  context.tx.one<{ total: number; cost: string | null }>(sql`
    select count(*)::int as total, sum(m.cost)::text as cost
    from (${movements(lines, input, context, sql`${cost} as cost`)}) m`)
