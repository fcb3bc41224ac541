import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import { MILLIONTHS, sumIn, toKg, toUnits } from '../../../shared/numbers'
import { route, type Context, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { toMetres } from '../../lists/libraries/measure-parameters.server'
import { lastReadings } from '../../cages/water.server'
import { growing } from './growing.server'
import { recentCall, type FedDay, type FedFeed, type PlannedFeed } from './recent.contract'

/** Cages of the modules open to the user. */
export async function openCages({ tx, company, user }: Context): Promise<number[]> {
  const within = scope(user).modules('location_id')
  const rows = await tx.rows<{ id: number }>(sql`select id from cages where company_id = ${company.id} ${within}`)
  return rows.map((row) => row.id)
}

interface StoredDay extends Omit<FedDay, 'volume' | 'rate' | 'feeds'> {
  volume: string
  rate: string | null
  feeds: (Omit<FedFeed, 'volume'> & { volume: string })[] | null
}

/**
 * The last feeding of each cage on each of these days from warehouses open to the user, with the sums of the day, by
 * feed where there were several; by cage, earlier days first.
 */
export async function fedDays(
  { tx, company, user }: Context,
  from: string,
  to: string,
  cages: number[],
): Promise<FedDay[]> {
  const rows = await tx.rows<StoredDay>(sql`
    with fed as (
      select o.cage_id, o.at::date::text as day, o.at, o.id, o.good_id as feed_type_id, g.name as feed_type,
        o.stock_id, s.name as stock, o.appetite, o.volume, o.rate
      from operations o
      join goods g on g.company_id = ${company.id} and g.id = o.good_id
      join stocks s on s.company_id = ${company.id} and s.id = o.stock_id
      where o.company_id = ${company.id} and o.kind = 'feeding' and o.cage_id = any(${cages}::int[])
        and o.at between ${`${from}T00:00`}::timestamp and ${`${to}T23:59`}::timestamp
        ${scope(user).stocks('o.stock_id')}),
    by_feed as (
      select cage_id, day, json_agg(json_build_object('feed_type_id', feed_type_id, 'feed_type', feed_type,
        'stock_id', stock_id, 'volume', volume::text) order by volume desc, feed_type_id) as feeds
      from (
        select distinct on (cage_id, day, feed_type_id) cage_id, day, feed_type_id, feed_type, stock_id,
          sum(volume) over (partition by cage_id, day, feed_type_id) as volume
        from fed order by cage_id, day, feed_type_id, at desc, id desc) f
      group by cage_id, day having count(*) > 1)
    select distinct on (cage_id, day) cage_id, day, feed_type_id, feed_type, stock_id, stock, appetite, feeds,
      (sum(volume) over whole)::text as volume,
      case when count(rate) over whole = count(*) over whole then (sum(rate) over whole)::text end as rate
    from fed left join by_feed using (cage_id, day)
    window whole as (partition by cage_id, day)
    order by cage_id, day, at desc, id desc`)
  return rows.map(({ volume, rate, feeds, ...row }) => ({
    ...row,
    volume: sumIn(MILLIONTHS, volume),
    rate: rate === null ? null : sumIn(MILLIONTHS, rate),
    ...(feeds && { feeds: feeds.map((one) => ({ ...one, volume: sumIn(MILLIONTHS, one.volume) })) }),
  }))
}

/** What these cages are to get from the first day to the last, of each feed; nothing of what is planned as 0. */
async function plannedFeeds({ tx, company }: Context, from: string, to: string, cages: number[]) {
  const rows = await tx.rows<Omit<PlannedFeed, 'volume'> & { rate: number }>(sql`
    select p.cage_id, p.day::text as day, p.good_id as feed_type_id, g.name as feed_type, p.rate
    from feeding_plan_rows p join goods g on g.company_id = ${company.id} and g.id = p.good_id
    where p.company_id = ${company.id} and p.day between ${from}::date and ${to}::date and p.rate > 0
      and p.cage_id = any(${cages}::int[])
    order by p.day, p.cage_id, p.rate desc, p.good_id`)
  return rows.map(({ rate, ...row }) => ({ ...row, volume: toKg(rate) }))
}

const recent = route(recentCall, async (_, context) => {
  const { tx, company, user } = context
  const today = dayOf(company.now)
  const [cages, readings] = await Promise.all([openCages(context), lastReadings(tx, company.id, company.now)])
  const [feedings, planned] = await Promise.all([
    fedDays(context, addDays(today, -1), today, cages),
    plannedFeeds(context, addDays(today, -1), addDays(today, 1), cages),
  ])
  return {
    feedings,
    planned,
    water: readings
      .filter((row) => scope(user).opensModule(row.location_id))
      .map(({ measure_parameter_id, location_id, at, depth, value }) => ({
        measure_parameter_id,
        location_id,
        at,
        depth: toMetres(depth),
        value: toUnits(value),
      })),
  }
})

export const recentRoutes: Route[] = [recent, growing]
