import { toUnits } from '../../../../shared/numbers'
import { kindServer } from '../../engine/document.server'
import { treatment as contract } from './treatment.contract'

export const treatment = kindServer({
  contract,
  footer: 'document',
  reads: ['good', 'stock'],
  row: (row) => ({
    local_datetime: row.at,
    cage_id: row.cage_id,
    cage: row.number,
    location_id: row.location_id,
    good_id: row.good_id,
    medicine: row.good,
    measure: { kg: 'кг', liter: 'л', piece: 'шт' }[row.measure ?? ''] ?? '',
    stock_id: row.stock_id,
    stock: row.stock,
    volume: toUnits(row.volume ?? 0),
  }),
})
