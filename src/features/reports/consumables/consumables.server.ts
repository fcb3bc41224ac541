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

/**
 * SQL: amounts by label and series out of rows `(x, good_id, amount)`, which are gone through twice: to rank two
 * thousand goods is little, to tell each of every day much. Units in the order of their first good.
 */
const inSeries = (company: number, amounts: RawBuilder<unknown>) => sql<Amount>`
  with totals as (select good_id, sum(amount) as amount from (${amounts}) a group by 1),
  ranked as materialized (
    select g.id, g.name, g.measure, first_value(g.name) over (partition by g.measure order by g.name, g.id) as unit,
      row_number() over (partition by g.measure order by t.amount desc, g.name, g.id) <= ${MOST_SERIES} as alone
    from totals t join goods g on g.company_id = ${company} and g.id = t.good_id),
  -- the others of a unit are of the one with the least id
  series as materialized (
    select id, case when alone then id else min(id) filter (where not alone) over (partition by measure) end as into
    from ranked),
  summed as materialized (
    select s.into, a.x, sum(a.amount) as amount from (${amounts}) a join series s on s.id = a.good_id group by 1, 2)
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
  /** SQL: ids of warehouses */
  stocks: RawBuilder<unknown>
  /** what came instead of what left */
  came: boolean
  /** kinds of documents that do not count */
  without: readonly string[]
}

/** SQL: the entries of the period at the first day of their stretch, out of one range of an index. */
const datedAmounts = ({ company }: Context, { kind, start, end, detalization, goods, ...of }: Dated) => sql`
  select date_trunc(${sql.lit(detalization)}, e.at)::date as x, e.good_id, abs(e.amount) as amount
  from stock_entries e
  where e.company_id = ${company.id} and e.good_id = any(array(
      select id from goods where company_id = ${company.id} and kind = ${kind}
        ${goods ? sql`and id = any(${goods}::int[])` : sql``}))
    and e.at between ${start}::timestamp and ${end}::timestamp
    and ${of.came ? sql`e.amount > 0` : sql`e.amount < 0`} and e.stock_id = any(array(${of.stocks}))
    and e.operation_id not in (select id from operations where company_id = ${company.id}
      and kind = any(${of.without}::text[]) and at between ${start}::timestamp and ${end}::timestamp)`

async function alongDates(context: Context, given: Dated): Promise<AmountsAnswer> {
  const asked = untilNow(given, context)
  daysOf(asked, context)
  const axis = stretches(asked.detalization, asked)
  const rows = await context.tx.rows(inSeries(context.company.id, datedAmounts(context, asked)))
  return answerOf(context, rows, axis)
}

const byDates = route(consumableCalls.byDates, ({ goods_id, location_id, stocks_id, ...period }, context) =>
  alongDates(context, {
    ...period,
    kind: 'good',
    goods: goods_id,
    stocks: openStocks(context, location_id, stocks_id),
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
    inSeries(
      company.id,
      sql`
        select i.id as x, o.good_id, o.volume as amount
        from operations o
        join operation_lines l on l.company_id = ${company.id} and l.operation_id = o.id and l.item_id is not null
        join items i on i.company_id = ${company.id} and i.id = l.item_id
          and (i.stock_id is null or (true ${scope(user).stocks('i.stock_id')}))
        where o.company_id = ${company.id} and o.kind = 'refill'
          and o.at between ${start}::timestamp and ${end}::timestamp
          and o.stock_id in ${openStocks(context, location_id, stocks_id)}
          ${items_id ? sql`and i.id = any(${items_id}::int[])` : sql``}`,
    ),
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
