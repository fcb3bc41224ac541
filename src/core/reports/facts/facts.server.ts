/**
 * What reports add up, as rows (cage_id, group_id, key, count, mass): the sums of a month that is over are made of the
 * same rows as those of the days that are not kept. 0 is no group, '' no key.
 */
import { type RawBuilder, sql } from 'kysely'
import { shares } from '../../documents/kinds/feeding/shares.server'

/** SQL: the first and the last instant, both among them; of a stretch, so that each reads its range of an index. */
interface Between {
  company: number
  first: RawBuilder<unknown>
  last: RawBuilder<unknown>
  /** `and` this column holds one of the cages that are wanted, for what cannot take it from outside */
  within: (cage: string) => RawBuilder<unknown>
}

/** SQL: the fish of group `g` at the end of an instant. */
const fishAt = (company: number, at: RawBuilder<unknown>) => sql`(
  select count_after, mass_after from fish_entries
  where company_id = ${company} and group_id = g.id and at <= ${at}
  order by at desc, operation_id desc limit 1)`

/** Feeds stand where groups do: numbers, since texts are four times as long gone through. */
const feed =
  (cage: RawBuilder<unknown>) =>
  ({ company, first, last }: Between) => sql`
  select ${cage} as cage_id, o.good_id as group_id, null::text as key, 0 as count, o.volume as mass from operations o
  where o.company_id = ${company} and o.kind = 'feeding' and o.at between ${first} and ${last}`

/** By day of the month, which stands where groups do: how often somebody noted an appetite, and their sum. */
const appetite = ({ company, first, last }: Between) => sql`
  select o.cage_id, extract(day from o.at)::int as group_id, null::text as key, (o.appetite is not null)::int as count,
    coalesce(o.appetite, 0) as mass
  from operations o where o.company_id = ${company} and o.kind = 'feeding' and o.at between ${first} and ${last}`

/** By cage alone: where feeds are very many, a month of them has as many rows as its feedings. */
const given = ({ company, first, last }: Between) => sql`
  select o.cage_id, 0 as group_id, null::text as key, 0 as count, o.volume as mass from operations o
  where o.company_id = ${company} and o.kind = 'feeding' and o.at between ${first} and ${last}`

/** Entries and operations of a stretch stand in the order of their instants in two indexes: neither is sorted. */
const gone =
  (kind: string, key: RawBuilder<unknown>) =>
  ({ company, first, last }: Between) => sql`
  select e.cage_id, e.group_id, ${key} as key, -e.count_delta as count, e.deviation - e.mass_delta as mass
  from fish_entries e join operations o on o.at = e.at and o.id = e.operation_id
  where e.company_id = ${company} and e.kind = ${kind} and e.at between ${first} and ${last}
    and o.company_id = ${company} and o.kind = ${kind} and o.at between ${first} and ${last}`

/**
 * Catches by reason, 'r' before it, sales by counterparty instead, 'c' before it and '?' behind when they had no price.
 * Beside their mass the whole roubles of each sale, as its journal shows them, '₽' before.
 */
const sold = ({ company, first, last }: Between) => sql`
  select o.cage_id, 0 as group_id, k.key, k.count, k.mass
  from (
    select at, operation_id, sum(deviation - mass_delta) as mass from fish_entries
    where company_id = ${company} and kind = 'withdrawal' and at between ${first} and ${last}
    group by at, operation_id) e
  join operations o on o.at = e.at and o.id = e.operation_id
  cross join lateral (select case when o.reason = 'sale' then 'c' || coalesce(o.counterparty_id, 0)
    else 'r' || coalesce(o.reason, '') end as key) n
  cross join lateral (
    select n.key || case when o.reason = 'sale' and o.price is null then '?' else '' end as key, 1 as count, e.mass
    union all
    select '₽' || n.key, 0, round(e.mass * o.price / 100000000) where o.reason = 'sale' and o.price is not null) k
  where o.company_id = ${company} and o.kind = 'withdrawal' and o.at between ${first} and ${last}`

/** Kinds that bring or take fish; feedings and weighings only make them grow. Months are kept by their places. */
export const MOVING = ['stocking', 'transfer', 'withdrawal', 'retreat', 'correction', 'close_out', 'category_change']

/** Those, feed, medicine and weighings. */
const DOCUMENTED = [...MOVING, 'feeding', 'treatment', 'weighing']

/** What moved by kind, and whether it came: each kind is a range of an index. */
const moved = ({ company, first, last }: Between) => sql`
  select e.* from unnest(${MOVING}::text[]) with ordinality as k (kind, place) cross join lateral (
    select cage_id, group_id, 2 * (k.place - 1) + (count_delta > 0)::int as key, count_delta as count,
      mass_delta - deviation as mass
    from fish_entries where company_id = ${company} and kind = k.kind and at between ${first} and ${last}) e`

const left = ({ company, last }: Between) => sql`
  select g.cage_id, g.id as group_id, null::text as key, e.count_after as count, e.mass_after as mass
  from fish_groups g cross join lateral ${fishAt(company, last)} e
  where g.company_id = ${company} and g.first_at <= ${last} and (g.closed_at is null or g.closed_at > ${last})
    and e.mass_after > 0`

/** The fish of a cage after its last weighing. */
const weighed = ({ company, first, last }: Between) => sql`
  select w.cage_id, g.id as group_id, null::text as key, e.count_after as count, e.mass_after as mass
  from (
    select cage_id, max(at) as at from operations
    where company_id = ${company} and kind = 'weighing' and at between ${first} and ${last} group by 1) w
  join fish_groups g on g.company_id = ${company} and g.cage_id = w.cage_id and g.first_at <= w.at
    and (g.closed_at is null or g.closed_at > w.at)
  cross join lateral ${fishAt(company, sql`w.at`)} e
  where e.count_after > 0`

const eaten = ({ company, first, last, within }: Between) => sql`
  select s.cage_id, s.group_id, null::text as key, 0 as count, s.volume as mass from (${shares({
    company,
    x: () => sql`null`,
    where: (table) => sql`${sql.ref(`${table}.company_id`)} = ${company}
      and ${sql.ref(`${table}.at`)} between ${first} and ${last}
      ${within(`${table}.cage_id`)}`,
    during: { first, last },
  })}) s`

/** Documents of cages that a farm's own past has, by day and kind; what is weighed by generation has a row for each. */
const documented = ({ company, first, last }: Between) => sql`
  select 0 as cage_id, 0 as group_id, o.at::date || '|' || o.kind as key, 1 as count,
    case when o.kind = 'weighing' then coalesce(cardinality(o.generation_ids), 1) else 1 end as mass
  from operations o
  where o.company_id = ${company} and o.kind = any(${DOCUMENTED}::text[]) and o.at between ${first} and ${last}
    and (o.kind <> 'category_change' or exists (
      select from fish_entries e where e.company_id = ${company} and e.operation_id = o.id))`

export const FACTS = {
  /** feed by good, and the same of all cages together: of thousands of feeds far fewer rows */
  feed: feed(sql`o.cage_id`),
  feeds: feed(sql`0`),
  appetite,
  given,
  /** losses by cause, 0 where nobody knows it */
  lost: gone('retreat', sql`coalesce(o.loss_cause_id, 0)`),
  /** catches by reason */
  caught: gone('withdrawal', sql`o.reason`),
  sold,
  documented,
  /** by kind and direction: what moved, its signs as booked */
  moved,
  /** at the end */
  left,
  weighed,
  /** feed by the group that ate it */
  eaten,
} as const
export type Fact = keyof typeof FACTS
