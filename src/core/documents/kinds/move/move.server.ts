import { kindServer, type KindServer } from '../../engine/document.server'
import { goodsOf, goodsWhere } from '../../engine/goods-lines.server'
import { move as contract, workshopMove as workshopContract } from './move.contract'

const moveOf = (contract: KindServer['contract']) =>
  kindServer({
    contract,
    footer: 'document',
    reads: ['stock', 'lines'],
    filter: goodsWhere,
    row: (row) => {
      const into = row.lines?.find(({ role }) => role === 'in')
      return { ...goodsOf(row, ({ role }) => role === 'out'), to_stock_id: into?.stock_id, to_stock: into?.stock }
    },
  })

export const move = moveOf(contract)
export const workshopMove = moveOf(workshopContract)
