import { type RawBuilder, sql } from 'kysely'
import { kindServer } from '../../engine/document.server'
import { fishOf, percentBefore } from '../../engine/journal.server'
import { retreat as contract } from './retreat.contract'

/** The condition of the filters; cause 0 is what nobody knows the cause of. */
function filter({ generation_id, loss_causes_id }: Record<string, unknown>): RawBuilder<unknown> | null {
  const wanted = [
    generation_id ? sql`o.generation_id = ${generation_id}` : null,
    loss_causes_id ? sql`coalesce(o.loss_cause_id, 0) = any(${loss_causes_id}::int[])` : null,
  ].filter((condition) => condition !== null)
  return wanted.length > 0 ? sql`${sql.join(wanted, sql` and `)}` : null
}

export const retreat = kindServer({
  contract,
  footer: 'decreases',
  reads: ['fish', 'cause'],
  filter,
  row: (row) => ({
    from_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...fishOf(row),
    count_percent: percentBefore(row),
    weight_typed: row.weight !== null,
    loss_cause_id: row.loss_cause_id,
    loss_cause_name: row.loss_cause,
  }),
})
