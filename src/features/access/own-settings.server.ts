/** What one sets: the name and phone, the look of the pages, the rules of the company. */
import { sql } from 'kysely'
import type { CompanySettings, UserSettings } from '../../shared/settings'
import { fieldErrors, notice } from '../../server/errors'
import { type Context, route } from '../../server/http/route'
import { answerUser, byUser } from '../../server/session'
import { accessCalls } from './access.contract'

const answer = async ({ tx, company, user }: Context) => answerUser(await byUser(tx, company.id, user.id))

/** The keys that were really sent: the schema fills in the rest, which would reset it. */
function sent<T extends object>({ request }: Context, input: T): Partial<T> {
  const body = (request.body ?? {}) as object
  return Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(body, key))) as Partial<T>
}

export const updateProfile = route(accessCalls.updateProfile, async ({ name, phone }, context) => {
  const { tx, company, user, audit, changed } = context
  await tx.run(
    sql`update users set name = ${name}, phone = ${phone} where company_id = ${company.id} and id = ${user.id}`,
  )
  const before = { name: user.name, phone: user.phone }
  audit({ action: 'update', entity: 'user', id: user.id, before, after: { name, phone } })
  changed('settings')
  return answer(context)
})

export const updateCompanySettings = route(accessCalls.companySettings, async (input, context) => {
  const { tx, company, audit, changed } = context
  const patch: Partial<CompanySettings> = sent(context, input)
  const { settings } = await tx.one<{ settings: Record<string, unknown> }>(
    sql`select settings from companies where company_id = ${company.id} for update`,
  )
  await tx.run(sql`update companies set settings = settings || ${JSON.stringify(patch)}::jsonb
    where company_id = ${company.id}`)
  const before = Object.fromEntries(Object.keys(patch).map((key) => [key, settings[key] ?? null]))
  audit({ action: 'update', entity: 'settings', id: company.id, before, after: patch })
  changed('settings')
  return answer(context)
})

const MOST_SETTINGS = 100_000
/** Keys are names of tables and columns and ids, all of them ours. */
const odd = /[^\w.:-]/

const hasOddNames = (value: unknown): boolean => {
  if (typeof value === 'string') return odd.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => odd.test(key) || hasOddNames(inner))
}

export const updateUserSettings = route(accessCalls.userSettings, async (input, context) => {
  const { tx, company, user, audit } = context
  const patch: Partial<UserSettings> = sent(context, input)
  for (const [key, value] of Object.entries(patch)) {
    if (hasOddNames(value)) throw fieldErrors({ [key]: 'Недопустимые знаки' })
  }
  // a record keeps its other keys: one table's columns, one module's unit
  const { before, size } = await tx.one<{ before: unknown; size: number }>(sql`
    with old as (select settings from users where company_id = ${company.id} and id = ${user.id} for update),
    merged as (
      select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'object'
        then coalesce((select settings from old) -> key, '{}') || value else value end), '{}') as settings
      from jsonb_each(${JSON.stringify(patch)}::jsonb))
    update users set settings = users.settings || merged.settings from merged
    where company_id = ${company.id} and id = ${user.id}
    returning (select settings from old) as before, length(users.settings::text) as size`)
  if (size > MOST_SETTINGS) throw notice('Слишком много настроек.')
  audit({ action: 'update', entity: 'user_settings', id: user.id, before, after: patch })
  return answer(context)
})
