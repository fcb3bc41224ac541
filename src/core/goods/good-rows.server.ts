/** Goods as every answer shows them: what lies in the warehouses that the user may use, and whether anything moved. */
import { sql } from 'kysely'
import { groupBy } from '../../shared/collections'
import { toKg, toUnits } from '../../shared/numbers'
import { byName, type CrudModel, deleteFlags, refuseArchivedName } from '../lists/crud.server'
import { readAmounts } from '../../server/db/ledger/stock-ledger'
import { isUsed } from '../../server/db/is-used'
import { fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { type GoodKind, type GoodRow, MEASURES, typeFits, TYPES_OF } from './good.contract'

interface StoredGood {
  id: number
  kind: GoodKind
  name: string
  type: GoodRow['type']
  measure: GoodRow['measure']
  weight: number | null
  code: string | null
  feed_brand_id: number | null
  feed_brand: string | null
  archived: boolean
  moved: boolean
}

interface Wanted {
  kind?: GoodKind | null
  ids?: number[] | null
  type?: GoodRow['type'] | null
}

const MOVED = 'Расходник нельзя удалить: по нему есть движения.'

export async function readGoods({ tx, company, user }: Context, { kind = null, ids = null, type = null }: Wanted = {}) {
  const [goods, amounts, stocks] = await Promise.all([
    tx.rows<StoredGood>(sql`
      select g.id, g.kind, g.name, g.type, g.measure, g.weight, g.code, g.feed_brand_id, b.name as feed_brand, g.archived_at is not null as archived,
        (${isUsed('operations', 'good_id', 'g')} or ${isUsed('operation_lines', 'good_id', 'g')}) as moved
      from goods g
      left join feed_brands b on b.company_id = ${company.id} and b.id = g.feed_brand_id
      where g.company_id = ${company.id} ${kind ? sql`and g.kind = ${kind}` : sql``}
        ${ids ? sql`and g.id = any(${ids}::int[])` : sql``} ${type ? sql`and g.type = ${type}` : sql``}`),
    readAmounts(tx, company.id, ids, scope(user).stocks('s.id')),
    tx.rows<{ id: number; name: string }>(sql`select id, name from stocks where company_id = ${company.id}`),
  ])
  const byGood = groupBy(amounts, (amount) => amount.good_id)
  stocks.sort(byName)
  return goods.sort(byName).map(({ moved, ...good }): GoodRow => {
    const held = new Map(byGood.get(good.id)?.map(({ stock_id, amount }) => [stock_id, amount]))
    return {
      ...good,
      type_translation: TYPES_OF[good.kind][good.type]!,
      measure_name: MEASURES[good.measure].name,
      weight: good.weight === null ? null : toKg(good.weight),
      stocks_count: Object.fromEntries([...held].map(([stock, amount]) => [stock, toUnits(amount)])),
      stocks_ids: stocks.filter((stock) => held.has(stock.id)).map((stock) => stock.id),
      stock_names: stocks
        .filter((stock) => held.has(stock.id))
        .map((stock) => stock.name)
        .join(', '),
      total: toUnits([...held.values()].reduce((sum, amount) => sum + amount, 0)),
      ...deleteFlags(moved ? MOVED : null),
    }
  })
}

interface Fields {
  name: string
  type: string
  measure: GoodRow['measure']
  weight: number | null
  code: string | null
  feed_brand_id: number | null
}

async function requireBrand({ feed_brand_id: id }: Fields, { tx, company }: Context): Promise<void> {
  if (id === null) return
  const known = await tx.maybe(sql`select 1 from feed_brands where company_id = ${company.id} and id = ${id}`)
  if (!known) throw fieldErrors({ feed_brand_id: 'Марка не найдена' })
}

const MISSING = { good: 'Расходник не найден.', workshop_good: 'Продукция не найдена.' }

export const goodModel = (kind: GoodKind): CrudModel<Fields, GoodRow> => ({
  table: 'goods',
  entity: kind,
  missing: MISSING[kind],
  facts: ['goods', 'lists'],
  read: (context, id) => readGoods(context, { kind, ids: id === null ? null : [id] }),
  check: async (fields, context, before) => {
    const { type, measure } = fields
    if (!typeFits(kind, type)) throw fieldErrors({ type: 'Выберите значение' })
    await requireBrand(fields, context)
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
  values: ({ name, type, measure, weight, code, feed_brand_id }) => ({
    kind,
    name,
    type,
    measure,
    // only a piece has a weight of its own
    weight: measure === 'piece' ? weight : null,
    code,
    feed_brand_id: type === 'feed' ? feed_brand_id : null,
  }),
})
