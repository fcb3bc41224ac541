import { sql } from 'kysely'
import { openDatabase } from '../db/client'

/**
 * Makes a person the operator of this installation, or takes that away. Runs as the owner of the tables, because the
 * application may not do it. False when nobody signs in with that address.
 */
export async function appointOperator(ownerUrl: string, email: string, on: boolean): Promise<boolean> {
  const database = openDatabase(ownerUrl, 1)
  try {
    const login = await database.beforeLogin(email, (tx) =>
      tx.maybe<{ company: number; user: number }>(
        sql`select company_id as company, user_id as user from logins where email = ${email}`,
      ),
    )
    if (!login) return false
    const { company, user } = login
    await database.transaction(company, async (tx) => {
      await tx.run(sql`reset role`)
      await tx.run(sql`update users set is_operator = ${on} where company_id = ${company} and id = ${user}`)
      await tx.run(sql`
        insert into security_events (company_id, kind, user_id, details)
        values (${company}, 'user-changed', ${user}, jsonb_build_object('operator', ${on}::boolean))`)
    })
    return true
  } finally {
    await database.close()
  }
}
