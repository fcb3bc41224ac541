import { sql } from 'kysely'
import { kindServer } from '../../engine/document.server'
import { goodsOf, goodsTotals, goodsWhere, waybillRowOf } from '../../engine/goods-lines.server'
import { shipment as contract } from './shipment.contract'

export const shipment = kindServer({
  contract,
  footer: 'document',
  reads: ['stock', 'partner', 'lines'],
  filter: ({ counterparty_ids, ...input }) => {
    const goods = goodsWhere(input)
    const partners = counterparty_ids ? sql`o.counterparty_id = any(${counterparty_ids}::int[])` : null
    return goods && partners ? sql`${goods} and ${partners}` : (goods ?? partners)
  },
  totals: goodsTotals,
  row: (row) => ({ ...goodsOf(row), ...waybillRowOf(row) }),
})
