import { kindServer } from '../../engine/document.server'
import { goodsOf, goodsTotals, goodsWhere, numberedBy, waybillRowOf } from '../../engine/goods-lines.server'
import { shipment as contract } from './shipment.contract'

export const shipment = kindServer({
  contract,
  footer: 'document',
  reads: ['stock', 'partner', 'lines'],
  filter: goodsWhere,
  totals: goodsTotals,
  totalsAddUp: true,
  complete: numberedBy('waybill', 'waybill_number'),
  row: (row) => ({ ...goodsOf(row), ...waybillRowOf(row) }),
})
