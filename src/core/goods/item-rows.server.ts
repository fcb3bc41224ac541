/** Items as all answers show them: where they are, and whether they may be deleted. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { say } from '../../shared/say'
import { byName, type CrudModel, deleteFlags } from '../lists/kit/crud.server'
import { fieldErrors } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { ELSEWHERE, scope } from '../../server/scope'
import { PLACING } from '../../shared/ledger/item-fold'
import { isRefilled, ITEM_CONDITIONS, ITEM_TYPES, type itemCalls, type ItemRow, NET } from './item.contract'

interface StoredItem {
  id: number
  name: string
  type: ItemRow['type']
  condition: ItemRow['condition']
  code: string | null
  archived: boolean
  stock_id: number
  stock: string
  cage_id: number | null
  /** null also for a cage in a module closed to the user, like the colour */
  cage_number: string | null
  color: number | null
  since: string | null
  /** fuel was put into it, which must not come back by itself */
  filled: boolean
}

interface ItemQuery {
  id?: number | null
  type?: ItemRow['type']
}

const inCage = (key: string, { cage_number }: { cage_number: string | null }) =>
  say(key, { cage: cage_number ?? ELSEWHERE })
const NOT_DELETED = 'Дель нельзя удалить: она в садке {{cage}}.'
const FILLED = 'Изделие нельзя удалить: его заправляли. Отправьте его в архив или удалите заправки.'

/** Items of the user's warehouses. A net in a cage belongs to the warehouse it returns to. */
export async function readItems({ tx, company, user, speak }: Context, { id = null, type }: ItemQuery = {}) {
  const rows = await tx.rows<StoredItem>(sql`
    select i.id, i.name, i.type, i.condition, i.code, i.archived_at is not null as archived, i.stock_id,
      s.name as stock, c.id as cage_id, o.number as cage_number, o.color,
      last.at as since, exists (
        select from operation_lines l where l.company_id = ${company.id} and l.item_id = i.id
          and l.role = 'refill') as filled
    from items i
    join stocks s on s.company_id = i.company_id and s.id = i.stock_id
    left join cages c on c.company_id = i.company_id and c.net_id = i.id
    left join cages o on o.company_id = i.company_id and o.id = c.id
      ${scope(user).modules('o.location_id')}
    left join lateral (
      select d.at from operation_lines l join operations d on d.company_id = ${company.id} and d.id = l.operation_id
      where l.company_id = ${company.id} and l.item_id = i.id and l.role = any(${PLACING}::text[])
      order by d.at desc, d.id desc limit 1) last on true
    where i.company_id = ${company.id} ${id === null ? sql`` : sql`and i.id = ${id}`}
      ${type ? sql`and i.type = ${type}` : sql``} ${scope(user).stocks('i.stock_id')}`)
  return rows.sort(byName).map(({ stock, stock_id, filled, ...item }): ItemRow => ({
    ...item,
    type_translation: ITEM_TYPES[item.type],
    condition_translation: ITEM_CONDITIONS[item.condition],
    stock_id: item.cage_id === null ? stock_id : null,
    stock_field: item.cage_id === null ? stock : null,
    refilled: isRefilled(item),
    ...deleteFlags(item.cage_id === null ? (filled ? FILLED : null) : inCage(NOT_DELETED, item), speak),
  }))
}

type Fields = ParsedOf<typeof itemCalls.create>

async function checkStock({ stock }: Fields, { tx, company, user }: Context): Promise<void> {
  const known = await tx.maybe(sql`select 1 from stocks where company_id = ${company.id} and id = ${stock}`)
  if (!known || !scope(user).opensStock(stock)) throw fieldErrors({ stock: 'Склад не найден' })
}

export const itemModel: CrudModel<Fields, ItemRow> = {
  table: 'items',
  entity: 'item',
  missing: 'Изделие не найдено.',
  facts: ['goods', 'places'],
  read: (context, id) => readItems(context, { id }),
  check: async (fields, context, before) => {
    if (!before) return checkStock(fields, context)
    if (before.cage_id !== null && fields.type !== NET)
      throw fieldErrors({ type: inCage('Вид нельзя изменить: дель в садке {{cage}}', before) })
  },
  needed: async (item) =>
    item.cage_id === null ? null : inCage('Дель нельзя отправить в архив: она в садке {{cage}}.', item),
  // the warehouse changes by a transaction, not by an edit
  values: ({ name, type, condition, code, stock }) => ({
    name,
    type,
    condition,
    code,
    ...(stock === undefined ? {} : { stock_id: stock }),
  }),
}
