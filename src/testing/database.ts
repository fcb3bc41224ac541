import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { query, withDatabase } from './server'

export interface TestDatabase {
  /** as the owner, whom row-level security binds */
  url: string
  /** as the application, which owns nothing */
  webUrl: string
  /** as superuser, to look past row-level security */
  adminUrl: string
  drop(): Promise<void>
}

/** A migrated, empty database of its own, cloned in some 30 ms. */
export async function freshDatabase(): Promise<TestDatabase> {
  const { adminUrl, ownerUrl, webUrl, template } = inject('testServer')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await query(adminUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      "SELECT current_setting('server_version_num')::int AS version",
    )
    const strategy = (rows[0]?.version ?? 0) >= 150_000 ? 'STRATEGY file_copy' : ''
    const owner = client.escapeIdentifier(new URL(ownerUrl).username)
    await client.query(`CREATE DATABASE ${name} OWNER ${owner} TEMPLATE ${template} ${strategy}`)
  })
  return {
    url: withDatabase(ownerUrl, name),
    webUrl: withDatabase(webUrl, name),
    adminUrl: withDatabase(adminUrl, name),
    drop: () =>
      query(adminUrl, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  }
}
