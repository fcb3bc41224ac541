/** Withdrawal periods that were not over when the fish of batches were lifted. */
import { sql } from 'kysely'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { periodsOfTaken } from '../../feeding/treated/withdrawal-periods.server'

interface Lifted {
  id: number
  batch: number
  at: string
  cage: number
  number: string
  generation: number
  category: number
}

/** Of the modules open to the user, a line for each medicine of each position. */
export async function periodsOfBatches(context: Context, batches: readonly number[]) {
  const { tx, company, user } = context
  const lifted = await tx.rows<Lifted>(sql`
    select o.id, o.batch_id as batch, o.at, o.cage_id as cage, c.number, o.generation_id as generation,
      o.age_category_id as category
    from operations o
    join cages c on c.company_id = ${company.id} and c.id = o.cage_id ${scope(user).modules('c.location_id')}
    where o.company_id = ${company.id} and o.batch_id = any(${batches}::int[]) and o.kind = 'withdrawal'
    order by o.at, o.id`)
  const periods = await periodsOfTaken(
    context,
    lifted.map(({ at, cage, generation, category }) => ({ at, cage, group: { generation, category } })),
  )
  return lifted.flatMap(({ id, batch, number }, index) =>
    periods[index]!.map(({ medicine, treated_on, free_on }) => ({
      batch,
      withdrawal_id: id,
      cage: number,
      medicine,
      treated_on,
      free_on,
    })),
  )
}
