import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { showInstant } from '../../shared/dates'
import { conflict, notFound } from '../../server/errors'
import { complete, UNPAGED } from '../../server/http/most-rows'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { toKg, toUnits } from '../../shared/numbers'
import { readOperations } from '../../core/documents/engine/journal.server'
import { listJournal } from '../../core/documents/engine/journal.server'
import { takeBack, updateOperation } from '../../core/documents/engine/operations.server'
import type { Registry } from '../../core/documents/engine/posting.server'
import { costOf } from '../../core/documents/engine/goods-lines.contract'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import type { batchTransform } from '../../core/documents/kinds/transform/transform.contract'
import { dissolve, readBatches } from '../../core/documents/kinds/withdrawal/batches.server'
import { MEASURES, WORKSHOP_TYPES } from '../../core/goods/good.contract'
import { percentOf, weightOf } from '../../core/goods/weights.contract'
import type * as z from 'zod'
import { type BatchDetails, workshopCalls } from './workshop.contract'

const NO_BATCH = 'Партия не найдена.'

type TransformRow = z.infer<typeof batchTransform.row>
type Line = TransformRow['lines'][number]

const movedLine = (line: Line) => ({
  transactionable_id: line.good_id,
  count: line.amount,
  stock_id: line.stock_id,
  good_name: line.good,
  stock_name: line.stock,
  measure_name: line.measure_name,
  weight: line.weight,
  summary: `${line.good} ${line.amount.toLocaleString('ru')} ${line.measure_name}`,
})

function detailsOf(
  batch: Awaited<ReturnType<typeof readBatches>>[number],
  transform: TransformRow | undefined,
): BatchDetails {
  const lines = transform?.lines ?? []
  const made = lines.filter(({ role }) => role === 'made')
  const mg = (kg: number) => Math.round(kg * 1e6)
  return {
    ...batch,
    status: transform ? 'transformed' : 'new',
    transform: transform ?? null,
    transformation_time: transform ? showInstant(transform.datetime) : null,
    transformator_user_name: transform?.user ?? null,
    consumed_goods: lines.filter(({ role }) => role === 'consumed').map(movedLine),
    workshop_goods: made.map(movedLine),
    output_percent_list: made.map((line) => ({
      name: line.good,
      percent: percentOf(mg(line.weight), mg(transform?.total_input ?? 0)),
    })),
    workshop_goods_total: transform?.total_output ?? 0,
    total_percent: transform?.total_percent ?? null,
  }
}

async function listBatches(input: ParsedOf<typeof workshopCalls.batches>, context: Context): Promise<BatchDetails[]> {
  const { tx, company, user } = context
  const { start, end, stocks_id, batch_id } = input
  const rows = await tx.rows<{ id: number; transform: number | null }>(sql`
    select b.id, o.id as transform from batches b
    left join operations o on o.company_id = ${company.id} and o.batch_id = b.id and o.kind = 'batch_transform'
    where b.company_id = ${company.id} ${scope(user).stocks('b.stock_id')}
      and b.day between ${start ?? '-infinity'}::timestamp::date and ${end ?? 'infinity'}::timestamp::date
      ${stocks_id ? sql`and b.stock_id = any(${stocks_id}::int[])` : sql``}
      ${batch_id ? sql`and b.id = ${batch_id}` : sql``}
    order by b.day desc, b.number desc limit ${UNPAGED}`)
  complete(rows)
  const transforms = rows.flatMap(({ transform }) => transform ?? [])
  const [batches, made] = await Promise.all([
    readBatches(
      context,
      rows.map(({ id }) => id),
    ),
    readOperations(kindServers.batchTransform, transforms, context),
  ])
  const byBatch = new Map((made as unknown as TransformRow[]).map((row) => [row.batch_id, row]))
  return batches.map((batch) => detailsOf(batch, byBatch.get(batch.id)))
}

/** The transformation of a batch; null while there is none. */
async function transformOf({ tx, company, user }: Context, batch: number): Promise<number | null> {
  const found = await tx.maybe<{ stock_id: number; transform: number | null }>(sql`
    select b.stock_id, o.id as transform from batches b
    left join operations o on o.company_id = ${company.id} and o.batch_id = b.id and o.kind = 'batch_transform'
    where b.company_id = ${company.id} and b.id = ${batch}`)
  if (!found || !scope(user).opensStock(found.stock_id)) throw notFound(NO_BATCH)
  return found.transform
}

const NOT_TRANSFORMED = 'Партия ещё не переработана.'

async function requireTransform(context: Context, batch: number): Promise<number> {
  const id = await transformOf(context, batch)
  if (id === null) throw conflict(NOT_TRANSFORMED)
  return id
}

async function removeBatch(registry: Registry, batch: number, context: Context) {
  const transform = await transformOf(context, batch)
  if (transform !== null) await takeBack(kindServers.batchTransform, registry, [transform], context)
  await dissolve(context, batch)
  context.changed('fish', 'goods')
  return { ok: true as const }
}

interface ShippedLine {
  id: number
  line: number
  at: string
  good_id: number
  good: string
  type: keyof typeof WORKSHOP_TYPES
  measure: keyof typeof MEASURES
  good_weight: number | null
  stock: string
  amount: number
  price: number | null
  counterparty: string | null
  waybill: string | null
  user: string | null
}

async function listShipping(input: ParsedOf<typeof workshopCalls.shipping>, { tx, company, user }: Context) {
  const rows = await tx.rows<ShippedLine>(sql`
    select o.id, l.line, o.at, g.id as good_id, g.name as good, g.type, g.measure, g.weight as good_weight,
      s.name as stock, l.amount, l.price, p.name as counterparty, o.extra ->> 'waybill_number' as waybill,
      u.name as user
    from operations o
    join operation_lines l on l.company_id = ${company.id} and l.operation_id = o.id
    join goods g on g.company_id = ${company.id} and g.id = l.good_id
    join stocks s on s.company_id = ${company.id} and s.id = l.stock_id
    left join counterparties p on p.company_id = ${company.id} and p.id = o.counterparty_id
    left join users u on u.company_id = ${company.id} and u.id = o.user_id
    where o.company_id = ${company.id} and o.kind = 'workshop_good_shipping'
      and o.at between ${input.start}::timestamp and ${input.end}::timestamp ${scope(user).stocks('l.stock_id')}
      ${input.workshop_good_ids ? sql`and l.good_id = any(${input.workshop_good_ids}::int[])` : sql``}
      ${input.counterparty_ids ? sql`and o.counterparty_id = any(${input.counterparty_ids}::int[])` : sql``}
    order by o.at desc, o.id desc, l.line limit ${UNPAGED}`)
  return complete(rows).map((row) => {
    const cost = costOf(row)
    return {
      id: row.id,
      line: row.line,
      time: row.at,
      workshop_good_id: row.good_id,
      workshop_good_name: row.good,
      type_translation: WORKSHOP_TYPES[row.type],
      stock_from_name: row.stock,
      count: toUnits(row.amount),
      measure_name: MEASURES[row.measure].name,
      weight: toKg(weightOf(row)),
      price: row.price === null ? null : row.price / 100,
      cost: cost === null ? null : cost / 100,
      counterparty: row.counterparty,
      waybill_number: row.waybill,
      user_name: row.user,
    }
  })
}

export const workshopRoutes = (registry: Registry): Route[] => {
  const { batchTransform, goodsTransform } = kindServers
  return [
    route(workshopCalls.batches, listBatches),
    route(workshopCalls.removeBatch, ({ id }, context) => removeBatch(registry, id, context)),
    route(workshopCalls.updateTransform, async (input, context) => {
      const id = await requireTransform(context, input.batch_id)
      return (await updateOperation(batchTransform, registry, { ...input, id }, context)) as never
    }),
    route(workshopCalls.cancelTransform, async ({ id }, context) => {
      const { settled } = await takeBack(batchTransform, registry, [await requireTransform(context, id)], context)
      return { ...settled[0], cages: [] } as never
    }),
    route(workshopCalls.goodsTransforms, async (input, context) => {
      const rows = await listJournal(
        goodsTransform,
        { ...input, cages_id: null, location_id: null, per_page: 0 },
        context,
      )
      return Object.fromEntries((rows as { id: number }[]).map((row) => [row.id, row])) as never
    }),
    route(workshopCalls.removeGoodsTransform, async ({ id }, context) => {
      const { settled } = await takeBack(goodsTransform, registry, [id], context)
      return settled[0] as never
    }),
    route(workshopCalls.shipping, listShipping),
  ]
}
