/** Fish of a year by month: what was sold, what was lost, what lived there. */
import { sql } from 'kysely'
import { among, cagesWithin } from '../../../core/documents/engine/journal-where.server'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import { MG_PER_KG, MILLIONTHS, sumIn } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import type { AnnualCell, AnnualRow } from './annual.contract'
import { rowOf, type Span } from './months.server'

/** SQL: the row is of a cage in a module that is open to the user. */
async function inOpenCages(context: Context, column: string) {
  const cages = await cagesWithin(context, { cages_id: null, location_id: null })
  return cages ? sql`and ${among(column, cages)}` : sql``
}

/** SQL: what each operation of a kind took, in the order of an index that holds all of it. */
const massOfEach = (company: number, kind: string, { previous, until }: Span) => sql`
  select at, operation_id, sum(deviation - mass_delta) as mass from fish_entries
  where company_id = ${company} and kind = ${kind} and at >= ${previous}::timestamp and at < ${until}::timestamp
  group by at, operation_id`

interface Caught {
  month: string
  key: string
  name: string | null
  weight: string
  money: string | null
  unpriced: number
  unpriced_weight: string
}

/** Roubles of each sale are whole, as its journal shows them. */
async function readCaught(context: Context, span: Span): Promise<Caught[]> {
  const { tx, company } = context
  return tx.rows<Caught>(sql`
    with caught as (
      select date_trunc('month', o.at) as month, o.reason,
        case when o.reason = 'sale' then o.counterparty_id end as counterparty, sum(e.mass) as weight,
        sum(round(e.mass * o.price / 100000000)) filter (where o.reason = 'sale') as money,
        count(*) filter (where o.reason = 'sale' and o.price is null) as unpriced,
        sum(e.mass) filter (where o.reason = 'sale' and o.price is null) as unpriced_weight
      from (${massOfEach(company.id, 'withdrawal', span)}) e
      join operations o on o.at = e.at and o.id = e.operation_id
      where o.company_id = ${company.id} and o.kind = 'withdrawal' and o.at >= ${span.previous}::timestamp
        and o.at < ${span.until}::timestamp ${await inOpenCages(context, 'o.cage_id')}
      group by 1, 2, 3)
    select l.month::date as month, k.key, case when l.reason = 'sale' then p.name else r.name end as name,
      l.weight::text as weight, l.money::text as money, l.unpriced::int as unpriced,
      coalesce(l.unpriced_weight, 0)::text as unpriced_weight
    from caught l
    cross join lateral (select case when l.reason = 'sale' then 'c' || coalesce(l.counterparty, 0)
      else 'r' || coalesce(l.reason, '') end as key) k
    left join counterparties p on p.company_id = ${company.id} and p.id = l.counterparty
    left join withdrawal_reasons r on r.company_id = ${company.id} and r.code = l.reason
    order by k.key like 'r%', name nulls last, k.key`)
}

/** Sales by counterparty, other withdrawals by reason. */
export async function salesOf(context: Context, span: Span): Promise<AnnualRow[]> {
  const { speak } = context
  const rows = await readCaught(context, span)
  return [...groupBy(rows, ({ key }) => key)].map(([key, own]) => {
    const sold = key.startsWith('c')
    const unpriced = own.filter(({ month }) => month >= span.first && month < span.until)
    const count = unpriced.reduce((sum, one) => sum + one.unpriced, 0)
    const weight = unpriced.reduce((sum, one) => sum + BigInt(one.unpriced_weight), 0n)
    return rowOf(span, {
      key,
      name: own[0]!.name ?? speak(sold ? 'Без контрагента' : 'Без причины'),
      measures: sold ? ['weight', 'money'] : ['weight'],
      cells: own.map((one) => ({ month: one.month, weight: BigInt(one.weight), money: BigInt(one.money ?? 0) * 100n })),
      warning:
        count === 0
          ? null
          : speak(
              say('Без цены: подъёмов {{count}}, {{weight}} кг', { count, weight: sumIn(MG_PER_KG, String(weight)) }),
            ),
    })
  })
}

interface Lost {
  month: string
  count: string
  weight: string
  big_count: string
  big_weight: string
}

/** Losses of a year, and among them those that took more of a group at once than the farm's threshold. */
export async function retreatsOf(context: Context, span: Span, percent: number): Promise<AnnualRow[]> {
  const { tx, company, speak } = context
  const share = Math.round(percent * MILLIONTHS)
  const big = sql`filter (where -e.count_delta::bigint * 100000000 > ${share}::bigint * (e.count_after - e.count_delta))`
  const rows = await tx.rows<Lost>(sql`
    select date_trunc('month', e.at)::date as month, (-sum(e.count_delta))::text as count,
      sum(e.deviation - e.mass_delta)::text as weight, coalesce(-sum(e.count_delta) ${big}, 0)::text as big_count,
      coalesce(sum(e.deviation - e.mass_delta) ${big}, 0)::text as big_weight
    from fish_entries e where e.company_id = ${company.id} and e.kind = 'retreat'
      and e.at >= ${span.previous}::timestamp and e.at < ${span.until}::timestamp
      ${await inOpenCages(context, 'e.cage_id')}
    group by 1`)
  if (rows.length === 0) return []
  const measures = ['count', 'weight'] as const
  const big_ = rows.map(({ month, big_count, big_weight }) => ({
    month,
    count: BigInt(big_count),
    weight: BigInt(big_weight),
  }))
  const usual = rows.map(({ month, count, weight, big_count, big_weight }) => ({
    month,
    count: BigInt(count) - BigInt(big_count),
    weight: BigInt(weight) - BigInt(big_weight),
  }))
  const emergency = speak(say('Чрезвычайный, больше {{percent}} %', { percent }))
  return [
    rowOf(span, { key: 'usual', name: speak('Обычный отход'), measures, cells: usual, warning: null }),
    rowOf(span, { key: 'emergency', name: emergency, measures, cells: big_, warning: null }),
  ]
}

interface Lived {
  day: string
  key: string
  name: string
  count: string
  weight: string
}

/** Fish at the beginning of each month by age category; the total is what lives there at the end, or now. */
export async function volumesOf(context: Context, span: Span): Promise<AnnualRow[]> {
  const { tx, company } = context
  const days = [...new Set([span.previous, ...span.begun, span.until])]
  const rows = await tx.rows<Lived>(sql`
    select b.day::date::text as day, a.id::text as key, min(a.name) as name, sum(e.count_after)::text as count,
      sum(e.mass_after)::text as weight
    from unnest(${days}::timestamp[]) as b (day)
    join fish_groups g on g.company_id = ${company.id} and g.first_at < b.day
      and (g.closed_at is null or g.closed_at >= b.day) ${await inOpenCages(context, 'g.cage_id')}
    cross join lateral (
      select count_after, mass_after from fish_entries where company_id = ${company.id} and group_id = g.id
        and at < b.day order by at desc, operation_id desc limit 1) e
    join age_categories a on a.company_id = ${company.id} and a.id = g.age_category_id
    where e.count_after > 0 group by b.day, a.id order by name, a.id`)
  return [...groupBy(rows, ({ key }) => key)].map(([key, own]) => {
    const at = (day: string): AnnualCell => {
      const one = own.find((state) => state.day === day)
      return { count: Number(one?.count ?? 0), weight: sumIn(MG_PER_KG, one?.weight ?? '0') }
    }
    return {
      key,
      name: own[0]!.name,
      months: Array.from({ length: 12 }, (_, index) => (span.begun[index] ? at(span.begun[index]) : {})),
      total: at(span.until),
      previous: at(span.previous),
      warning: null,
    }
  })
}

interface Spent {
  month: string
  key: string
  name: string
  money: string
}

/** Expenses by category. */
export async function spendingOf(context: Context, span: Span): Promise<AnnualRow[]> {
  const { tx, company } = context
  const rows = await tx.rows<Spent>(sql`
    select date_trunc('month', o.at)::date::text as month, c.id::text as key, min(c.name) as name,
      sum(o.payment)::text as money
    from operations o
    join spending_categories c on c.company_id = ${company.id} and c.id = o.spending_category_id
    where o.company_id = ${company.id} and o.kind = 'spending' and o.at >= ${span.previous}::timestamp
      and o.at < ${span.until}::timestamp
    group by 1, 2 order by 3, 2`)
  return [...groupBy(rows, ({ key }) => key)].map(([key, own]) =>
    rowOf(span, {
      key,
      name: own[0]!.name,
      measures: ['money'],
      cells: own.map(({ month, money }) => ({ month, money: BigInt(money) })),
      warning: null,
    }),
  )
}
