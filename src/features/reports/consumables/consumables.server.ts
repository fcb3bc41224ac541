/**
 * Amounts of goods along items or dates. A move between warehouses is neither consumption nor receipt, nor is what a
 * stocktake finds.
 */
import { type RawBuilder, sql } from 'kysely'
import { type GoodKind, MEASURES } from '../../../core/goods/good.contract'
import { MOVES, SALES } from '../../../core/goods/good-usage.server'
import { fieldErrors, forbidden } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { groupBy } from '../../../shared/collections'
import { showDay } from '../../../shared/dates'
import { NO_MODULE } from '../../../shared/fields'
import { MILLIONTHS, sumIn } from '../../../shared/numbers'
import { beginOf, type Detail, MOST_PERIODS, stretchesOf, stretchName } from '../../../shared/report/report'
import { say } from '../../../shared/say'
import { daysOf } from '../period/days.server'
import { type AmountsAnswer, consumableCalls, MOST_SERIES } from './consumables.contract'

/** An amount of a good at a label, in millionths. */
interface Amount {
  x: string
  good_id: number
  amount: string
}

interface Good {
  id: number
  name: string
  measure: keyof typeof MEASURES
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

const readGoods = ({ tx, company }: Context, ids: number[]) =>
  tx.rows<Good>(
    sql`select id, name, measure from goods where company_id = ${company.id} and id = any(${ids}::int[]) order by name, id`,
  )

const totalOf = (rows: readonly Amount[]) => rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

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
async function answerOf(context: Context, rows: readonly Amount[], axis: Labels): Promise<AmountsAnswer> {
  const byGood = groupBy(rows, ({ good_id }) => good_id)
  const goods = await readGoods(context, [...byGood.keys()])
  const series = [...groupBy(goods, ({ measure }) => measure)].flatMap(([measure, own]) => {
    const largest = own.toSorted((a, b) => Number(totalOf(byGood.get(b.id)!) - totalOf(byGood.get(a.id)!)))
    const alone = new Set(largest.slice(0, MOST_SERIES))
    const rest = largest.slice(MOST_SERIES).flatMap(({ id }) => byGood.get(id)!)
    return [
      ...own.filter((good) => alone.has(good)).map(({ id, name }) => ({ id, name, measure, rows: byGood.get(id)! })),
      ...(rest.length > 0 ? [{ id: null, name: context.speak('Остальные'), measure, rows: rest }] : []),
    ]
  })
  return {
    labels: axis.labels,
    datasets: series.map(({ id, name, rows: own }) => ({ label: name, data: dataOf(own, axis), id })),
    extra: { measures: series.map(({ measure }) => MEASURES[measure].name), ...axis.extra },
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

/** SQL: of each good in each warehouse the entries of the period, added up by its stretches. */
const datedAmounts = ({ company }: Context, { kind, start, end, detalization, goods, ...of }: Dated) => sql<Amount>`
  select date_trunc(${sql.lit(detalization)}, e.at)::date::text as x, a.good_id, abs(sum(e.amount))::text as amount
  from stock_amounts a
  join goods g on g.company_id = ${company.id} and g.id = a.good_id and g.kind = ${kind}
  join stock_entries e on e.company_id = ${company.id} and e.good_id = a.good_id and e.stock_id = a.stock_id
    and e.at between ${start}::timestamp and ${end}::timestamp and e.counted is null
    and ${of.came ? sql`e.amount > 0` : sql`e.amount < 0`}
  where a.company_id = ${company.id} and a.day >= ${start}::timestamp::date and a.stock_id in ${of.stocks}
    ${goods ? sql`and a.good_id = any(${goods}::int[])` : sql``}
    and e.operation_id not in (select id from operations where company_id = ${company.id}
      and kind = any(${of.without}::text[]) and at between ${start}::timestamp and ${end}::timestamp)
  group by 1, 2`

async function alongDates(context: Context, asked: Dated): Promise<AmountsAnswer> {
  daysOf(asked, context)
  const axis = stretches(asked.detalization, asked)
  return answerOf(context, await context.tx.rows<Amount>(datedAmounts(context, asked)), axis)
}

const byDates = route(consumableCalls.byDates, ({ goods_id, location_id, stocks_id, ...period }, context) =>
  alongDates(context, {
    ...period,
    kind: 'good',
    goods: goods_id,
    stocks: openStocks(context, location_id, stocks_id),
    came: false,
    without: [...MOVES, ...SALES],
  }),
)

const products = route(consumableCalls.products, ({ workshop_good_ids, operations_type, ...period }, context) =>
  alongDates(context, {
    ...period,
    kind: 'workshop_good',
    goods: workshop_good_ids,
    stocks: openStocks(context, null, null),
    came: operations_type === 'positive',
    without: MOVES,
  }),
)

/** What was put into items, and their names. An item of a closed warehouse is left out, as in the journal. */
const byItems = route(consumableCalls.byItems, async (input, context) => {
  const { tx, company, user } = context
  const { start, end, items_id, location_id, stocks_id } = input
  daysOf(input, context)
  const rows = await tx.rows<Amount & { item: string }>(sql`
    select i.id::text as x, min(i.name) as item, o.good_id, sum(o.volume)::text as amount
    from operations o
    join operation_lines l on l.company_id = ${company.id} and l.operation_id = o.id and l.item_id is not null
    join items i on i.company_id = ${company.id} and i.id = l.item_id
      and (i.stock_id is null or (true ${scope(user).stocks('i.stock_id')}))
    where o.company_id = ${company.id} and o.kind = 'refill'
      and o.at between ${start}::timestamp and ${end}::timestamp
      and o.stock_id in ${openStocks(context, location_id, stocks_id)}
      ${items_id ? sql`and i.id = any(${items_id}::int[])` : sql``}
    group by i.id, o.good_id order by item, i.id`)
  const items = [...new Map(rows.map(({ x, item }) => [x, item]))]
  return answerOf(context, rows, {
    labels: items.map(([, name]) => name),
    extra: { items: items.map(([id]) => Number(id)) },
    places: new Map(items.map(([id], index) => [id, index])),
  })
})

export const consumableRoutes: Route[] = [byItems, byDates, products]
