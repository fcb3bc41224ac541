import { toKg } from '../../../../shared/numbers'
import { fieldErrors } from '../../../../server/errors'
import { kindServer } from '../../engine/document.server'
import { fishOf } from '../../engine/journal.server'
import { typedMass } from '../../engine/weights.server'
import { transfer as contract } from './transfer.contract'

export const transfer = kindServer({
  contract,
  movesFish: true,
  footer: 'entries',
  reads: ['fish', 'target'],
  document: (input) => {
    if (input.from_id === input.to_id)
      throw fieldErrors({ to_id: 'Выберите другой садок: пересадка в тот же садок невозможна' })
    return {
      cage_id: input.from_id,
      to_cage_id: input.to_id,
      count: input.count,
      weight: typedMass(input),
      selection: input.selection ?? null,
    }
  },
  effect: (row) => {
    const group = { generation: row.generation_id!, category: row.age_category_id! }
    return {
      type: 'move',
      from: { cage: row.cage_id!, ...group },
      to: { cage: row.to_cage_id!, ...group },
      count: row.count!,
      mass: row.weight,
      selection: row.selection,
    }
  },
  row: (row) => ({
    from_id: row.cage_id,
    from_number: row.number,
    from_location_id: row.location_id,
    to_id: row.to_cage_id,
    to_number: row.to_number,
    to_location_id: row.to_location_id,
    ...fishOf(row),
    weight_typed: row.weight !== null,
    mass_deviation: toKg(row.deviation ?? 0),
    selection: row.selection,
  }),
})
