import { sql } from 'kysely'
import type { AnswerOf } from '../../shared/contract'
import { notFound } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { periodsOfBatches } from '../../core/documents/lots/batch-periods.server'
import type { workshopCalls } from './workshop.contract'

export async function readBatchPeriods(
  context: Context,
  batch: number,
): Promise<AnswerOf<typeof workshopCalls.batchPeriods>> {
  const { tx, company, user } = context
  const found = await tx.maybe(sql`
    select from batches where company_id = ${company.id} and id = ${batch} ${scope(user).stocks('stock_id')}`)
  if (!found) throw notFound('Партия не найдена.')
  return (await periodsOfBatches(context, [batch])).map(({ batch: _, ...line }) => line)
}
