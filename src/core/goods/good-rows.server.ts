/** Goods as every answer shows them: what lies in the warehouses that the user may use, and whether anything moved. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { groupBy } from '../../shared/collections'
import { toKg, toUnits } from '../../shared/numbers'
import { byName, type CrudModel, deleteFlags, refuseArchivedName } from '../lists/crud.server'
import { readAmounts } from '../../server/db/ledger/stock-ledger'
import { isUsed } from '../../server/db/is-used'
import { fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { GOOD_TYPES, type goodCalls, type GoodRow, MEASURES } from './good.contract'

interface StoredGood {
  id: number
  name: string
  type: GoodRow['type']
  measure: GoodRow['measure']
  weight: number | null
  code: string | null
  archived: boolean
  moved: boolean
}

interface Wanted {
  id?: number | null
  type?: GoodRow['type'] | null
}

const MOVED = 'Расходник нельзя удалить: по нему есть движения.'

export async function readGoods({ tx, company, user }: Context, { id = null, type = null }: Wanted = {}) {
  const [goods, amounts, stocks] = await Promise.all([
    tx.rows<StoredGood>(sql`
      select g.id, g.name, g.type, g.measure, g.weight, g.code, g.archived_at is not null as archived,
        ${isUsed('operations', 'good_id', 'g')} as moved
      from goods g
      where g.company_id = ${company.id} ${id === null ? sql`` : sql`and g.id = ${id}`} ${type ? sql`and g.type = ${type}` : sql``}`),
    readAmounts(tx, company.id, id === null ? null : [id], scope(user).stocks('s.id')),
    tx.rows<{ id: number; name: string }>(sql`select id, name from stocks where company_id = ${company.id}`),
  ])
  const byGood = groupBy(amounts, (amount) => amount.good_id)
  stocks.sort(byName)
  return goods.sort(byName).map(({ moved, ...good }): GoodRow => {
    const held = new Map(byGood.get(good.id)?.map(({ stock_id, amount }) => [stock_id, amount]))
    return {
      ...good,
      type_translation: GOOD_TYPES[good.type],
      measure_name: MEASURES[good.measure].name,
      weight: good.weight === null ? null : toKg(good.weight),
      stocks_count: Object.fromEntries([...held].map(([stock, amount]) => [stock, toUnits(amount)])),
      stock_names: stocks
        .filter((stock) => held.has(stock.id))
        .map((stock) => stock.name)
        .join(', '),
      total: toUnits([...held.values()].reduce((sum, amount) => sum + amount, 0)),
      ...deleteFlags(moved ? MOVED : null),
    }
  })
}

export const goodModel: CrudModel<ParsedOf<typeof goodCalls.create>, GoodRow> = {
  table: 'goods',
  entity: 'good',
  missing: 'Расходник не найден.',
  facts: ['goods', 'lists'],
  read: (context, id) => readGoods(context, { id }),
  check: async (fields, context, before) => {
    const { type, measure } = fields
    await refuseArchivedName({ table: 'goods' }, fields, context, before)
    if (!before?.delete_disabled) return
    if (type !== before.type) throw fieldErrors({ type: 'Вид нельзя изменить: по расходнику есть движения' })
    if (measure !== before.measure)
      throw fieldErrors({ measure: 'Единицу нельзя изменить: по расходнику есть движения' })
  },
  // also in warehouses that are closed to this user
  needed: async ({ id }, { tx, company }) => {
    const amounts = await readAmounts(tx, company.id, [id], sql``)
    return amounts.length > 0 ? 'Расходник нельзя отправить в архив: он лежит на складах.' : null
  },
  values: ({ name, type, measure, weight, code }) => ({
    name,
    type,
    measure,
    // only a piece has a weight of its own
    weight: measure === 'piece' ? weight : null,
    code,
  }),
}
