/** Settings: the user's name and phone, the look of the pages, the rules of the company. */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type CompanySettings, companySettings, type UserSettings } from '../../../shared/settings'
import { fieldErrors, notice, passwordNeeded } from '../../../server/errors'
import { type Context, route } from '../../../server/http/route'
import { noteSecurity } from '../../../server/security-events'
import { answerUser, byUser } from '../../../server/session'
import { accessCalls } from '../sign-in/access.contract'
import { requireZone } from '../../../server/time-zones'

const answer = async ({ tx, company, user }: Context) => answerUser(await byUser(tx, company.id, user.id))

/** The keys that were sent: the schema adds defaults for the others, which would reset them. */
function sent<T extends object>({ request }: Context, input: T): Partial<T> {
  const body = (request.body ?? {}) as object
  return Object.fromEntries(Object.entries(input).filter(([key]) => Object.hasOwn(body, key))) as Partial<T>
}

type Values = Record<string, unknown>
const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The changes of a patch, before and after; of a record only its own keys. Unchanged values are not audited. */
function changes(old: Values, patch: Values): { before: Values; after: Values } {
  const before: Values = {}
  const after: Values = {}
  const put = (key: string, was: unknown, is: unknown) => {
    before[key] = was
    after[key] = is
  }
  for (const [key, value] of Object.entries(patch)) {
    const was = Object.hasOwn(old, key) ? old[key] : null
    if (!isRecord(value)) {
      if (!isDeepStrictEqual(was, value)) put(key, was, value)
      continue
    }
    const inner = changes(isRecord(was) ? was : {}, value)
    if (Object.keys(inner.after).length > 0) put(key, inner.before, inner.after)
  }
  return { before, after }
}

/** Writes nothing and invalidates nothing when nothing changes. */
function noteChanges({ audit }: Context, entity: string, id: number, old: Values, patch: Values): boolean {
  const changed = changes(old, patch)
  if (Object.keys(changed.after).length === 0) return false
  audit({ action: 'update', entity, id, ...changed })
  return true
}

export const updateProfile = route(accessCalls.updateProfile, async ({ name, phone }, context) => {
  const { tx, company, user, changed } = context
  if (!noteChanges(context, 'user', user.id, { name: user.name, phone: user.phone }, { name, phone }))
    return answer(context)
  await tx.run(
    sql`update users set name = ${name}, phone = ${phone} where company_id = ${company.id} and id = ${user.id}`,
  )
  changed('people')
  return answer(context)
})

export const updateCompanySettings = route(accessCalls.companySettings, async (input, context) => {
  const { tx, company, changed } = context
  const { 'time-zone': zone, ...patch }: Partial<CompanySettings> & { 'time-zone'?: string } = sent(context, input)
  if (zone !== undefined) await requireZone(tx, zone, 'time-zone')
  const { settings, time_zone } = await tx.one<{ settings: Record<string, unknown>; time_zone: string }>(
    sql`select settings, time_zone from companies where company_id = ${company.id} for no key update`,
  )
  const wanted = zone === undefined ? patch : { ...patch, 'time-zone': zone }
  // what was never set is as the schema says
  const before = { ...companySettings.parse(settings), 'time-zone': time_zone }
  if (!context.confirmed && SECURITY_SETTINGS.some((key) => key in patch && patch[key] !== before[key]))
    throw passwordNeeded()
  if (!noteChanges(context, 'settings', company.id, before, wanted)) return answer(context)
  // a decision about the second factor takes effect at once
  const decided = 'second-factor' in patch && patch['second-factor'] !== before['second-factor']
  await tx.run(sql`update companies set settings = settings || ${JSON.stringify(patch)}::jsonb,
    time_zone = ${zone ?? time_zone},
      factor_from = case when not ${decided} then factor_from end
    where company_id = ${company.id}`)
  noteSecuritySettings(context, before, patch)
  changed('people')
  return answer(context)
})

const SECURITY_SETTINGS: readonly (keyof CompanySettings)[] = ['second-factor', 'session-idle-hours']

function noteSecuritySettings({ tx, company, user, request }: Context, old: Values, patch: Values): void {
  const own = Object.entries(patch).filter(([key]) => SECURITY_SETTINGS.includes(key as keyof CompanySettings))
  const { after } = changes(old, Object.fromEntries(own))
  if (Object.keys(after).length > 0)
    noteSecurity(tx, company.id, request, { kind: 'settings-changed', by: user.id, details: after })
}

const MAX_SETTINGS = 100_000
/** Keys are names of tables and columns, and ids: all of them ours. */
const odd = /[^\w.:-]/

const hasOddNames = (value: unknown): boolean => {
  if (typeof value === 'string') return odd.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => odd.test(key) || hasOddNames(inner))
}

export const updateUserSettings = route(accessCalls.userSettings, async (input, context) => {
  const { tx, company, user } = context
  const patch: Partial<UserSettings> = sent(context, input)
  for (const [key, value] of Object.entries(patch)) {
    if (hasOddNames(value)) throw fieldErrors({ [key]: 'Недопустимые знаки' })
  }
  const mine = sql`company_id = ${company.id} and id = ${user.id}`
  const before = tx.lock('user', sql<{ settings: Values }>`select settings from users where ${mine} for no key update`)
  // a record keeps its other keys, such as other tables' columns
  const { size } = await tx.one<{ size: number }>(sql`
    update users set settings = settings || (
      select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'object'
        then coalesce(settings -> key, '{}') || value else value end), '{}')
      from jsonb_each(${JSON.stringify(patch)}::jsonb))
    where ${mine} returning length(settings::text) as size`)
  if (size > MAX_SETTINGS) throw notice('Слишком много настроек.')
  // that somebody opened the bell is not audited
  const { 'notices-seen': _, ...told } = patch
  noteChanges(context, 'user_settings', user.id, (await before.rows)[0]!.settings, told)
  return answer(context)
})
