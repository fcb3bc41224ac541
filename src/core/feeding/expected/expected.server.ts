import { sql } from 'kysely'
import { addDays, dayOf } from '../../../shared/dates'
import type { ExpectedFish } from '../../../shared/feeding/expected-weight'
import { route, type Route } from '../../../server/http/route'
import { type Limits, scope } from '../../../server/scope'
import type { FeedingReader } from '../day-terms.server'
import { estimatesOn, type WeightNow } from '../forecast/estimates.server'
import { expectedCall, type ExpectedGroup } from './expected.contract'

type Reader = FeedingReader & { user: Limits }

interface Group {
  id: number
  cage_id: number
  generation_id: number
  age_category_id: number
  count: number
}

/** Groups with fish at the end of a day. */
const groupsOn = ({ tx, company }: Reader, cages: readonly number[], day: string) =>
  tx.rows<Group>(sql`
    select g.id, g.cage_id, g.generation_id, g.age_category_id, e.count_after as count from fish_groups g
    cross join lateral (
      select count_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at < ${addDays(day, 1)}::timestamp
      order by at desc, operation_id desc limit 1
    ) e
    where g.company_id = ${company.id} and g.cage_id = any(${[...cages]}::int[]) and e.count_after > 0
      and g.first_at < ${addDays(day, 1)}::timestamp
      and (g.closed_at is null or g.closed_at >= ${addDays(day, 1)}::timestamp)
    order by g.cage_id, g.id`)

interface Expected extends ExpectedFish {
  group: Group
  now: WeightNow
}

/** What the filter knows of the fish in these cages at the end of a day; groups unknown to it are left out. */
export async function expectedOn(reader: Reader, cages: readonly number[], day: string): Promise<Expected[]> {
  if (cages.length === 0) return []
  const [groups, known] = await Promise.all([groupsOn(reader, cages, day), estimatesOn(reader, { cages, at: day })])
  return groups.flatMap((group) => {
    const now = known.get(group.id)
    if (!now) return []
    const { generation_id, age_category_id, count } = group
    const { root, rootVariance: variance } = now.estimate
    return [{ generation_id, age_category_id, count, root, variance, widening: now.widening, group, now }]
  })
}

/** Grams to kilograms with six decimals. */
const kg = (grams: number) => Math.round(grams * 1000) / 1e6

const rowOf = ({ group, now, root, variance, widening }: Expected): ExpectedGroup => ({
  cage_id: group.cage_id,
  group_id: group.id,
  generation_id: group.generation_id,
  age_category_id: group.age_category_id,
  count: group.count,
  avg_weight: kg(now.weight),
  low: kg(now.low),
  high: kg(now.high),
  root,
  variance,
  widening,
  weighings: now.weighings,
  weighed: now.last && {
    datetime: now.last.at,
    avg_weight: kg(now.last.weight),
    sample: now.last.sample,
  },
})

/** Cages of the modules open to the user; null asks for all of them. */
export async function openCagesOf({ tx, company, user }: Reader, asked: readonly number[] | null): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`
    select c.id from cages c where c.company_id = ${company.id} ${scope(user).modules('c.location_id')}
      ${asked ? sql`and c.id = any(${[...asked]}::int[])` : sql``} order by c.id`)
  return rows.map(({ id }) => id)
}

export const expectedRoutes: Route[] = [
  route(expectedCall, async ({ cages_id }, context) => {
    const day = dayOf(context.company.now)
    const cages = await openCagesOf(context, cages_id)
    return { day, groups: (await expectedOn(context, cages, day)).map(rowOf) }
  }),
]
