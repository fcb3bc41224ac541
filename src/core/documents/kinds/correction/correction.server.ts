import { toKg } from '../../../../shared/numbers'
import { kindServer } from '../../engine/document.server'
import { groupRowOf } from '../../engine/journal.server'
import { correction as contract } from './correction.contract'

export const correction = kindServer({
  contract,
  footer: 'changes',
  reads: ['fish'],
  row: (row) => ({
    cage_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...groupRowOf(row),
    count: row.count,
    count_difference: row.count_delta ?? 0,
    weight_difference: toKg(row.mass_delta ?? 0),
  }),
})
