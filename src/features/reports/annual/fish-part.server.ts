/** Fish of a year by month: what was sold, what was lost, what lived there. */
import { sql } from 'kysely'
import { among, cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { type AskedFact, factRows, type Told } from '../../../core/reports/facts/fact-rows.server'
import type { Context } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import { addDays } from '../../../shared/dates'
import { MG_PER_KG, MILLIONTHS, sumIn } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import type { AnnualCell, AnnualRow } from './annual.contract'
import { rowOf, type Span } from './months.server'

/** Months one after another, and what of them is over. */
function monthsOf({ previous, first, begun, until }: Span): { month: string; until: string }[] {
  const before = Array.from(
    { length: 12 },
    (_, index) => `${previous.slice(0, 4)}-${String(index + 1).padStart(2, '0')}-01`,
  )
  const months = [...before, ...begun]
  const next = [...before.slice(1), first, ...begun.slice(1), until]
  return months.map((month, index) => ({ month, until: next[index]! }))
}

/** The cages in modules that are open to the user; a fact's stretches are numbered by their places. */
async function askedOf(context: Context, stretches: readonly { first: string; until: string }[]): Promise<AskedFact> {
  const cages = await cagesWithin(context, { cages_id: null, location_id: null })
  return {
    company: context.company.id,
    spans: stretches.map(({ first, until }, x) => ({
      first: `${first}T00:00`,
      last: `${addDays(until, -1)}T23:59`,
      x,
    })),
    of: () => sql`s.x`,
    within: (cage) => (cages ? sql`and ${among(cage, cages)}` : sql``),
  }
}

/** Rows of a fact with their months. */
async function inMonths<T extends { x: number }>(context: Context, span: Span, told: Told) {
  const months = monthsOf(span)
  const asked = await askedOf(
    context,
    months.map(({ month: first, until }) => ({ first, until })),
  )
  return (await factRows<T>(context, asked, told)).map((row) => ({ ...row, month: months[row.x]!.month }))
}

interface Sold {
  x: number
  key: string
  count: string
  mass: string
}

interface Caught {
  month: string
  weight: bigint
  /** whole roubles */
  money: bigint
  unpriced: number
  unpriced_weight: bigint
}

/** What a row of the fact adds to its month. */
function caughtOf({ month, key, count, mass }: Sold & { month: string }): Caught {
  const none = { month, weight: 0n, money: 0n, unpriced: 0, unpriced_weight: 0n }
  if (key.startsWith('₽')) return { ...none, money: BigInt(mass) }
  const weight = BigInt(mass)
  return key.endsWith('?') && key.startsWith('c')
    ? { ...none, weight, unpriced: Number(count), unpriced_weight: weight }
    : { ...none, weight }
}

/** 'c' with the counterparty of a sale, 'r' with another reason; in the order of their names. */
const namesOf = ({ tx, company }: Context, keys: readonly string[]) =>
  tx.rows<{ key: string; name: string | null }>(sql`
    select k.key, case when k.key like 'c%' then p.name else r.name end as name
    from unnest(${[...keys]}::text[]) as k (key)
    left join counterparties p on p.company_id = ${company.id}
      and p.id = case when k.key like 'c%' then substr(k.key, 2)::int end
    left join withdrawal_reasons r on r.company_id = ${company.id}
      and r.code = case when k.key like 'r%' then substr(k.key, 2) end
    order by k.key like 'r%', name nulls last, k.key`)

/** What a row is told under. */
const keyOf = ({ key }: Sold) => (key.startsWith('r') ? key : key.replace(/^₽|\?$/g, ''))

/** Sales by counterparty, other withdrawals by reason. */
export async function salesOf(context: Context, span: Span): Promise<AnnualRow[]> {
  const { speak } = context
  const rows = groupBy(
    await inMonths<Sold>(context, span, {
      fact: 'sold',
      by: ['key'],
      select: sql`f.key, f.count::text as count, f.mass::text as mass`,
    }),
    keyOf,
  )
  return (await namesOf(context, [...rows.keys()])).map(({ key, name }) => {
    const sold = key.startsWith('c')
    const own = rows.get(key)!.map(caughtOf)
    const unpriced = own.filter(({ month }) => month >= span.first && month < span.until)
    const count = unpriced.reduce((sum, one) => sum + one.unpriced, 0)
    const weight = unpriced.reduce((sum, one) => sum + one.unpriced_weight, 0n)
    return rowOf(span, {
      key,
      name: name ?? speak(sold ? 'Без контрагента' : 'Без причины'),
      measures: sold ? ['weight', 'money'] : ['weight'],
      cells: own.map((one) => ({ month: one.month, weight: one.weight, money: one.money * 100n })),
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
}

/** Of those that took more of a group at once than this share: few. */
async function readBig(context: Context, { previous, until }: Span, percent: number): Promise<Lost[]> {
  const { tx, company } = context
  const share = Math.round(percent * MILLIONTHS)
  const { within } = await askedOf(context, [])
  return tx.rows<Lost>(sql`
    select date_trunc('month', e.at)::date as month, (-sum(e.count_delta))::text as count,
      sum(e.deviation - e.mass_delta)::text as weight
    from fish_entries e where e.company_id = ${company.id} and e.kind = 'retreat'
      and e.at >= ${previous}::timestamp and e.at < ${until}::timestamp
      and -e.count_delta::bigint * 100000000 > ${share}::bigint * (e.count_after - e.count_delta) ${within('e.cage_id')}
    group by 1`)
}

const lostIn = ({ month, count, weight }: Lost) => ({ month, count: BigInt(count), weight: BigInt(weight) })

/** Losses of a year, and among them those that took more of a group at once than the farm's threshold. */
export async function retreatsOf(context: Context, span: Span, percent: number): Promise<AnnualRow[]> {
  const { speak } = context
  const [rows, found] = await Promise.all([
    inMonths<Lost & { x: number }>(context, span, {
      fact: 'lost',
      by: [],
      select: sql`f.count::text as count, f.mass::text as weight`,
    }),
    readBig(context, span, percent),
  ])
  if (rows.length === 0) return []
  const measures = ['count', 'weight'] as const
  const big_ = found.map(lostIn)
  const less = big_.map(({ month, count, weight }) => ({ month, count: -count, weight: -weight }))
  const usual = [...rows.map(lostIn), ...less]
  const emergency = speak(say('Чрезвычайный, больше {{percent}} %', { percent }))
  return [
    rowOf(span, { key: 'usual', name: speak('Обычный отход'), measures, cells: usual, warning: null }),
    rowOf(span, { key: 'emergency', name: emergency, measures, cells: big_, warning: null }),
  ]
}

interface Lived {
  x: number
  category: number
  count: string
  weight: string
}

/** The stretch that ends as a day begins: its month, as far as it is over then. */
const upTo = (day: string) => ({ first: `${addDays(day, -1).slice(0, 7)}-01`, until: day })

/** Fish at the beginning of each month by age category; the total is what lives there at the end, or now. */
export async function volumesOf(context: Context, span: Span): Promise<AnnualRow[]> {
  const { tx, company } = context
  const days = [...new Set([span.previous, ...span.begun, span.until])]
  const rows = await factRows<Lived>(context, await askedOf(context, days.map(upTo)), {
    fact: 'left',
    by: ['group_id'],
    select: sql`g.age_category_id as category, sum(f.count)::text as count, sum(f.mass)::text as weight`,
    rest: sql`join fish_groups g on g.company_id = ${company.id} and g.id = f.group_id group by 1, 2`,
  })
  const categories = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from age_categories where company_id = ${company.id} order by name, id`,
  )
  const lived = groupBy(rows, ({ category }) => category)
  return categories.flatMap(({ id, name }) => {
    const own = lived.get(id)
    if (!own) return []
    const at = (day: string): AnnualCell => {
      const one = own.find(({ x }) => days[x] === day)
      return { count: Number(one?.count ?? 0), weight: sumIn(MG_PER_KG, one?.weight ?? '0') }
    }
    return {
      key: String(id),
      name,
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
