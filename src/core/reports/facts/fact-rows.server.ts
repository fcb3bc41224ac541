/** A report's numbers out of a fact: of months that are kept, and of what is left of its period out of the ledger. */
import { type RawBuilder, sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import type { Context } from '../../../server/http/route'
import { gapsOf } from '../../documents/engine/month-sums.server'
import { FACTS, type Fact } from './facts.server'

/** A period along the axis of a report, from 1 on: its first and its last instant. */
export interface Span {
  first: string
  last: string
  x: number
}

export interface AskedFact {
  company: number
  spans: readonly Span[]
  /** SQL: what stands along the axis, of a row in stretch `s` */
  of: (cage: string) => RawBuilder<unknown>
  /** SQL: `and` this column holds one of the cages that were asked for */
  within: (cage: string) => RawBuilder<unknown>
}

/** How rows of a fact become those of a report. */
export interface Told {
  fact: Fact
  /** what is added up apart, besides the axis */
  by: readonly ('cage_id' | 'group_id' | 'key')[]
  /** of what stands where groups do these are told apart, all others together as OTHERS */
  apart?: readonly number[]
  /** SQL: further columns of sums `f (x, …by, count, mass)`: series, value */
  select: RawBuilder<unknown>
  /** SQL: what is joined with `f`, and how it is grouped then */
  rest?: RawBuilder<unknown>
}

/** No group, and no good, has this id. */
export const OTHERS = -1

/** SQL: stretches as `s (first, last, x)`. */
export const stretchesOf = (spans: readonly Span[]) => sql`
  unnest(${spans.map(({ first }) => first)}::timestamp[], ${spans.map(({ last }) => last)}::timestamp[],
    ${spans.map(({ x }) => x)}::int[]) as s (first, last, x)`

/** SQL: rows with those groups alone that are told apart. */
const apartIn = (rows: RawBuilder<unknown>, apart: readonly number[]) => sql`
  select r.cage_id, coalesce(a.id, ${OTHERS}::int) as group_id, r.count, r.mass
  from (${rows}) r left join unnest(${[...apart]}::int[]) as a (id) on a.id = r.group_id`

/** SQL: sums of the rows that stand beside a stretch. */
const summed = ({ of, within }: AskedFact, { by, apart }: Told, all: RawBuilder<unknown>) => {
  const rows = apart ? apartIn(all, apart) : all
  const columns = sql.join([of('r.cage_id'), ...by.map((column) => sql.ref(`r.${column}`))])
  return sql`
    select ${of('r.cage_id')} as x, ${sql.join([...by.map((column) => sql`${sql.ref(`r.${column}`)},`), sql``], sql` `)}
      sum(r.count) as count, sum(r.mass) as mass
    from (${rows}) r where true ${within('r.cage_id')} group by ${columns}`
}

const toldOf = <T>({ select, rest = sql`` }: Told, sums: RawBuilder<unknown>) =>
  sql<T>`select f.x, ${select} from (${sums}) f ${rest}`

/** Out of the ledger, stretch by stretch. */
function counted<T>({ tx }: Pick<Context, 'tx'>, asked: AskedFact, told: Told): Promise<T[]> {
  const { company, spans } = asked
  if (spans.length === 0) return Promise.resolve([])
  const rows = FACTS[told.fact]({ company, first: sql`s.first`, last: sql`s.last`, within: asked.within })
  return tx.rows<T>(
    toldOf(told, sql`select c.* from ${stretchesOf(spans)} cross join lateral (${summed(asked, told, rows)}) c`),
  )
}

/** Out of the months that lie in a stretch as a whole, and which they are; a stretch of several adds them up. */
async function kept<T>({ tx }: Pick<Context, 'tx'>, asked: AskedFact, told: Told) {
  // arrays that nobody asks for are left where they lie
  const some = [
    { column: 'cage_id', array: 'm.cages' },
    ...(told.by.includes('group_id') ? [{ column: 'group_id', array: 'm.groups' }] : []),
    ...(told.by.includes('key') ? [{ column: 'key', array: 'm.keys' }] : []),
    { column: 'count', array: 'm.counts' },
    { column: 'mass', array: 'm.masses' },
  ]
  const arrays = sql.join(some.map(({ array }) => sql.ref(array)))
  const rows = sql`select u.* from m cross join lateral unnest(${arrays})
    as u (${sql.join(some.map(({ column }) => sql.ref(column)))}) where m.x = s.x`
  const { months, found } = await tx.one<{ months: string[]; found: T[] }>(sql`
    with m as materialized (
      select s.x, to_char(m.month, 'YYYY-MM') as month, ${arrays}
      from ${stretchesOf(asked.spans)} join month_facts m on m.company_id = ${asked.company} and m.fact = ${told.fact}
        and m.month >= s.first and m.month + interval '1 month' - interval '1 minute' <= s.last)
    select (select coalesce(json_agg(month order by month), '[]') from m) as months, (
      select coalesce(json_agg(t), '[]') from (
        ${toldOf(
          told,
          sql`select c.* from (select distinct x from m) s
          cross join lateral (${summed(asked, told, rows)}) c`,
        )}) t) as found`)
  return { months, found }
}

/** Shorter ones hold no month. */
export const isLong = ({ first, last }: Span) => addDays(dayOf(first), 27) <= dayOf(last)

/** What is left of stretches without these months. */
export const leftOf = (spans: readonly Span[], months: readonly string[]): Span[] =>
  spans.flatMap(({ first, last, x }) => {
    const own = months.filter((month) => `${month}-01T00:00` >= first && `${month}-01T00:00` <= last)
    return gapsOf({ start: first, end: last }, own).map(({ start, end }) => ({ first: start, last: end, x }))
  })

/** Rows of both; one x may have several of the same series. */
export async function factRows<T>(context: Pick<Context, 'tx'>, asked: AskedFact, told: Told): Promise<T[]> {
  if (!asked.spans.some(isLong)) return counted(context, asked, told)
  const { months, found } = await kept<T>(context, asked, told)
  return [...found, ...(await counted<T>(context, { ...asked, spans: leftOf(asked.spans, months) }, told))]
}
