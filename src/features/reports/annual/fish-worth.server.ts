/** Living fish of a year: kilograms from the ledger's entries, roubles from the cost of fish, group by group. */
import { sql } from 'kysely'
import { foldCosts, toldOf } from '../../../core/reports/fish-cost/fish-cost.server'
import { inRoubles, per } from '../../../core/reports/fish-cost/figures.server'
import { among, cagesWithin } from '../../../core/documents/engine/journal-where.server'
import { type Context, route } from '../../../server/http/route'
import { groupBy } from '../../../shared/collections'
import type { ParsedOf } from '../../../shared/contract'
import { addDays } from '../../../shared/dates'
import { addParts, type Cost, give, noCost, noParts, type Parts, totalOf } from '../../../shared/fish-cost/cost'
import { type GroupMonth, LEFT } from '../../../shared/fish-cost/fold'
import { MG_PER_KG, MILLIONTHS, toKg, toUnits } from '../../../shared/numbers'
import { type Flow, readFlows } from '../consolidated/parts/flows.server'
import { type Life, readLives, type Stretch } from '../consolidated/parts/movements.server'
import { addTo, kg, type Sums, zeros } from '../consolidated/parts/sums.server'
import { fishWorthCall, type WorthBy, type WorthFigures } from './fish-worth.contract'
import { spanOf } from './months.server'

const MASSES = ['opening', 'stocked', 'moved', 'growth', 'caught', 'lost', 'abnormal', 'corrected', 'closing'] as const
type Masses = Sums<(typeof MASSES)[number]>

const OF_KIND: Readonly<Record<string, (typeof MASSES)[number]>> = {
  stocking: 'stocked',
  transfer: 'moved',
  category_change: 'moved',
  withdrawal: 'caught',
  retreat: 'lost',
}

/** Milligrams of a group; growth is what the balance needs, and so closes it. */
function massesOf(life: Life, flows: readonly Flow[], abnormal: bigint): Masses {
  const sums = zeros(MASSES)
  sums.opening = BigInt(life.mass_before)
  sums.closing = BigInt(life.mass_after)
  sums.growth = sums.closing - sums.opening
  for (const { kind, moved } of flows) {
    sums[OF_KIND[kind] ?? 'corrected'] += BigInt(moved)
    sums.growth -= BigInt(moved)
  }
  sums.abnormal = abnormal
  return sums
}

/** Milligrams that groups lost at once above the farm's threshold. */
async function readAbnormal({ tx, company }: Context, { start, end, cages }: Stretch): Promise<Map<number, bigint>> {
  const share = Math.round(company.settings['ask-loss-percent'] * MILLIONTHS)
  const rows = await tx.rows<{ group: number; mass: string }>(sql`
    select e.group_id as "group", sum(e.deviation - e.mass_delta)::text as mass from fish_entries e
    where e.company_id = ${company.id} and e.kind = 'retreat' and e.at between ${start}::timestamp and ${end}::timestamp
      and -e.count_delta::bigint * 100000000 > ${share}::bigint * (e.count_after - e.count_delta)
      ${cages ? sql`and ${among('e.cage_id', cages)}` : sql``}
    group by 1`)
  return new Map(rows.map(({ group, mass }) => [group, BigInt(mass)]))
}

/** Kopecks of a group in the year; months that it was empty in are not told. */
interface Worth {
  opening: number
  came: Parts
  moved: number
  left: Record<(typeof LEFT)[number], number>
  closing: Cost
}

const nothing = (): Worth => ({
  opening: 0,
  came: noParts(),
  moved: 0,
  left: Object.fromEntries(LEFT.map((how) => [how, 0])) as Worth['left'],
  closing: noCost(),
})

function addWorth(to: Worth, other: Worth): void {
  to.opening += other.opening
  addParts(to.came, other.came)
  to.moved += other.moved
  for (const how of LEFT) to.left[how] += other.left[how]
  give(to.closing, other.closing)
}

/** Adds months in their order: the first gives the opening, the last the closing. */
function follow(known: Worth | undefined, month: GroupMonth): Worth {
  const sum = nothing()
  addWorth(sum, { ...(known ?? month), closing: noCost() })
  if (known) addWorth(sum, { ...month, opening: 0, closing: noCost() })
  give(sum.closing, month.closing)
  return sum
}

async function readWorths(context: Context, first: string, last: string): Promise<Map<number, Worth>> {
  const worths = new Map<number, Worth>()
  await foldCosts(context, { day: last, since: first }, ({ after }) => {
    // a kept month does not tell of a group that was emptied in it, when nothing of it had a cost
    for (const [id, worth] of worths) if (!after.groups.has(id)) worth.closing = noCost()
    for (const [id, month] of after.groups) worths.set(id, follow(worths.get(id), month))
  })
  return worths
}

function tell(masses: Masses, { opening, came, moved, left, closing }: Worth): WorthFigures {
  const [stocking, feed, medicine, own, shared] = came as [number, number, number, number, number]
  const cost = totalOf(closing.parts)
  return {
    opening_weight: kg(masses.opening),
    stocked_weight: kg(masses.stocked),
    moved_weight: kg(masses.moved),
    growth_weight: kg(masses.growth),
    caught_weight: kg(-masses.caught),
    usual_weight: kg(-masses.lost - masses.abnormal),
    abnormal_weight: kg(masses.abnormal),
    corrected_weight: kg(masses.corrected),
    closing_weight: kg(masses.closing),
    opening: inRoubles(opening),
    stocking: inRoubles(stocking),
    feed: inRoubles(feed),
    medicine: inRoubles(medicine),
    expenses: inRoubles(own + shared),
    moved: inRoubles(moved),
    ...(Object.fromEntries(LEFT.map((how) => [how, inRoubles(left[how])])) as Record<(typeof LEFT)[number], number>),
    closing: inRoubles(cost),
    per_kg: per(cost, Number(masses.closing), MG_PER_KG),
    unpriced_feed: toUnits(closing.unpricedFeed),
    unpriced_fish: toKg(closing.unpricedFish),
  }
}

const KEYS: Record<WorthBy, (life: Life) => { id: number; name: string }> = {
  category: ({ age_category_id, age_category_name }) => ({ id: age_category_id, name: age_category_name }),
  generation: ({ generation_id, generation_name }) => ({ id: generation_id, name: generation_name }),
}

export async function fishWorth({ year, by }: ParsedOf<typeof fishWorthCall>, context: Context) {
  const { first, until } = spanOf(year, context)
  const told = toldOf(context)
  if (!told.open) return { ...told, rows: [], total: tell(zeros(MASSES), nothing()) }
  const last = addDays(until, -1)
  const cages = await cagesWithin(context, { cages_id: null, location_id: null })
  const stretch = { start: `${first}T00:00`, end: `${last}T23:59:59`, cages }
  const [lives, flows, abnormal, worths] = await Promise.all([
    readLives(context, stretch),
    readFlows(context, stretch),
    readAbnormal(context, stretch),
    readWorths(context, first, last),
  ])
  const flowsOf = groupBy(flows, ({ group }) => group)
  const sum = (own: readonly Life[]) => {
    const [masses, worth] = [zeros(MASSES), nothing()]
    for (const life of own) {
      addTo(masses, massesOf(life, flowsOf.get(life.group) ?? [], abnormal.get(life.group) ?? 0n))
      const cost = worths.get(life.group)
      if (cost) addWorth(worth, cost)
    }
    return tell(masses, worth)
  }
  const groups = groupBy(lives, (life) => KEYS[by](life).id)
  const rows = [...groups.values()].map((own) => ({ ...KEYS[by](own[0]!), ...sum(own) }))
  return { ...told, rows: rows.sort((one, other) => one.name.localeCompare(other.name, 'ru')), total: sum(lives) }
}

export const fishWorthRoute = route(fishWorthCall, fishWorth)
