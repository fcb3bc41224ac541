import { sql } from 'kysely'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'

/** Names of the modules open to the user. */
export async function moduleNames({ tx, company, user }: Context): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from locations where company_id = ${company.id} ${scope(user).modules('id')}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
