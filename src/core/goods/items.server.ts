import { crudWrites } from '../lists/kit/crud.server'
import { route, type Route } from '../../server/http/route'
import { ITEM_CONDITIONS, ITEM_TYPES, itemCalls, NET } from './item.contract'
import { itemModel, readItems } from './item-rows.server'
import type { ItemDocuments } from './nets.server'

const named = (words: Record<string, string>) => Object.entries(words).map(([id, name]) => ({ id, name }))

export const itemRoutes = (documents: ItemDocuments): Route[] => [
  route(itemCalls.list, (_, context) => readItems(context)),
  route(itemCalls.nets, (_, context) => readItems(context, { type: NET })),
  route(itemCalls.refilled, async (_, context) => (await readItems(context)).filter(({ refilled }) => refilled)),
  ...crudWrites(itemCalls, {
    ...itemModel,
    created: (id, { date, time, stock: stock_id, note }, context) =>
      documents.add({ id, stock_id }, { date, time, note }, context),
    removing: documents.remove,
  }),
  route(itemCalls.types, async () => named(ITEM_TYPES)),
  route(itemCalls.conditions, async () => named(ITEM_CONDITIONS)),
]
