import { verify } from '@node-rs/argon2'
import pg from 'pg'

export const DEMO_EMAIL = 'demo@example.com'
/** Everybody can read it here: it opens only a demo farm that nobody else's computer reaches. */
export const DEMO_PASSWORD = 'demo-farm'

/** Whether the demo farm can be signed in to, and whether by the password that everybody knows. */
export type DemoLogin = 'none' | 'published' | 'secret'

export async function readDemoLogin(url: string): Promise<DemoLogin> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Row-level security binds the owner too: it shows the row of this address, and of its company what one asks for by
    // its number.
    const inside = (company: number) =>
      client.query("SELECT set_config('app.email', $1, false), set_config('app.company_id', $2, false)", [
        DEMO_EMAIL,
        String(company),
      ])
    await inside(0)
    const { rows: logins } = await client.query<{ company_id: number; user_id: number }>(
      'SELECT company_id, user_id FROM logins WHERE email = $1',
      [DEMO_EMAIL],
    )
    const [login] = logins
    if (!login) return 'none'
    await inside(login.company_id)
    const { rows: users } = await client.query<{ password_hash: string }>(
      'SELECT password_hash FROM users WHERE company_id = $1 AND id = $2 AND archived_at IS NULL',
      [login.company_id, login.user_id],
    )
    const known = users[0] && (await verify(users[0].password_hash, DEMO_PASSWORD))
    return known ? 'published' : 'secret'
  } finally {
    await client.end()
  }
}
