/**
 * What the fish of a farm have cost at the end of a day: group by group, folded month by month after the last one that
 * is kept. Whoever may not see the costs of goods or the expenses is told nothing of it.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { JobCompany } from '../../../server/db/companies'
import type { Context } from '../../../server/http/route'
import { slowly } from '../../../server/base/breath'
import { scope } from '../../../server/scope'
import { can } from '../../../shared/abilities'
import { addDays, dayOf } from '../../../shared/dates'
import type { Cost } from '../../../shared/fish-cost/cost'
import { type CostsAfter, costsOf, foldMonth, type GroupMonth } from '../../../shared/fish-cost/fold'
import { seesCosts } from '../../goods/value/good-facts.server'
import { type Basis, openBasis } from './basis.server'
import { readCostMonth } from './cost-month.server'
import { lastKept, readKept } from './kept-months.server'
import { monthOf, nextMonth, spansOf } from './spans.server'

type Reader = Pick<Context, 'tx'> & { company: JobCompany }

/** Whether the cost of fish is for this person: it is made of goods in all warehouses and of expenses. */
const seesFishCosts = (context: Pick<Context, 'user'>): boolean =>
  can(context.user, 'access reports') && can(context.user, 'access spending') && seesCosts(context)

/** The month in which the first fish came. */
export async function firstMonth({ tx, company }: Reader): Promise<string | null> {
  const { at } = await tx.one<{ at: string | null }>(
    sql`select min(first_at) as at from fish_groups where company_id = ${company.id}`,
  )
  return at && monthOf(dayOf(at))
}

/** A month that was folded: to its end, or to the day that was asked for. */
export interface FoldedMonth {
  first: string
  /** what was used and what sold fish had cost is read apart where it is kept */
  after: CostsAfter
  kept: boolean
}

interface Asked {
  /** the last day */
  day: string
  /** a day of the first month that is shown; that of the last day when left out */
  since?: string | null
}

type Show = (month: FoldedMonth) => void

/** Shows kept months from one on, and answers what fish cost at the end of the last, with the month that follows. */
async function showKept(reader: Reader, basis: Basis, { since, until }: { since: string; until: string }, show: Show) {
  const last = await lastKept(reader, basis, until)
  if (!last) return null
  let month = last < since ? last : since
  let after = await readKept(reader, month)
  while (after) {
    if (month >= since) show({ first: month, after, kept: true })
    const following = nextMonth(month)
    // somebody may have changed the past meanwhile
    const next: CostsAfter | null = following <= last ? await readKept(reader, following) : null
    if (!next) return { costs: costsOf(after), next: following }
    ;[month, after] = [following, next]
    await setImmediate()
  }
  return null
}

/** Shows all months in which fish have lived, from one on until the end of a day. */
export async function foldCosts(reader: Reader, asked: Asked, show: Show): Promise<void> {
  const today = dayOf(reader.company.now)
  const day = asked.day < today ? asked.day : today
  const first = await firstMonth(reader)
  if (!first || first > day) return
  const wanted = monthOf(asked.since ?? day)
  const since = wanted < first ? first : wanted
  // a month to whose end nobody asks is folded
  const until = addDays(day, 1) === nextMonth(monthOf(day)) ? monthOf(day) : monthOf(addDays(monthOf(day), -1))
  const basis = await openBasis(reader, day)
  const kept = await showKept(reader, basis, { since, until }, show)
  const spans = spansOf(kept?.next ?? first, day, today)
  if (spans.length === 0) return
  const goods = await basis.goods(spans)
  let costs: ReadonlyMap<number, Cost> = kept?.costs ?? new Map()
  for (const [index, span] of spans.entries()) {
    const month = await readCostMonth(reader, span, goods[index]!)
    const after = await slowly(foldMonth(month, costs, day < month.last ? day : month.last))
    costs = costsOf(after)
    if (span.first >= since) show({ first: span.first, after, kept: false })
    await setImmediate()
  }
}

/** Groups that live at the end of a day, in modules open to whoever asks; null where costs are not for them. */
export async function readFishCost(context: Context, { date }: { date: string }): Promise<GroupMonth[] | null> {
  if (!seesFishCosts(context)) return null
  let last: GroupMonth[] = []
  await foldCosts(context, { day: date }, ({ after }) => void (last = [...after.groups.values()]))
  const { opensModule } = scope(context.user)
  return last.filter(({ group }) => group.count > 0 && opensModule(group.location))
}

/** What each answer says of itself: whether costs are for whoever asks, and whether all modules are open. */
export const toldOf = (context: Pick<Context, 'user'>) => ({
  open: seesFishCosts(context),
  limited: !scope(context.user).allModules,
})

/** Today, if no day is given. */
export const dateOf = ({ date }: { date: string | null }, { company }: Pick<Context, 'company'>) =>
  date ?? dayOf(company.now)
