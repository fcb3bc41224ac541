import { sql } from 'kysely'
import { isUsed } from '../../../server/db/is-used'
import { forbidden } from '../../../server/errors'
import { scope } from '../../../server/scope'
import { requireModule } from '../kit/modules.server'
import type { Own } from '../kit/library-model.server'
import type { stockLibrary } from './stock.contract'

export const stock: Own<typeof stockLibrary> = {
  columns: sql`l.name as location_name`,
  joins: () => sql`left join locations l on l.company_id = t.company_id and l.id = t.location_id`,
  within: ({ user }) => scope(user).stocks('t.id'),
  // entries are indexed by good and warehouse: probing each good is faster than reading all entries
  used: {
    stock_entries: sql`exists (select from goods g where g.company_id = t.company_id
      and ${isUsed('stock_entries', 'stock_id', 't', sql`and u.good_id = g.id`)})`,
  },
  needed: async ({ id }, { tx, company }) => {
    const { goods, items } = await tx.one<{ goods: boolean; items: boolean }>(sql`
      select exists (select from goods g cross join lateral (
          select closing from stock_days where company_id = ${company.id} and good_id = g.id and stock_id = ${id}
            order by day desc limit 1) d
        where g.company_id = ${company.id} and d.closing > 0) as goods,
      exists (select from items where company_id = ${company.id} and stock_id = ${id}
        and archived_at is null) as items`)
    if (goods) return 'Склад нельзя отправить в архив: на нём лежат расходники.'
    return items ? 'Склад нельзя отправить в архив: на нём лежат изделия.' : null
  },
  check: async ({ location_id }, context, before) => {
    if (!before && !scope(context.user).allStocks)
      throw forbidden('Вам доступны не все склады. Новый может создать коллега, которому доступны все.')
    if (location_id !== null && location_id !== before?.location_id) await requireModule(location_id, context)
  },
}
