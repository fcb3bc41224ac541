/** When the fish of a cage were last weighed: in this cage, or in those from which they came. */
import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../shared/dates'
import type { Tx } from '../../server/db/client'
import { order } from '../../server/db/ledger/entries'

/** The last weighing or stocking of a cage before a position, and the transfer since then that found the cage empty. */
export interface Step {
  weighed_at: string | null
  weighed_id: number | null
  filled_at: string | null
  filled_id: number | null
  source: number | null
  typed: boolean | null
}

export const STEP = sql.raw('weighed_at, weighed_id, filled_at, filled_id, source, typed')

interface Stand {
  cage: RawBuilder<unknown>
  at: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

/** Where `STEP` stands, for a cage and a position in its history. A transfer's own group is asked first: that is cheap. */
const stepOf = (company: number, { cage, at, id }: Stand) => sql`
  left join lateral (
    select at as weighed_at, id as weighed_id from operations
    where company_id = ${company} and cage_id = ${cage} and kind in ('weighing', 'stocking') and (at, id) < (${at}, ${id})
    order by at desc, id desc limit 1
  ) weighed on true
  left join lateral (
    select t.at as filled_at, t.id as filled_id, t.cage_id as source, t.weight is not null as typed from operations t
    where t.company_id = ${company} and t.to_cage_id = ${cage} and (t.at, t.id) < (${at}, ${id})
      and t.at >= case when weighed_at is null then '-infinity' else weighed_at end
      and case when (
        select count_after = count_delta from fish_entries where company_id = ${company} and operation_id = t.id and cage_id = t.to_cage_id
      ) then not exists (
        select from fish_groups g cross join lateral (
          select count_after from fish_entries
          where company_id = ${company} and group_id = g.id and (at, operation_id) < (t.at, t.id)
          order by at desc, operation_id desc limit 1
        ) e
        where g.company_id = ${company} and g.cage_id = ${cage} and e.count_after > 0) end
    order by t.at desc, t.id desc limit 1
  ) filled on true`

/** Where `STEP` of the cage `c` stands now. */
export const lastStep = (company: number) =>
  stepOf(company, { cage: sql`c.id`, at: sql`'infinity'::timestamp`, id: sql`0::bigint` })

/** The transfer that brought the fish, when none of them was weighed since. */
function broughtBy({ weighed_at, weighed_id, filled_at, filled_id }: Step) {
  if (filled_at === null) return null
  const filled = { at: filled_at, id: filled_id! }
  return weighed_at !== null && order(filled, { at: weighed_at, id: weighed_id! }) < 0 ? null : filled
}

/**
 * The day on which the fish of each cage were last weighed, from the cages with their steps. Fish that filled an empty cage were weighed
 * when they came, if their transfer has a typed weight, or else where they came from; fish that join others take over their day.
 */
export async function weighedDays(tx: Tx, company: number, cages: (Step & { id: number })[]) {
  const days = new Map<number, string | null>()
  let steps: (Step & { root: number })[] = cages.map((cage) => ({ ...cage, root: cage.id }))
  for (;;) {
    const further = steps.flatMap((step) => {
      const filled = broughtBy(step)
      const found = filled && step.typed ? filled.at : step.weighed_at
      days.set(step.root, found && dayOf(found))
      return filled && !step.typed ? [{ root: step.root, cage: step.source!, ...filled }] : []
    })
    if (further.length === 0) return days
    steps = await tx.rows<Step & { root: number }>(sql`
      select p.root, ${STEP} from unnest(${further.map(({ root }) => root)}::int[], ${further.map(({ cage }) => cage)}::int[],
        ${further.map(({ at }) => at)}::timestamp[], ${further.map(({ id }) => id)}::bigint[]) as p (root, cage_id, at, id)
      ${stepOf(company, { cage: sql`p.cage_id`, at: sql`p.at`, id: sql`p.id` })}`)
  }
}
