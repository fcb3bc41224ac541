/** Withdrawal periods that were not over when the fish of a batch were lifted. */
import { sql } from 'kysely'
import type { AnswerOf } from '../../shared/contract'
import { notFound } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { periodsOfTaken } from '../../core/feeding/treated/withdrawal-periods.server'
import type { workshopCalls } from './workshop.contract'

interface Lifted {
  id: number
  at: string
  cage: number
  number: string
  generation: number
  category: number
}

export async function readBatchPeriods(
  context: Context,
  batch: number,
): Promise<AnswerOf<typeof workshopCalls.batchPeriods>> {
  const { tx, company, user } = context
  const found = await tx.maybe(sql`
    select from batches where company_id = ${company.id} and id = ${batch} ${scope(user).stocks('stock_id')}`)
  if (!found) throw notFound('Партия не найдена.')
  const lifted = await tx.rows<Lifted>(sql`
    select o.id, o.at, o.cage_id as cage, c.number, o.generation_id as generation, o.age_category_id as category
    from operations o
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id ${scope(user).modules('c.location_id')}
    where o.company_id = ${company.id} and o.batch_id = ${batch} and o.kind = 'withdrawal'
    order by o.at, o.id`)
  const periods = await periodsOfTaken(
    context,
    lifted.map(({ at, cage, generation, category }) => ({ at, cage, group: { generation, category } })),
  )
  return lifted.flatMap(({ id, number }, index) =>
    periods[index]!.map(({ medicine, treated_on, free_on }) => ({
      withdrawal_id: id,
      cage: number,
      medicine,
      treated_on,
      free_on,
    })),
  )
}
