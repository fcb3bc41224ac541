import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../db/client'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { placeOf } from './codes'
import { renewKey } from './renew-key'
import { addKey, openSecretBox } from './secret-box'

let farm: Farm
let database: Database
let folder: string
beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 1)
  folder = mkdtempSync(join(tmpdir(), 'sadok-key-'))
})
afterAll(async () => {
  await database.close()
  await farm.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = () => join(folder, 'second-factor.key')
const keys = () => readFileSync(file(), 'utf8').trim().split('\n')
/** Whose secret is which, as it is opened with the keys of the folder now. */
async function opened(): Promise<(string | null)[]> {
  const box = openSecretBox(folder)
  const rows = await farm.sql<{ company_id: number; user_id: number; secret: string }>(
    'select company_id, user_id, secret from second_factors order by company_id, user_id',
  )
  const found = await Promise.all(rows.map((row) => box.open(row.secret, placeOf(row.company_id, row.user_id))))
  return found.map((bytes) => bytes && String(bytes))
}

test('the key is exchanged, of every company, and one that was interrupted goes on', async () => {
  const people = [farm.session, await farm.user(), await farm.company('Ферма «Запад»')]
  const box = openSecretBox(folder)
  for (const [index, { user }] of people.entries()) {
    const sealed = await box.seal(Buffer.from(`секрет ${index}`), placeOf(user.company.id, user.id))
    await farm.sql(
      'insert into second_factors (company_id, user_id, secret, confirmed_at) values ($1, $2, $3, now())',
      [user.company.id, user.id, sealed],
    )
  }
  const [before] = keys()
  const secrets = ['секрет 0', 'секрет 1', 'секрет 2']

  // as far as an interrupted one comes: both keys open
  await addKey(folder)
  const [next] = keys()
  expect(keys()).toEqual([next, before])
  expect(await opened()).toEqual(secrets)

  expect(await renewKey(database, folder)).toEqual({ sealed: 3, lost: 0 })
  expect(keys()).toEqual([next])
  expect(statSync(file()).mode & 0o077).toBe(0)
  expect(await opened()).toEqual(secrets)
  // whoever has the old key has nothing
  const [row] = await farm.sql<{ secret: string }>('select secret from second_factors where user_id = $1', [
    people[1]!.user.id,
  ])
  expect(await box.open(row!.secret, placeOf(people[1]!.user.company.id, people[1]!.user.id))).toBeNull()

  // what another key sealed is counted, and left as it is
  await farm.sql('update second_factors set secret = $1 where user_id = $2', ['x'.repeat(80), people[1]!.user.id])
  expect(await renewKey(database, folder)).toEqual({ sealed: 2, lost: 1 })
  expect(keys()).not.toEqual([next])
  expect(await opened()).toEqual(['секрет 0', null, 'секрет 2'])
})
