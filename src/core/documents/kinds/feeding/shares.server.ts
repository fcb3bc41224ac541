/**
 * Feed by the fish that ate it. A feeding is of a cage: where several groups swim it is divided by their biomass just
 * before, as the ledger divides what they grow. Where nothing swims nobody ate it.
 */
import { type RawBuilder, sql } from 'kysely'

interface Asked {
  company: number
  /** SQL: what the shares are told by, of a feeding's instant and cage */
  x: (at: string, cage: string) => RawBuilder<unknown>
  /** SQL: which feedings, of this table */
  where: (table: string) => RawBuilder<unknown>
  /** SQL: instants that all of them lie between, where these are few days */
  during?: { first: RawBuilder<unknown>; last: RawBuilder<unknown> }
}

/**
 * SQL: feedings as `(cage_id, x, group_id, generation_id, age_category_id, volume)`. Most cages hold one group at a
 * time, known by its first and last fish alone; only of others are the balances looked up.
 */
export const shares = ({ company, x, where, during }: Asked) => sql`
  with fed as (
    select o.id, o.cage_id, o.at, o.volume, ${x('o.at', 'o.cage_id')} as x, g.id as group_id, g.generation_id,
      g.age_category_id, count(*) over (partition by o.id) as groups
    from operations o left join fish_groups g on g.company_id = ${company} and g.cage_id = o.cage_id
      and g.first_at <= o.at and (g.closed_at is null or g.closed_at >= o.at)
      ${during ? sql`and g.first_at <= ${during.last} and (g.closed_at is null or g.closed_at >= ${during.first})` : sql``}
    where o.kind = 'feeding' and ${where('o')}
  ), several as (
    select f.id, f.cage_id, f.x, f.volume,
      array_agg(f.group_id order by f.generation_id, f.age_category_id) as group_ids,
      array_agg(f.generation_id order by f.generation_id, f.age_category_id) as generations,
      array_agg(f.age_category_id order by f.generation_id, f.age_category_id) as categories,
      array_agg(coalesce(e.mass_after, 0) order by f.generation_id, f.age_category_id) as masses
    from fed f left join lateral (
      select mass_after from fish_entries
      where company_id = ${company} and group_id = f.group_id and (at, operation_id) < (f.at, f.id)
      order by at desc, operation_id desc limit 1) e on true
    where f.groups > 1 group by f.id, f.cage_id, f.x, f.volume
  )
  select cage_id, x, group_id, generation_id, age_category_id, volume from fed where groups = 1
  union all
  select s.cage_id, s.x, d.group_id, d.generation_id, d.age_category_id, d.volume from several s
  cross join lateral unnest(s.group_ids, s.generations, s.categories, feed_shares(s.volume, s.masses))
    as d (group_id, generation_id, age_category_id, volume) where d.volume <> 0`
