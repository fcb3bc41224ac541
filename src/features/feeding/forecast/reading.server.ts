/** What a forecast shows beside its estimates: fish, names, weighings and feed of days that are over. */
import { sql } from 'kysely'
import { addDays } from '../../../shared/dates'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'

export interface ChosenCage {
  cage_id: number
  cage_number: string
  location_id: number
  location_name: string
}

const among = (column: string, ids: readonly number[] | null) =>
  ids ? sql`and ${sql.ref(column)} = any(${[...ids]}::int[])` : sql``

interface Choice {
  cage_ids: number[] | null
  location_id: number[] | null
}

/** The cages chosen, of open modules, in which groups had fish after a day. */
export const readCages = ({ tx, company, user }: Context, { cage_ids, location_id }: Choice, from: string) =>
  tx.rows<ChosenCage>(sql`
    select c.id as cage_id, c.number as cage_number, l.id as location_id, l.name as location_name
    from cages c join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} ${among('c.id', cage_ids)} ${among('c.location_id', location_id)}
      ${scope(user).modules('c.location_id')}
      and exists (
        select from fish_groups g where g.company_id = ${company.id} and g.cage_id = c.id and g.first_at is not null
          and (g.closed_at is null or g.closed_at >= ${from}::timestamp)
      )
    order by l.id, length(c.number), c.number, c.id`)

export interface NamedGroup {
  group_id: number
  generation_id: number
  generation: string
  age_category_id: number
  age_category: string
  species: string
}

/** Of the groups of these cages that had fish after a day. */
export const readNames = ({ tx, company }: Context, cages: readonly number[], from: string) =>
  tx.rows<NamedGroup>(sql`
    select g.id as group_id, n.id as generation_id, n.name as generation, a.id as age_category_id,
      a.name as age_category, s.name as species
    from fish_groups g
    join generations n on n.company_id = ${company.id} and n.id = g.generation_id
    join species s on s.company_id = ${company.id} and s.id = n.species_id
    join age_categories a on a.company_id = ${company.id} and a.id = g.age_category_id
    where g.company_id = ${company.id} and g.cage_id = any(${[...cages]}::int[]) and g.first_at is not null
      and (g.closed_at is null or g.closed_at >= ${from}::timestamp)
    order by n.id, a.id`)

interface Counted {
  group: number
  day: string
  count: number
}

/** How many fish groups had at the end of days: one index step for each. */
export async function readCounts({ tx, company }: Context, groups: readonly number[], days: readonly string[]) {
  const rows = await tx.rows<Counted>(sql`
    select g.id as "group", d.day::date as day, e.count_after as count
    from unnest(${[...groups]}::int[]) as g (id)
    cross join unnest(${[...days]}::timestamp[], ${days.map((day) => addDays(day, 1))}::timestamp[]) as d (day, ends)
    cross join lateral (
      select count_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at < d.ends
      order by at desc, operation_id desc limit 1
    ) e`)
  const counts = new Map(rows.map(({ group, day, count }) => [`${group}|${day}`, count]))
  return (group: number, day: string) => counts.get(`${group}|${day}`) ?? 0
}

/** mg of feed that cages were given on days. */
export async function readFeed({ tx, company }: Context, cages: readonly number[], first: string, last: string) {
  const rows = await tx.rows<{ cage: number; day: string; feed: number }>(sql`
    select cage_id as cage, at::date as day, sum(volume)::bigint as feed from operations
    where company_id = ${company.id} and kind = 'feeding' and cage_id = any(${[...cages]}::int[])
      and at >= ${first}::timestamp and at < ${addDays(last, 1)}::timestamp
    group by cage_id, at::date`)
  const feed = new Map(rows.map((row) => [`${row.cage}|${row.day}`, row.feed]))
  return (cage: number, day: string) => feed.get(`${cage}|${day}`) ?? 0
}

export interface ShownWeighing {
  group: number
  at: string
  /** mg */
  average: number
  sample: number | null
}

/** Weighings that people entered. */
export const readWeighings = ({ tx, company }: Context, cages: readonly number[], first: string, last: string) =>
  tx.rows<ShownWeighing>(sql`
    select e.group_id as "group", e.at, round(e.mass_after::numeric / e.count_after)::bigint as average,
      o.count as sample
    from operations o join fish_entries e on e.company_id = ${company.id} and e.operation_id = o.id
    where o.company_id = ${company.id} and o.kind = 'weighing' and o.cage_id = any(${[...cages]}::int[])
      and o.at >= ${first}::timestamp and o.at < ${addDays(last, 1)}::timestamp and e.count_after > 0
    order by e.at, e.operation_id`)
