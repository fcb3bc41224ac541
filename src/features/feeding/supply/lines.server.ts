/** The feeds with their places: what lies there, what will be taken, what has to be ordered. Milligrams a day. */
import { sql } from 'kysely'
import { weekdaysOf } from '../../../core/lists/kit/weekdays.contract'
import type { PlanReader } from '../../../core/feeding/plan/plan-fish.server'
import { groupBy } from '../../../shared/collections'
import { draw, type Drawn, type Order, orderOf, type SupplyTerms } from '../../../shared/feeding/supply'
import { type Limits, scope } from '../../../server/scope'
import { COMMON, type HeldFeed, type Places } from './places.server'

/** What a module, or a cage of it, is to get of a feed. */
export interface ModuleNeed {
  good: number
  location: number
  amounts: readonly number[]
}

export interface SuppliedFeed extends SupplyTerms {
  id: number
  name: string
  /** millionths of a millimetre */
  pellet_size: number | null
  supplier_id: number | null
  supplier: string | null
}

interface StoredFeed extends Omit<SuppliedFeed, keyof SupplyTerms> {
  lead: number | null
  safety: number | null
  lot: number | null
  no_delivery: string | null
}

/** With the terms of their suppliers, or those of the company. */
export async function readFeeds({ tx, company }: PlanReader): Promise<SuppliedFeed[]> {
  const rows = await tx.rows<StoredFeed>(sql`
    select g.id, g.name, g.pellet_size, g.supplier_id, p.name as supplier, p.lead_days as lead,
      p.safety_days as safety, p.lot, p.no_delivery
    from goods g left join counterparties p on p.company_id = ${company.id} and p.id = g.supplier_id
    where g.company_id = ${company.id} and g.type = 'feed' and g.measure = 'kg' order by g.name`)
  return rows.map(({ lead, safety, no_delivery, ...feed }) => ({
    ...feed,
    lead: lead ?? company.settings['feed-lead-days'],
    safety: safety ?? company.settings['feed-safety-days'],
    closed: weekdaysOf(no_delivery),
  }))
}

export interface SupplyLine extends Drawn {
  feed: SuppliedFeed
  /** a module, or COMMON */
  place: number
  stocks: HeldFeed[]
  /** what is taken from when its own is gone: what lies there, and by day */
  behind: HeldFeed[]
  common: number[]
  needs: number[]
  /** the modules that are fed from there */
  modules: Set<number>
  order: Order | null
}

const sumOf = (held: readonly HeldFeed[]) => held.reduce((sum, { amount }) => sum + amount, 0)

/** By day; nothing where nobody eats. */
function addUp(needs: readonly ModuleNeed[], days: number): number[] {
  if (needs.length === 0) return []
  const sum = Array.from({ length: days }, () => 0)
  for (const { amounts } of needs) amounts.forEach((amount, day) => (sum[day]! += amount))
  return sum
}

/** The lines of one feed: those of its places where it lies, or from which it is taken. */
function linesOfFeed(feed: SuppliedFeed, needs: readonly ModuleNeed[], places: Places, days: readonly string[]) {
  const taken = groupBy(needs, ({ location }) => places.from(feed.id, location))
  const lying = places.all(feed.id).filter((place) => sumOf(places.of(feed.id, place)) > 0)
  const common = places.of(feed.id, COMMON)
  const rows = [...new Set([...taken.keys(), ...lying])].map((place) => ({
    place,
    stocks: places.of(feed.id, place),
    of: taken.get(place) ?? [],
    needs: addUp(taken.get(place) ?? [], days.length),
  }))
  // the common place has nothing but what is common
  const sources = rows.map(({ place, stocks, needs }) => ({ left: place === COMMON ? 0 : sumOf(stocks), needs }))
  const drawn = draw(sources, sumOf(common))
  return rows.map(({ of, ...row }, index): SupplyLine => {
    const own = drawn.own[index]!
    const left = row.place === COMMON ? drawn.common : own.left
    return {
      feed,
      ...row,
      behind: row.place === COMMON ? [] : common,
      common: row.place === COMMON ? drawn.common.map(() => 0) : drawn.common,
      left,
      missing: own.missing,
      modules: new Set(of.map(({ location }) => location)),
      order: orderOf(days, own.missing, feed),
    }
  })
}

export function linesOf(
  feeds: readonly SuppliedFeed[],
  needs: readonly ModuleNeed[],
  places: Places,
  days: readonly string[],
): SupplyLine[] {
  const ofGood = groupBy(needs, ({ good }) => good)
  return feeds.flatMap((feed) => linesOfFeed(feed, ofGood.get(feed.id) ?? [], places, days))
}

/**
 * Whoever is limited sees how long the feed lasts that their modules eat, from warehouses that are all open to them.
 * What others take of the same warehouses counts: without it the day would be wrong.
 */
export function isOpen({ place, stocks, behind, modules }: SupplyLine, user: Limits): boolean {
  const { opensModule, opensStock } = scope(user)
  const eaten = modules.size === 0 || [...modules].some(opensModule)
  return (
    (place === COMMON || opensModule(place)) && eaten && [...stocks, ...behind].every(({ stock }) => opensStock(stock))
  )
}

/** What has to be ordered first stands first, then what runs out first. */
export const byUrgency = (one: SupplyLine, other: SupplyLine): number =>
  dayOr(one.order?.orderBy, other.order?.orderBy) || one.feed.name.localeCompare(other.feed.name, 'ru')

const dayOr = (one = '9999', other = '9999') => (one < other ? -1 : one > other ? 1 : 0)
