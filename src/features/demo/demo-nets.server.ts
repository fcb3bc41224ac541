/** The demo farm's nets, one in each cage and some ashore, a boat at each barge and a generator ashore. */
import { db, type Tx } from '../../server/db/client'
import { addDays } from '../../shared/dates'
import { EMPTY } from '../../shared/ledger/document'
import { itemAdding, itemLine, tying } from '../../core/documents/kinds/items/items.contract'
import { isRefilled, NET } from '../../core/goods/item.contract'
import type { Draft } from './demo-life.server'
import { CAGES, CAGES_PER_MODULE, type DemoFarm } from './demo-place.server'

const SPARE = 4
/** Mesh sizes by module, millimetres. The fry need the finest. */
const MESH = [24, 24, 12]

const netName = (index: number) => {
  const module = CAGES[index]?.module ?? 0
  return `Д-${100 * (module + 1) + (index % CAGES_PER_MODULE) + 1} · ${MESH[module]} мм`
}

interface Thing {
  name: string
  type: string
  condition: string
  stock_id: number
  cage_id: number | null
}

function thingsOf({ cages, stocks, shore }: DemoFarm): Thing[] {
  const nets = CAGES.map((_, index) => ({
    name: netName(index),
    type: NET,
    condition: 'working',
    stock_id: shore,
    cage_id: cages[index]!,
  }))
  const spare = Array.from({ length: SPARE }, (_, index) => ({
    name: `Д-${401 + index} · ${MESH[index % MESH.length]} мм`,
    type: NET,
    condition: index === SPARE - 1 ? 'repair' : 'new',
    stock_id: shore,
    cage_id: null,
  }))
  const boats = stocks
    .filter((stock) => stock !== shore)
    .map((stock_id, index) => ({
      name: `Лодка «Чайка-${index + 1}»`,
      type: 'boat',
      condition: 'working',
      stock_id,
      cage_id: null,
    }))
  const generator = { name: 'Генератор 5 кВт', type: 'generator', condition: 'working', stock_id: shore, cage_id: null }
  return [...nets, ...spare, ...boats, generator]
}

/** A thing that takes fuel, and the warehouse that it belongs to. */
export interface Engine {
  item: number
  type: string
  stock: number
}

/**
 * They came two days before the first fish and were hung the day after. Answers the documents of it, which are to be
 * posted, and what takes fuel.
 */
export async function hangNets(
  tx: Tx,
  company_id: number,
  place: DemoFarm,
  start: string,
): Promise<{ drafts: Draft[]; engines: Engine[] }> {
  const things = thingsOf(place)
  const items = things.map(({ cage_id: _, ...item }) => ({ company_id, ...item }))
  const rows = await tx.rows<{ id: number }>(db.insertInto('items').values(items).returning('id'))
  for (const [index, { cage_id }] of things.entries())
    if (cage_id !== null)
      tx.later(
        db
          .updateTable('cages')
          .set({ net_id: rows[index]!.id })
          .where('company_id', '=', company_id)
          .where('id', '=', cage_id),
      )
  const [came, hung] = [`${addDays(start, -2)}T10:00`, `${addDays(start, -1)}T10:00`]
  const entered = { ...EMPTY, user_id: place.people.keeper }
  const added = things.map(({ stock_id }, index): Draft => {
    const line = itemLine({ role: 'in', item_id: rows[index]!.id, stock_id, cage_id: null })
    return { ...entered, kind: itemAdding.kind, at: came, created: came, lines: [line] }
  })
  const tied = things.flatMap(({ stock_id, cage_id }, index): Draft[] => {
    const line = itemLine({ role: 'tied', item_id: rows[index]!.id, stock_id, cage_id })
    return cage_id === null ? [] : [{ ...entered, kind: tying.kind, at: hung, created: hung, lines: [line] }]
  })
  const engines = things.flatMap(({ type, stock_id: stock }, index): Engine[] =>
    isRefilled({ type }) ? [{ item: rows[index]!.id, type, stock }] : [],
  )
  return { drafts: [...added, ...tied], engines }
}
