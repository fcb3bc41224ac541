/** Creating, changing, archiving and deleting people. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { closeAccess, setPassword } from '../../../server/sign-in'
import { db, type Tx } from '../../../server/db/client'
import { conflict, fieldErrors, passwordNeeded } from '../../../server/errors'
import { type Context, preparedRoute, type Preparing, route, type Route } from '../../../server/http/route'
import { countHashing, countTaken, refuseAfterTaken } from '../../../server/http/limits/failed-attempts'
import { checkPassword, hashPassword } from '../../../server/passwords'
import { noteSecurity } from '../../../server/security-events'
import { invite, inviteTo, withdraw } from '../invitations/invitations.server'
import { valuesOf, type Values } from '../person/given.server'
import {
  isBeyond,
  lockPeople,
  readPeople,
  requireAdministrator,
  requirePerson,
  lockTouchable,
  shownPerson,
  type StoredPerson,
  undeletable,
  TAKEN,
} from '../person/person.server'
import { type Person, userCalls } from '../person/users.contract'

const shown = async (context: Context, id: number): Promise<Person> =>
  shownPerson(await requirePerson(context, id), context)

const list = route(userCalls.list, async (_, context) =>
  (await readPeople(context)).map((person) => shownPerson(person, context)),
)

const roles = route(userCalls.roles, async (_, { tx, company, user }) => {
  const rows = await tx.rows<{ id: number; name: string; permissions: string[] }>(
    sql`select id, name, to_json(permissions) as permissions from roles where company_id = ${company.id} order by id`,
  )
  return rows.map((role) => ({ id: role.id, name: role.name, beyond: isBeyond(role, user) }))
})

/**
 * From now on the address signs in to this account only; throws `refusal` when it belongs to another, 429 after many of
 * these.
 */
async function claimAddress(context: Context, user: number, email: string, refusal = refuseTaken): Promise<void> {
  const { tx, company } = context
  await refuseAfterTaken(tx, company.id)
  tx.later(sql`delete from logins where company_id = ${company.id} and user_id = ${user}`)
  const free = await tx.run(sql`
    insert into logins (email, company_id, user_id) values (${email}, ${company.id}, ${user}) on conflict do nothing`)
  if (free > 0) return
  throw Object.assign(refusal(), { afterRollback: (own: Tx) => countTaken(own, company.id) })
}

const refuseTaken = () => fieldErrors({ email: TAKEN })
const TAKEN_MEANWHILE = () => conflict('Адрес этого пользователя уже занят: сначала задайте ему другой.')

async function hashTyped(given: Preparing<ParsedOf<typeof userCalls.create>>): Promise<string | null> {
  const { input, company, user, services } = given
  const { name, email, password } = input()
  if (password === null) return null
  await countHashing(services.database, company.id, user.id)
  await checkPassword(password, [company.name, name, email])
  return hashPassword(password)
}

const create = preparedRoute(userCalls.create, hashTyped, async (input, context, password_hash) => {
  const { tx, company, user, request, audit, changed } = context
  lockPeople(context)
  const values = await valuesOf(input, null, context)
  const { id } = await tx.one(
    db
      .insertInto('users')
      .values({ company_id: company.id, ...values, password_hash })
      .returning('id'),
  )
  await claimAddress(context, id, values.email)
  noteSecurity(tx, company.id, request, { kind: 'user-created', user: id, by: user.id, details: { ...values } })
  const invitation = password_hash === null ? await inviteTo(context, { id, ...values }) : null
  audit({ action: 'create', entity: 'user', id, after: values })
  changed('people')
  return { ...(await shown(context, id)), invitation }
})

const storedOf = (person: StoredPerson): Values => {
  const { name, email, phone, role_id, is_admin, location_ids, stock_ids } = person
  return { name, email, phone, role_id, is_admin, location_ids, stock_ids }
}

const update = route(userCalls.update, async ({ id, ...input }, context) => {
  const { tx, company, user, request, audit, changed } = context
  const before = await lockTouchable(context, id)
  const after = await valuesOf(input, before, context)
  const moved = after.email !== before.email
  // who can sign in changes with it, or what they may
  const raised = after.role_id !== before.role_id || after.is_admin !== before.is_admin
  if ((moved || raised) && !context.confirmed) throw passwordNeeded()
  await tx.run(
    db
      .updateTable('users')
      .set({ ...after })
      .where('company_id', '=', company.id)
      .where('id', '=', id),
  )
  if (moved && !before.archived) await claimAddress(context, id, after.email)
  // links sent to the old address must no longer work
  if (moved) tx.later(sql`delete from password_resets where company_id = ${company.id} and user_id = ${id}`)
  await requireAdministrator(context)
  const invitation = moved && !before.entered && !before.archived ? await inviteTo(context, { id, ...after }) : null
  const details = { before: storedOf(before), after }
  noteSecurity(tx, company.id, request, { kind: 'user-changed', user: id, by: user.id, details })
  audit({ action: 'update', entity: 'user', id, ...details })
  changed('people')
  return { ...(await shown(context, id)), invitation }
})

/** Tables whose rows name their author. A user in one of them is archived, so that the name stays. */
export const WRITTEN = ['operations', 'measurements', 'batches', 'audit_log'] as const

async function hasWritten({ tx, company }: Context, id: number): Promise<boolean> {
  const traces = WRITTEN.map(
    (table) => sql`exists (select from ${sql.table(table)} where company_id = ${company.id} and user_id = ${id})`,
  )
  const { written } = await tx.one<{ written: boolean }>(sql`select ${sql.join(traces, sql` or `)} as written`)
  return written
}

/** The user can no longer sign in, and the address is free for another account. */
async function putAway(context: Context, { id }: StoredPerson): Promise<void> {
  const { tx, company } = context
  await Promise.all([
    tx.run(sql`update users set archived_at = now() where company_id = ${company.id} and id = ${id}`),
    tx.run(sql`delete from logins where company_id = ${company.id} and user_id = ${id}`),
    closeAccess(tx, company.id, id),
  ])
  await requireAdministrator(context)
}

async function requireDeletable(context: Context, id: number): Promise<StoredPerson> {
  lockPeople(context)
  const person = await requirePerson(context, id)
  const reason = undeletable(person, context.user)
  if (reason) throw conflict(reason)
  return person
}

function noteRemoval({ tx, company, user, request }: Context, person: StoredPerson, archived: boolean): void {
  const { id, name, email } = person
  const details = { name, email, archived }
  noteSecurity(tx, company.id, request, { kind: 'user-removed', user: archived ? id : null, by: user.id, details })
}

/** Deletes what has this id among objects that share ids with people; false when none has it. */
export type RemoveOther = (id: number, context: Context) => Promise<boolean>

async function removePerson(id: number, context: Context) {
  const { tx, company, audit, changed } = context
  const person = await requireDeletable(context, id)
  const archived = await hasWritten(context, id)
  if (archived) await putAway(context, person)
  else {
    await tx.run(sql`delete from users where company_id = ${company.id} and id = ${id}`)
    await requireAdministrator(context)
  }
  noteRemoval(context, person, archived)
  audit({ action: 'delete', entity: 'user', id, before: storedOf(person), after: archived ? { archived } : undefined })
  changed('people')
  return { ok: true as const, archived }
}

const remove = (removeOther: RemoveOther) =>
  route(userCalls.remove, async ({ id }, context) =>
    (await removeOther(id, context)) ? { ok: true as const, archived: false } : removePerson(id, context),
  )

const archive = route(userCalls.archiving.archive, async ({ id }, context) => {
  const person = await requireDeletable(context, id)
  if (!person.archived) {
    await putAway(context, person)
    noteRemoval(context, person, true)
    context.audit({ action: 'update', entity: 'user', id, before: { archived: false }, after: { archived: true } })
    context.changed('people')
  }
  return shown(context, id)
})

/** The address signs in to the account again, unless somebody else uses it by now. */
const unarchive = route(userCalls.archiving.unarchive, async ({ id }, context) => {
  const { tx, company, user, request, audit, changed } = context
  const person = await requireDeletable(context, id)
  if (person.archived) {
    await claimAddress(context, id, person.email, TAKEN_MEANWHILE)
    await tx.run(sql`update users set archived_at = null where company_id = ${company.id} and id = ${id}`)
    const details = { before: { archived: true }, after: { archived: false } }
    noteSecurity(tx, company.id, request, { kind: 'user-changed', user: id, by: user.id, details })
    audit({ action: 'update', entity: 'user', id, ...details })
    changed('people')
  }
  return shown(context, id)
})

const changePassword = preparedRoute(
  userCalls.changePassword,
  async ({ input, company, user, services }) => {
    const { id, password } = input()
    await countHashing(services.database, company.id, user.id)
    const person = await services.database.transaction(company.id, (tx) =>
      tx.maybe<{ name: string; email: string }>(
        sql`select name, email from users where company_id = ${company.id} and id = ${id}`,
      ),
    )
    await checkPassword(password, [company.name, ...Object.values(person ?? {})])
    return hashPassword(password)
  },
  async ({ id }, context, password_hash) => {
    const { tx, company, user, request, audit, changed } = context
    if (id === user.id) throw conflict('Свой пароль меняют в личном кабинете.')
    await lockTouchable(context, id)
    await setPassword(tx, company.id, id, password_hash)
    noteSecurity(tx, company.id, request, { kind: 'password-changed', user: id, by: user.id })
    audit({ action: 'update', entity: 'password', id })
    changed('people')
    return { ok: true as const }
  },
)

export const userRoutes = (removeOther: RemoveOther): Route[] => [
  list,
  roles,
  create,
  update,
  remove(removeOther),
  archive,
  unarchive,
  changePassword,
  invite,
  withdraw,
]
