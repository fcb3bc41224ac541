import { toKg } from '../../../../shared/numbers'
import { kindServer } from '../../engine/document.server'
import { groupOf } from '../../engine/journal.server'
import { correction as contract } from './correction.contract'

export const correction = kindServer({
  contract,
  movesFish: true,
  footer: 'entries',
  reads: ['fish'],
  document: (input) => ({ cage_id: input.cage_id, count: input.count }),
  effect: (row) => ({
    type: 'set_count',
    group: { cage: row.cage_id!, generation: row.generation_id!, category: row.age_category_id! },
    count: row.count!,
  }),
  row: (row) => ({
    cage_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...groupOf(row),
    count: row.count,
    count_difference: row.count_delta ?? 0,
    weight_difference: toKg(row.mass_delta ?? 0),
  }),
})
