/** To whom, and where, tasks and rules may be given, and who sees them. */
import { sql } from 'kysely'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { can } from '../../../shared/abilities'
import type { TaskRow } from './tasks.contract'

/** Tasks, and rules, in closed modules are for whoever is to do them. */
export const isOpen = ({ user }: Pick<Context, 'user'>) => sql`
  and (t.cage_id is null or t.executor_id = ${user.id} or (true ${scope(user).modules('c.location_id')}))`

/** Who may be given a task: without the right to see people only oneself. */
export const readExecutors = ({ tx, company, user }: Context) =>
  tx.rows<{ id: number; name: string }>(sql`
    select id, name from users
    where company_id = ${company.id} and archived_at is null
      ${can(user, 'view users') ? sql`` : sql`and id = ${user.id}`}
    order by name, id`)

export async function requireExecutor(
  { executor_id }: Pick<TaskRow, 'executor_id'>,
  context: Context,
  before: Pick<TaskRow, 'executor_id'> | null,
): Promise<void> {
  if (executor_id === null || executor_id === before?.executor_id) return
  const known = await readExecutors(context)
  if (!known.some(({ id }) => id === executor_id)) throw fieldErrors({ executor_id: 'Исполнитель не найден' })
}

/** @param reading nothing is written, so the cage need not stay */
export async function requireCage(
  { cage_id }: Pick<TaskRow, 'cage_id'>,
  context: Context,
  before: Pick<TaskRow, 'cage_id'> | null,
  reading = false,
): Promise<void> {
  if (cage_id === null || cage_id === before?.cage_id) return
  const { tx, company, user } = context
  const known = await tx.maybe(sql`
    select from cages where company_id = ${company.id} and id = ${cage_id} ${scope(user).modules('location_id')}
      ${reading ? sql`` : sql`for key share`}`)
  if (!known) throw fieldErrors({ cage_id: 'Садок не найден' })
}
