import { sql } from 'kysely'
import { forbidden, notFound } from '../../../server/errors'
import type { Context } from '../../../server/http/route'

interface Colleague {
  name: string
  is_admin: boolean
  is_operator: boolean
  permissions: string[]
  second_factor: boolean
}

const ABOVE = 'Это может сделать только тот, чьи права не меньше прав этого пользователя.'

/**
 * A user of the company whose account someone wants to touch: nobody touches that of a person who may more than they do.
 * Throws 404 and 403.
 */
export async function requireColleague({ tx, company, user }: Context, id: number): Promise<Colleague> {
  const found = await tx.maybe<Colleague>(sql`
    select u.name, u.is_admin, u.is_operator, coalesce(to_json(r.permissions), '[]') as permissions,
      f.confirmed_at is not null as second_factor
    from users u
    left join roles r on r.company_id = u.company_id and r.id = u.role_id
    left join second_factors f on f.company_id = u.company_id and f.user_id = u.id
    where u.company_id = ${company.id} and u.id = ${id}`)
  if (!found) throw notFound('Такого пользователя нет.')
  const mayMore = found.is_admin || found.permissions.some((one) => !user.permissions.includes(one))
  if ((mayMore && !user.is_admin) || (found.is_operator && !user.is_operator)) throw forbidden(ABOVE)
  return found
}
