/** What the application may not do to its own company: its role has no right to it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { type Database, openDatabase, type Tx } from './client'

let farm: Farm
let database: Database
beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 1)
})
afterAll(() => Promise.all([database.close(), farm.close()]))

const inside = <T>(work: (tx: Tx) => Promise<T>) => database.transaction(farm.session.user.company.id, work)

test('it makes nobody an operator of the installation', async () => {
  const { id, company } = farm.session.user
  const own = sql`where company_id = ${company.id} and id = ${id}`
  expect(await inside((tx) => tx.run(sql`update users set name = name ${own}`))).toBe(1)
  for (const statement of [
    sql`update users set is_operator = true ${own}`,
    sql`insert into users (company_id, name, email, is_operator) values (${company.id}, 'Тень', 'shadow@example.com',
      true)`,
  ])
    await expect(inside((tx) => tx.run(statement))).rejects.toMatchObject({ code: '42501' })
})

test('it keeps the security events of the last year', async () => {
  const company = farm.session.user.company.id
  await farm.sql(
    `insert into security_events (company_id, kind, at) values
      ($1, 'signed-in', now() - interval '364 days'), ($1, 'signed-in', now() - interval '366 days')`,
    [company],
  )
  expect(await inside((tx) => tx.run(sql`delete from security_events where company_id = ${company}`))).toBe(1)
})
