/** How long the feed lasts, when and how much to order. */
import { daysFrom } from '../../../core/feeding/day-terms.server'
import { moduleNames } from '../../../core/feeding/modules.server'
import { can } from '../../../shared/abilities'
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import { toKg, toUnits } from '../../../shared/numbers'
import { forbidden } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { byUrgency, isOpen, linesOf, readFeeds, type SupplyLine } from './lines.server'
import { type CageNeed, readNeeds } from './needs.server'
import { placesOf, readHeld } from './places.server'
import { supplyCall, type SupplyRow } from './supply.contract'

const EVERYTHING = { location_ids: null, stock_ids: null }

const sum = (masses: Iterable<number>) => [...masses].reduce((total, mass) => total + mass, 0)
const amountsOf = ({ planned, foretold }: CageNeed) => planned.map((mass, day) => mass + foretold[day]!)
const dayOrNull = (day: string | undefined) => (day === undefined ? null : showDay(day))

/** What a line is made of: the cages that are fed from it. */
function cagesOf(cages: readonly CageNeed[], { user }: Context) {
  const open = cages.filter(({ location }) => scope(user).opensModule(location))
  const told = open.map((cage) => ({
    cage_id: cage.cage,
    cage_number: cage.number,
    need: toKg(sum(amountsOf(cage))),
    planned: toKg(sum(cage.planned)),
  }))
  return {
    cages: told.filter(({ need }) => need > 0).sort((one, other) => other.need - one.need),
    planned: toKg(sum(cages.flatMap(({ planned }) => planned))),
    elsewhere: toKg(sum(cages.filter((cage) => !open.includes(cage)).flatMap(amountsOf))),
  }
}

function orderTold({ order }: SupplyLine) {
  return {
    runs_out: dayOrNull(order?.runsOut),
    order_by: dayOrNull(order?.orderBy),
    arrives: dayOrNull(order?.arrives),
    late: order?.late ?? false,
    hungry: order?.hungry ?? 0,
    missing: toKg(order?.missing ?? 0),
    order: toKg(order?.amount ?? 0),
  }
}

function tell(line: SupplyLine, days: readonly string[], place: string | null, cages: ReturnType<typeof cagesOf>) {
  const { feed, stocks, behind, needs, left, common } = line
  const need = sum(needs)
  return {
    id: `${feed.id}-${line.place}`,
    good_id: feed.id,
    good: feed.name,
    pellet_size: feed.pellet_size === null ? null : toUnits(feed.pellet_size),
    location_id: line.place || null,
    place,
    stocks: stocks.map(({ stock, name, amount }) => ({ id: stock, name, amount: toKg(amount) })),
    left: toKg(sum(stocks.map(({ amount }) => amount))),
    common_left: toKg(sum(behind.map(({ amount }) => amount))),
    need_a_day: toKg(Math.round(need / days.length)),
    need: toKg(need),
    supplier_id: feed.supplier_id,
    supplier: feed.supplier,
    lead_days: feed.lead,
    safety_days: feed.safety,
    lot: feed.lot === null ? null : toKg(feed.lot),
    ...orderTold(line),
    days: (need > 0 ? days : []).map((day, index) => ({
      date: showDay(day),
      need: toKg(needs[index]!),
      left: toKg(left[index]!),
      common: toKg(common[index]!),
    })),
    ...cages,
  } satisfies SupplyRow
}

async function supply({ days: many }: ParsedOf<typeof supplyCall>, context: Context) {
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
  const ofLine = groupBy(needs.cages, ({ good, location }) => `${good}-${places.from(good, location)}`)
  const lines = linesOf(feeds, asModules, places, days).filter((line) => isOpen(line, user))
  return {
    until: showDay(days.at(-1)!),
    rows: lines
      .sort(byUrgency)
      .map((line) =>
        tell(
          line,
          days,
          names.get(line.place) ?? null,
          cagesOf(ofLine.get(`${line.feed.id}-${line.place}`) ?? [], context),
        ),
      ),
    unknown: needs.unknown.filter(({ location }) => scope(user).opensModule(location)).map(({ number }) => number),
  }
}

export const supplyRoutes: Route[] = [route(supplyCall, supply)]
