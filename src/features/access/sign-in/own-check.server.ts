/** Confirms who a signed-in user is, before they change how they sign in. */
import { sql } from 'kysely'
import { fieldErrors } from '../../../server/errors'
import { resetAttempts, ownLimit, slowDown } from '../../../server/http/limits/failed-attempts'
import type { Preparing } from '../../../server/http/route'
import { isPassword } from '../../../server/passwords'
import { noteSecurity } from '../../../server/security-events'
import { WRONG_PASSWORD } from './sign-in.server'

export const WRONG_CURRENT = WRONG_PASSWORD

/**
 * Checks their password, in a `prepare`; the attempt is counted before it is compared. Answers the hash it was compared
 * with.
 */
export async function requirePassword(
  { user, company, request, services: { database } }: Preparing<unknown>,
  typed: string,
  field: string,
): Promise<string> {
  const limits = [ownLimit('password', company.id, user.id)]
  await slowDown(database, '', limits)
  const { password_hash } = await database.transaction(company.id, (tx) =>
    tx.one<{ password_hash: string }>(
      sql`select password_hash from users where company_id = ${company.id} and id = ${user.id}`,
    ),
  )
  if (!(await isPassword(password_hash, typed))) {
    await database.transaction(company.id, async (tx) =>
      noteSecurity(tx, company.id, request, { kind: 'confirm-failed', user: user.id, by: user.id }),
    )
    throw fieldErrors({ [field]: WRONG_CURRENT })
  }
  await resetAttempts(database, '', limits)
  return password_hash
}
