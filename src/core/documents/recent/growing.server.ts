import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf } from '../../../shared/dates'
import type { Season } from '../../../shared/feeding/norm'
import { toKg, toUnits } from '../../../shared/numbers'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { assignedOn } from '../../feeding/assigned.server'
import { askOf } from '../../feeding/growth.server'
import { latestNorms } from '../../feeding/norms.server'
import { temperaturesOn } from '../../feeding/temperature.server'
import { growingCall } from './growing.contract'

/** Norms of so many feeds, the latest first, are more than any farm gives. */
const MOST_FEEDS = 200

const cagesWithFish = ({ tx, company, user }: Context) =>
  tx.rows<{ id: number }>(sql`
    select c.id from cages c
    where c.company_id = ${company.id} ${scope(user).modules('c.location_id')} and exists (
      select from fish_groups g
      where g.company_id = ${company.id} and g.cage_id = c.id and g.first_at is not null and g.closed_at is null)
    order by c.id`)

const feedsWithNorms = ({ tx, company }: Context) =>
  tx.rows<{ id: number }>(sql`
    select g.id from goods g
    where g.company_id = ${company.id} and g.archived_at is null and g.type = 'feed' and exists (
      select from norm_versions v where v.company_id = ${company.id} and v.good_id = g.id)
    order by g.id desc limit ${MOST_FEEDS}`)

const seasonOf = ({ from, to, temperatures, coefficients, rows }: Season) => ({
  from,
  to,
  temperatures,
  coefficients: coefficients.map(toUnits),
  rows: rows.map(({ min, max, fcr }) => ({ min: toKg(min), max: toKg(max), feed_conversion_rate: toUnits(fcr) })),
})

async function readNorms(context: Context) {
  const feeds = await feedsWithNorms(context)
  const norms = await latestNorms(
    context.tx,
    context.company.id,
    feeds.map(({ id }) => id),
  )
  return [...norms].flatMap(([feed_type_id, { version, seasons }]) =>
    seasons.length > 0 ? [{ feed_type_id, version, seasons: seasons.map(seasonOf) }] : [],
  )
}

/** Tomorrow is told as it will be when no reading comes until then. */
async function readPlaces(context: Context) {
  const { tx, company } = context
  const today = dayOf(company.now)
  const last = addDays(today, 1)
  const cages = await cagesWithFish(context)
  const asked = cages.flatMap(({ id }) => [addDays(today, -1), today, last].map((day) => ({ cage: id, day })))
  const assigned = await assignedOn(tx, company.id, asked)
  const asks = asked.map((place, index) => askOf(place, assigned[index]!))
  const water = await temperaturesOn(tx, company.id, asks, company.settings, last)
  const known = asked.map(({ cage, day }, index) => {
    const temperature = water[index]
    return {
      cage,
      day,
      feed_type_id: assigned[index]?.good ?? null,
      temperature: temperature ? toUnits(temperature.value) : null,
    }
  })
  const byCage = [...groupBy(known, ({ cage }) => cage)].map(([id, rows]) => ({
    id,
    days: rows.map(({ cage: _, ...day }) => day),
  }))
  return [...groupBy(byCage, ({ days }) => JSON.stringify(days)).values()].map((same) => ({
    cages_id: same.map(({ id }) => id),
    days: same[0]!.days,
  }))
}

export const growing = route(growingCall, async (_, context) => {
  if (!context.company.settings['auto-growth']) return { norms: [], places: [] }
  const [norms, places] = await Promise.all([readNorms(context), readPlaces(context)])
  return { norms, places }
})
