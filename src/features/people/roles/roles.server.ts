/** The matrix of roles. Nobody grants abilities that they lack. */
import { sql } from 'kysely'
import { ABILITIES, ADMINISTRATOR_ROLE, type Ability, heldBy, heldByRole } from '../../../shared/abilities'
import { type Phrase, say, word } from '../../../shared/say'
import { conflict, fieldErrors, notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import { noteSecurity } from '../../../server/security-events'
import { answerUser, byUser, type CurrentUser } from '../../../server/session'
import { deleteFlags } from '../../../core/lists/kit/crud.server'
import { lockPeople } from '../person/person.server'
import { RIGHT_TEXTS } from '../../../core/lists/right-texts.contract'
import { rightOf, RIGHTS, statusOf, type Status, withStatus } from '../person/rights.contract'
import { type Role, roleCalls } from './roles.contract'

interface StoredRole {
  id: number
  name: string
  permissions: Ability[]
  own: boolean
  people: number
  /** applications outside that read with it */
  assistants: number
}

const select = ({ company, user }: Context, id: number | null) => sql<StoredRole>`
  select r.id, r.name, to_json(r.permissions) as permissions, coalesce(bool_or(u.id = ${user.id}), false) as own,
    count(u.id)::int as people,
    (select count(*)::int from assistants a where a.company_id = ${company.id} and a.role_id = r.id) as assistants
  from roles r left join users u on u.company_id = ${company.id} and u.role_id = r.id
  where r.company_id = ${company.id} ${id === null ? sql`` : sql`and r.id = ${id}`}
  group by r.company_id, r.id order by r.id`

const FIXED = 'Роль «Администратор» имеет все разрешения: её нельзя изменить или удалить.'

function keptFor({ id, own, people, assistants }: StoredRole): Phrase | null {
  if (id === ADMINISTRATOR_ROLE) return FIXED
  if (own) return 'Данную роль нельзя удалить, т.к. она используется текущим пользователем.'
  if (people > 0)
    return say('Данную роль нельзя удалить: она назначена. Пользователей с этой ролью, вместе с архивом: {{count}}.', {
      count: people,
    })
  return assistants > 0
    ? say('Данную роль нельзя удалить: она назначена. Помощников (MCP) с этой ролью: {{count}}.', { count: assistants })
    : null
}

const heldIn = ({ id, permissions }: StoredRole) => heldByRole(id === ADMINISTRATOR_ROLE ? ABILITIES : permissions)

const BEYOND = 'В этой роли есть разрешения, которых нет у вас: убавить или удалить её может администратор.'

/** Why the user may not take anything from the role: its people may do more than the user. */
function beyond(role: StoredRole, user: CurrentUser): string | null {
  const own = heldBy(user)
  return [...heldIn(role)].every((ability) => own.has(ability)) ? null : BEYOND
}

const shown = (role: StoredRole, { user, speak }: Context): Role => ({
  id: role.id,
  name: role.name,
  permissions: [...heldIn(role)],
  fixed: role.id === ADMINISTRATOR_ROLE,
  own: role.own,
  people: role.people,
  ...deleteFlags(keptFor(role) ?? beyond(role, user), speak),
})

type Table = Record<string, Record<string, Record<string, Status | 'other'>>>

function tableOf(roles: readonly StoredRole[]): Table {
  const table: Table = {}
  const held = roles.map((role) => [role.id, heldIn(role)] as const)
  for (const right of RIGHTS) {
    const states = Object.fromEntries(held.map(([id, abilities]) => [id, statusOf(right, abilities)]))
    ;(table[right.block] ??= {})[right.key] = states
  }
  return table
}

const permissions = RIGHTS.map(({ key, block, read, part_of }) => ({
  key,
  block,
  ...RIGHT_TEXTS[key as keyof typeof RIGHT_TEXTS],
  triplet: read !== null,
  part_of,
}))

const matrix = route(roleCalls.matrix, async (_, context) => {
  const roles = await context.tx.rows(select(context, null))
  return { table_data: tableOf(roles), roles: roles.map((role) => shown(role, context)), permissions }
})

/** The role that a write is about. */
async function requireRole(context: Context, id: number): Promise<StoredRole> {
  const role = await context.tx.maybe(select(context, id))
  if (!role) throw notFound('Роль не найдена: возможно, её удалили.')
  return role
}

async function requireChangeable(context: Context, id: number): Promise<StoredRole> {
  lockPeople(context)
  const role = await requireRole(context, id)
  if (id === ADMINISTRATOR_ROLE) throw conflict(FIXED)
  return role
}

const answer = async (context: Context, id: number): Promise<Role> => shown(await requireRole(context, id), context)

async function requireFreeName({ tx, company }: Context, name: string, id: number): Promise<void> {
  const taken = await tx.maybe(
    sql`select 1 from roles where company_id = ${company.id} and lower(name) = lower(${name}) and id <> ${id}`,
  )
  if (taken) throw fieldErrors({ name: 'Такое название уже есть' })
}

/** Throws under the field when these include abilities that the user lacks. */
function requireOwn({ user }: Context, given: Iterable<Ability>, field: string): void {
  const own = heldBy(user)
  const foreign = [...given].find((ability) => !own.has(ability))
  if (!foreign) return
  const right = word(RIGHT_TEXTS[foreign].name)
  throw fieldErrors({ [field]: say('Нельзя дать разрешение, которого нет у вас: {{right}}.', { right }) })
}

const NO_ROLE = 0

const create = route(roleCalls.create, async ({ name, copy_of }, context) => {
  const { tx, company, audit, changed } = context
  lockPeople(context)
  await requireFreeName(context, name, NO_ROLE)
  const held = copy_of === null ? new Set<Ability>() : heldIn(await requireRole(context, copy_of))
  requireOwn(context, held, 'copy_of')
  const { id } = await tx.one<{ id: number }>(sql`
    insert into roles (company_id, id, name, permissions)
    select ${company.id}::int, coalesce(max(id), ${ADMINISTRATOR_ROLE}) + 1, ${name}, ${[...held]}::text[]
    from roles where company_id = ${company.id} returning id`)
  noteRole(context, { id, name }, [...held], [])
  audit({ action: 'create', entity: 'role', id, after: { name, permissions: [...held] } })
  changed('people')
  return answer(context, id)
})

const rename = route(roleCalls.update, async ({ id, name }, context) => {
  const { tx, company, audit, changed } = context
  const before = await requireChangeable(context, id)
  await requireFreeName(context, name, id)
  await tx.run(sql`update roles set name = ${name} where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'update', entity: 'role', id, before: { name: before.name }, after: { name } })
  changed('people')
  return answer(context, id)
})

const remove = route(roleCalls.remove, async ({ id }, context) => {
  const { tx, company, audit, changed } = context
  const before = await requireChangeable(context, id)
  const reason = keptFor(before) ?? beyond(before, context.user)
  if (reason) throw conflict(reason)
  await tx.run(sql`delete from roles where company_id = ${company.id} and id = ${id}`)
  noteRole(context, before, [], before.permissions)
  audit({ action: 'delete', entity: 'role', id, before: { name: before.name, permissions: before.permissions } })
  changed('people')
  return { ok: true as const }
})

function noteRole(
  { tx, company, user, request }: Context,
  role: { id: number; name: string },
  added: readonly string[],
  removed: readonly string[],
): void {
  const details = { role_id: role.id, role: role.name, added, removed }
  noteSecurity(tx, company.id, request, { kind: 'role-changed', by: user.id, details })
}

/** The abilities of a role after these changes of states. */
function changedRights(role: StoredRole, states: Record<string, Status>): Set<Ability> {
  const given = Object.entries(states).map(([key, status]) => {
    const right = rightOf(key)
    if (!right) throw fieldErrors({ data: 'Такого разрешения нет' })
    if (status === 'read' && !right.read) throw fieldErrors({ data: 'Это разрешение нельзя дать только на просмотр' })
    return { right, status }
  })
  // a triplet before its parts
  const sorted = given.sort((one, other) => Number(one.right.part_of !== null) - Number(other.right.part_of !== null))
  return sorted.reduce((held, { right, status }) => withStatus(right, held, status), heldIn(role))
}

async function saveRole(context: Context, role: StoredRole, states: Record<string, Status>): Promise<void> {
  const { tx, company, audit } = context
  const before = heldIn(role)
  const after = changedRights(role, states)
  const added = [...after].filter((ability) => !before.has(ability))
  const removed = [...before].filter((ability) => !after.has(ability))
  if (added.length + removed.length === 0) return
  if (role.id === ADMINISTRATOR_ROLE) throw fieldErrors({ data: FIXED })
  const reason = removed.length > 0 ? beyond(role, context.user) : null
  if (reason) throw conflict(reason)
  requireOwn(context, added, 'data')
  await tx.run(
    sql`update roles set permissions = ${[...after]}::text[] where company_id = ${company.id} and id = ${role.id}`,
  )
  noteRole(context, role, added, removed)
  const [was, is] = [{ permissions: [...before] }, { permissions: [...after] }]
  audit({ action: 'update', entity: 'role', id: role.id, before: was, after: is })
}

const save = route(roleCalls.save, async ({ data }, context) => {
  const { tx, company, user, changed } = context
  lockPeople(context)
  const roles = new Map((await tx.rows(select(context, null))).map((role) => [role.id, role]))
  for (const [id, states] of Object.entries(data)) {
    const role = roles.get(Number(id))
    if (!role) throw fieldErrors({ data: 'Роль не найдена' })
    await saveRole(context, role, states)
  }
  changed('people')
  const { permissions, abilities } = answerUser(await byUser(tx, company.id, user.id))
  return { permissions, abilities }
})

export const roleRoutes: Route[] = [matrix, save, create, rename, remove]
