import { toUnits } from '../../../../shared/numbers'
import { kindServer } from '../../engine/document.server'
import { takenFrom } from '../../engine/stock-line.server'
import { treatment as contract } from './treatment.contract'

export const treatment = kindServer({
  contract,
  movesFish: false,
  needsFish: true,
  goodType: 'medicine',
  footer: 'document',
  reads: ['good', 'stock'],
  document: ({ cage_id, good_id, stock_id, volume }) => ({ cage_id, good_id, stock_id, volume }),
  effect: () => null,
  stock: takenFrom,
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
