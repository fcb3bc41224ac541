import { kindServer } from '../../engine/document.server'
import { fishOf, percentBefore } from '../../engine/journal.server'
import { typedMass } from '../../engine/weights.server'
import { retreat as contract } from './retreat.contract'

export const retreat = kindServer({
  contract,
  movesFish: true,
  footer: 'entries',
  reads: ['fish'],
  document: ({ from_id, count, weight }, { company }, before) => {
    // what was typed while it was allowed stays
    const typed = company.settings['retreat-weight-allowed'] ? weight : (before?.weight ?? null)
    return { cage_id: from_id, count, weight: typedMass({ count, weight: typed, avg_weight: null }) }
  },
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
