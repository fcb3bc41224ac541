/** What opens an account, and how it ends. */
import { sql } from 'kysely'
import type { Tx } from './db/client'

/** Ends sessions, links of letters, invitations and tickets of a user; the session `kept` (its hash) goes on. */
export const closeAccess = (tx: Tx, company: number, user: number, kept: string | null = null) => [
  tx.run(sql`delete from sessions where company_id = ${company} and user_id = ${user}
    and token_hash is distinct from ${kept}`),
  tx.run(sql`delete from password_resets where company_id = ${company} and user_id = ${user}`),
  tx.run(sql`delete from invitations where company_id = ${company} and user_id = ${user}`),
  tx.run(sql`delete from download_tickets where company_id = ${company} and user_id = ${user}`),
]

/** Sets the password and ends what the old one opened, but for the session `kept`. */
export const setPassword = (tx: Tx, company: number, user: number, password_hash: string, kept: string | null) => [
  tx.run(sql`update users set password_hash = ${password_hash} where company_id = ${company} and id = ${user}`),
  ...closeAccess(tx, company, user, kept),
]
