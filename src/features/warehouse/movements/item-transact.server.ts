/** The specification's calls about one item, each entered as a document. */
import { timeOf } from '../../../shared/dates'
import { fieldErrors, notFound, underNames } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { readGoods } from '../../../core/goods/good-rows.server'
import { readItems } from '../../../core/goods/item-rows.server'
import type { KindServer } from '../../../core/documents/engine/document.server'
import { listJournal, readOperations } from '../../../core/documents/engine/journal.server'
import { create } from '../../../core/documents/engine/write/operations.server'
import type { Registry } from '../../../core/documents/engine/write/posting.server'
import { type CommonInput, each } from '../../../core/documents/engine/rows.server'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import { movementCalls } from './movement-calls.contract'

interface OfItem {
  id: number
  item_id: number | null
}

/** Field of the document → field of the call. */
const NAMES = { to_stock_id: 'stock', stock_id: 'stock_from', volume: 'count' }

async function requireItem({ id, item_id }: OfItem, context: Context) {
  const [item] = await readItems(context, { id })
  if (!item) throw notFound('Изделие не найдено.')
  if (item_id !== null && item_id !== id) throw fieldErrors({ item_id: 'Изделие не найдено' })
  return item
}

/** Answers the id of the document. */
async function enterOf(kind: KindServer, registry: Registry, input: OfItem & CommonInput, context: Context) {
  await requireItem(input, context)
  const document = { ...input, item_id: input.id }
  const { documents, stockPosted } = await underNames(NAMES, create(kind, registry, each([document]), context))
  await underNames(NAMES, stockPosted)
  return documents[0]!.id
}

export const itemRoutes = (registry: Registry): Route[] => [
  route(movementCalls.moveItem, async ({ stock, ...input }, context) => {
    const id = await enterOf(kindServers.itemMove, registry, { ...input, to_stock_id: stock }, context)
    const [item] = await readItems(context, { id: input.id })
    return { id, item: item! }
  }),
  route(movementCalls.refillItem, async ({ stock_from, count, ...input }, context) => {
    const document = { ...input, stock_id: stock_from, volume: count }
    const id = await enterOf(kindServers.refill, registry, document, context)
    const [[item], [good]] = await Promise.all([
      readItems(context, { id: input.id }),
      readGoods(context, { ids: [input.good_id] }),
    ])
    return { id, item: item!, good: good! }
  }),
  route(movementCalls.operations, async ({ id }, context) => {
    await requireItem({ id, item_id: null }, context)
    const ever = { start: '-infinity', end: 'infinity', cages_id: null, location_id: null, per_page: 0 }
    return listJournal(kindServers.itemOperation, { ...ever, items_id: [id] }, context) as never
  }),
  route(movementCalls.addOperation, async (input, context) => {
    const time = input.time ?? timeOf(context.company.now)
    const id = await enterOf(kindServers.itemOperation, registry, { ...input, time }, context)
    return (await readOperations(kindServers.itemOperation, [id], context))[0] as never
  }),
]
