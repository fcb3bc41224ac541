/**
 * Keeps `items.stock_id` equal to the fold of the item's documents: after a change the item's whole history is folded
 * again, in the caller's transaction, and a contradiction refuses the change.
 */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { type BrokenStep, byPosition, foldItem, type ItemStep, PLACING } from '../../../shared/ledger/item-fold'
import type { Locked, Tx } from '../client'

/** Thrown when an item's history would contradict itself. Causes a rollback. */
export interface ItemRefusal extends Error {
  broken: BrokenStep
  /** the document of this very change */
  own: boolean
}
export const isItemRefusal = (error: unknown): error is ItemRefusal => error instanceof Error && 'broken' in error

/** An item whose warehouse is now another one. */
export interface ItemMoved {
  item: number
  before: number
  after: number
}

interface PlacedItem {
  id: number
  stock_id: number
}

/** Histories of items change under locks of their rows, taken in ascending order. */
export type HeldItems = Locked<'items', PlacedItem>

export const lockItems = (tx: Tx, company: number, items: number[]): HeldItems =>
  tx.lock(
    'items',
    sql<PlacedItem>`select id, stock_id from items where company_id = ${company} and id = any(${items}::int[])
      order by id for update`,
  )

/** What the stored documents do to these items. */
export const stepsOf = (company: number, items: number[]) => sql<ItemStep>`
  select l.item_id as item, o.id, o.kind, o.at, l.line, l.role, l.stock_id as stock, l.cage_id as cage
  from operation_lines l
  join operations o on o.company_id = ${company} and o.id = l.operation_id
  where l.company_id = ${company} and l.item_id = any(${items}::int[]) and l.role = any(${PLACING}::text[])`

/** The same, but for some documents. */
export const readSteps = (_: HeldItems, tx: Tx, company: number, items: number[], without: number[]) =>
  tx.rows<ItemStep>(sql`${stepsOf(company, items)} and o.id <> all(${without}::bigint[])`)

/** Steps removed and added by documents, stored or not: their stored lines are not read. */
export async function postItems(tx: Tx, company: number, out: ItemStep[], into: ItemStep[]): Promise<ItemMoved[]> {
  const changed = [...out, ...into]
  const items = [...new Set(changed.map(({ item }) => item))].sort((a, b) => a - b)
  if (items.length === 0) return []
  const held = lockItems(tx, company, items)
  const operations = [...new Set(changed.map(({ id }) => id))]
  const steps = groupBy([...(await readSteps(held, tx, company, items, operations)), ...into], ({ item }) => item)
  const folded = items.map((item) => ({ item, ...foldItem(steps.get(item) ?? []) }))
  const broken = folded.flatMap((one) => one.broken ?? []).sort((a, b) => byPosition(a.step, b.step))
  if (broken[0]) {
    const own = into.some(({ id }) => id === broken[0]!.step.id)
    throw Object.assign(new Error('the history of an item refuses'), { broken: broken[0], own })
  }
  const lay = new Map((await held.rows).map(({ id, stock_id }) => [id, stock_id]))
  const moved = folded.flatMap(({ item, where }): ItemMoved[] => {
    const before = lay.get(item)
    return where && before !== undefined && before !== where.stock ? [{ item, before, after: where.stock }] : []
  })
  if (moved.length > 0)
    tx.later(sql`update items set stock_id = n.stock
      from unnest(${moved.map(({ item }) => item)}::int[], ${moved.map(({ after }) => after)}::int[]) as n (item, stock)
      where company_id = ${company} and id = n.item`)
  return moved
}
