import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from './farm/farm'
import { watchRows } from './row-changes'

let farm: Farm
let changed: () => Promise<string[]>
beforeAll(async () => {
  farm = await openFarm()
  changed = await watchRows(farm.sql, ['guesses'])
})
afterAll(() => farm.close())

test('what a call has stored is told once, by its tables', async () => {
  await farm.module()
  expect(await changed()).toEqual(expect.arrayContaining(['locations', 'audit_log']))
  expect(await changed()).toEqual([])
})

test('what was rolled back, left as it was or does not count is not told', async () => {
  await farm.sql('begin')
  await farm.sql(`update locations set name = 'Другой'`)
  await farm.sql('rollback')
  await farm.sql('update locations set name = name')
  await farm.sql(`delete from guesses`)
  expect(await changed()).toEqual([])
})

test('a row that is gone is told', async () => {
  await farm.sql(`delete from audit_log`)
  expect(await changed()).toEqual(['audit_log'])
})
