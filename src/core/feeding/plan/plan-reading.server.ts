/** Plans as they are read: of a day, of a cage, and how days are filled. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { averageKg, toKg } from '../../../shared/numbers'
import { fieldErrors, notFound } from '../../../server/errors'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { planCalls } from './plan.contract'
import { DAYS_AHEAD } from './plan-shapes.contract'
import { type CageFish, fishOn, livesIn } from './plan-fish.server'
import { ofCage, onDay, readRows, tellRows, versionOf } from './plan-rows.server'
import { allNorms, situationsOn, tellNorms, tellSituation } from './situations.server'

const tellFish = ({ cage, number, location, count, mass }: CageFish) => ({
  cage_id: cage,
  cage_number: number,
  location_id: location,
  avg_weight: averageKg(mass, count),
  count,
  weight: toKg(mass),
})

const day = route(planCalls.day, async ({ date }, context) => {
  const [rows, full, norms] = await Promise.all([
    readRows(context, onDay(date)),
    fishOn(context, date),
    allNorms(context),
  ])
  const known = new Set(full.map(({ cage }) => cage))
  const bare = [...new Set(rows.map(({ cage }) => cage))].filter((cage) => !known.has(cage))
  const cages = [...full, ...(bare.length > 0 ? await fishOn(context, date, bare) : [])]
  const places = cages.map(({ cage, location }) => ({ cage, location, day: date }))
  const found = await situationsOn(context, places)
  return {
    date: showDay(date),
    ...tellRows(rows),
    cages: cages.map((fish, index) => ({ ...tellFish(fish), ...tellSituation(found[index]!) })),
    norms: tellNorms(norms, [date]),
  }
})

/** A plan is read back for so many days. */
const DAYS_BACK = 365

const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, index) => addDays(first, index))

export async function rowsOfCage(context: Context, cage: number, fromToday: boolean) {
  const today = dayOf(context.company.now)
  return readRows(context, ofCage(cage, fromToday ? today : addDays(today, -DAYS_BACK), addDays(today, DAYS_AHEAD)))
}

const cage = route(planCalls.cage, async ({ cageId, startFromToday }, context) => {
  const today = dayOf(context.company.now)
  const [[fish], rows, norms] = await Promise.all([
    fishOn(context, today, [cageId]),
    rowsOfCage(context, cageId, startFromToday),
    allNorms(context),
  ])
  if (!fish) throw notFound('Садок не найден.')
  const days = daysFrom(today, DAYS_AHEAD + 1)
  const found = await situationsOn(
    context,
    days.map((day) => ({ cage: cageId, location: fish.location, day })),
  )
  return {
    cage: tellFish(fish),
    ...tellRows(rows),
    // past days are not saved, so they do not count
    version: versionOf(rows.filter((row) => row.day >= today)),
    days: found.map(tellSituation),
    norms: tellNorms(norms, days),
  }
})

interface Calc {
  starts: string
  ends: string | null
  locations: number[]
  categories: number[]
  cages: number[]
}

const calcsIn = ({ tx, company }: Context, start: string, end: string) =>
  tx.rows<Calc>(sql`
    select starts_on as starts, ends_on as ends, location_ids as locations, age_category_ids as categories,
      cage_ids as cages
    from feed_calcs
    where company_id = ${company.id} and archived_at is null and starts_on <= ${end}::date
      and (ends_on is null or ends_on >= ${start}::date)`)

const plannedIn = ({ tx, company, user }: Context, start: string, end: string) =>
  tx.rows<{ day: string; cage: number }>(sql`
    select distinct p.day, p.cage_id as cage from feeding_plan_rows p
    join cages c on c.company_id = ${company.id} and c.id = p.cage_id
    where p.company_id = ${company.id} and p.day >= ${start}::date and p.day <= ${end}::date
      ${scope(user).modules('c.location_id')}`)

const isIn = (list: readonly number[], id: number) => list.length === 0 || list.includes(id)
const MOST_DAYS = 400

const [FULL, PARTLY, EMPTY] = [1, 2, 0]

async function colorsOf(start: string, end: string, context: Context): Promise<Record<string, number>> {
  const [lives, calcs, planned] = await Promise.all([
    livesIn(context, start, end),
    calcsIn(context, start, end),
    plannedIn(context, start, end),
  ])
  const byDay = groupBy(planned, ({ day }) => day)
  const told = daysFrom(start, daysBetween(start, end) + 1).flatMap((day): [string, number][] => {
    const inForce = calcs.filter(({ starts, ends }) => starts <= day && (ends === null || ends >= day))
    const wanted = new Set<number>()
    for (const { cage, category, location, from, to } of inForce.length > 0 ? lives : [])
      if (from <= day && (to === null || to > day) && !wanted.has(cage))
        if (
          inForce.some(
            (calc) => isIn(calc.cages, cage) && isIn(calc.locations, location) && isIn(calc.categories, category),
          )
        )
          wanted.add(cage)
    const has = new Set((byDay.get(day) ?? []).map((row) => row.cage))
    if (wanted.size + has.size === 0) return []
    const full = has.size > 0 && [...wanted].every((one) => has.has(one))
    return [[showDay(day), full ? FULL : has.size > 0 ? PARTLY : EMPTY]]
  })
  return Object.fromEntries(told)
}

/** The first days of the last month and of the one after the next. */
function aroundMonth(today: string): [string, string] {
  const first = (months: number) => {
    const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + months]
    return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
  }
  return [first(-1), addDays(first(2), -1)]
}

const colors = route(planCalls.colors, async ({ start, end }, context) => {
  const [first, last] = aroundMonth(dayOf(context.company.now))
  const [from, to] = [
    start ?? (end ? addDays(end, -MOST_DAYS / 4) : first),
    end ?? (start ? addDays(start, MOST_DAYS / 4) : last),
  ]
  if (to < from) throw fieldErrors({ end: 'Конец раньше начала' })
  if (daysBetween(from, to) >= MOST_DAYS) throw fieldErrors({ end: 'Не более 400 дней' })
  return colorsOf(from, to, context)
})

export const readingRoutes = [day, cage, colors]
