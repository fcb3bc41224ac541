/** Sums of months that are over: a journal of years adds up a hundred of them instead of millions of operations. */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import type { Context } from '../../../server/http/route'
import type { KindServer, Totals } from './document.server'
import { isOfCages } from './kind-rules.contract'

/** Whole numbers of any size, as text; null where no row has a value. */
export interface Sums {
  total: number
  count: string | null
  weight: string | null
  volume: string | null
  count_difference: string | null
}

/** Instants from the first to the last, both among them. */
export interface Period {
  start: string
  end: string
}

/** Fewer operations are added up as fast as sums of them are read. */
const MANY = 1000

/** Kinds whose sums are of what was typed, for one cage each; or of what adds up itself. */
export const hasMonthSums = ({ contract, footer, reads, totalsAddUp }: KindServer): boolean =>
  footer === 'document' && (totalsAddUp === true || (isOfCages(contract) && !reads.includes('target')))

/** 'YYYY-MM', and the one after it. */
const nextMonth = (month: string): string => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** The last minute before a month. */
function minuteBefore(month: string): string {
  const instant = new Date(`${month}-01T00:00Z`)
  instant.setUTCMinutes(-1)
  return instant.toISOString().slice(0, 16)
}

/** The first and the last month that lie in a period as a whole; null without one. */
function wholeMonths({ start, end }: Period): { first: string; last: string } | null {
  if (!/^\d{4}-\d\d-\d\dT/.test(start) || !/^\d{4}-\d\d-\d\dT/.test(end)) return null
  const first = start.slice(8) === '01T00:00' ? start.slice(0, 7) : nextMonth(start.slice(0, 7))
  const next = nextMonth(end.slice(0, 7))
  const last = minuteBefore(next) === end ? end.slice(0, 7) : minuteBefore(end.slice(0, 7)).slice(0, 7)
  return first <= last ? { first, last } : null
}

/** What is left of a period without these months, which are in order. */
export function gapsOf({ start, end }: Period, months: readonly string[]): Period[] {
  const gaps: Period[] = []
  let since = start
  for (const month of months) {
    const until = minuteBefore(month)
    if (since <= until) gaps.push({ start: since, end: until })
    since = `${nextMonth(month)}-01T00:00`
  }
  return since <= end ? [...gaps, { start: since, end }] : gaps
}

const plus = (one: string | null, other: string | null) =>
  one === null ? other : other === null ? one : String(BigInt(one) + BigInt(other))

export const added = (all: readonly Sums[]): Sums =>
  all.reduce((sum, one) => ({
    total: sum.total + one.total,
    count: plus(sum.count, one.count),
    weight: plus(sum.weight, one.weight),
    volume: plus(sum.volume, one.volume),
    count_difference: plus(sum.count_difference, one.count_difference),
  }))

export interface MonthSums extends Sums {
  /** 'YYYY-MM' */
  month: string
  /** of the kind's own columns */
  own: Totals | null
}

/** The months of a period whose sums are kept, in order; of these cages, or of all. */
export async function readMonths(
  { tx, company }: Pick<Context, 'tx' | 'company'>,
  kind: KindServer,
  period: Period,
  cages: number[] | null,
): Promise<MonthSums[]> {
  const whole = hasMonthSums(kind) ? wholeMonths(period) : null
  if (!whole) return []
  return tx.rows(sql`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(sum(s.total), 0)::int as total, sum(s.count)::text as count,
      sum(s.weight)::text as weight, sum(s.volume)::text as volume, null::text as count_difference, m.own
    from month_sums m
    left join lateral unnest(m.cages, m.totals, m.counts, m.weights, m.volumes)
      as s (cage_id, total, count, weight, volume) on ${cages ? sql`s.cage_id = any(${cages}::int[])` : sql`true`}
    where m.company_id = ${company.id} and m.kind = ${kind.contract.kind}
      and m.month between ${`${whole.first}-01`}::date and ${`${whole.last}-01`}::date
    group by m.month, m.own order by m.month`)
}

/** Months with operations that are over for more than a day, and whose sums are not kept. */
export const monthsToAdd = (tx: Tx, company: number, kinds: readonly string[]) =>
  tx.rows<{ kind: string; month: string }>(sql`
    select k.kind, m.month::date as month from unnest(${kinds}::text[]) as k (kind)
    cross join lateral (
      select at from operations where company_id = ${company} and kind = k.kind order by at limit 1) first
    cross join lateral generate_series(date_trunc('month', first.at),
      date_trunc('month', (now() - interval '1 day') at time zone 'UTC') - interval '1 day', interval '1 month') as m (month)
    where not exists (
        select from month_sums s where s.company_id = ${company} and s.kind = k.kind and s.month = m.month::date)
      and (select count(*) from (
        select from operations where company_id = ${company} and kind = k.kind and at >= m.month
          and at < m.month + interval '1 month' limit ${MANY}) first_many) = ${MANY}
    order by k.kind, m.month`)

/** Adds up one month, if it has many operations. Whoever writes into months that are over waits for its end. */
export async function addMonth(tx: Tx, company: { id: number }, kind: KindServer, month: string) {
  const within = sql`o.company_id = ${company.id} and o.kind = ${kind.contract.kind} and o.at >= ${month}::timestamp
    and o.at < ${month}::timestamp + interval '1 month'`
  await tx.run(sql`select pg_advisory_xact_lock(42, ${company.id}::int)`)
  const own = kind.totalsAddUp ? await kind.totals!(within, { tx, company } as Context, {}) : null
  await tx.run(sql`
    insert into month_sums (company_id, kind, month, cages, totals, counts, weights, volumes, own)
    select ${company.id}::int, ${kind.contract.kind}, ${month}::date, array_agg(cage_id), array_agg(total),
      array_agg(count), array_agg(weight), array_agg(volume), ${own && JSON.stringify(own)}::jsonb
    from (
      select o.cage_id, count(*)::int as total, sum(o.count)::numeric as count, sum(o.weight) as weight,
        sum(o.volume) as volume
      from operations o where ${within} group by o.cage_id) cages
    having sum(total) >= ${MANY}
    on conflict do nothing`)
}

/** Roubles of several periods; null where none has a value. */
export function addedTotals(all: readonly Totals[]): Totals {
  const names = new Set(all.flatMap((one) => Object.keys(one)))
  return Object.fromEntries(
    [...names].map((name) => {
      const known = all.flatMap((one) => one[name] ?? [])
      return [name, known.length > 0 ? Math.round(known.reduce((sum, one) => sum + one * 100, 0)) / 100 : null]
    }),
  )
}
