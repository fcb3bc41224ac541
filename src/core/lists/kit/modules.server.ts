import { sql } from 'kysely'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'

/** Refuses a `location_id` that is not a module open to the user. */
export async function requireModule(id: number, { tx, company, user }: Context): Promise<void> {
  const known = await tx.maybe(sql`select 1 from locations where company_id = ${company.id} and id = ${id}`)
  if (!known || !scope(user).opensModule(id)) throw fieldErrors({ location_id: 'Модуль не найден' })
}
