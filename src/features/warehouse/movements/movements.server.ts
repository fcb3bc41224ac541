/** The specification's calls about movements of goods and items: enter one, list all, cancel one. */
import { sql } from 'kysely'
import { conflict, notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { callsOfKind, goodCalls } from '../../../core/goods/good-calls.contract'
import { MEASURES, TYPES_OF } from '../../../core/goods/good.contract'
import { readGoods } from '../../../core/goods/good-rows.server'
import { readItems } from '../../../core/goods/item-rows.server'
import { ITEM_CONDITIONS, ITEM_TYPES, REFILLED_TYPES } from '../../../core/goods/item.contract'
import { remove } from '../../../core/documents/engine/write/operations.server'
import type { Registry } from '../../../core/documents/engine/write/posting.server'
import { itemIn } from '../../../core/documents/kinds/items/items.contract'
import { rulesOf } from '../../../core/documents/kinds/kinds.contract'
import { kindServers } from '../../../core/documents/kinds/kinds.server'
import { itemRoutes } from './item-transact.server'
import { movementCalls } from './movement-calls.contract'
import { listMovements } from './movement-rows.server'
import { transact } from './transact.server'

const GONE = 'Операция не найдена: возможно, её уже удалили.'

async function removeMovement(registry: Registry, id: number, context: Context) {
  const { tx, company } = context
  const stored = await tx.maybe<{ kind: string }>(
    sql`select kind from operations where company_id = ${company.id} and id = ${id}`,
  )
  const movement = stored && rulesOf.get(stored.kind)?.movement
  if (movement?.elsewhere) throw conflict(`${movement.elsewhere}.`)
  const kind = movement && Object.values(kindServers).find(({ contract }) => contract.kind === stored.kind)
  if (!kind) throw notFound(GONE)
  const { documents } = await remove(kind, registry, [id], context)
  const named = documents.flatMap(({ good_id, lines }) => [good_id, ...(lines ?? []).map((line) => line.good_id)])
  const ids = [...new Set(named.filter((good) => good !== null))]
  const goods = await readGoods(context, { ids })
  const item = documents.map(itemIn).find((one) => one !== null)
  return {
    good: goods[0],
    goods: Object.fromEntries(goods.map((good) => [good.id, good])),
    item: item === undefined ? undefined : (await readItems(context, { id: item }))[0],
  }
}

/** Code word → Russian word of every movement. */
const OPERATION_TYPES = Object.fromEntries(
  [...rulesOf.values()].flatMap(({ movement }) =>
    movement ? [movement, ...Object.values(movement.byRole ?? {})].map(({ type, title }) => [type, title]) : [],
  ),
) as Record<string, string>

const named = (words: Record<string, string>) => Object.entries(words).map(([id, name]) => ({ id, name }))
const measures = Object.entries(MEASURES).map(([id, { name }]) => ({ id, name }))

const STORING = {
  good: { types: named(TYPES_OF.good), measures },
  workshop_good: { types: named(TYPES_OF.workshop_good), measures },
  item: { types: named(ITEM_TYPES), conditions: named(ITEM_CONDITIONS), refilled: REFILLED_TYPES },
  operation_types: OPERATION_TYPES,
}

export const movementRoutes = (registry: Registry): Route[] => [
  ...(['good', 'workshop_good'] as const).map((kind) =>
    route(callsOfKind[kind].transact, (input, context) => transact(kind, registry, input, context)),
  ),
  ...itemRoutes(registry),
  route(movementCalls.list, listMovements),
  route(movementCalls.types, async () => OPERATION_TYPES),
  route(movementCalls.settings, async () => STORING),
  route(goodCalls.removeTransaction, ({ id }, context) => removeMovement(registry, id, context)),
]
