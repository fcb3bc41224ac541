/**
 * Whether one person may change another's account. It is refused where the account has rights that they lack, since
 * they would gain them.
 */
import { sql } from 'kysely'
import { ADMINISTRATOR_ROLE, heldBy, ROLE_ABILITIES } from '../../shared/abilities'
import { conflict, notFound } from '../errors'
import type { Context } from '../http/route'
import { type Limits, scope } from '../scope'
import type { CurrentUser } from '../session'

/** The part of an account that says what its person may see and do. */
export interface Account extends Limits {
  id: number
  role_id: number | null
  /** as stored with the role */
  permissions: readonly string[]
  is_admin: boolean
  is_operator: boolean
}

/** Abilities of a role, or of a person who has it. «Администратор» also has those added later. */
export const permissionsOf = (role: number | null, permissions: readonly string[]): readonly string[] =>
  role === ADMINISTRATOR_ROLE ? ROLE_ABILITIES : permissions

const ADMINISTRATOR_ONLY = 'Учётную запись администратора меняет только администратор.'
const SURPASSED =
  'Этому человеку доступно больше, чем вам. Его учётную запись может менять коллега, которому доступно не меньше.'

/** Why the user may not change this account; null when they may. One's own account is always allowed. */
export function untouchable(person: Account, user: CurrentUser): string | null {
  if (person.id === user.id) return null
  if ((person.is_admin && !user.is_admin) || (person.is_operator && !user.is_operator)) return ADMINISTRATOR_ONLY
  const own = heldBy(user)
  const abilities = heldBy({ ...person, permissions: permissionsOf(person.role_id, person.permissions) })
  const open = scope(user)
  const within = open.coversModules(person.location_ids) && open.coversStocks(person.stock_ids)
  return within && [...abilities].every((ability) => own.has(ability)) ? null : SURPASSED
}

/** The person whose account a call names. Throws 404 when there is none, 409 when the user may not change it. */
export async function requireTouchable(
  { tx, company, user }: Context,
  id: number,
): Promise<Account & { name: string; second_factor: boolean }> {
  const person = await tx.maybe<Account & { name: string; second_factor: boolean }>(sql`
    select u.id, u.name, u.role_id, coalesce(to_json(r.permissions), '[]') as permissions, u.is_admin, u.is_operator,
      u.location_ids, u.stock_ids, f.confirmed_at is not null as second_factor
    from users u
    left join roles r on r.company_id = u.company_id and r.id = u.role_id
    left join second_factors f on f.company_id = u.company_id and f.user_id = u.id
    where u.company_id = ${company.id} and u.id = ${id}`)
  if (!person) throw notFound('Пользователь не найден: возможно, его удалили.')
  const reason = untouchable(person, user)
  if (reason) throw conflict(reason)
  return person
}
