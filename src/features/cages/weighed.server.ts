/** When the fish of a cage were last weighed: in this cage, or in those from which they came. */
import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../shared/dates'
import type { Tx } from '../../server/db/client'
import { order } from '../../server/db/ledger/entries'

type Sql = RawBuilder<unknown>

/** The last weighing or stocking of a cage, and whether fish of another cage came since then. */
export interface LastWeighed {
  weighed_at: string | null
  joined: boolean
}

const weighedIn = (company: number, cage: Sql, before: Sql) => sql`
  left join lateral (
    select at as weighed_at, id as weighed_id from operations
    where company_id = ${company} and cage_id = ${cage} and kind in ('weighing', 'stocking') ${before}
    order by at desc, id desc limit 1
  ) weighed on true`

const SINCE = sql`case when weighed_at is null then '-infinity' else weighed_at end`

/** Where `weighed_at` and `joined` of the cage `c` stand now. Most answer with the day alone: what filled a cage is asked of those that were joined. */
export const lastWeighed = (company: number) => sql`
  ${weighedIn(company, sql`c.id`, sql``)}
  left join lateral (
    select exists (select from operations where company_id = ${company} and to_cage_id = c.id and at >= ${SINCE}) as joined
  ) later on true`

/** The last weighing or stocking of a cage before a position, and the transfer since then that found the cage empty. */
interface Step {
  /** the cage whose day it tells */
  root: number
  weighed_at: string | null
  weighed_id: number | null
  filled_at: string | null
  filled_id: number | null
  source: number | null
  typed: boolean | null
}

/** A cage at a position of its history, which may tell the day of another. */
interface Place {
  root: number
  cage: number
  at: string
  id: number
}

/** A transfer's own group is asked first: that is cheap. */
const readSteps = (tx: Tx, company: number, places: Place[]) =>
  tx.rows<Step>(sql`
    select p.root, weighed_at, weighed_id, filled_at, filled_id, source, typed
    from unnest(${places.map(({ root }) => root)}::int[], ${places.map(({ cage }) => cage)}::int[],
      ${places.map(({ at }) => at)}::timestamp[], ${places.map(({ id }) => id)}::bigint[]) as p (root, cage_id, at, id)
    ${weighedIn(company, sql`p.cage_id`, sql`and (at, id) < (p.at, p.id)`)}
    left join lateral (
      select t.at as filled_at, t.id as filled_id, t.cage_id as source, t.weight is not null as typed from operations t
      where t.company_id = ${company} and t.to_cage_id = p.cage_id and (t.at, t.id) < (p.at, p.id) and t.at >= ${SINCE}
        and case when (
          select count_after = count_delta from fish_entries where company_id = ${company} and operation_id = t.id and cage_id = t.to_cage_id
        ) then not exists (
          select from fish_groups g cross join lateral (
            select count_after from fish_entries
            where company_id = ${company} and group_id = g.id and (at, operation_id) < (t.at, t.id)
            order by at desc, operation_id desc limit 1
          ) e
          where g.company_id = ${company} and g.cage_id = p.cage_id and e.count_after > 0) end
      order by t.at desc, t.id desc limit 1
    ) filled on true`)

/** The transfer that brought the fish, when none of them was weighed since. */
function broughtBy({ weighed_at, weighed_id, filled_at, filled_id }: Step) {
  if (filled_at === null) return null
  const filled = { at: filled_at, id: filled_id! }
  return weighed_at !== null && order(filled, { at: weighed_at, id: weighed_id! }) < 0 ? null : filled
}

/**
 * The day on which the fish of each cage were last weighed. Fish that filled an empty cage were weighed when they came, if their
 * transfer has a typed weight, or else where they came from; fish that join others take over their day.
 */
export async function weighedDays(tx: Tx, company: number, cages: (LastWeighed & { id: number })[]) {
  const days = new Map(cages.map(({ id, weighed_at }) => [id, weighed_at && dayOf(weighed_at)]))
  const now = { at: 'infinity', id: 0 }
  let places = cages.filter(({ joined }) => joined).map(({ id }): Place => ({ root: id, cage: id, ...now }))
  while (places.length > 0) {
    const steps = await readSteps(tx, company, places)
    places = steps.flatMap((step) => {
      const filled = broughtBy(step)
      const found = filled && step.typed ? filled.at : step.weighed_at
      days.set(step.root, found && dayOf(found))
      return filled && !step.typed ? [{ root: step.root, cage: step.source!, ...filled }] : []
    })
  }
  return days
}
