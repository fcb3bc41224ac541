import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { dayOf, showDay } from '../../../shared/dates'
import type { ControlDay } from '../../../shared/fish/mortality-cusum'
import { cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { type Context, route, type Route } from '../../../server/http/route'
import { boundedPeriod, percentOf } from './control-days.server'
import { lossCalendarRoute } from './loss-calendar.server'
import { type CageControl, controlledCages } from './losses.server'
import { type ControlRow, MOST_DAYS, mortalityCalls } from './mortality.contract'

const share = ({ dead, usual, count }: ControlDay) => ({
  dead,
  dead_percent: percentOf(dead, count) ?? 0,
  usual: usual === null ? null : Math.round(usual * 100) / 100,
  usual_percent: percentOf(usual, count),
})

const NO_SIGNAL = { signal_date: null, dead: null, dead_percent: null, usual: null, usual_percent: null }

interface Place {
  cage_id: number
  cage_number: string
  location_id: number
  location_name: string
}

function rowOf(place: Place, { days }: CageControl): ControlRow {
  const rang = days.filter(({ signal }) => signal !== null)
  const last = rang.at(-1)
  return {
    ...place,
    lost: days.reduce((sum, { dead }) => sum + dead, 0),
    signals: rang.length,
    ...(last ? { signal_date: showDay(last.day), ...share(last) } : NO_SIGNAL),
  }
}

/** How many times more than usual died; of a first death where none is usual, as if one were. */
const excess = ({ dead, usual }: ControlRow) => (dead ?? 0) / Math.max(1, usual ?? 1)
const dayIn = (shown: string | null) => (shown ? shown.split('.').reverse().join('') : '')

const bySignal = (one: ControlRow, other: ControlRow) =>
  dayIn(other.signal_date).localeCompare(dayIn(one.signal_date)) || excess(other) - excess(one)

async function control(input: ParsedOf<typeof mortalityCalls.control>, context: Context) {
  const { tx, company } = context
  const period = boundedPeriod(input, context, MOST_DAYS)
  const cages = await cagesWithin(context, input)
  const found = await controlledCages(context, cages, period)
  const places = await tx.rows<Place>(sql`
    select c.id as cage_id, c.number as cage_number, c.location_id, l.name as location_name from cages c
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    where c.company_id = ${company.id} and c.id = any(${found.map(({ cage }) => cage)}::int[])
    order by l.id, length(c.number), c.number, c.id`)
  const byCage = new Map(found.map((one) => [one.cage, one]))
  const rows = places.map((place) => rowOf(place, byCage.get(place.cage_id)!)).sort(bySignal)
  return { start: showDay(dayOf(period.start)), end: showDay(dayOf(period.end)), rows }
}

async function days(input: ParsedOf<typeof mortalityCalls.days>, context: Context) {
  const period = boundedPeriod(input, context, MOST_DAYS)
  const cages = await cagesWithin(context, { cages_id: [input.cage_id], location_id: null })
  const [found] = await controlledCages(context, cages, period)
  return {
    days: (found?.days ?? []).map((day) => {
      const { dead, dead_percent, usual_percent } = share(day)
      return { date: showDay(day.day), dead, dead_percent, usual_percent, signal: day.signal }
    }),
  }
}

export const mortalityRoutes: Route[] = [
  route(mortalityCalls.control, control),
  route(mortalityCalls.days, days),
  lossCalendarRoute,
]
