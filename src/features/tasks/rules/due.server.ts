/** The day for which a rule stands now, and what that day is made of. */
import { sql } from 'kysely'
import type { FeedingReader } from '../../../core/feeding/day-terms.server'
import { DAYS_AHEAD, type PresentGroup, readAverages } from '../../../core/feeding/forecast/averages.server'
import { readWaterDays } from '../../../core/feeding/treated/water-days.server'
import type { PlanReader } from '../../../core/feeding/plan/plan-fish.server'
import { TYING } from '../../../core/goods/item.contract'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf, daysBetween } from '../../../shared/dates'
import { MILLIONTHS } from '../../../shared/numbers'
import type { RuleKind } from './rules.contract'

export interface RuleTerms {
  kind: RuleKind
  cage_id: number | null
  good_id: number | null
  /** mg */
  weight: number | null
  degree_days: number | null
  since: string | null
  days: number | null
  /** 'YYYY-MM-DD' */
  starts_on: string | null
  /** what its last task was made for */
  anchor: string | null
  /** where the rule has put its open task */
  placed_on: string | null
}

export interface Due {
  day: string
  /** what the task is for: with another one it is another task */
  anchor: string
}

export type DueReader = FeedingReader & PlanReader & { company: { time_zone: string } }
/** Good → until when it has to be ordered. */
export type FeedOrders = (reader: PlanReader) => Promise<ReadonlyMap<number, Due>>

type Found<R> = Map<R, Due>

const cagesOf = (rules: readonly RuleTerms[]) => [...new Set(rules.map(({ cage_id }) => cage_id!))]

const readGroups = ({ tx, company }: DueReader, cages: readonly number[]) =>
  tx.rows<PresentGroup & { cage: number }>(sql`
    select g.cage_id as cage, g.id, g.generation_id as generation, g.age_category_id as category,
      e.count_after as count, e.mass_after as mass
    from fish_groups g
    cross join lateral (
      select count_after, mass_after from fish_entries where company_id = ${company.id} and group_id = g.id
      order by at desc, operation_id desc limit 1) e
    where g.company_id = ${company.id} and g.cage_id = any(${[...cages]}::int[]) and g.closed_at is null
      and e.count_after > 0`)

/** The first day on which the mean of the cage's fish is expected to weigh as much. */
async function byWeight<R extends RuleTerms>(reader: DueReader, rules: readonly R[]): Promise<Found<R>> {
  const today = dayOf(reader.company.now)
  const present = groupBy(await readGroups(reader, cagesOf(rules)), ({ cage }) => cage)
  const averageOn = await readAverages(reader, present, [addDays(today, DAYS_AHEAD)])
  const meanOn = (groups: readonly PresentGroup[], day: string) => {
    const count = groups.reduce((sum, group) => sum + group.count, 0)
    return groups.reduce((sum, group) => sum + group.count * averageOn(group, day).average, 0) / count
  }
  const found: Found<R> = new Map()
  for (const rule of rules) {
    const groups = present.get(rule.cage_id!)
    if (!groups) continue
    const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => addDays(today, index))
    const day = days.find((one) => meanOn(groups, one) >= rule.weight!)
    // other fish, or another weight, are another task
    const anchor = `${Math.min(...groups.map(({ id }) => id))}:${rule.weight}`
    if (day) found.set(rule, { day, anchor })
  }
  return found
}

interface Begun {
  cage: number
  kind: string
  id: number
  day: string
}

/** Degree-days and nets are counted from the last operation, or from a chosen day. */
const fromOf = (rule: RuleTerms, begun: Begun | undefined): Due | null =>
  begun
    ? { day: begun.day, anchor: `operation:${begun.id}` }
    : rule.starts_on
      ? { day: rule.starts_on, anchor: `day:${rule.starts_on}` }
      : null

const readLast = ({ tx, company }: DueReader, rules: readonly RuleTerms[]) =>
  tx.rows<Begun>(sql`
    select distinct on (cage_id, kind) cage_id as cage, kind, id, at::date as day from operations
    where company_id = ${company.id} and cage_id = any(${cagesOf(rules)}::int[])
      and kind = any(${[...new Set(rules.flatMap(({ since }) => (since ? [since] : [])))]}::text[])
      and at <= ${company.now}::timestamp
    order by cage_id, kind, at desc, id desc`)

/** Further back and further ahead nobody counts. */
const MOST_DAYS = 730

async function byDegreeDays<R extends RuleTerms>(reader: DueReader, rules: readonly R[]): Promise<Found<R>> {
  const today = dayOf(reader.company.now)
  const last = await readLast(reader, rules)
  const begun = rules.flatMap((rule) => {
    const from = fromOf(
      rule,
      last.find(({ cage, kind }) => cage === rule.cage_id && kind === rule.since),
    )
    return from && from.day >= addDays(today, -MOST_DAYS) ? [{ rule, from }] : []
  })
  if (begun.length === 0) return new Map()
  const first = begun.map(({ from }) => from.day).sort()[0]!
  const water = await readWaterDays(reader, first < today ? first : today, today)
  const found: Found<R> = new Map()
  for (const { rule, from } of begun) {
    let gathered = 0
    for (let day = from.day, count = 0; count < 2 * MOST_DAYS; day = addDays(day, 1), count++) {
      gathered += Math.max(0, water.of(rule.cage_id!, day))
      if (gathered < rule.degree_days! * MILLIONTHS) continue
      found.set(rule, { ...from, day })
      break
    }
  }
  return found
}

async function byNet<R extends RuleTerms>(reader: DueReader, rules: readonly R[]): Promise<Found<R>> {
  const { tx, company } = reader
  const hung = await tx.rows<Begun>(sql`
    select distinct on (l.cage_id) l.cage_id as cage, o.kind, o.id, o.at::date as day
    from operation_lines l
    join operations o on o.company_id = ${company.id} and o.id = l.operation_id and o.kind = ${TYING}
    join cages c on c.company_id = ${company.id} and c.id = l.cage_id and c.net_id = l.item_id
    where l.company_id = ${company.id} and l.cage_id = any(${cagesOf(rules)}::int[]) and l.role = 'tied'
    order by l.cage_id, o.at desc, o.id desc`)
  return new Map(
    rules.flatMap((rule): [R, Due][] => {
      const from = fromOf(
        rule,
        hung.find(({ cage }) => cage === rule.cage_id),
      )
      return from ? [[rule, { ...from, day: addDays(from.day, rule.days!) }]] : []
    }),
  )
}

/** The day of its open task, or the first of its days after the last one that is not over yet. */
function byCalendar<R extends RuleTerms>(reader: DueReader, rules: readonly R[]): Promise<Found<R>> {
  const today = dayOf(reader.company.now)
  const dayAfter = ({ starts_on, days, anchor, placed_on }: R) => {
    const [start, step] = [starts_on!, days!]
    const after = placed_on ? addDays(placed_on, -1) : (anchor ?? addDays(start, -1))
    const from = after < addDays(today, -1) ? addDays(today, -1) : after
    return from < start ? start : addDays(start, (Math.floor(daysBetween(start, from) / step) + 1) * step)
  }
  return Promise.resolve(
    new Map(
      rules.map((rule) => {
        const day = dayAfter(rule)
        return [rule, { day, anchor: day }]
      }),
    ),
  )
}

const byFeed =
  (orders: FeedOrders) =>
  async <R extends RuleTerms>(reader: DueReader, rules: readonly R[]): Promise<Found<R>> => {
    const due = await orders(reader)
    return new Map(
      rules.flatMap((rule): [R, Due][] => (due.has(rule.good_id!) ? [[rule, due.get(rule.good_id!)!]] : [])),
    )
  }

/** What is known of each rule; those whose day nothing tells are left out. */
export async function dueOf<R extends RuleTerms>(
  reader: DueReader,
  rules: readonly R[],
  orders: FeedOrders,
): Promise<Found<R>> {
  const ways = { weight: byWeight, degree_days: byDegreeDays, net: byNet, feed: byFeed(orders), every: byCalendar }
  const found: Found<R> = new Map()
  for (const [kind, own] of groupBy(rules, (rule) => rule.kind))
    for (const [rule, due] of await ways[kind](reader, own)) found.set(rule, due)
  return found
}
