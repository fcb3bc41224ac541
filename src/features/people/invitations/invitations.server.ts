/** Invites a person to the user's farm, and withdraws an invitation. */
import type { Invitation } from '../../../shared/user'
import { makeLink, sendLink } from '../../../server/accounts/invitation'
import { closeAccess } from '../../../server/sign-in'
import { conflict } from '../../../server/errors'
import { type Context, route } from '../../../server/http/route'
import { noteSecurity } from '../../../server/security-events'
import { lockTouchable, type StoredPerson } from '../person/person.server'
import { userCalls } from '../person/users.contract'

/** Makes a link in the place of an earlier one. */
export async function inviteTo(
  context: Context,
  { id, name, email }: Pick<StoredPerson, 'id' | 'name' | 'email'>,
): Promise<Invitation> {
  const { tx, company, user, request } = context
  const link = await makeLink(tx, company, id)
  noteSecurity(tx, company.id, request, { kind: 'user-invited', user: id, by: user.id, details: { email } })
  return sendLink(context, link, { name, email, company: company.name })
}

const ENTERED = 'Этот человек уже входил: приглашение ему не нужно.'

async function requireNewcomer(context: Context, id: number): Promise<StoredPerson> {
  const person = await lockTouchable(context, id)
  if (person.entered) throw conflict(ENTERED)
  if (person.archived) throw conflict('Сначала извлеките пользователя из архива.')
  return person
}

export const invite = route(userCalls.invite, async ({ id }, context) => {
  const person = await requireNewcomer(context, id)
  context.audit({ action: 'create', entity: 'invitation', id, after: { email: person.email } })
  context.changed('people')
  return inviteTo(context, person)
})

export const withdraw = route(userCalls.withdraw, async ({ id }, context) => {
  const { tx, company, user, request, audit, changed } = context
  const { email } = await requireNewcomer(context, id)
  await closeAccess(tx, company.id, id)
  noteSecurity(tx, company.id, request, { kind: 'invitation-withdrawn', user: id, by: user.id, details: { email } })
  audit({ action: 'delete', entity: 'invitation', id, before: { email } })
  changed('people')
  return { ok: true as const }
})
