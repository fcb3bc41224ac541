import { toKg } from '../../../../shared/numbers'
import { closingWith } from '../close-out/closing.server'
import { kindServer } from '../../engine/document.server'
import { fishOf } from '../../engine/journal.server'
import { transfer as contract } from './transfer.contract'

export const transfer = kindServer({
  contract,
  footer: 'decreases',
  reads: ['fish', 'target'],
  also: closingWith,
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
