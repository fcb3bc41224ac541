/** What stood at two instants, and which fish passed and were fed between them. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../../server/http/route'
import { among } from '../../../../core/documents/engine/journal-where.server'
import { factRows } from '../../../../core/reports/facts/fact-rows.server'

export type Reader = Pick<Context, 'tx' | 'company'>

/** From the first to the last instant, both among them; of these cages, or of all. */
export interface Stretch {
  start: string
  end: string
  cages: readonly number[] | null
  /** an earlier instant, from which on it is asked what moved, and which groups had fish */
  since?: string
}

export const ofCages = (column: string, cages: readonly number[] | null) =>
  cages ? sql`and ${among(column, cages)}` : sql``

export interface Life {
  group: number
  cage: number
  generation_id: number
  generation_name: string
  age_category_id: number
  age_category_name: string
  /** its first entry, and the one that emptied it for good */
  first_at: string
  closed_at: string | null
  /** just before the stretch, and at its end */
  count_before: number
  mass_before: number
  count_after: number
  mass_after: number
}

const lastEntry = (company: number, until: RawBuilder<unknown>) => sql`
  select count_after, mass_after from fish_entries
  where company_id = ${company} and group_id = g.id and ${until} order by at desc, operation_id desc limit 1`

/** Groups that had fish at any time of a stretch, or since an instant before it: an index step for each moment. */
export function readLives({ tx, company }: Reader, { start, end, cages, since = start }: Stretch): Promise<Life[]> {
  return tx.rows<Life>(sql`
    select g.id as "group", g.cage_id as cage, g.generation_id, n.name as generation_name, g.age_category_id,
      a.name as age_category_name, g.first_at, g.closed_at, coalesce(b.count_after, 0) as count_before,
      coalesce(b.mass_after, 0) as mass_before, coalesce(e.count_after, 0) as count_after,
      coalesce(e.mass_after, 0) as mass_after
    from fish_groups g
    join generations n on n.company_id = ${company.id} and n.id = g.generation_id
    join age_categories a on a.company_id = ${company.id} and a.id = g.age_category_id
    left join lateral (${lastEntry(company.id, sql`at < ${start}::timestamp`)}) b on g.first_at < ${start}::timestamp
    left join lateral (${lastEntry(company.id, sql`at <= ${end}::timestamp`)}) e on true
    where g.company_id = ${company.id} and g.first_at <= ${end}::timestamp
      and (g.closed_at is null or g.closed_at >= ${since}::timestamp) ${ofCages('g.cage_id', cages)}
    order by g.cage_id, n.date, n.id, a.avg_weight_from nulls last, a.id`)
}

/** Fish moved from one of the cages to another, by the modules of both; of some cages also by generation. */
export interface Passage {
  source: number
  target: number
  generation: number | null
  count: string
}

export const readPassages = (
  { tx, company }: Reader,
  { start, end, cages, since = start }: Stretch,
): Promise<Passage[]> =>
  tx.rows<Passage>(sql`
    select s.location_id as source, t.location_id as target, p.generation, sum(p.count)::text as count
    from (
      select o.cage_id, o.to_cage_id, ${cages ? sql`o.generation_id` : sql`null::int`} as generation,
        sum(o.count) as count
      from operations o
      where o.company_id = ${company.id} and o.kind = 'transfer'
        and o.at between ${since}::timestamp and ${end}::timestamp
        ${ofCages('o.cage_id', cages)} ${ofCages('o.to_cage_id', cages)}
      group by 1, 2, 3) p
    join cages s on s.company_id = ${company.id} and s.id = p.cage_id
    join cages t on t.company_id = ${company.id} and t.id = p.to_cage_id
    group by 1, 2, 3`)

export interface Fed {
  cage: number
  good: number
  name: string
  /** milligrams */
  volume: string
}

/** What each cage was fed, feed by feed: out of an index that holds all of it. */
export const readFed = ({ tx, company }: Reader, { start, end, cages }: Stretch): Promise<Fed[]> =>
  tx.rows<Fed>(sql`
    select f.cage, f.good, g.name, f.volume from (
      select o.cage_id as cage, o.good_id as good, sum(o.volume)::text as volume from operations o
      where o.company_id = ${company.id} and o.kind = 'feeding'
        and o.at between ${start}::timestamp and ${end}::timestamp ${ofCages('o.cage_id', cages)}
      group by 1, 2) f
    join goods g on g.company_id = ${company.id} and g.id = f.good
    order by g.name, g.id`)

/** The same, whatever the feed; a cage may have several rows. */
export async function readGiven(reader: Reader, { start, end, cages }: Stretch): Promise<Fed[]> {
  const rows = await factRows<{ cage: number; volume: string }>(
    reader,
    {
      company: reader.company.id,
      spans: [{ first: start, last: end, x: 1 }],
      of: () => sql`s.x`,
      within: (cage) => ofCages(cage, cages),
    },
    { fact: 'given', by: ['cage_id'], select: sql`f.cage_id as cage, f.mass::text as volume` },
  )
  return rows.map((row) => ({ ...row, good: 0, name: '' }))
}

/** Which feeds each of these cages was given. */
export async function readFeeds(reader: Reader, { start, end }: Stretch, cages: readonly number[]) {
  if (cages.length === 0) return []
  return factRows<{ cage: number; good: number }>(
    reader,
    {
      company: reader.company.id,
      spans: [{ first: start, last: end, x: 1 }],
      of: () => sql`s.x`,
      within: (cage) => sql`and ${among(cage, cages)}`,
    },
    { fact: 'feed', by: ['cage_id', 'group_id'], select: sql`f.cage_id as cage, f.group_id as good` },
  )
}

/** What each group of these cages ate, by its share of the biomass at each feeding; it may have several rows. */
export async function readShares(
  reader: Reader,
  { start, end }: Stretch,
  cages: readonly number[],
): Promise<{ group: number; volume: string }[]> {
  if (cages.length === 0) return []
  return factRows(
    reader,
    {
      company: reader.company.id,
      spans: [{ first: start, last: end, x: 1 }],
      of: () => sql`s.x`,
      within: (cage) => sql`and ${among(cage, cages)}`,
    },
    { fact: 'eaten', by: ['group_id'], select: sql`f.group_id as "group", f.mass::text as volume` },
  )
}

export interface Place {
  id: number
  number: string
  color: number
  /** tenths of a cubic metre */
  volume: number
  location_id: number
  location_name: string
}

/** Modules in the order of the farm, in each its cages by number. */
export const readPlaces = ({ tx, company }: Reader, cages: readonly number[] | null): Promise<Place[]> =>
  tx.rows<Place>(sql`
    select c.id, c.number, c.color, c.volume, c.location_id, l.name as location_name
    from cages c join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} ${ofCages('c.id', cages)}
    order by l.id, length(c.number), c.number, c.id`)
