import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Season } from '../../shared/feeding/norm'
import { openDatabase } from '../../server/db/client'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { goodCalls } from '../goods/good-calls.contract'
import { latestNorms } from './norms.server'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const season = (rate: number): Season => ({
  from: { day: 1, month: 1 },
  to: { day: 31, month: 12 },
  temperatures: [6],
  coefficients: [1_000_000],
  rows: [{ min: 1000, max: 2000, fcr: 1_000_000, rates: [rate] }],
})

async function feed(name: string): Promise<number> {
  const { goods } = await farm.call(goodCalls.createSeveral, { rows: [{ name, type: 'feed', measure: 'kg' }] })
  return goods[0]!.id
}

test('the newest version of each feed holds, also one whose norms were deleted', async () => {
  const [first, second, none] = [await feed('Корм 3 мм'), await feed('Корм 6 мм'), await feed('Корм 9 мм')]
  const company = farm.session.user.company.id
  const store = async (good: number, seasons: Season[]) =>
    farm.sql<{ id: number }>(
      'insert into norm_versions (company_id, good_id, seasons) values ($1, $2, $3) returning id',
      [company, good, JSON.stringify(seasons)],
    )
  await store(first, [season(1)])
  const [kept] = await store(first, [season(2)])
  await store(second, [season(3)])
  const [emptied] = await store(second, [])

  const database = openDatabase(farm.database.webUrl, 1)
  const found = await database.transaction(company, (tx) => latestNorms(tx, company, [first, second, none]))
  const other = await farm.company()
  const foreign = other.user.company.id
  const beyond = await database.transaction(foreign, (tx) => latestNorms(tx, foreign, [first]))
  await database.close()

  expect([...found]).toEqual([
    [first, { version: kept!.id, seasons: [season(2)] }],
    [second, { version: emptied!.id, seasons: [] }],
  ])
  expect(beyond.size).toBe(0)
})
