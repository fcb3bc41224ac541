import { sql } from 'kysely'
import { byName, crudWrites } from '../lists/crud.server'
import { readAmounts } from '../../server/db/ledger/stock-ledger'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { toUnits } from '../../shared/numbers'
import { GOOD_TYPES, goodCalls, type GoodRow, MEASURES } from './good.contract'
import { goodModel, readGoods } from './good-rows.server'

/** Good → warehouse → amount, of the warehouses that the user may use. */
async function amountsOf({ tx, company, user }: Context, type: GoodRow['type'] | null) {
  const goods = await tx.rows<{ id: number }>(
    sql`select id from goods where company_id = ${company.id} ${type ? sql`and type = ${type}` : sql``}`,
  )
  const ids = goods.map((good) => good.id)
  const result: Record<string, Record<string, number>> = Object.fromEntries(ids.map((id) => [id, {}]))
  for (const { good_id, stock_id, amount } of await readAmounts(tx, company.id, ids, scope(user).stocks('s.id')))
    result[good_id]![stock_id] = toUnits(amount)
  return result
}

export const goodRoutes: Route[] = [
  route(goodCalls.list, async ({ type }, context) =>
    Object.fromEntries((await readGoods(context, { type })).map((good) => [good.id, good])),
  ),
  ...crudWrites(goodCalls, goodModel),
  route(goodCalls.types, async () => Object.entries(GOOD_TYPES).map(([id, name]) => ({ id, name }))),
  route(goodCalls.measures, async () => Object.entries(MEASURES).map(([id, { name }]) => ({ id, name }))),
  route(goodCalls.allAmounts, (_, context) => amountsOf(context, null)),
  route(goodCalls.feedAmounts, (_, context) => amountsOf(context, 'feed')),
  route(goodCalls.allStocks, async (_, { tx, company, user }) => {
    const rows = await tx.rows<{ id: number; name: string; archived: boolean }>(sql`
      select id, name, archived_at is not null as archived from stocks
      where company_id = ${company.id} ${scope(user).stocks('id')}`)
    return rows.sort(byName)
  }),
]
