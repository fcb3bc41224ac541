import pg from 'pg'

export const DEMO_EMAIL = 'demo@example.com'
export const DEMO_PASSWORD = 'demo-farm'

/** Whether the demo farm can be signed in to: a database with a farm of one's own has none. */
export async function hasDemoLogin(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Row-level security binds the owner too: it shows the row of this address and of no company.
    await client.query("SELECT set_config('app.email', $1, false), set_config('app.company_id', '0', false)", [
      DEMO_EMAIL,
    ])
    const { rowCount } = await client.query('SELECT FROM logins WHERE email = $1', [DEMO_EMAIL])
    return rowCount === 1
  } finally {
    await client.end()
  }
}
