import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../testing/database'
import { query } from '../../testing/server'
import { checkRole, refuseUnbound } from './roles'

let database: TestDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.drop())

test('the role of the application is looked at when it starts', async () => {
  const said: string[] = []
  const look = (url: string, apart: boolean) => checkRole(url, apart, (line) => said.push(line))
  await look(database.webUrl, true)
  expect(said).toEqual([])
  await look(database.url, false)
  expect(said.join()).toContain('DATABASE_OWNER_URL')
  await expect(look(database.url, true)).rejects.toThrow('DATABASE_OWNER_URL')
  await expect(refuseUnbound(database.adminUrl)).rejects.toThrow('bypasses row-level security')
  await refuseUnbound(database.webUrl)
  await refuseUnbound(database.url, 'DATABASE_OWNER_URL')
  await expect(refuseUnbound(database.adminUrl, 'DATABASE_OWNER_URL')).rejects.toThrow('DATABASE_OWNER_URL')
  await query(database.adminUrl, (client) => client.query(`create role sadok_stranger login password 'чужой'`))
  const stranger = new URL(database.webUrl)
  Object.assign(stranger, { username: 'sadok_stranger', password: 'чужой' })
  await expect(look(stranger.href, true)).rejects.toThrow('GRANT sadok_app')
  await query(database.adminUrl, (client) => client.query('drop role sadok_stranger'))
  await expect(look(stranger.href, true)).rejects.toThrow('cannot be reached')
})
