import { kindServer } from '../document.server'
import { fishOf, percentBefore } from '../journal.server'
import { typedMass } from '../weights.server'
import { retreat as contract } from './retreat.contract'

export const retreat = kindServer({
  contract,
  movesFish: true,
  footer: 'entries',
  reads: ['fish'],
  document: (input, { company }) => ({
    cage_id: input.from_id,
    count: input.count,
    weight: company.settings['retreat-weight-allowed'] ? typedMass({ ...input, avg_weight: null }) : null,
  }),
  effect: (row) => ({
    type: 'move',
    from: { cage: row.cage_id!, generation: row.generation_id!, category: row.age_category_id! },
    count: row.count!,
    mass: row.weight,
  }),
  row: (row) => ({
    from_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...fishOf(row),
    count_percent: percentBefore(row),
    weight_typed: row.weight !== null,
  }),
})
