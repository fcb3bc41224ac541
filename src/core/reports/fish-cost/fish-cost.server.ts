/**
 * What the fish of a farm have cost at the end of a day: group by group, folded month by month. Whoever may not see the
 * costs of goods or the expenses is told nothing of it.
 */
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { can } from '../../../shared/abilities'
import { addDays, dayOf } from '../../../shared/dates'
import type { Cost } from '../../../shared/fish-cost/cost'
import { type CostsAfter, costsOf, foldMonth, type GroupMonth } from '../../../shared/fish-cost/fold'
import { seesCosts } from '../../goods/value/good-facts.server'
import { readCostMonth } from './cost-month.server'
import { readGoodCosts, type Span } from './good-costs.server'

/** Whether the cost of fish is for this person: it is made of goods in all warehouses and of expenses. */
export const seesFishCosts = (context: Pick<Context, 'user'>): boolean =>
  can(context.user, 'access reports') && can(context.user, 'access spending') && seesCosts(context)

const monthOf = (day: string) => `${day.slice(0, 7)}-01`
const nextMonth = (first: string) => monthOf(addDays(first, 31))

/** Months one after another, up to today. */
export function spansOf(first: string, last: string, today: string): Span[] {
  const spans: Span[] = []
  for (let month = monthOf(first); month <= last; month = nextMonth(month)) {
    const next = nextMonth(month)
    spans.push({ first: month, until: next > today ? addDays(today, 1) : next })
  }
  return spans
}

async function firstDay({ tx, company }: Context): Promise<string | null> {
  const { at } = await tx.one<{ at: string | null }>(
    sql`select min(first_at) as at from fish_groups where company_id = ${company.id}`,
  )
  return at && dayOf(at)
}

/** A month that was folded: to its end, or to the day that was asked for. */
export interface FoldedMonth {
  first: string
  after: CostsAfter
}

/** Folds all months until the end of a day, and shows each. */
export async function foldCosts(context: Context, day: string, show: (month: FoldedMonth) => void): Promise<void> {
  const today = dayOf(context.company.now)
  const last = day < today ? day : today
  const first = await firstDay(context)
  if (!first || first > last) return
  const spans = spansOf(first, last, today)
  const goods = await readGoodCosts(context, spans, context.company.settings['cost-method'])
  let costs: ReadonlyMap<number, Cost> = new Map()
  for (const [index, span] of spans.entries()) {
    const month = await readCostMonth(context, span, goods[index]!)
    const after = foldMonth(month, costs, last < month.last ? last : month.last)
    costs = costsOf(after)
    show({ first: span.first, after })
    await setImmediate()
  }
}

/** Groups that live at the end of a day, in modules open to whoever asks; null where costs are not for them. */
export async function readFishCost(context: Context, { date }: { date: string }): Promise<GroupMonth[] | null> {
  if (!seesFishCosts(context)) return null
  let last: GroupMonth[] = []
  await foldCosts(context, date, ({ after }) => void (last = [...after.groups.values()]))
  const { opensModule } = scope(context.user)
  return last.filter(({ group }) => group.count > 0 && opensModule(group.location))
}
