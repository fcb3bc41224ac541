/**
 * npm run operator -- someone@example.com: makes a person the operator of this installation, who keeps its companies;
 * with «off» behind the address no longer.
 */
import { sql } from 'kysely'
import { PlainError } from '../src/server/base/plain-error'
import { openDatabase } from '../src/server/db/client'
import { onDatabase } from './on-database'

const [email = '', word] = process.argv.slice(2)
const on = word !== 'off'

async function appoint(databaseUrl: string): Promise<void> {
  const address = email.trim().toLowerCase()
  const database = openDatabase(databaseUrl, 1)
  try {
    const login = await database.beforeLogin(address, (tx) =>
      tx.maybe<{ company: number; user: number }>(
        sql`select company_id as company, user_id as user from logins where email = ${address}`,
      ),
    )
    if (!login)
      throw new PlainError(
        `Никто не входит с адресом «${address}». npm run operator -- адрес [off]\n` +
          `Nobody signs in with the address «${address}». npm run operator -- address [off]`,
      )
    const { company, user } = login
    await database.transaction(company, async (tx) => {
      await tx.run(sql`update users set is_operator = ${on} where company_id = ${company} and id = ${user}`)
      await tx.run(sql`
        insert into security_events (company_id, kind, user_id, details)
        values (${company}, 'user-changed', ${user}, jsonb_build_object('operator', ${on}::boolean))`)
    })
    console.log(on ? `${address}: оператор / operator` : `${address}: больше не оператор / no longer operator`)
  } finally {
    await database.close()
  }
}

await onDatabase(appoint)
