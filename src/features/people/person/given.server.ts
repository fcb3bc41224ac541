/** What may be granted to a person: nothing that the user lacks, and nothing to oneself. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { can } from '../../../shared/abilities'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import { isBeyond, type StoredPerson } from './person.server'
import type { userCalls } from './users.contract'

type Input = Omit<ParsedOf<typeof userCalls.update>, 'id'>

/** What is stored of a person. */
export interface Values {
  name: string
  email: string
  phone: string | null
  role_id: number | null
  is_admin: boolean
  location_ids: number[] | null
  stock_ids: number[] | null
}

const same = (one: number[] | null, other: number[] | null): boolean =>
  one === other ||
  (one !== null && other !== null && one.length === other.length && one.every((id) => other.includes(id)))

async function roleFault(id: number | null, before: StoredPerson | null, context: Context): Promise<string | null> {
  const { tx, company, user } = context
  if (id === (before?.role_id ?? null)) return null
  if (before?.id === user.id) return 'Свою роль изменить нельзя.'
  if (!can(user, 'assign roles')) return 'У вас нет разрешения назначать роли.'
  if (id === null) return null
  const role = await tx.maybe<{ id: number; permissions: string[] }>(
    sql`select id, to_json(permissions) as permissions from roles where company_id = ${company.id} and id = ${id}`,
  )
  if (!role) return 'Роль не найдена'
  return isBeyond(role, user) ? 'В этой роли есть разрешения, которых нет у вас.' : null
}

function adminFault(is_admin: boolean, before: StoredPerson | null, { user }: Context): string | null {
  if (is_admin === (before?.is_admin ?? false)) return null
  if (before?.id === user.id) return 'Снять с себя права администратора нельзя: это делает другой администратор.'
  return user.is_admin ? null : 'Администратором делает только администратор.'
}

const LISTS = {
  locations: { missing: 'Модуль не найден', wider: 'Здесь есть модули, которые вам недоступны.' },
  stocks: { missing: 'Склад не найден', wider: 'Здесь есть склады, которые вам недоступны.' },
} as const

async function limitFault(
  table: keyof typeof LISTS,
  ids: number[] | null,
  was: { ids: number[] | null; own: boolean } | null,
  { tx, company, user }: Context,
): Promise<string | null> {
  if (was && same(ids, was.ids)) return null
  if (was?.own) return 'Свои модули и склады изменить нельзя.'
  const open = scope(user)
  if (!(table === 'locations' ? open.coversModules(ids) : open.coversStocks(ids))) return LISTS[table].wider
  if (ids === null) return null
  const { known } = await tx.one<{ known: number }>(
    sql`select count(*)::int as known from ${sql.table(table)}
      where company_id = ${company.id} and id = any(${ids}::int[])`,
  )
  return known === ids.length ? null : LISTS[table].missing
}

/** The new values of the person; throws errors under their fields. */
export async function valuesOf(input: Input, before: StoredPerson | null, context: Context): Promise<Values> {
  const own = before?.id === context.user.id
  const start = before ?? { role_id: null, is_admin: false, ...scope(context.user).ownLimits }
  const values: Values = {
    name: input.name,
    email: input.email,
    phone: input.phone,
    role_id: input.role_id === undefined ? start.role_id : input.role_id,
    is_admin: input.is_admin ?? start.is_admin,
    location_ids: input.location_id === undefined ? start.location_ids : input.location_id,
    stock_ids: input.stock_id === undefined ? start.stock_ids : input.stock_id,
  }
  const [role_id, location_id, stock_id] = await Promise.all([
    roleFault(values.role_id, before, context),
    limitFault('locations', values.location_ids, before && { ids: before.location_ids, own }, context),
    limitFault('stocks', values.stock_ids, before && { ids: before.stock_ids, own }, context),
  ])
  const faults = { role_id, is_admin: adminFault(values.is_admin, before, context), location_id, stock_id }
  const found = Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, fault] as const] : []))
  if (found.length > 0) throw fieldErrors(Object.fromEntries(found))
  return values
}
