/** A ticket lets a program without cookies download one kind of file within a minute, while its session lasts. */
import { sql } from 'kysely'
import { route } from '../../server/http/route'
import { newToken, sessionOf } from '../../server/session'
import { accessCalls } from './sign-in/access.contract'

export const downloadTicket = route(accessCalls.downloadTicket, async ({ path }, { tx, company, user, request }) => {
  const { token, hash } = newToken(company.id)
  tx.later(sql`delete from download_tickets where company_id = ${company.id} and expires_at < now()`)
  tx.later(sql`insert into download_tickets (company_id, token_hash, user_id, session_hash, path, expires_at)
    values (${company.id}, ${hash}, ${user.id}, ${sessionOf(request)!.hash}, ${path}, now() + interval '1 minute')`)
  return { token }
})
