import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { showInstant } from '../../shared/dates'
import { conflict, notFound } from '../../server/errors'
import { complete, UNPAGED } from '../../server/http/most-rows'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { readOperations } from '../../core/documents/engine/journal.server'
import { listJournal } from '../../core/documents/engine/journal.server'
import { takeBack, updateOperation } from '../../core/documents/engine/operations.server'
import type { Registry } from '../../core/documents/engine/posting.server'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import type { batchTransform } from '../../core/documents/kinds/transform/transform.contract'
import { dissolve, readBatches } from '../../core/documents/kinds/withdrawal/batches.server'
import { percentOf } from '../../core/goods/weights.contract'
import type * as z from 'zod'
import { listShipping } from './shipping.server'
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
      const answer = await listJournal(goodsTransform, { ...input, cages_id: null, location_id: null }, context)
      if (!Array.isArray(answer)) return answer as never
      return Object.fromEntries((answer as { id: number }[]).map((row) => [row.id, row])) as never
    }),
    route(workshopCalls.removeGoodsTransform, async ({ id }, context) => {
      const { settled } = await takeBack(goodsTransform, registry, [id], context)
      return settled[0] as never
    }),
    route(workshopCalls.shipping, listShipping),
  ]
}
