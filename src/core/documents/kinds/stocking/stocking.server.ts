import { sql } from 'kysely'
import { fieldErrors } from '../../../../server/errors'
import { kindServer } from '../../engine/document.server'
import { fishOf } from '../../engine/journal.server'
import { typedMass } from '../../engine/weights.server'
import { stocking as contract } from './stocking.contract'

export const stocking = kindServer({
  contract,
  movesFish: true,
  footer: 'document',
  reads: ['fish'],
  document: (input) => {
    const weight = typedMass(input)
    if (weight === null) throw fieldErrors({ avg_weight: 'Введите навеску или общий вес' })
    return {
      cage_id: input.to_id,
      generation_id: input.generation_id,
      age_category_id: input.age_category_id,
      count: input.count,
      weight,
    }
  },
  effect: (row) => ({
    type: 'move',
    to: { cage: row.cage_id!, generation: row.generation_id!, category: row.age_category_id! },
    count: row.count!,
    mass: row.weight,
  }),
  filter: ({ generation_id }) => (generation_id ? sql`o.generation_id = ${generation_id}` : null),
  row: (row) => ({
    to_id: row.cage_id,
    to_number: row.number,
    location_id: row.location_id,
    ...fishOf(row, row.weight ?? 0),
  }),
})
