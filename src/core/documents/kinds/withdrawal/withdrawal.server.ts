import { sql } from 'kysely'
import type { ParsedOf } from '../../../../shared/contract'
import { dayOf } from '../../../../shared/dates'
import { toKg } from '../../../../shared/numbers'
import { paidKilograms, totalRoubles } from '../../../../shared/sale'
import { fieldErrors } from '../../../../server/errors'
import type { Context } from '../../../../server/http/route'
import { dropEmpty, isProcessed, joinBatch, readBatch } from './batches.server'
import { kindServer } from '../../engine/document.server'
import type { DispatchRow, FishRow, RowWith } from '../../engine/journal-row.server'
import { carried, fishOf } from '../../engine/journal.server'
import { flagsOf } from '../../engine/rules.server'
import { MAX_FISH_MG, typedMass } from '../../engine/weights.server'
import { gapsOf, isSaleTo, withdrawal as contract, WORKSHOP } from './withdrawal.contract'

const PROCESSED = 'Партия уже обработана.'

type Fields = ParsedOf<typeof contract.create>

/** What is chosen from lists must be there, also what this reason does not ask for. */
async function checkChoices(input: Fields, { tx, company }: Context): Promise<void> {
  const { reason, counterparty_id, employee_id, stock_id } = input
  const there = (table: string, id: number | null) =>
    id === null
      ? sql`true`
      : sql`exists (select from ${sql.table(table)} where company_id = ${company.id} and id = ${id})`
  const known = await tx.one<Record<'reason' | 'counterparty' | 'employee' | 'stock', boolean>>(sql`
    select exists (select from withdrawal_reasons where company_id = ${company.id} and code = ${reason}) as reason,
      ${there('counterparties', counterparty_id)} as counterparty,
      ${there('employees', employee_id)} as employee,
      ${there('stocks', stock_id)} as stock`)
  if (!known.reason) throw fieldErrors({ reason: 'Выберите причину' })
  if (!known.counterparty) throw fieldErrors({ counterparty_id: 'Контрагент не найден' })
  if (!known.employee) throw fieldErrors({ employee_id: 'Сотрудник не найден' })
  if (!known.stock) throw fieldErrors({ stock_id: 'Склад не найден' })
}

/** A fish weighs at most a ton, in the workshop too. */
function checkWorkshopWeight({ count, workshop_weight }: Fields): void {
  if (workshop_weight !== null && workshop_weight > count * MAX_FISH_MG)
    throw fieldErrors({ workshop_weight: 'Слишком большой вес: рыба не весит больше 1 000 кг' })
}

const roubles = (kopecks: number | null) => (kopecks === null ? null : kopecks / 100)

function saleOf(row: FishRow & DispatchRow) {
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

export const withdrawal = kindServer({
  contract,
  movesFish: true,
  footer: 'entries',
  reads: ['fish', 'stock', 'dispatch'],
  document: async (input, context) => {
    const gaps = gapsOf(input)
    if (Object.keys(gaps).length > 0) throw fieldErrors(gaps)
    checkWorkshopWeight(input)
    await checkChoices(input, context)
    const sold = isSaleTo(input) ? input : null
    const sent = input.reason === WORKSHOP ? input : null
    return {
      cage_id: input.from_id,
      count: input.count,
      weight: typedMass(input),
      selection: input.selection ?? null,
      reason: input.reason,
      counterparty_id: sold?.counterparty_id ?? null,
      employee_id: sold?.employee_id ?? null,
      price: sold?.price_per_kilogram ?? null,
      payment: sold?.payment ?? null,
      stock_id: sent?.stock_id ?? null,
      workshop_weight: sent?.workshop_weight ?? null,
      batch_id: sent ? await joinBatch(context, sent.stock_id!, dayOf(input.date)) : null,
    }
  },
  effect: (row) => ({
    type: 'move',
    from: { cage: row.cage_id!, generation: row.generation_id!, category: row.age_category_id! },
    count: row.count!,
    mass: row.weight,
    selection: row.selection,
  }),
  locked: async ({ batch_id }, context) =>
    batch_id !== null && (await isProcessed(context, batch_id)) ? PROCESSED : null,
  rejoin: async ({ batch_id, stock_id, at }, context) => ({
    batch_id: batch_id === null ? null : await joinBatch(context, stock_id!, dayOf(at)),
  }),
  settle: async ({ before, after }, context) => {
    const [left, joined] = [before?.batch_id ?? null, after?.batch_id ?? null]
    if (left !== null && left !== joined) await dropEmpty(context, left)
    const batch = joined ?? left
    return { batch: batch === null ? null : await readBatch(context, batch) }
  },
  totals: (company, where) => sql`
    select sum(round(e.mass::numeric * o.price / 100000000))::float8 as total_price, sum(o.payment)::float8 / 100 as payment,
      sum(round(o.payment::numeric * 1000 / nullif(o.price, 0)))::float8 / 1000 as actually_paid_weight,
      sum(case when o.batch_id is not null then coalesce(o.workshop_weight, e.mass) end)::float8 / 1000000 as workshop_weight
    from operations o
    cross join lateral (
      select sum(deviation - mass_delta)::bigint as mass from fish_entries
      where company_id = ${company} and operation_id = o.id and cage_id = o.cage_id) e
    where ${where} and (o.counterparty_id is not null or o.batch_id is not null)`,
  row: (row) => ({
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
    ...(row.processed && flagsOf(PROCESSED)),
  }),
})
