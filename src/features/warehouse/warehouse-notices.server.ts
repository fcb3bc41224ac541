/** Notices of the bell about goods below their minimum, in all warehouses or in one. */
import { sql } from 'kysely'
import { hrefOf } from '../../shared/pages'
import { dayOf } from '../../shared/dates'
import { toUnits } from '../../shared/numbers'
import { say, word } from '../../shared/say'
import { type GoodKind, MEASURES } from '../../core/goods/good.contract'
import type { Context } from '../../server/http/route'
import { MAX_NOTICES } from '../../shared/settings'
import type { NoticeSource } from '../../server/notices/notices'
import { scope } from '../../server/scope'

const PAGES = {
  good: { page: 'goods', ability: 'read stocks' },
  workshop_good: { page: 'products', ability: 'access workshop' },
} as const

interface Low {
  id: number
  name: string
  measure: keyof typeof MEASURES
  min_amount: number
  total: number
  /** the first day from which there was always too little; null when nothing ever came */
  since: string | null
}

/** A person who is limited sees what has lain in a warehouse that is open to them. */
const seenBy = ({ user, company }: Context) =>
  scope(user).allStocks
    ? sql``
    : sql`and exists (
        select from stock_days x where x.company_id = ${company.id}
          and x.good_id = g.id ${scope(user).stocks('x.stock_id')})`

/** What lies in all warehouses after each of a good's days, from what each day changed in each warehouse. */
const totals = (company: number) => sql`
  select day, sum(sum(change)) over (order by day) as total
  from (
    select day, closing - coalesce(lag(closing) over (partition by stock_id order by day), 0) as change
    from stock_days where company_id = ${company} and good_id = g.id) c
  group by day`

const readLow = (context: Context, kind: GoodKind): Promise<Low[]> => {
  const company = context.company.id
  return context.tx.rows<Low>(sql`
    select g.id, g.name, g.measure, g.min_amount, held.total::bigint as total, low.since
    from goods g
    cross join lateral (
      select coalesce(sum(d.closing), 0) as total from stocks s cross join lateral (
        select closing from stock_days
        where company_id = ${company} and good_id = g.id and stock_id = s.id order by day desc limit 1) d
      where s.company_id = ${company}) held
    cross join lateral (
      with days as (${totals(company)})
      select min(day) as since from days
      where day > coalesce((select max(day) from days where total >= g.min_amount), '-infinity')) low
    where g.company_id = ${company} and g.kind = ${kind} and g.archived_at is null
      and g.min_amount is not null and g.min_amount > held.total ${seenBy(context)}
    order by low.since desc limit ${MAX_NOTICES}`)
}

/** How much there is of a good in all warehouses is for whoever may see them all. */
const messageOf = ({ name, measure, min_amount, total }: Low, all: boolean) => {
  const values = { good: name, minimum: toUnits(min_amount), unit: word(MEASURES[measure].name) }
  return all
    ? say('«{{good}}»: осталось {{amount}} {{unit}} при минимуме {{minimum}}', { ...values, amount: toUnits(total) })
    : say('«{{good}}»: осталось меньше минимума, {{minimum}} {{unit}}', values)
}

const belowMin = (kind: GoodKind): NoticeSource => ({
  kind: 'below-min',
  ability: PAGES[kind].ability,
  read: async (context) =>
    (await readLow(context, kind)).map((low) => ({
      key: `${low.id}:${low.since ?? 'never'}`,
      at: low.since ?? dayOf(context.company.now),
      message: messageOf(low, scope(context.user).allStocks),
      href: hrefOf(PAGES[kind].page, { good: low.id }),
    })),
})

interface LowInOne extends Low {
  stock_id: number
  stock: string
}

/** The same in each warehouse that has a minimum of its own. */
const readLowInOne = ({ tx, company, user }: Context, kind: GoodKind): Promise<LowInOne[]> =>
  tx.rows<LowInOne>(sql`
    select g.id, g.name, g.measure, m.amount as min_amount, m.stock_id, s.name as stock, coalesce(held.closing,
      0)::bigint as total, low.since
    from good_minimums m
    join goods g on g.company_id = ${company.id} and g.id = m.good_id
    join stocks s on s.company_id = ${company.id} and s.id = m.stock_id
    left join lateral (
      select closing from stock_days
      where company_id = ${company.id} and good_id = m.good_id and stock_id = m.stock_id order by day desc
        limit 1) held on true
    cross join lateral (
      select min(day) as since from stock_days
      where company_id = ${company.id} and good_id = m.good_id and stock_id = m.stock_id
        and day > coalesce((
          select max(day) from stock_days
          where company_id = ${company.id} and good_id = m.good_id and stock_id = m.stock_id and closing >= m.amount),
            '-infinity')) low
    where m.company_id = ${company.id} and g.kind = ${kind} and g.archived_at is null and s.archived_at is null
      and m.amount > coalesce(held.closing, 0) ${scope(user).stocks('m.stock_id')}
    order by low.since desc limit ${MAX_NOTICES}`)

const belowMinOfOne = (kind: GoodKind): NoticeSource => ({
  kind: 'below-min',
  ability: PAGES[kind].ability,
  read: async (context) =>
    (await readLowInOne(context, kind)).map(({ id, name, measure, min_amount, stock_id, stock, total, since }) => ({
      key: `${id}:${stock_id}:${since ?? 'never'}`,
      at: since ?? dayOf(context.company.now),
      message: say('«{{good}}» ниже минимума: {{stock}}: {{amount}} {{unit}} из {{minimum}}', {
        good: name,
        stock,
        amount: toUnits(total),
        unit: word(MEASURES[measure].name),
        minimum: toUnits(min_amount),
      }),
      href: hrefOf(PAGES[kind].page, { good: id }),
    })),
})

export const warehouseNotices: NoticeSource[] = (['good', 'workshop_good'] as const).flatMap((kind) => [
  belowMin(kind),
  belowMinOfOne(kind),
])
