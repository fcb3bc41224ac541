/** Documents of items: they come into a warehouse, and nets are tied to cages. */
import { sql } from 'kysely'
import { dayOf, timeOf } from '../../../../shared/dates'
import type { ItemDocuments } from '../../../goods/nets.server'
import { deleteDocuments, type DocumentKind, lockDocuments } from '../../engine/document.server'
import { announce, create } from '../../engine/write/operations.server'
import type { Registry } from '../../engine/write/posting.server'
import { each } from '../../engine/rows.server'
import { itemAdding as addingContract, tying as tyingContract } from './items.contract'

export const itemAdding: DocumentKind = { contract: addingContract, row: ({ lines }) => ({ lines }) }
export const tying: DocumentKind = { contract: tyingContract, row: ({ lines }) => ({ lines }) }

/** `others` are further kinds whose documents are deleted with an item. */
export const itemDocuments = (registry: Registry, others: readonly DocumentKind[]): ItemDocuments => ({
  add: async ({ id: item_id, stock_id }, moment, context) => {
    const lines = [{ role: 'in', item_id, stock_id, cage_id: null }]
    await create(itemAdding, registry, each([{ ...moment, lines }]), context)
  },

  // one document for each net, so that deleting a net deletes only its own past
  tie: async (cage_id, { untied, tied }, context) => {
    const { now } = context.company
    const at = { date: dayOf(now), time: timeOf(now) }
    const rows = Object.entries({ untied, tied }).flatMap(([role, net]) =>
      net ? [{ ...at, lines: [{ role, item_id: net.id, stock_id: net.stock_id, cage_id }] }] : [],
    )
    if (rows.length > 0) await create(tying, registry, each(rows), context)
  },

  remove: async (item, context) => {
    const { tx, company } = context
    const rows = await tx.rows<{ id: number }>(
      sql`select operation_id as id from operation_lines where company_id = ${company.id} and item_id = ${item}`,
    )
    const ids = rows.map(({ id }) => id)
    for (const kind of [itemAdding, tying, ...others])
      for (const before of await lockDocuments(tx, company.id, kind, ids))
        announce(kind, context, { before, after: null })
    await deleteDocuments(tx, company.id, ids)
  },
})
