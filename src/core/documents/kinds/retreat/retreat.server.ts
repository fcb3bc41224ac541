import { sql } from 'kysely'
import { kindServer } from '../../engine/document.server'
import { fishOf, percentBefore } from '../../engine/journal.server'
import { retreat as contract } from './retreat.contract'

export const retreat = kindServer({
  contract,
  footer: 'decreases',
  reads: ['fish'],
  filter: ({ generation_id }) => (generation_id ? sql`o.generation_id = ${generation_id}` : null),
  row: (row) => ({
    from_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...fishOf(row),
    count_percent: percentBefore(row),
    weight_typed: row.weight !== null,
  }),
})
