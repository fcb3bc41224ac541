import { kindServer, type KindServer } from '../../engine/document.server'
import { goodsOf, goodsWhere } from '../../engine/goods-lines.server'
import { workshopWriteOff as workshopContract, writeOff as contract } from './write-off.contract'

const writeOffOf = (contract: KindServer['contract']) =>
  kindServer({
    contract,
    footer: 'document',
    reads: ['stock', 'lines'],
    filter: goodsWhere,
    row: (row) => goodsOf(row),
  })

export const writeOff = writeOffOf(contract)
export const workshopWriteOff = writeOffOf(workshopContract)
