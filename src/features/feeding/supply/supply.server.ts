/** How long the feed lasts, when and how much to order. */
import { daysFrom } from '../../../core/feeding/day-terms.server'
import { byName } from '../../../core/lists/kit/crud.server'
import { moduleNames } from '../../../core/feeding/modules.server'
import { can } from '../../../shared/abilities'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { toKg, toUnits } from '../../../shared/numbers'
import { forbidden } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { byUrgency, isOpen, linesOf, readFeeds, type SupplyLine } from './lines.server'
import { type CageNeed, readNeeds } from './needs.server'
import { placesOf, readHeld } from './places.server'
import { supplyCall, type SupplyDetails, type SupplyRow } from './supply.contract'

const EVERYTHING = { location_ids: null, stock_ids: null }

const sum = (masses: Iterable<number>) => [...masses].reduce((total, mass) => total + mass, 0)
const amountsOf = ({ planned, foretold }: CageNeed) => planned.map((mass, day) => mass + foretold[day]!)
const told = (day: string | undefined) => (day === undefined ? undefined : showDay(day))

/** What a line is made of: the cages that are fed from it. */
function cagesOf(cages: readonly CageNeed[], { user }: Context) {
  const open = cages.filter(({ location }) => scope(user).opensModule(location))
  const all = open.map((cage) => ({
    cage_id: cage.cage,
    cage_number: cage.number,
    need: toKg(sum(amountsOf(cage))),
    planned: toKg(sum(cage.planned)),
  }))
  return {
    cages: all.filter(({ need }) => need > 0).sort((one, other) => other.need - one.need),
    planned: toKg(sum(cages.flatMap(({ planned }) => planned))),
    elsewhere: toKg(sum(cages.filter((cage) => !open.includes(cage)).flatMap(amountsOf))),
  }
}

const massOf = (held: SupplyLine['stocks']) => toKg(sum(held.map(({ amount }) => amount)))
const idOf = ({ feed, place }: SupplyLine) => `${feed.id}-${place}`

function detailsOf(line: SupplyLine, days: readonly string[], cages: ReturnType<typeof cagesOf>): SupplyDetails {
  const { feed, stocks, behind, needs, left, common, order } = line
  return {
    stocks: stocks.map(({ stock, name, amount }) => ({ id: stock, name, amount: toKg(amount) })),
    common_left: massOf(behind),
    lead_days: feed.lead,
    safety_days: feed.safety,
    lot: feed.lot === null ? null : toKg(feed.lot),
    hungry: order?.hungry ?? 0,
    missing: toKg(order?.missing ?? 0),
    days: (sum(needs) > 0 ? days : []).map((day, index) => ({
      date: showDay(day),
      need: toKg(needs[index]!),
      left: toKg(left[index]!),
      common: toKg(common[index]!),
    })),
    ...cages,
  }
}

function tell(line: SupplyLine, days: readonly string[], place: string | undefined): SupplyRow {
  const { feed, stocks, needs, order } = line
  const need = sum(needs)
  return {
    id: idOf(line),
    good_id: feed.id,
    good: feed.name,
    pellet_size: feed.pellet_size === null ? undefined : toUnits(feed.pellet_size),
    location_id: line.place || undefined,
    place,
    stock_ids: stocks.map(({ stock }) => stock),
    left: massOf(stocks),
    need_a_day: toKg(Math.round(need / days.length)),
    need: toKg(need),
    runs_out: told(order?.runsOut),
    supplier_id: feed.supplier_id ?? undefined,
    supplier: feed.supplier ?? undefined,
    order_by: told(order?.orderBy),
    arrives: told(order?.arrives),
    late: order?.late || undefined,
    order: toKg(order?.amount ?? 0),
  }
}

/** The warehouses of these lines, by name. */
function stocksOf(lines: readonly SupplyLine[]) {
  const found = new Map<number, string>()
  for (const { stocks } of lines) for (const { stock, name } of stocks) found.set(stock, name)
  return [...found].map(([id, name]) => ({ id, name })).sort(byName)
}

async function supply({ days: many, row }: ParsedOf<typeof supplyCall>, context: Context) {
  const { company, user } = context
  if (!can(user, 'read stocks')) throw forbidden()
  const today = dayOf(company.now)
  const days = daysFrom(today, addDays(today, many - 1))
  const reader = { tx: context.tx, company, user: EVERYTHING }
  const [needs, held, feeds, names] = [
    await readNeeds(reader, days),
    ...(await Promise.all([readHeld(reader), readFeeds(reader), moduleNames(context)])),
  ] as const
  const places = placesOf(
    held,
    needs.cages.map(({ location }) => location),
  )
  const asModules = needs.cages.map((cage) => ({ ...cage, amounts: amountsOf(cage) }))
  const lines = linesOf(feeds, asModules, places, days)
    .filter((line) => isOpen(line, user) && (row === null || idOf(line) === row))
    .sort(byUrgency)
  const eating = ({ feed, place }: SupplyLine) =>
    needs.cages.filter(({ good, location }) => good === feed.id && places.from(good, location) === place)
  return {
    until: showDay(days.at(-1)!),
    stocks: stocksOf(lines),
    rows: lines.map((line) => ({
      ...tell(line, days, names.get(line.place)),
      ...(row !== null && { details: detailsOf(line, days, cagesOf(eating(line), context)) }),
    })),
    unknown: needs.unknown.filter(({ location }) => scope(user).opensModule(location)).map(({ number }) => number),
  }
}

export const supplyRoutes: Route[] = [route(supplyCall, supply)]
