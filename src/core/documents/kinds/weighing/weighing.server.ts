import { sql } from 'kysely'
import { averageKg, toKg } from '../../../../shared/numbers'
import { kindServer } from '../../engine/document.server'
import { groupRowOf } from '../../engine/journal.server'
import { grownDays } from './system.server'
import { sampleOf, weighing as contract } from './weighing.contract'

export const weighing = kindServer({
  contract,
  footer: 'document',
  reads: ['fish', 'generations'],
  // a weighing of no named generation is of all that swam there
  filter: ({ generation_id }) =>
    generation_id
      ? sql`exists (
          select from fish_entries e
          join fish_groups g on g.company_id = o.company_id and g.id = e.group_id and g.generation_id = ${generation_id}
          where e.company_id = o.company_id and e.operation_id = o.id)`
      : null,
  derived: (input, within) => (input.show_system ? grownDays(within) : null),
  row: (row) => {
    const { count, mass } = sampleOf(row)
    return {
      cage_id: row.cage_id,
      cage_number: row.number,
      location_id: row.location_id,
      ...groupRowOf(row),
      generation_name: row.generation_name ?? row.generation_names,
      generations: row.generation_ids ?? (row.generation_id === null ? null : [row.generation_id]),
      count: row.count,
      weight: row.weight === null ? null : toKg(row.weight),
      avg_weight: averageKg(mass, count),
    }
  },
})
