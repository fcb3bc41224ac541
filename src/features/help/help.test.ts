/** Help over the API: every text it names is there, in the language that is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { helpCall } from './help.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

test('texts and the addresses that they belong to', async () => {
  const { guides, keys } = await farm.call(helpCall, {})
  expect(guides.tasks).toMatch(/^# Задачи\n/)
  expect(keys.tasks).toEqual(['tasks'])
  expect(keys['']).toContain('main')
  for (const name of Object.values(keys).flat()) expect(guides).toHaveProperty([name])
})

test('in English when asked for', async () => {
  const { guides } = await farm.call(helpCall, { locale: 'en' })
  expect(guides.tasks).toMatch(/^# Tasks\n/)
  expect((await farm.call(helpCall, { locale: 'de' } as never, { expect: 422 })).errors).toHaveProperty('locale')
})
