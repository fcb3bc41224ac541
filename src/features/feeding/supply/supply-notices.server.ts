/** Notices of the bell: feed that has to be ordered. */
import { sql } from 'kysely'
import { daysFrom } from '../../../core/feeding/day-terms.server'
import type { PlanReader } from '../../../core/feeding/plan/plan-fish.server'
import { can } from '../../../shared/abilities'
import { addDays, dayOf, daysBetween } from '../../../shared/dates'
import type { Order } from '../../../shared/feeding/supply'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'
import type { Context } from '../../../server/http/route'
import type { NoticeSource } from '../../../server/notices/notices'
import { isOpen, linesOf, readFeeds, type SupplyLine } from './lines.server'
import { placesOf, readHeld } from './places.server'

interface StoredNeed {
  good: number
  location: number
  from: string
  amounts: string[]
}

/** From today on. Today's is left out: part of it has been taken out of the warehouse already. */
function needsFrom(today: string, { good, location, from, amounts }: StoredNeed) {
  const coming = amounts.slice(Math.max(0, daysBetween(from, today))).map(Number)
  return { good, location, amounts: [0, ...coming.slice(1)] }
}

export async function readOrdered(context: PlanReader): Promise<SupplyLine[]> {
  const { tx, company } = context
  const today = dayOf(company.now)
  const stored = await tx.rows<StoredNeed>(sql`
    select good_id as good, location_id as location, starts_on as "from", amounts::text[] as amounts from feed_needs
    where company_id = ${company.id}`)
  const needs = stored.map((row) => needsFrom(today, row))
  const many = Math.max(0, ...needs.map(({ amounts }) => amounts.length))
  if (many < 2) return []
  const [held, feeds] = await Promise.all([readHeld(context), readFeeds(context)])
  const places = placesOf(
    held,
    needs.map(({ location }) => location),
  )
  const lines = linesOf(feeds, needs, places, daysFrom(today, addDays(today, many - 1)))
  return lines.filter(({ order }) => order !== null)
}

async function readDue(context: Context): Promise<SupplyLine[]> {
  const today = dayOf(context.company.now)
  const lines = await readOrdered(context)
  return lines.filter((line) => line.order!.orderBy <= today && isOpen(line, context.user))
}

/** Good and warehouse → the last delivery there: after another it is news again. */
async function lastCame({ tx, company }: PlanReader, lines: readonly SupplyLine[]): Promise<Map<string, string>> {
  const held = lines.flatMap(({ stocks }) => stocks)
  const rows = await tx.rows<{ good: number; stock: number; came: string }>(sql`
    select h.good, h.stock, e.at as came
    from unnest(${held.map(({ good }) => good)}::int[], ${held.map(({ stock }) => stock)}::int[]) as h (good, stock)
    cross join lateral (
      select at from stock_entries
      where company_id = ${company.id} and good_id = h.good and stock_id = h.stock and amount > 0
      order by at desc limit 1) e`)
  return new Map(rows.map(({ good, stock, came }) => [`${good}:${stock}`, came]))
}

const cameTo = ({ stocks }: SupplyLine, came: Map<string, string>) =>
  stocks
    .map(({ good, stock }) => came.get(`${good}:${stock}`) ?? '')
    .sort()
    .at(-1) || 'never'

/** Good → until when it has to be ordered, where that is soonest; after a delivery it is another order. */
export async function feedOrders(reader: PlanReader): Promise<Map<number, { day: string; anchor: string }>> {
  const lines = await readOrdered(reader)
  const came = lines.length > 0 ? await lastCame(reader, lines) : new Map<string, string>()
  const soonest = new Map<number, { day: string; anchor: string }>()
  for (const line of lines) {
    const day = line.order!.orderBy
    const known = soonest.get(line.feed.id)
    if (!known || day < known.day) soonest.set(line.feed.id, { day, anchor: cameTo(line, came) })
  }
  return soonest
}

export const orderText = (good: string, { runsOut, orderBy }: Pick<Order, 'runsOut' | 'orderBy'>) =>
  say('Корм «{{good}}» кончится {{day}}, заказать до {{order}}', { good, day: at(runsOut), order: at(orderBy) })

export const feedRunsOut: NoticeSource = {
  kind: 'feed-runs-out',
  ability: 'view feed calcs',
  toldBy: 'supply',
  read: async (context) => {
    if (!can(context.user, 'read stocks')) return []
    const due = await readDue(context)
    const came = due.length > 0 ? await lastCame(context, due) : new Map<string, string>()
    return due.map((line) => ({
      key: `${line.feed.id}:${line.place}:${cameTo(line, came)}`,
      at: line.order!.orderBy,
      message: orderText(line.feed.name, line.order!),
      href: hrefOf('feedSupply', {}),
    }))
  },
}
