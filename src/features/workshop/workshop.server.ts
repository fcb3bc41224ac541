import { sql } from 'kysely'
import { conflict, notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { listJournal } from '../../core/documents/engine/journal.server'
import { remove, updateOperation } from '../../core/documents/engine/write/operations.server'
import type { Registry } from '../../core/documents/engine/write/posting.server'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import { dissolve } from '../../core/documents/kinds/withdrawal/batches.server'
import { listBatches } from './batch-list.server'
import { readBatchPeriods } from './batch-periods.server'
import { listShipping } from './shipping.server'
import { workshopCalls } from './workshop.contract'

const NO_BATCH = 'Партия не найдена.'

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
  if (transform !== null) await remove(kindServers.batchTransform, registry, [transform], context)
  await dissolve(context, batch)
  context.changed('fish', 'goods')
  return { ok: true as const }
}

export const workshopRoutes = (registry: Registry): Route[] => {
  const { batchTransform, goodsTransform } = kindServers
  return [
    route(workshopCalls.batches, listBatches),
    route(workshopCalls.batchPeriods, ({ id }, context) => readBatchPeriods(context, id)),
    route(workshopCalls.removeBatch, ({ id }, context) => removeBatch(registry, id, context)),
    route(workshopCalls.updateTransform, async (input, context) => {
      const id = await requireTransform(context, input.batch_id)
      return (await updateOperation(batchTransform, registry, { ...input, id }, context)) as never
    }),
    route(workshopCalls.cancelTransform, async ({ id }, context) => {
      const { settled } = await remove(batchTransform, registry, [await requireTransform(context, id)], context)
      return { ...settled[0], cages: [] } as never
    }),
    route(workshopCalls.goodsTransforms, async (input, context) => {
      const answer = await listJournal(goodsTransform, { ...input, cages_id: null, location_id: null }, context)
      if (!Array.isArray(answer)) return answer as never
      return Object.fromEntries((answer as { id: number }[]).map((row) => [row.id, row])) as never
    }),
    route(workshopCalls.removeGoodsTransform, async ({ id }, context) => {
      const { settled } = await remove(goodsTransform, registry, [id], context)
      return settled[0] as never
    }),
    route(workshopCalls.shipping, listShipping),
  ]
}
