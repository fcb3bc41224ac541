/** Cages as every answer shows them: their place, their groups at an instant, and what a person should look at. */
import { sql } from 'kysely'
import { averageKg, divRound, toKg, toUnits } from '../../shared/numbers'
import { groupBy } from '../../shared/collections'
import { dayOf } from '../../shared/dates'
import type { Tx } from '../../server/db/client'
import type { CurrentCompany } from '../../server/session'
import type { Context } from '../../server/http/route'
import { readFeedLeft, type FeedLeft } from '../warehouse/goods/feed-left.server'
import { netsAt } from '../warehouse/items/nets.server'
import { readWater } from '../measurements/water.server'
import type { CageRow, LocationRow } from './cage.contract'
import { type LastWeighed, lastWeighed, weighedDays } from './weighed.server'

export const CAGE_TYPES = [
  { id: 1, name: 'Круг' },
  { id: 2, name: 'Прямоугольник' },
]

export interface Wanted {
  /** only these cages; null is all */
  ids?: number[] | null
  /** only of these modules; null is all */
  locations?: number[] | null
  /** the state at the end of this instant; left out is now, with the marks of today */
  at?: string | null
}

interface PlaceRow extends LastWeighed {
  /** here, or where its fish came from */
  weighed_on: string | null
  id: number
  number: string
  code: string | null
  cage_type_id: number
  color: number
  volume: number
  density_limit: number | null
  location_id: number
  x: number
  y: number
  fed: number | null
  lost: number | null
  net_id: number | null
  net_name: string | null
}

interface StateRow {
  id: number
  cage_id: number
  generation_id: number
  generation_name: string
  age_category_id: number
  age_category_name: string
  species_name: string
  count: number
  mass: number
  at: string
}

const readPlaces = (tx: Tx, company: CurrentCompany, { ids, locations, at }: Wanted) =>
  tx.rows<PlaceRow>(sql`
    select c.id, c.number, c.code, c.cage_type_id, c.color, c.volume, c.density_limit, c.location_id, c.x, c.y, today.fed, today.lost,
      c.net_id, n.name as net_name ${at ? sql`` : sql`, weighed_at, joined`}
    from cages c
    left join items n on n.company_id = c.company_id and n.id = c.net_id
    left join lateral (
      select sum(volume) filter (where kind = 'feeding')::bigint as fed, sum(count) filter (where kind = 'retreat')::bigint as lost
      from operations where ${at ?? null}::text is null and company_id = ${company.id} and cage_id = c.id and at >= ${dayOf(company.now)}::timestamp
    ) today on true
    ${at ? sql`` : lastWeighed(company.id)}
    where c.company_id = ${company.id} ${ids ? sql`and c.id = any(${ids}::int[])` : sql``}
      ${locations ? sql`and c.location_id = any(${locations}::int[])` : sql``}
    order by length(c.number), c.number, c.id`)

/**
 * Groups with fish at the end of an instant, and of an empty cage the group that left it last: one step of the index for each group
 * that lived then. A farm of ten years has ten emptied groups a cage; their span says so without a look at their entries.
 */
const readGroups = (tx: Tx, company: number, ids: number[] | null, at: string | null) =>
  tx.rows<StateRow>(sql`
    select l.id, l.cage_id, l.generation_id, n.name as generation_name, l.age_category_id, a.name as age_category_name, s.name as species_name,
      l.count, l.mass, l.at
    from (
      select g.id, g.cage_id, g.generation_id, g.age_category_id, coalesce(e.count_after, 0) as count, coalesce(e.mass_after, 0) as mass,
        coalesce(e.at, g.closed_at) as at, coalesce(sum(e.count_after) over cage, 0) as alive, max(coalesce(e.at, g.closed_at)) over cage as last_at
      from fish_groups g
      left join lateral (
        select count_after, mass_after, at from fish_entries
        where ${at ? sql`(g.closed_at > ${at}::timestamp or g.closed_at is null)` : sql`g.closed_at is null`}
          and company_id = ${company} and group_id = g.id ${at ? sql`and at <= ${at}::timestamp` : sql``}
        order by at desc, operation_id desc limit 1
      ) e on true
      where g.company_id = ${company} ${ids ? sql`and g.cage_id = any(${ids}::int[])` : sql``}
        ${at ? sql`and g.first_at <= ${at}::timestamp` : sql`and g.first_at is not null`}
      window cage as (partition by g.cage_id)
    ) l
    join generations n on n.company_id = ${company} and n.id = l.generation_id
    join species s on s.company_id = ${company} and s.id = n.species_id
    join age_categories a on a.company_id = ${company} and a.id = l.age_category_id
    where l.count > 0 or (l.alive = 0 and l.at = l.last_at)
    order by l.generation_id, l.age_category_id`)

export const groupRow = (row: Omit<StateRow, 'cage_id' | 'at'>) => ({
  id: row.id,
  generation_id: row.generation_id,
  generation_name: row.generation_name,
  age_category_id: row.age_category_id,
  age_category_name: row.age_category_name,
  species_name: row.species_name,
  count: row.count,
  weight: toKg(row.mass),
  avg_weight: averageKg(row.mass, row.count),
})

const unique = (values: string[]) => [...new Set(values)].join(', ')

/** kg/m³ with two decimals, from milligrams and tenths of a cubic metre. */
const densityOf = (mass: number, volume: number) => divRound(mass, volume * 1000) / 100

const lastOf = (states: StateRow[]) =>
  states
    .map((state) => state.at)
    .sort()
    .at(-1)

function cageRow(place: PlaceRow, states: StateRow[], company: CurrentCompany, live: boolean): CageRow {
  const alive = states.filter((state) => state.count > 0)
  const count = alive.reduce((sum, state) => sum + state.count, 0)
  const mass = alive.reduce((sum, state) => sum + state.mass, 0)
  const categories = [...new Map(alive.map((state) => [state.age_category_id, state.age_category_name]))]
  const { fed, lost, volume, density_limit } = place
  const lastOut = lastOf(states)
  // written out: an object of a spread rest is a hash table, which costs ten times as much for a farm of 500 cages
  return {
    id: place.id,
    number: place.number,
    code: place.code,
    cage_type_id: place.cage_type_id,
    color: place.color,
    location_id: place.location_id,
    x: place.x,
    y: place.y,
    weighed_on: place.weighed_on,
    cage_type_name: CAGE_TYPES.find(({ id }) => id === place.cage_type_id)?.name ?? '',
    volume: volume / 10,
    net_id: place.net_id,
    net_name: place.net_name,
    count,
    weight: toKg(mass),
    avg_weight: averageKg(mass, count),
    density: densityOf(mass, volume),
    density_limit: density_limit === null ? company.settings['density-limit'] : density_limit / 10,
    own_density_limit: density_limit === null ? null : density_limit / 10,
    generation_names: unique(alive.map((state) => state.generation_name)),
    species_names: unique(alive.map((state) => state.species_name)),
    age_categories_ids: categories.map(([id]) => id),
    age_categories_names: categories.map(([, name]) => name).join(', '),
    age_category_name: categories.map(([, name]) => name).join(', '),
    groups: alive.map(groupRow),
    fed_today: live ? toUnits(fed ?? 0) : null,
    lost_today: live ? (lost ?? 0) : null,
    empty_since: count === 0 && lastOut ? dayOf(lastOut) : null,
  }
}

/** What is to be done today is not asked on a past day. */
const NOT_ASKED: ReadonlyMap<number, string | null> = new Map()

export async function readCages(tx: Tx, company: CurrentCompany, wanted: Wanted = {}): Promise<CageRow[]> {
  const { at } = wanted
  const [places, groups, nets] = await Promise.all([
    readPlaces(tx, company, wanted),
    readGroups(tx, company.id, wanted.ids ?? null, at ?? null),
    at ? netsAt(tx, company.id, at) : null,
  ])
  const byCage = groupBy(groups, (group) => group.cage_id)
  const weighed = at ? NOT_ASKED : await weighedDays(tx, company.id, places)
  return places.map((place) => {
    const net = nets?.get(place.id)
    if (nets) [place.net_id, place.net_name] = [net?.id ?? null, net?.name ?? null]
    place.weighed_on = weighed.get(place.id) ?? null
    return cageRow(place, byCage.get(place.id) ?? [], company, !at)
  })
}

const sum = <T>(rows: T[], pick: (row: T) => number) => rows.reduce((total, row) => total + pick(row), 0)
/** Sums of kilograms are taken in milligrams, so that they stay exact. */
const sumKg = (rows: { weight: number }[]) => sum(rows, (row) => Math.round(row.weight * 1e6)) / 1e6

export function totalsOf(cages: CageRow[]) {
  const count = sum(cages, (cage) => cage.count)
  const weight = sumKg(cages)
  return { count, weight, avg_weight: averageKg(Math.round(weight * 1e6), count), cages_count: cages.length }
}

const NO_FEED: ReadonlyMap<number, FeedLeft> = new Map()

/** Modules as cards, from the cages that come, with their water at the moment `at`; now, when it is null, with the feed that is left. */
export async function readLocations(
  context: Context,
  coming: Promise<CageRow[]>,
  at: string | null,
): Promise<LocationRow[]> {
  const { tx, company, user } = context
  const allowed = user.location_ids
  const [cages, rows, water, feed] = await Promise.all([
    coming,
    tx.rows<{ id: number; name: string; code: string | null }>(sql`select id, name, code from locations
      where company_id = ${company.id} and (${allowed}::int[] is null or id = any(${allowed}::int[])) order by id`),
    readWater(tx, company.id, at ?? company.now),
    at === null ? readFeedLeft(context) : NO_FEED,
  ])
  const byLocation = groupBy(cages, (cage) => cage.location_id)
  return rows.map((row) => {
    const own = byLocation.get(row.id) ?? []
    return {
      ...row,
      cages_count: own.length,
      fish_count: sum(own, (cage) => cage.count),
      total_weight: sumKg(own),
      water: water.get(row.id) ?? null,
      feed: feed.get(row.id) ?? null,
    }
  })
}
