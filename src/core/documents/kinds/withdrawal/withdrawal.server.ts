import { sql } from 'kysely'
import type { Context } from '../../../../server/http/route'
import { dayOf } from '../../../../shared/dates'
import type { Document } from '../../../../shared/ledger/document'
import { toKg } from '../../../../shared/numbers'
import { paidKilograms, totalRoubles } from '../../../../shared/fish/sale'
import { dropEmpty, isProcessed, joinBatch, readBatch } from './batches.server'
import { closingWith } from '../close-out/closing.server'
import { completeEach, kindServer } from '../../engine/document.server'
import type { RowWith } from '../../engine/row-parts.server'
import { carried, fishOf } from '../../engine/journal.server'
import { flagsOf } from '../../engine/rules.server'
import { requireHarvestRow } from './harvest-row.server'
import { withdrawal as contract, WORKSHOP } from './withdrawal.contract'

const PROCESSED = 'Партия уже обработана.'

const roubles = (kopecks: number | null) => (kopecks === null ? null : kopecks / 100)

function saleOf(row: RowWith<'fish' | 'dispatch' | 'partner'>) {
  const { counterparty_id, counterparty, employee_id, employee, price, payment } = row
  return {
    show_with_counterparty: counterparty_id !== null,
    counterparty_id,
    counterparty,
    employee_id,
    employee,
    price_per_kilogram: roubles(price),
    total_price: price === null ? null : totalRoubles(carried(row), price),
    actually_paid_weight: price === null || payment === null ? null : paidKilograms(payment, price),
    payment: roubles(payment),
  }
}

const dispatchOf = (row: RowWith<'fish' | 'stock' | 'dispatch'>) => ({
  stock_id: row.stock_id,
  stock: row.stock,
  workshop_weight: row.batch_id === null ? null : toKg(row.workshop_weight ?? carried(row)),
  workshop_weight_typed: row.workshop_weight !== null,
  batch_id: row.batch_id,
  batch_name: row.batch === null ? null : String(row.batch),
})

const placeOf = ({ reason, stock_id, at }: Document) => [reason, stock_id, dayOf(at)].join()

/** A withdrawal whose reason, warehouse and day are unchanged stays in its batch, even if others are open. */
async function batchOf(document: Document, context: Context, before: Document | null): Promise<number | null> {
  if (before && placeOf(before) === placeOf(document)) return before.batch_id
  if (document.reason !== WORKSHOP) return null
  return joinBatch(context, document.stock_id!, dayOf(document.at), document.batch_id)
}

export const withdrawal = kindServer({
  contract,
  footer: 'decreases',
  reads: ['fish', 'stock', 'dispatch', 'partner'],
  filter: ({ generation_id, reason }) =>
    generation_id || reason
      ? sql`${reason ? sql`o.reason = ${reason}` : sql`true`}
          ${generation_id ? sql`and o.generation_id = ${generation_id}` : sql``}`
      : null,
  also: closingWith,
  locked: async ({ batch_id }, context) =>
    batch_id !== null && (await isProcessed(context, batch_id)) ? PROCESSED : null,
  complete: completeEach(async (document, context, before) => {
    await requireHarvestRow(document, context)
    return { batch_id: await batchOf(document, context, before) }
  }),
  afterPosting: async ({ before, after }, context) => {
    const [left, joined] = [before?.batch_id ?? null, after?.batch_id ?? null]
    if (left !== null && left !== joined) await dropEmpty(context, left)
    const batch = joined ?? left
    return { batch: batch === null ? null : await readBatch(context, batch) }
  },
  totals: (where, { tx, company }) =>
    tx.one(sql`
    select sum(round(e.mass::numeric * o.price / 100000000))::float8 as total_price,
      sum(o.payment)::float8 / 100 as payment,
      sum(round(o.payment::numeric * 1000 / nullif(o.price, 0)))::float8 / 1000 as actually_paid_weight,
      sum(case when o.batch_id is not null then coalesce(o.workshop_weight,
        e.mass) end)::float8 / 1000000 as workshop_weight
    from operations o
    cross join lateral (
      select sum(deviation - mass_delta)::bigint as mass from fish_entries
      where company_id = ${company.id} and operation_id = o.id and cage_id = o.cage_id) e
    where ${where} and (o.counterparty_id is not null or o.batch_id is not null)`),
  row: (row, speak) => ({
    from_id: row.cage_id,
    number: row.number,
    location_id: row.location_id,
    ...fishOf(row),
    weight_typed: row.weight !== null,
    mass_deviation: toKg(row.deviation ?? 0),
    selection: row.selection,
    reason: row.reason ?? '',
    reason_name: row.reason_name ?? row.reason ?? '',
    ...dispatchOf(row),
    ...saleOf(row),
    harvest_row_id: row.harvest_row_id,
    ...(row.processed && flagsOf(PROCESSED, speak)),
  }),
})
