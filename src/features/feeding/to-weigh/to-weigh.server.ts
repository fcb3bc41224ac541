import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { dayOf, daysBetween } from '../../../shared/dates'
import { toKg } from '../../../shared/numbers'
import { type Context, route, type Route } from '../../../server/http/route'
import { doubtfulCages } from './doubts.server'
import { MOST_TOLD, toWeighCall, type ToWeighRow } from './to-weigh.contract'

interface Place {
  id: number
  number: string
  location: string
}

const readNames = ({ tx, company }: Context, cages: number[]) =>
  tx.rows<Place>(sql`
    select c.id, c.number, l.name as location from cages c
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} and c.id = any(${cages}::int[])`)

type Told = Awaited<ReturnType<typeof doubtfulCages>>[number]

const rowOf = (
  { cage, count, band, last, percent, mass, money }: Told,
  { number, location }: Place,
  day: string,
): ToWeighRow => ({
  id: cage,
  cage_id: cage,
  number,
  location,
  count,
  avg_weight: toKg(band.weight),
  low: toKg(band.low),
  high: toKg(band.high),
  percent,
  mass: toKg(mass),
  money: money === null ? null : money / 100,
  weighed_on: last && dayOf(last.at),
  days: last && daysBetween(dayOf(last.at), day),
  sample: last?.sample ?? null,
})

async function toWeigh(context: Context): Promise<ToWeighRow[]> {
  const day = dayOf(context.company.now)
  const told = (await doubtfulCages(context, can(context.user, 'read stocks'))).slice(0, MOST_TOLD)
  const ids = told.map(({ cage }) => cage)
  const places = new Map((await readNames(context, ids)).map((place) => [place.id, place]))
  return told.map((cage) => rowOf(cage, places.get(cage.cage)!, day))
}

export const toWeighRoutes: Route[] = [route(toWeighCall, (_, context) => toWeigh(context))]
