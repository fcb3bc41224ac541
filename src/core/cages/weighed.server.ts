/** When the fish of a cage were last weighed: in this cage, or in those they came from. */
import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../shared/dates'
import type { Tx } from '../../server/db/client'
import { order } from '../../server/db/ledger/entries'

type Sql = RawBuilder<unknown>

/** The last weighing or stocking of a cage before a position, and a transfer since then into the empty cage. */
export interface Step {
  /** the cage whose day it tells */
  root: number
  weighed_at: string | null
  weighed_id: number | null
  filled_at: string | null
  filled_id: number | null
  source: number | null
  typed: boolean | null
}

/** A transfer's own group is asked first: that is cheap. */
const stepIn = (company: number, cage: Sql, before: Sql) => sql`
  left join lateral (
    select at as weighed_at, id as weighed_id from operations
    where company_id = ${company} and cage_id = ${cage} and kind in ('weighing', 'stocking') ${before}
    order by at desc, id desc limit 1
  ) weighed on true
  left join lateral (
    select at as filled_at, id as filled_id, t.cage_id as source, weight is not null as typed from operations t
    where company_id = ${company} and to_cage_id = ${cage} ${before}
      and at >= case when weighed_at is null then '-infinity' else weighed_at end
      and case when (
        select count_after = count_delta from fish_entries
          where company_id = ${company} and operation_id = t.id and cage_id = t.to_cage_id
      ) then not exists (
        select from fish_groups g cross join lateral (
          select count_after from fish_entries
          where company_id = ${company} and group_id = g.id and (at, operation_id) < (t.at, t.id)
          order by at desc, operation_id desc limit 1
        ) e
        where g.company_id = ${company} and g.cage_id = ${cage} and e.count_after > 0) end
    order by at desc, id desc limit 1
  ) filled on true`

const STEP = sql`weighed_at, weighed_id, filled_at, filled_id, source, typed`

/** SQL: the last step of the cage `c`, joined to another query: most cages need no other step. */
export const lastStep = (company: number) => ({
  columns: sql`c.id as root, ${STEP}`,
  joins: stepIn(company, sql`c.id`, sql``),
})

/** A cage at a position of its history, whose day may be that of another cage. */
interface TracedPosition {
  root: number
  cage: number
  at: string
  id: number
}

const readSteps = (tx: Tx, company: number, places: TracedPosition[]) =>
  tx.rows<Step>(sql`
    select p.root, ${STEP}
    from unnest(${places.map(({ root }) => root)}::int[], ${places.map(({ cage }) => cage)}::int[],
      ${places.map(({ at }) => at)}::timestamp[], ${places.map(({ id }) => id)}::bigint[]) as p (root, place, until_at,
        until_id)
    ${stepIn(company, sql`p.place`, sql`and (at, id) < (until_at, until_id)`)}`)

/** The transfer that brought the fish, when they were not weighed since. */
function broughtBy({ weighed_at, weighed_id, filled_at, filled_id }: Step) {
  if (filled_at === null) return null
  const filled = { at: filled_at, id: filled_id! }
  return weighed_at !== null && order(filled, { at: weighed_at, id: weighed_id! }) < 0 ? null : filled
}

/**
 * The day on which the fish of each cage were last weighed, from their last steps. Fish that came into an empty cage
 * were weighed then if their transfer has a typed weight, else where they came from; fish that join others take over
 * their day.
 */
export async function weighedDays(tx: Tx, company: number, last: Step[]) {
  const days = new Map<number, string | null>()
  let steps = last
  while (steps.length > 0) {
    const places = steps.flatMap((step): TracedPosition[] => {
      const filled = broughtBy(step)
      const found = filled && step.typed ? filled.at : step.weighed_at
      days.set(step.root, found && dayOf(found))
      return filled && !step.typed ? [{ root: step.root, cage: step.source!, ...filled }] : []
    })
    steps = places.length > 0 ? await readSteps(tx, company, places) : []
  }
  return days
}
