/** The people of a company, as a user may see and change them. */
import { sql } from 'kysely'
import { conflict, notFound } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { CurrentUser } from '../../../server/session'
import { permissionsOf, requireTouchable, untouchable } from '../../../server/accounts/touchable'
import { heldBy, heldByRole } from '../../../shared/abilities'
import { deleteFlags } from '../../../core/lists/kit/crud.server'
import { ENTRY, type Entry, type Person } from './users.contract'

export const TAKEN = 'Этот адрес уже занят'

/** A person as stored, with all limits, whoever asks. */
export interface StoredPerson {
  id: number
  name: string
  email: string
  phone: string | null
  role_id: number | null
  role: string | null
  permissions: string[]
  is_admin: boolean
  is_operator: boolean
  location_ids: number[] | null
  stock_ids: number[] | null
  location_names: string[] | null
  stock_names: string[] | null
  date_last_operation: string | null
  last_sign_in: string | null
  second_factor: boolean
  entered: boolean
  invited_until: string | null
  invitation_holds: boolean | null
  archived: boolean
}

/** All people, or the one with this id: one statement. */
const select = ({ company, user }: Context, id: number | null) => sql<StoredPerson>`
  select u.id, u.name, u.email, u.phone, u.role_id, r.name as role, coalesce(to_json(r.permissions),
    '[]') as permissions,
    u.is_admin, u.is_operator, u.location_ids, u.stock_ids, u.password_hash is not null as entered,
    case when u.location_ids is not null then array(select l.name from locations l
      where l.company_id = ${company.id} and l.id = any(u.location_ids) ${scope(user).modules('l.id')}
        order by l.name) end as location_names,
    case when u.stock_ids is not null then array(select s.name from stocks s
      where s.company_id = ${company.id} and s.id = any(u.stock_ids) ${scope(user).stocks('s.id')}
        order by s.name) end as stock_names,
    o.at as date_last_operation, e.at as last_sign_in, f.confirmed_at is not null as second_factor,
      (i.expires_at at time zone ${company.time_zone})::timestamp as invited_until,
    i.expires_at > now() as invitation_holds, u.archived_at is not null as archived
  from users u
  left join roles r on r.company_id = ${company.id} and r.id = u.role_id
  left join invitations i on i.company_id = ${company.id} and i.user_id = u.id
  left join lateral (
    select at from operations where company_id = ${company.id} and user_id = u.id order by at desc limit 1) o on true
  left join second_factors f on f.company_id = ${company.id} and f.user_id = u.id
  left join lateral (
    select (at at time zone ${company.time_zone})::timestamp as at from security_events
    where company_id = ${company.id} and user_id = u.id and kind in ('signed-in', 'invitation-accepted')
    order by security_events.at desc limit 1) e on true
  where u.company_id = ${company.id} ${id === null ? sql`` : sql`and u.id = ${id}`}
  order by u.name, u.id`

export const readPeople = (context: Context): Promise<StoredPerson[]> => context.tx.rows(select(context, null))

/** Changes of people in a company run one after another, so that one administrator always remains. */
export const lockPeople = ({ tx, company }: Context) =>
  tx.lock('people', sql`select from companies where company_id = ${company.id} for no key update`)

const MISSING = 'Пользователь не найден: возможно, его удалили.'

export async function requirePerson(context: Context, id: number): Promise<StoredPerson> {
  const person = await context.tx.maybe(select(context, id))
  if (!person) throw notFound(MISSING)
  return person
}

/** Whether a role holds what the user does not. */
export function isBeyond(role: { id: number; permissions: readonly string[] }, user: CurrentUser): boolean {
  const own = heldBy(user)
  const held = heldByRole(permissionsOf(role.id, role.permissions))
  return [...held].some((ability) => !own.has(ability))
}

const OWN = 'Свою учётную запись нельзя удалить.'

export const undeletable = (person: StoredPerson, user: CurrentUser): string | null =>
  person.id === user.id ? OWN : untouchable(person, user)

/** The person of a write, if the user may change them. */
export async function lockTouchable(context: Context, id: number): Promise<StoredPerson> {
  lockPeople(context)
  const [, person] = await context.tx.allInOrder(requireTouchable(context, id), requirePerson(context, id))
  return person
}

/** Thrown after what may have taken away the last one. */
export async function requireAdministrator({ tx, company }: Context): Promise<void> {
  const left = await tx.maybe(sql`
    select 1 from users where company_id = ${company.id} and is_admin and archived_at is null
      and password_hash is not null limit 1`)
  if (!left) throw conflict('В хозяйстве должен остаться хотя бы один администратор.')
}

function entryOf({ archived, entered, invitation_holds }: StoredPerson): Entry {
  if (archived) return 'closed'
  if (entered) return 'entered'
  return invitation_holds === null ? 'withdrawn' : invitation_holds ? 'invited' : 'expired'
}

/** As the user may see them. */
export function shownPerson(person: StoredPerson, { user, speak }: Pick<Context, 'user' | 'speak'>): Person {
  const open = scope(user)
  const entry = entryOf(person)
  const reason = untouchable(person, user)
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    phone: person.phone,
    role_id: person.role_id,
    role: person.role,
    is_admin: person.is_admin,
    permissions: person.role_id === null ? [] : [...permissionsOf(person.role_id, person.permissions)],
    location_id: person.location_ids?.filter((id) => open.opensModule(id)) ?? null,
    location_names: person.location_names,
    stock_id: person.stock_ids?.filter((id) => open.opensStock(id)) ?? null,
    stock_names: person.stock_names,
    date_last_operation: person.date_last_operation,
    last_sign_in: person.last_sign_in,
    second_factor: person.second_factor,
    entry,
    entry_name: ENTRY[entry],
    invited_until: person.invited_until,
    own: person.id === user.id,
    archived: person.archived,
    edit_disabled: reason !== null,
    edit_disabled_reason: reason && speak(reason),
    ...deleteFlags(undeletable(person, user), speak),
  }
}
