/** The work of a job for one farm after another. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { type Database, openDatabase } from './client'
import { eachCompany } from './companies'

let farm: Farm
let database: Database
beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 1)
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

test('what fails for one farm keeps no other waiting, and is told at the end', async () => {
  const others = [await farm.company('Соседи'), await farm.company('Дальние')].map(({ user }) => user.company.id)
  const seen: number[] = []
  const done: number[] = []
  const work = eachCompany({ database, progress: (company) => done.push(company) }, async (company) => {
    if (company === others[0]) throw new Error('timeout exceeded when trying to connect')
    seen.push(company)
  })
  await expect(work).rejects.toThrow('timeout exceeded')
  expect(seen).toEqual([farm.session.user.company.id, others[1]])
  expect(done.at(-1)).toBe(others[1])
})
