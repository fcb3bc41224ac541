/** The link of an invitation: whom it invites, and the password chosen with it. It works once. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../../server/db/client'
import { fieldErrors } from '../../../server/errors'
import { resetAttempts, invitationLimit, slowDown } from '../../../server/http/limits/failed-attempts'
import { publicRoute, type PublicContext } from '../../../server/http/route'
import { checkPassword, hashPassword } from '../../../server/passwords'
import { noteSecurity } from '../../../server/security-events'
import { readToken } from '../../../server/session'
import { type OpenedSession, openSession, setPassword } from '../../../server/sign-in'
import { invitationCalls } from './invitation.contract'

const BAD_LINK = 'Приглашение больше не действует: оно использовано, отозвано или старше семи дней.'

interface Link {
  company: number
  hash: string
}

interface Newcomer {
  id: number
  company: string
  name: string
  email: string
}

/** The invited user, while the link is valid. The link is locked, so that of two simultaneous uses one fails. */
async function requireNewcomer(tx: Tx, { company, hash }: Link): Promise<Newcomer> {
  const newcomer = await tx.maybe<Newcomer>(sql`
    select u.id, c.name as company, u.name, u.email
    from invitations i
    join users u on u.company_id = ${company} and u.id = i.user_id
    join companies c on c.company_id = ${company}
    where i.company_id = ${company} and i.token_hash = ${hash} and i.expires_at > now() and u.archived_at is null
      and c.archived_at is null
    for update of i`)
  if (!newcomer) throw fieldErrors({ token: BAD_LINK })
  return newcomer
}

/** Each attempt counts for the network; a right one is given back. */
async function readLink(database: Database, token: string, ip: string): Promise<Link & { newcomer: Newcomer }> {
  const limit = invitationLimit(ip)
  await slowDown(database, '', [limit])
  const link = readToken(token)
  if (!link) throw fieldErrors({ token: BAD_LINK })
  const newcomer = await database.transaction(link.company, (tx) => requireNewcomer(tx, link))
  await resetAttempts(database, newcomer.email, [limit])
  return { ...link, newcomer }
}

export const checkInvitation = publicRoute(invitationCalls.check, async ({ token }, { services, request }) => {
  const { company, name, email } = (await readLink(services.database, token, request.ip)).newcomer
  return { company, name, email }
})

export const acceptInvitation = publicRoute(invitationCalls.accept, async (input, context) => {
  const { services, request } = context
  const link = await readLink(services.database, input.token, request.ip)
  const { company, name, email } = link.newcomer
  await checkPassword(input.password, [company, name, email])
  const password_hash = await hashPassword(input.password)
  const opened = await services.database.transaction(link.company, (tx) => enter(tx, link, password_hash, context))
  services.publish(link.company, ['people'])
  opened.setCookies()
  return opened.answer
})

async function enter(tx: Tx, link: Link, password_hash: string, context: PublicContext): Promise<OpenedSession> {
  const { company } = link
  const { id } = await requireNewcomer(tx, link)
  await Promise.all([
    setPassword(tx, company, id, password_hash),
    tx.run(sql`insert into audit_log (company_id, user_id, action, entity, entity_id)
      values (${company}, ${id}, 'update', 'password', ${id})`),
  ])
  noteSecurity(tx, company, context.request, { kind: 'invitation-accepted', user: id, by: id })
  return openSession(tx, company, id, context)
}
