/**
 * The groups of a cage at a position, with names: for choosing a group, and for operations that only need fish to be
 * there.
 */
import { sql } from 'kysely'
import type { Locked, Tx } from '../client'
import type { Position } from './entries'

export interface GroupAt {
  id: number
  cage_id: number
  generation_id: number
  generation_name: string
  age_category_id: number
  age_category_name: string
  species_name: string
  count: number
  mass: number
}

/** A cage and a position in its history. */
export interface CagePosition extends Position {
  cage: number
}

/** The groups of each cage just before a position, including empty ones. */
export const groupsBefore = (tx: Tx, company: number, places: CagePosition[]): Promise<GroupAt[]> =>
  tx.rows<GroupAt>(sql`
    select g.id, g.cage_id, g.generation_id, n.name as generation_name, g.age_category_id, a.name as age_category_name,
      s.name as species_name, coalesce(e.count_after, 0) as count, coalesce(e.mass_after, 0) as mass
    from unnest(${places.map(({ cage }) => cage)}::int[], ${places.map(({ at }) => at)}::timestamp[],
      ${places.map(({ id }) => id)}::bigint[]) as p (cage_id, at, id)
    join fish_groups g on g.company_id = ${company} and g.cage_id = p.cage_id
    left join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company} and group_id = g.id and (at, operation_id) < (p.at, p.id)
      order by at desc, operation_id desc limit 1
    ) e on true
    join generations n on n.company_id = ${company} and n.id = g.generation_id
    join species s on s.company_id = ${company} and s.id = n.species_id
    join age_categories a on a.company_id = ${company} and a.id = g.age_category_id
    order by g.cage_id, g.generation_id, g.age_category_id`)

/**
 * The cages with fish just before their positions. Lifetimes exclude groups of other times before their entries are
 * read.
 */
export async function cagesWithFish(
  _: Locked<'cages'>,
  tx: Tx,
  company: number,
  places: CagePosition[],
): Promise<Set<number>> {
  const rows = await tx.rows<{ cage: number }>(sql`
    select p.cage from unnest(${places.map(({ cage }) => cage)}::int[], ${places.map(({ at }) => at)}::timestamp[],
      ${places.map(({ id }) => id)}::bigint[]) as p (cage, at, id)
    where exists (
      select from fish_groups g cross join lateral (
        select count_after from fish_entries
        where company_id = ${company} and group_id = g.id and (at, operation_id) < (p.at, p.id)
        order by at desc, operation_id desc limit 1) e
      where g.company_id = ${company} and g.cage_id = p.cage
        and g.first_at <= p.at and (g.closed_at >= p.at or g.closed_at is null) and e.count_after > 0)`)
  return new Set(rows.map(({ cage }) => cage))
}
