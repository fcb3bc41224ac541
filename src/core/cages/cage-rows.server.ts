/** Cages as all answers show them: place, groups at an instant, and what needs attention. */
import { sql } from 'kysely'
import { averageKg, divRound, MILLIONTHS, sumIn, toKg, toMg } from '../../shared/numbers'
import { groupBy } from '../../shared/collections'
import { dayOf } from '../../shared/dates'
import type { Tx } from '../../server/db/client'
import { scope } from '../../server/scope'
import type { CurrentCompany } from '../../server/session'
import type { Context } from '../../server/http/route'
import { readFeedLeft, type FeedLeft } from '../goods/feed-left.server'
import { netsAt } from '../goods/nets.server'
import { readWater } from './water.server'
import { CAGE_TYPES, type CageRow, type LocationRow } from './cage.contract'
import { lastStep, type Step, weighedDays } from './weighed.server'

export interface CageQuery {
  /** only these cages; null is all */
  ids?: number[] | null
  /** the state at the end of this instant; without it the current one, with the marks of today */
  at?: string | null
}

interface PlaceRow extends Step {
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
  /** whole millionths and pieces, sums of any size as text */
  fed?: string | null
  lost?: string | null
  net_id: number | null
  net_name: string | null
  net_stock_id: number | null
  /** with fish */
  groups: StateRow[]
}

interface StateRow {
  id: number
  generation_id: number
  generation_name: string
  age_category_id: number
  age_category_name: string
  species_name: string
  count: number
  mass: number
}

const NOT_ASKED: ReadonlyMap<number, string | null> = new Map()

/** Of all cages two ranges of an index; of a few it is asked cage by cage. */
const todayIn = ({ id, now }: CurrentCompany, ids: readonly number[] | null) => sql`
  left join (
    select cage_id, sum(volume) filter (where kind = 'feeding')::text as fed,
      sum(count) filter (where kind = 'retreat')::text as lost
    from operations where company_id = ${id} and kind in ('feeding', 'retreat') and at >= ${dayOf(now)}::timestamp
      ${ids ? sql`and cage_id = any(${[...ids]}::int[])` : sql``}
    group by cage_id
  ) today on today.cage_id = c.id`

/** What a reading of cages needs of a call. */
type Reader = Pick<Context, 'tx' | 'company' | 'user'>

/**
 * SQL: groups with fish at the end of an instant, by cage: one index step for each group alive then. After ten years a
 * cage has ten emptied groups; their lifetimes exclude them without reading entries.
 */
const groupsIn = (company: number, ids: readonly number[] | null, at: string | null) => sql`
  left join (
    select g.cage_id, json_agg(json_build_object('id', g.id, 'generation_id', g.generation_id,
      'generation_name', n.name, 'age_category_id', g.age_category_id, 'age_category_name', a.name,
      'species_name', s.name, 'count', e.count_after, 'mass', e.mass_after)
      order by g.generation_id, g.age_category_id) as groups
    from fish_groups g
    cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company} and group_id = g.id ${at ? sql`and at <= ${at}::timestamp` : sql``}
      order by at desc, operation_id desc limit 1
    ) e
    join generations n on n.company_id = ${company} and n.id = g.generation_id
    join species s on s.company_id = ${company} and s.id = n.species_id
    join age_categories a on a.company_id = ${company} and a.id = g.age_category_id
    where g.company_id = ${company} ${ids ? sql`and g.cage_id = any(${[...ids]}::int[])` : sql``} and e.count_after > 0
      and ${
        at
          ? sql`g.first_at <= ${at}::timestamp and (g.closed_at > ${at}::timestamp
        or g.closed_at is null)`
          : sql`g.closed_at is null`
      }
    group by g.cage_id
  ) alive on alive.cage_id = c.id`

/** Places with their groups. */
function readPlaces({ tx, company, user }: Reader, { ids = null, at = null }: CageQuery) {
  const weighed = lastStep(company.id)
  return tx.rows<PlaceRow>(sql`
    select c.id, c.number, c.code, c.cage_type_id, c.color, c.volume, c.density_limit, c.location_id, c.x, c.y,
      c.net_id, n.name as net_name,
      n.stock_id as net_stock_id, coalesce(alive.groups, '[]') as groups
      ${at ? sql`` : sql`, fed, lost, ${weighed.columns}`}
    from cages c
    left join items n on n.company_id = c.company_id and n.id = c.net_id
    ${groupsIn(company.id, ids, at)}
    ${at ? sql`` : sql`${todayIn(company, ids)} ${weighed.joins}`}
    where c.company_id = ${company.id} ${ids ? sql`and c.id = any(${ids}::int[])` : sql``}
      ${scope(user).modules('c.location_id')}
    order by length(c.number), c.number, c.id`)
}

/**
 * The day on which the last fish left each of these cages, which are empty at the end of an instant; cages that never
 * had fish are left out.
 */
async function emptiedDays(tx: Tx, company: number, ids: number[], at: string | null) {
  if (ids.length === 0) return NOT_ASKED
  const rows = await tx.rows<{ cage_id: number; at: string }>(sql`
    select g.cage_id, max(e.at) as at from fish_groups g
    cross join lateral (
      select at from fish_entries where company_id = ${company}
        and group_id = g.id ${at ? sql`and at <= ${at}::timestamp` : sql``}
      order by at desc, operation_id desc limit 1
    ) e
    where g.company_id = ${company} and g.cage_id = any(${ids}::int[]) group by g.cage_id`)
  return new Map(rows.map((row) => [row.cage_id, dayOf(row.at)]))
}

export const groupRow = (row: StateRow) => ({
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

interface Days {
  /** here, or where its fish came from */
  weighed_on: string | null
  empty_since: string | null
  /** these are of today */
  live: boolean
}

function cageRow(place: PlaceRow, days: Days, company: CurrentCompany): CageRow {
  const alive = place.groups
  const count = alive.reduce((sum, state) => sum + state.count, 0)
  const mass = alive.reduce((sum, state) => sum + state.mass, 0)
  const categories = [...new Map(alive.map((state) => [state.age_category_id, state.age_category_name]))]
  const { fed, lost, volume, density_limit } = place
  // written out, because an object from a spread rest is a hash table, ten times as slow for a farm of 500 cages
  return {
    id: place.id,
    number: place.number,
    code: place.code,
    cage_type_id: place.cage_type_id,
    color: place.color,
    location_id: place.location_id,
    x: place.x,
    y: place.y,
    weighed_on: days.weighed_on,
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
    fed_today: days.live ? sumIn(MILLIONTHS, fed ?? '0') : null,
    lost_today: days.live ? Number(lost ?? 0) : null,
    empty_since: days.empty_since,
  }
}

/** The cages that lie in modules open to the user. */
export async function readCages(context: Reader, wanted: CageQuery = {}): Promise<CageRow[]> {
  const { tx, company } = context
  const { at } = wanted
  const [places, nets] = await Promise.all([readPlaces(context, wanted), at ? netsAt(tx, company.id, at) : null])
  const bare = places.filter(({ groups }) => groups.length === 0).map(({ id }) => id)
  const [emptied, weighed] = await Promise.all([
    emptiedDays(tx, company.id, bare, at ?? null),
    // what is to be done today is not asked on a past day
    at ? NOT_ASKED : weighedDays(tx, company.id, places),
  ])
  const { nameIn } = scope(context.user)
  return places.map((place) => {
    const net = nets?.get(place.id)
    if (nets)
      Object.assign(place, {
        net_id: net?.id ?? null,
        net_name: net?.name ?? null,
        net_stock_id: net?.stock_id ?? null,
      })
    place.net_name = nameIn(place.net_stock_id, place.net_name)
    const days = { weighed_on: weighed.get(place.id) ?? null, empty_since: emptied.get(place.id) ?? null, live: !at }
    return cageRow(place, days, company)
  })
}

const sum = <T>(rows: T[], pick: (row: T) => number) => rows.reduce((total, row) => total + pick(row), 0)
/** Sums kilograms as milligrams, so that the sum is exact. */
const sumKg = (rows: { weight: number }[]) => toKg(sum(rows, (row) => toMg(row.weight)))

export function totalsOf(cages: CageRow[]) {
  const count = sum(cages, (cage) => cage.count)
  const weight = sumKg(cages)
  return { count, weight, avg_weight: averageKg(toMg(weight), count), cages_count: cages.length }
}

const NO_FEED: ReadonlyMap<number, FeedLeft> = new Map()

/** Module cards from these cages, with their water at the moment `at`; null is now, also with the feed that is left. */
export async function readLocations(
  context: Context,
  coming: Promise<CageRow[]>,
  at: string | null,
): Promise<LocationRow[]> {
  const { tx, company, user } = context
  const [cages, rows, water, feed] = await Promise.all([
    coming,
    tx.rows<{ id: number; name: string; code: string | null }>(sql`select id, name, code from locations
      where company_id = ${company.id} ${at === null ? sql`and archived_at is null` : sql``}
        ${scope(user).modules('id')} order by id`),
    readWater(tx, company.id, at ?? company.now),
    at === null ? readFeedLeft(context) : NO_FEED,
  ])
  const byLocation = groupBy(cages, (cage) => cage.location_id)
  return rows.map((row) => {
    const own = byLocation.get(row.id) ?? []
    return {
      cages_count: own.length,
      fish_count: sum(own, (cage) => cage.count),
      total_weight: sumKg(own),
      water: water.get(row.id) ?? null,
      feed: feed.get(row.id) ?? null,
      ...row,
    }
  })
}
