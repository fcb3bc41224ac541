/** What the farm did in a period: fish by balance, feed and money as their journals add them up, plans beside facts. */
import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { dayOf, showDay } from '../../../shared/dates'
import { sumIn, MILLIONTHS } from '../../../shared/numbers'
import { fieldErrors } from '../../../server/errors'
import { type Context, route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { ownSums, sums } from '../../../core/documents/engine/journal-sums.server'
import { among, cagesWithin, type JournalInput } from '../../../core/documents/engine/journal-where.server'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import * as read from '../consolidated/parts/movements.server'
import { kg, percent, quotient } from '../consolidated/parts/sums.server'
import { dashboardCall, type Figures } from './dashboard.contract'
import { readTarget } from './target.server'

const within = (column: string, cages: readonly number[] | null) => (cages ? sql`and ${among(column, cages)}` : sql``)

interface Movement {
  /** of the fish of the beginning and those that came from elsewhere */
  had: bigint
  lost: bigint
  caught: { count: bigint; mass: bigint }
  growth: bigint
  end: { count: bigint; mass: bigint }
}

/** Growth is what the balance needs: feedings and weighings, which are many, are not read. */
async function readMovement(context: Context, stretch: read.Stretch): Promise<Movement> {
  const [lives, flows, passages] = await Promise.all([
    read.readLives(context, stretch),
    read.readFlows(context, stretch),
    stretch.cages ? read.readPassages(context, stretch) : [],
  ])
  const found = { had: 0n, lost: 0n, caught: { count: 0n, mass: 0n }, growth: 0n, end: { count: 0n, mass: 0n } }
  for (const life of lives) {
    found.had += BigInt(life.count_before)
    found.end.count += BigInt(life.count_after)
    found.end.mass += BigInt(life.mass_after)
    found.growth += BigInt(life.mass_after) - BigInt(life.mass_before)
  }
  for (const { kind, into, count, moved } of flows) {
    const [pieces, mass] = [BigInt(count), BigInt(moved)]
    found.growth -= mass
    if (kind === 'retreat') found.lost -= pieces
    if (kind === 'withdrawal') {
      found.caught.count -= pieces
      found.caught.mass -= mass
    }
    // on the whole farm a transfer comes from one of its own cages
    if (kind === 'stocking' || (kind === 'transfer' && into && stretch.cages)) found.had += pieces
  }
  for (const { count } of passages) found.had -= BigInt(count)
  return found
}

/** Planned kilograms, and what was fed to these cages on these days. */
async function readPlan({ tx, company, user }: Context, { start, end, cages }: read.Stretch): Promise<Figures['plan']> {
  if (!can(user, 'view feed calcs')) return null
  const { planned, fed } = await tx.one<{ planned: string | null; fed: string | null }>(sql`
    with planned as (
      select day, cage_id, sum(rate) as rate from feeding_plan_rows
      where company_id = ${company.id} and day between ${dayOf(start)}::date and ${dayOf(end)}::date
        ${within('cage_id', cages)} group by 1, 2)
    select sum(p.rate)::text as planned, sum(f.fed)::text as fed from planned p
    left join (
      select cage_id, at::date as day, sum(volume) as fed from operations
      where company_id = ${company.id} and kind = 'feeding'
        and at between ${start}::timestamp and ${end}::timestamp and exists (select from planned)
        ${within('cage_id', cages)} group by 1, 2) f on f.cage_id = p.cage_id and f.day = p.day`)
  if (planned === null) return null
  const given = fed ?? '0'
  return {
    planned: sumIn(MILLIONTHS, planned),
    fed: sumIn(MILLIONTHS, given),
    percent: percent(BigInt(given), BigInt(planned)),
  }
}

async function readHarvest({ tx, company, user }: Context, { start, end, cages }: read.Stretch) {
  if (!can(user, 'view feed calcs')) return null
  const found = await tx.one<{ rows: number; done: number }>(sql`
    select count(*)::int as rows, (count(*) filter (where exists (
      select from operations o where o.company_id = ${company.id} and o.harvest_row_id = r.id)))::int as done
    from harvest_rows r
    where r.company_id = ${company.id} and r.day between ${dayOf(start)}::date and ${dayOf(end)}::date
      ${within('r.cage_id', cages)}`)
  return found.rows > 0 ? found : null
}

/** @param countTasks what is to be done today and what is late; null for whoever sees no tasks */
export const dashboardRoute = (countTasks: (context: Context) => Promise<Figures['tasks']>) =>
  route(dashboardCall, async ({ start, end }, context) => {
    if (start > end) throw fieldErrors({ end: 'Конец периода раньше начала' })
    const { user } = context
    const cages = await cagesWithin(context, { cages_id: null, location_id: null })
    const stretch = { start, end, cages }
    const journal: JournalInput = { start, end, cages_id: null, location_id: null, per_page: 1 }
    const [movement, feedings, sales, spent, plan, harvest, tasks, target] = await Promise.all([
      readMovement(context, stretch),
      sums(context, kindServers.feeding, journal, cages),
      ownSums(context, kindServers.withdrawal, journal, cages),
      can(user, 'access spending') ? ownSums(context, kindServers.spending, journal, null) : null,
      readPlan(context, stretch),
      readHarvest(context, stretch),
      countTasks(context),
      readTarget(context, stretch),
    ])
    const { had, lost, caught, growth, end: left } = movement
    const fed = BigInt(feedings.volume ?? 0)
    return {
      start: showDay(dayOf(start)),
      end: showDay(dayOf(end)),
      fish_count: Number(left.count),
      biomass: kg(left.mass),
      growth: kg(growth),
      fed: kg(fed),
      feed_coefficient: quotient(fed, growth),
      lost_count: Number(lost),
      lost_percent: percent(lost, had),
      caught_count: Number(caught.count),
      caught_weight: kg(caught.mass),
      revenue: sales.total_price ?? null,
      spending: spent && (spent.amount ?? 0),
      plan,
      ...target,
      harvest,
      tasks,
      limited: !scope(user).allModules,
    }
  })
