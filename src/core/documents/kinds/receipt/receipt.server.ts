import { kindServer, type KindServer } from '../../engine/document.server'
import { goodsOf, goodsTotals, goodsWhere, numberedBy, waybillRowOf } from '../../engine/goods-lines.server'
import { receipt as contract, workshopReceipt as workshopContract } from './receipt.contract'

const receiptOf = (contract: KindServer['contract']) =>
  kindServer({
    contract,
    footer: 'document',
    reads: ['stock', 'partner', 'lines'],
    filter: goodsWhere,
    totals: goodsTotals,
    totalsAddUp: true,
    complete: numberedBy('act', 'act_number'),
    row: (row) => ({
      ...goodsOf(row),
      ...waybillRowOf(row),
      act_number: (row.extra as { act_number?: string } | null)?.act_number ?? null,
    }),
  })

export const receipt = receiptOf(contract)
export const workshopReceipt = receiptOf(workshopContract)
