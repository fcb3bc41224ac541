import { db } from '../../server/db/client'
import { crudWrites } from '../lists/crud.server'
import { route, type Route } from '../../server/http/route'
import { checkInstant } from '../../server/period'
import { ITEM_CONDITIONS, ITEM_TYPES, itemCalls, NET } from './item.contract'
import { itemModel, readItems } from './item-rows.server'

const named = (words: Record<string, string>) => Object.entries(words).map(([id, name]) => ({ id, name }))

export const itemRoutes: Route[] = [
  route(itemCalls.list, (_, context) => readItems(context)),
  route(itemCalls.nets, (_, context) => readItems(context, { type: NET })),
  ...crudWrites(itemCalls, {
    ...itemModel,
    check: async (fields, context, before) => {
      // an edit carries no moment
      if (!before) checkInstant(context.company, `${fields.date}T${fields.time}`)
      await itemModel.check!(fields, context, before)
    },
    created: (item_id, { date, time, stock: stock_id, note }, { tx, company, user }) =>
      tx.later(
        db.insertInto('item_entries').values({
          company_id: company.id,
          item_id,
          kind: 'adding',
          at: `${date}T${time}`,
          stock_id,
          note,
          user_id: user.id,
        }),
      ),
  }),
  route(itemCalls.types, async () => named(ITEM_TYPES)),
  route(itemCalls.conditions, async () => named(ITEM_CONDITIONS)),
]
