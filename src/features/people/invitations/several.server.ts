/** Invites several people at once: whoever can be invited is, the others are reported. */
import { sql } from 'kysely'
import { email as emailField } from '../../../shared/fields'
import type { Invitation } from '../../../shared/user'
import { db } from '../../../server/db/client'
import { type Context, route } from '../../../server/http/route'
import { countTaken, refuseAfterTaken } from '../../../server/http/limits/failed-attempts'
import { noteSecurity } from '../../../server/security-events'
import { valuesOf, type Values } from '../person/given.server'
import { lockPeople, TAKEN } from '../person/person.server'
import { inviteCalls, type Outcome } from './invitations.contract'
import { inviteTo } from './invitations.server'

const WRONG = 'Это не адрес электронной почты'

interface Invitee {
  email: string
  name: string
}

/** Each address once, normalised; a person without a name gets the first part of the address. */
function eachOnce(people: readonly { email: string; name: string | null }[]): Invitee[] {
  const named = people.map(({ email, name }) => {
    const address = email.trim().toLowerCase()
    return { email: address, name: name ?? address.split('@')[0]!.slice(0, 200) }
  })
  return named.filter(({ email }, index) => named.findIndex((one) => one.email === email) === index)
}

/** Users of this farm who have these addresses already. */
async function presentOf({ tx, company }: Context, emails: string[]) {
  const rows = await tx.rows<Invitee & { entered: boolean }>(sql`
    select l.email, u.name, u.password_hash is not null as entered
    from logins l join users u on u.company_id = ${company.id} and u.id = l.user_id
    where l.company_id = ${company.id} and l.email = any(${emails}::text[])`)
  return new Map(rows.map((row) => [row.email, row]))
}

/** Accounts for addresses not used anywhere: address → id. */
async function makeAccounts(context: Context, people: Invitee[], given: Values): Promise<Map<string, number>> {
  const { tx, company } = context
  if (people.length === 0) return new Map()
  const made = await tx.rows(
    db
      .insertInto('users')
      .values(people.map((person) => ({ ...given, ...person, company_id: company.id })))
      .returning(['id', 'email']),
  )
  const claimed = await tx.rows<{ email: string }>(sql`
    insert into logins (email, company_id, user_id)
    select email, ${company.id}, id from unnest(${made.map((one) => one.email)}::text[],
      ${made.map((one) => one.id)}::int[]) as one (email, id)
    on conflict do nothing returning email`)
  const free = new Set(claimed.map(({ email }) => email))
  const taken = made.filter(({ email }) => !free.has(email)).map(({ id }) => id)
  if (taken.length > 0)
    await tx.run(sql`delete from users where company_id = ${company.id} and id = any(${taken}::int[])`)
  return new Map(made.flatMap(({ id, email }) => (free.has(email) ? [[email, id] as const] : [])))
}

function inviteOne(context: Context, id: number, values: Values): Promise<Invitation> {
  const { tx, company, user, request, audit } = context
  noteSecurity(tx, company.id, request, { kind: 'user-created', user: id, by: user.id, details: { ...values } })
  audit({ action: 'create', entity: 'user', id, after: values })
  return inviteTo(context, { id, name: values.name, email: values.email })
}

const refused = (person: Invitee, reason: string): Outcome => ({
  ...person,
  outcome: 'refused',
  reason,
  invitation: null,
})

export const inviteSeveral = route(inviteCalls.several, async ({ people, ...limits }, context) => {
  await refuseAfterTaken(context.tx, context.company.id)
  lockPeople(context)
  const given = await valuesOf({ name: '', email: '', phone: null, ...limits }, null, context)
  const invitees = eachOnce(people)
  const present = await presentOf(
    context,
    invitees.map(({ email }) => email),
  )
  const isAddress = ({ email }: Invitee) => emailField().safeParse(email).success
  const fresh = invitees.filter((person) => isAddress(person) && !present.has(person.email))
  const accounts = await makeAccounts(context, fresh, given)
  const outcomes = invitees.map(async (person): Promise<Outcome> => {
    const here = present.get(person.email)
    if (here)
      return {
        ...person,
        name: here.name,
        outcome: here.entered ? 'present' : 'waiting',
        reason: null,
        invitation: null,
      }
    if (!isAddress(person)) return refused(person, WRONG)
    const id = accounts.get(person.email)
    if (id === undefined) return refused(person, TAKEN)
    return {
      ...person,
      outcome: 'invited',
      reason: null,
      invitation: await inviteOne(context, id, { ...given, ...person }),
    }
  })
  const told = await Promise.all(outcomes)
  const taken = told.filter(({ reason }) => reason === TAKEN).length
  if (taken > 0) await countTaken(context.tx, context.company.id, taken)
  if (accounts.size > 0) context.changed('people')
  return { people: told }
})
