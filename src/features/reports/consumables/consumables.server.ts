/**
 * Amounts of goods along items or dates. A move between warehouses is neither consumption nor receipt, nor is what a
 * stocktake finds.
 */
import { type RawBuilder, sql } from 'kysely'
import { type GoodKind, MEASURES } from '../../../core/goods/good.contract'
import { COUNTS, MOVES, NO_USE } from '../../../core/goods/good-usage.server'
import { fieldErrors, forbidden } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { groupBy } from '../../../shared/collections'
import { showDay } from '../../../shared/dates'
import { NO_MODULE } from '../../../shared/fields'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { beginOf, type Detail, MOST_PERIODS, stretchesOf, stretchName } from '../../../shared/report/report'
import { say } from '../../../shared/say'
import { daysOf, untilNow } from '../period/days.server'
import { type AmountsAnswer, consumableCalls, MOST_SERIES } from './consumables.contract'

/** An amount at a label, in millionths: of a good, or of all others of its unit together. */
interface Amount {
  x: string
  good_id: number | null
  name: string | null
  measure: keyof typeof MEASURES
  amount: string
}

interface Labels {
  labels: string[]
  extra: Omit<AmountsAnswer['extra'], 'measures'>
  places: Map<string, number>
}

/** SQL: the warehouses `s` that are open to the user, of a module and among those chosen. */
function openStocks({ company, user }: Context, location_id: number | null, stocks_id: number[] | null) {
  if (location_id !== null && location_id !== NO_MODULE && !scope(user).opensModule(location_id)) throw forbidden()
  const module =
    location_id === NO_MODULE
      ? sql`and s.location_id is null`
      : location_id === null
        ? sql``
        : sql`and s.location_id = ${location_id}`
  return sql`(select s.id from stocks s where s.company_id = ${company.id} ${scope(user).stocks('s.id')} ${module}
    ${stocks_id ? sql`and s.id = any(${stocks_id}::int[])` : sql``})`
}

/** SQL: rows `(x, good_id, amount)`, and what is known of others already. */
interface Amounts {
  rows: RawBuilder<unknown>
  /** tables that these stand on, each with a comma behind it */
  tables?: RawBuilder<unknown>
  /** `union all` of rows `(good_id, amount)` */
  totals?: RawBuilder<unknown>
  /** `union all` of rows `(into, x, amount)`, out of `ranked` */
  told?: RawBuilder<unknown>
}

/**
 * SQL: amounts by label and series out of rows, which are gone through twice: to rank two thousand goods is little, to
 * tell each of every day much. Units in the order of their first good.
 */
const inSeries = (company: number, { rows, tables = sql``, totals = sql``, told = sql`` }: Amounts) => sql<Amount>`
  with ${tables} totals as (
    select good_id, sum(amount) as amount from (select good_id, amount from (${rows}) a ${totals}) a group by 1),
  ranked as materialized (
    select g.id, g.name, g.measure, first_value(g.name) over (partition by g.measure order by g.name, g.id) as unit,
      row_number() over (partition by g.measure order by t.amount desc, g.name, g.id) <= ${MOST_SERIES} as alone
    from totals t join goods g on g.company_id = ${company} and g.id = t.good_id),
  -- the others of a unit are of the one with the least id
  series as materialized (
    select id, case when alone then id else min(id) filter (where not alone) over (partition by measure) end as into
    from ranked),
  others as (select measure, min(id) as into from ranked where not alone group by 1),
  summed as materialized (
    select a.into, a.x, sum(a.amount) as amount from (
      select s.into, a.x, a.amount from (${rows}) a join series s on s.id = a.good_id ${told}) a group by 1, 2)
  select a.x::text as x, case when r.alone then r.id end as good_id, case when r.alone then r.name end as name,
    r.measure, a.amount::text as amount
  from summed a join ranked r on r.id = a.into
  order by r.unit, r.measure, not r.alone, r.name, r.id`

/** Sums at their labels. */
function dataOf(rows: readonly Amount[], { labels, places }: Labels): number[] {
  const sums = labels.map(() => 0n)
  for (const { x, amount } of rows) {
    const place = places.get(x)
    if (place !== undefined) sums[place]! += BigInt(amount)
  }
  return sums.map((sum) => sumIn(MILLIONTHS, String(sum)))
}

/** A series for each good; of a unit with too many of them the largest, and one for all others together. */
function answerOf({ speak }: Context, rows: readonly Amount[], axis: Labels): AmountsAnswer {
  const series = [...groupBy(rows, ({ measure, good_id }) => `${measure} ${good_id}`).values()]
  return {
    labels: axis.labels,
    datasets: series.map((own) => ({
      label: own[0]!.name ?? speak('Остальные'),
      data: dataOf(own, axis),
      id: own[0]!.good_id,
    })),
    extra: { measures: series.map(([first]) => MEASURES[first!.measure].name), ...axis.extra },
  }
}

function stretches(detail: Detail, period: { start: string; end: string }): Labels {
  const found = stretchesOf(detail, period)
  if (!found)
    throw fieldErrors({
      end: say('Больше {{most}} отрезков: выберите период короче или отрезки длиннее', { most: MOST_PERIODS }),
    })
  return {
    labels: found.map((one) => stretchName(detail, one)),
    extra: { periods: found.map(({ start, end }) => ({ start: showDay(start), end: showDay(end) })) },
    places: new Map(found.map(({ start }, index) => [beginOf(detail, start), index])),
  }
}

interface Dated {
  kind: GoodKind
  start: string
  end: string
  detalization: Detail
  goods: number[] | null
  /** SQL: ids of warehouses; null for all of them */
  stocks: RawBuilder<unknown> | null
  /** what came instead of what left */
  came: boolean
  /** kinds of documents that do not count */
  without: readonly string[]
}

/** SQL: the entries between two instants at the first day of their stretch, out of one range of an index. */
const datedAmounts = (
  { company }: Context,
  { kind, detalization, goods, ...of }: Dated,
  [first, last]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
) => sql`
  select date_trunc(${sql.lit(detalization)}, e.at)::date as x, e.good_id, abs(e.amount) as amount
  from stock_entries e
  where e.company_id = ${company.id} and e.good_id in (
      select id from goods where company_id = ${company.id} and kind = ${kind}
        ${goods ? sql`and id = any(${goods}::int[])` : sql``})
    and e.at between ${first} and ${last}
    and ${of.came ? sql`e.amount > 0` : sql`e.amount < 0`}
    ${of.stocks ? sql`and e.stock_id = any(array(${of.stocks}))` : sql``}
    and e.operation_id not in (select id from operations where company_id = ${company.id}
      and kind = any(${of.without}::text[]) and at between ${of.start}::timestamp and ${of.end}::timestamp)`

/** What was used up in all warehouses: of months that are kept as a whole, and of what is left of the period. */
function usedAmounts(context: Context, given: Dated): Amounts {
  const { kind, start, end, detalization } = given
  const dated = sql`date_trunc(${sql.lit(detalization)}, k.month + (d.day - 1) * interval '1 day')::date`
  return {
    tables: sql`
      kept as materialized (
        select month, used_goods, used, used_days, used_units from stock_months
        where company_id = ${context.company.id} and used_goods is not null and month >= ${start}::timestamp
          and month + interval '1 month' - interval '1 minute' <= ${end}::timestamp),
      -- they follow one another
      gaps as materialized (
        select ${start}::timestamp as first, coalesce(min(month) - interval '1 minute', ${end}::timestamp) as last
        from kept
        union all
        select max(month) + interval '1 month', ${end}::timestamp from kept having count(*) > 0),
      left_out as materialized (
        select e.* from gaps cross join lateral (
          ${datedAmounts(context, given, [sql`gaps.first`, sql`gaps.last`])}) e),
      goods_used as materialized (
        select k.month, u.good_id, u.amount, u.days
        from kept k cross join lateral unnest(k.used_goods, k.used, k.used_days) as u (good_id, amount, days)
        join goods g on g.company_id = ${context.company.id} and g.id = u.good_id and g.kind = ${kind}),`,
    rows: sql`select x, good_id, amount from left_out`,
    totals: sql`union all select good_id, amount from goods_used`,
    told: sql`
      union all
      select s.into, ${dated}, s.sign * d.amount::bigint from (
        select k.month, r.id as into, 1 as sign, k.days from goods_used k join ranked r on r.id = k.good_id and r.alone
        -- the others are all of the unit without these
        union all
        select k.month, o.into, -1, k.days from goods_used k join ranked r on r.id = k.good_id and r.alone
        join others o on o.measure = r.measure
        union all
        select k.month, o.into, 1, split_part(u.unit, ':', 3) from kept k
        cross join lateral unnest(k.used_units) as u (unit)
        join others o on o.measure = split_part(u.unit, ':', 2) where split_part(u.unit, ':', 1) = ${kind}) s
      join kept k on k.month = s.month
      cross join lateral string_to_table(s.days, ',') with ordinality as d (amount, day)`,
  }
}

/** Of all goods and all warehouses, by whoever may see all of them, nothing has to be chosen. */
const isOfAll = ({ goods, stocks, came }: Dated) => goods === null && stocks === null && !came

async function alongDates(context: Context, given: Dated): Promise<AmountsAnswer> {
  const asked = untilNow(given, context)
  daysOf(asked, context)
  const axis = stretches(asked.detalization, asked)
  const { start, end } = asked
  const amounts = isOfAll(asked)
    ? usedAmounts(context, asked)
    : { rows: datedAmounts(context, asked, [sql`${start}::timestamp`, sql`${end}::timestamp`]) }
  return answerOf(context, await context.tx.rows(inSeries(context.company.id, amounts)), axis)
}

const byDates = route(consumableCalls.byDates, ({ goods_id, location_id, stocks_id, ...period }, context) =>
  alongDates(context, {
    ...period,
    kind: 'good',
    goods: goods_id,
    stocks:
      location_id === null && stocks_id === null && scope(context.user).allStocks
        ? null
        : openStocks(context, location_id, stocks_id),
    came: false,
    without: NO_USE,
  }),
)

const products = route(consumableCalls.products, ({ workshop_good_ids, operations_type, ...period }, context) =>
  alongDates(context, {
    ...period,
    kind: 'workshop_good',
    goods: workshop_good_ids,
    stocks: openStocks(context, null, null),
    came: operations_type === 'positive',
    without: [...MOVES, ...COUNTS],
  }),
)

/** What was put into items, and their names. An item of a closed warehouse is left out, as in the journal. */
const byItems = route(consumableCalls.byItems, async (given, context) => {
  const input = untilNow(given, context)
  const { tx, company, user } = context
  const { start, end, items_id, location_id, stocks_id } = input
  daysOf(input, context)
  const rows = await tx.rows(
    inSeries(company.id, {
      rows: sql`
        select i.id as x, o.good_id, o.volume as amount
        from operations o
        join operation_lines l on l.company_id = ${company.id} and l.operation_id = o.id and l.item_id is not null
        join items i on i.company_id = ${company.id} and i.id = l.item_id
          and (i.stock_id is null or (true ${scope(user).stocks('i.stock_id')}))
        where o.company_id = ${company.id} and o.kind = 'refill'
          and o.at between ${start}::timestamp and ${end}::timestamp
          and o.stock_id in ${openStocks(context, location_id, stocks_id)}
          ${items_id ? sql`and i.id = any(${items_id}::int[])` : sql``}`,
    }),
  )
  const ids = [...new Set(rows.map(({ x }) => Number(x)))]
  const items = await tx.rows<{ id: number; name: string }>(sql`
    select id, name from items where company_id = ${company.id} and id = any(${ids}::int[]) order by name, id`)
  return answerOf(context, rows, {
    labels: items.map(({ name }) => name),
    extra: { items: items.map(({ id }) => id) },
    places: new Map(items.map(({ id }, index) => [String(id), index])),
  })
})

export const consumableRoutes: Route[] = [byItems, byDates, products]
