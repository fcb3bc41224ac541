import { verify } from '@node-rs/argon2'
import pg from 'pg'

export const DEMO_EMAIL = 'demo@example.com'
/** Public, since everybody can read it here: it only opens a demo farm that no other computer can reach. */
export const DEMO_PASSWORD = 'demo-farm'

/** Whether one can sign in to the demo farm, and whether with the public password. */
export type DemoLogin = 'none' | 'published' | 'secret'

interface FoundLogin {
  company_id: number
  user_id: number
  password_hash: string | null
}

/** Row-level security applies to the owner too: only the login of this address is visible, and its company by id. */
async function findDemo(client: pg.Client): Promise<FoundLogin | null> {
  const inside = (company: number) =>
    client.query("SELECT set_config('app.email', $1, false), set_config('app.company_id', $2, false)", [
      DEMO_EMAIL,
      String(company),
    ])
  await inside(0)
  const { rows: logins } = await client.query<{ company_id: number }>(
    'SELECT company_id FROM logins WHERE email = $1',
    [DEMO_EMAIL],
  )
  if (!logins[0]) return null
  await inside(logins[0].company_id)
  const { rows } = await client.query<FoundLogin>(
    `SELECT l.company_id, l.user_id, CASE WHEN u.archived_at IS NULL THEN u.password_hash END AS password_hash
      FROM logins l JOIN users u ON u.company_id = l.company_id AND u.id = l.user_id WHERE l.email = $1`,
    [DEMO_EMAIL],
  )
  return rows[0] ?? null
}

const isPublished = async ({ password_hash }: FoundLogin) =>
  password_hash !== null && verify(password_hash, DEMO_PASSWORD)

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const readDemoLogin = (url: string): Promise<DemoLogin> =>
  withClient(url, async (client) => {
    const found = await findDemo(client)
    if (!found) return 'none'
    return (await isPublished(found)) ? 'published' : 'secret'
  })

/** Removes the public password and ends its sessions; a letter sets another one. True when it was set. */
export const closeDemoLogin = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const found = await findDemo(client)
    if (!found || !(await isPublished(found))) return false
    const person = [found.company_id, found.user_id]
    await client.query('UPDATE users SET password_hash = NULL WHERE company_id = $1 AND id = $2', person)
    await client.query('DELETE FROM sessions WHERE company_id = $1 AND user_id = $2', person)
    return true
  })
