/** When the fish of a cage were last weighed: in this cage, or in those from which they came. */
import { sql } from 'kysely'
import { dayOf } from '../../shared/dates'
import type { Tx } from '../../server/db/client'
import { order, type Position } from '../../server/db/ledger/entries'

/** The last weighing or stocking of a cage, with its day, and the last transfer into it. */
export interface LastSeen {
  weighed_on: string | null
  weighed_at: string | null
  weighed_id: number | null
  arrived_at: string | null
  arrived_id: number | null
}

export const LAST_SEEN = sql.raw('weighed_at::date as weighed_on, weighed_at, weighed_id, arrived_at, arrived_id')
/** On a past day nobody asks. */
export const NOT_SEEN = sql.raw(
  'null as weighed_on, null as weighed_at, null as weighed_id, null as arrived_at, null as arrived_id',
)

/** Where `LAST_SEEN` of the cage `c` stands. Stocked fish are weighed too. */
export const lastSeen = (company: number) => sql`
  left join lateral (
    select at as weighed_at, id as weighed_id from operations
    where company_id = ${company} and cage_id = c.id and kind in ('weighing', 'stocking')
    order by at desc, id desc limit 1
  ) weighed on true
  left join lateral (
    select at as arrived_at, id as arrived_id from operations
    where company_id = ${company} and to_cage_id = c.id
    order by at desc, id desc limit 1
  ) arrived on true`

const weighedOf = ({ weighed_at, weighed_id }: Pick<LastSeen, 'weighed_at' | 'weighed_id'>): Position | null =>
  weighed_at === null ? null : { at: weighed_at, id: weighed_id! }

/** Fish that came later may not be those that were weighed. */
const cameLater = (seen: LastSeen) => {
  const weighed = weighedOf(seen)
  const { arrived_at, arrived_id } = seen
  return arrived_at !== null && (!weighed || order({ at: arrived_at, id: arrived_id! }, weighed) > 0)
}

/** Where fish stood before a position, and in which cage they are looked for. */
interface Stand extends Position {
  root: number
  cage: number
}

interface Step {
  n: number
  weighed_at: string | null
  weighed_id: number | null
  filled_at: string | null
  filled_id: number | null
  source: number | null
  typed: boolean
}

/** Of each stand the last weighing before it, and the transfer since then that found the cage empty: its own group first, which is cheap to ask. */
const readSteps = (tx: Tx, company: number, stands: Stand[]) =>
  tx.rows<Step>(sql`
    select p.n::int, w.weighed_at, w.weighed_id, f.filled_at, f.filled_id, f.source, f.typed
    from unnest(${stands.map(({ cage }) => cage)}::int[], ${stands.map(({ at }) => at)}::timestamp[],
      ${stands.map(({ id }) => id)}::bigint[]) with ordinality as p (cage_id, at, id, n)
    left join lateral (
      select at as weighed_at, id as weighed_id from operations
      where company_id = ${company} and cage_id = p.cage_id and kind in ('weighing', 'stocking') and (at, id) < (p.at, p.id)
      order by at desc, id desc limit 1
    ) w on true
    left join lateral (
      select t.at as filled_at, t.id as filled_id, t.cage_id as source, t.weight is not null as typed from operations t
      where t.company_id = ${company} and t.to_cage_id = p.cage_id and (t.at, t.id) < (p.at, p.id)
        and t.at >= case when w.weighed_at is null then '-infinity' else w.weighed_at end
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
    ) f on true`)

/**
 * Sets the day on which the fish of each cage were last weighed. Fish that filled an empty cage were weighed when they came, if their
 * transfer has a typed weight, or else where they came from; fish that join others take over their day.
 */
export async function followArrivals(tx: Tx, company: number, cages: (LastSeen & { id: number })[]) {
  const roots = new Map(cages.filter(cameLater).map((cage) => [cage.id, cage]))
  const end = { at: 'infinity', id: Number.MAX_SAFE_INTEGER }
  let stands: Stand[] = [...roots.keys()].map((root) => ({ root, cage: root, ...end }))
  while (stands.length > 0) {
    const steps = await readSteps(tx, company, stands)
    stands = steps.flatMap((step): Stand[] => {
      const { root } = stands[step.n - 1]!
      const weighed = weighedOf(step)
      const filled = step.filled_at === null ? null : { at: step.filled_at, id: step.filled_id! }
      const stayed = !filled || (weighed && order(filled, weighed) < 0)
      const found = stayed ? step.weighed_at : step.typed ? step.filled_at : null
      roots.get(root)!.weighed_on = found && dayOf(found)
      return stayed || step.typed ? [] : [{ root, cage: step.source!, ...filled }]
    })
  }
}
