import { sql } from 'kysely'
import { fieldErrors } from '../../../../server/errors'
import type { Context } from '../../../../server/http/route'
import type { Document } from '../../../../shared/ledger/document'
import { toUnits } from '../../../../shared/numbers'
import { MEASURES } from '../../../goods/good.contract'
import { isRefilled, type ItemRow } from '../../../goods/item.contract'
import { completeEach, kindServer } from '../../engine/document.server'
import { itemOf, itemsWhere, requireThere } from '../items/item-rows.server'
import { refill as contract } from './refill.contract'

async function requireTank({ lines }: Document, { tx, company }: Context): Promise<void> {
  const item = await tx.one<Pick<ItemRow, 'type'>>(
    sql`select type from items where company_id = ${company.id} and id = ${lines![0]!.item_id}`,
  )
  if (!isRefilled(item)) throw fieldErrors({ item_id: 'Это изделие не заправляют' })
}

export const refill = kindServer({
  contract,
  footer: 'document',
  reads: ['good', 'stock', 'lines'],
  filter: itemsWhere,
  row: (row) => ({
    ...itemOf(row),
    good_id: row.good_id,
    good: row.good,
    measure: MEASURES[row.measure as keyof typeof MEASURES].name,
    stock_id: row.stock_id,
    stock: row.stock,
    volume: toUnits(row.volume ?? 0),
  }),
  complete: completeEach(async (document, context) => {
    await requireTank(document, context)
    await requireThere(document, context)
    return {}
  }),
})
