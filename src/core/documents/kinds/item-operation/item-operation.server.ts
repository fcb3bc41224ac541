import { completeEach, kindServer } from '../../engine/document.server'
import { itemOf, itemsWhere, requireThere } from '../items/item-rows.server'
import { itemOperation as contract } from './item-operation.contract'

export const itemOperation = kindServer({
  contract,
  footer: 'document',
  reads: ['lines'],
  filter: itemsWhere,
  row: (row) => ({ ...itemOf(row), operation_name: String(row.extra?.operation_name ?? '') }),
  complete: completeEach(async (document, context) => {
    await requireThere(document, context)
    return {}
  }),
})
