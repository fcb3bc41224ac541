/** Common parts of kinds about one item: its row, the filter of a journal, and where the item was. */
import { sql } from 'kysely'
import { lockItems, readSteps } from '../../../../server/db/ledger/item-ledger'
import { fieldErrors } from '../../../../server/errors'
import type { Context } from '../../../../server/http/route'
import type { Document } from '../../../../shared/ledger/document'
import { foldItem, type Whereabouts } from '../../../../shared/ledger/item-fold'
import { allOf, withLine } from '../../engine/goods-lines.server'
import type { RowWith } from '../../engine/row-parts.server'

export function itemOf({ lines }: RowWith<'lines'>) {
  const line = lines?.find(({ item_id }) => item_id !== null)
  return { item_id: line?.item_id, item: line?.item }
}

/** SQL: the condition of `placedItemsFilter`, and of goods that items were filled with, on operation `o`. */
export const itemsWhere = ({ items_id, stocks_id, goods_id }: Record<string, unknown>) =>
  allOf(
    !!items_id && withLine(sql`l.item_id = any(${items_id}::int[])`),
    !!stocks_id &&
      sql`(o.stock_id = any(${stocks_id}::int[]) or ${withLine(sql`l.stock_id = any(${stocks_id}::int[])`)})`,
    !!goods_id && sql`o.good_id = any(${goods_id}::int[])`,
  )

/** Where an item was just before a document, which itself is left out; null before it came. */
export async function placeBefore(
  { tx, company }: Context,
  item: number,
  { at, id }: Pick<Document, 'at' | 'id'>,
): Promise<Whereabouts | null> {
  const steps = await readSteps(lockItems(tx, company.id, [item]), tx, company.id, [item], [id])
  return foldItem(steps.filter((step) => step.at < at || (step.at === at && step.id < id))).where
}

/** What happens to an item happens after it came. */
export async function requireThere(document: Document, context: Context): Promise<void> {
  const [line] = document.lines!
  if (!(await placeBefore(context, line!.item_id!, document)))
    throw fieldErrors({ item_id: 'В это время изделия ещё нет' })
}
