import { fieldErrors } from '../../../../server/errors'
import { scope } from '../../../../server/scope'
import { completeEach, kindServer } from '../../engine/document.server'
import { itemOf, itemsWhere, placeBefore } from '../items/item-rows.server'
import { itemMove as contract } from './item-move.contract'

export const itemMove = kindServer({
  contract,
  footer: 'document',
  reads: ['stock', 'lines'],
  filter: itemsWhere,
  row: (row) => {
    const into = row.lines?.find(({ role }) => role === 'in')
    return {
      ...itemOf(row),
      stock_id: row.stock_id,
      stock: row.stock,
      to_stock_id: into?.stock_id,
      to_stock: into?.stock,
    }
  },
  // the source is the warehouse by the item's history, which also refuses an item that is not there then
  complete: completeEach(async (document, context) => {
    const into = document.lines!.at(-1)!
    const from = (await placeBefore(context, into.item_id!, document))?.stock ?? null
    if (from === into.stock_id) throw fieldErrors({ to_stock_id: 'Выберите другой склад' })
    if (from !== null && !scope(context.user).opensStock(from)) throw fieldErrors({ item_id: 'Изделие не найдено' })
    const stock_id = from ?? into.stock_id
    return { stock_id, lines: [{ ...into, role: 'out', stock_id }, into] }
  }),
})
