import { kindServer, type KindServer } from '../../engine/document.server'
import { goodsOf, goodsTotals, goodsWhere, waybillRowOf } from '../../engine/goods-lines.server'
import { receipt as contract, workshopReceipt as workshopContract } from './receipt.contract'

const receiptOf = (contract: KindServer['contract']) =>
  kindServer({
    contract,
    footer: 'document',
    reads: ['stock', 'partner', 'lines'],
    filter: goodsWhere,
    totals: goodsTotals,
    row: (row) => ({ ...goodsOf(row), ...waybillRowOf(row) }),
  })

export const receipt = receiptOf(contract)
export const workshopReceipt = receiptOf(workshopContract)
