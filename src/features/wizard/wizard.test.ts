/** The setup wizard: what it counts, for whom, and when it is over. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySettingsCall } from '../../shared/user'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { STAGE_NAMES, wizardCall } from './wizard.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const counts = async (as?: Parameters<Farm['call']>[2]) =>
  Object.fromEntries((await farm.call(wizardCall, {}, as)).data.map(({ key, count }) => [key, count]))

test('each stage says how much of it there is, and where it is made', async () => {
  const before = await counts()
  const module = await farm.module()
  await farm.cage({ location: module.id })
  await farm.cage({ location: module.id })
  const after = await counts()
  expect(Object.keys(after)).toEqual(STAGE_NAMES)
  expect(after).toEqual({ ...before, modules: before.modules! + 1, cages: before.cages! + 2 })
  const { data, keys } = await farm.call(wizardCall, {})
  expect(data[0]).toMatchObject({ key: 'modules', title: 'Модули' })
  expect(keys).toMatchObject({ modules: 'location-lib', feed: 'goods-stock', people: 'users', stocking: 'main' })
})

test('whoever sets the farm up is counted among the people by others alone', async () => {
  const before = await counts()
  const colleague = await farm.user({ permissions: ['access wizard'] })
  expect((await counts()).people).toBe(before.people! + 1)
  expect((await counts({ as: colleague })).people).toBe(before.people! + 1)
})

test('whoever is limited to modules counts only what they see', async () => {
  const [here, there] = [await farm.module(), await farm.module()]
  await farm.cage({ location: here.id })
  await farm.cage({ location: there.id })
  const limited = await farm.user({ locations: [here.id], permissions: ['access wizard'] })
  expect(await counts({ as: limited })).toMatchObject({ modules: 1, cages: 1 })
  const none = await farm.user({ permissions: ['view tasks'] })
  await farm.call(wizardCall, {}, { as: none, expect: 403 })
})

test('that it is completed is a setting of the farm, which the right to the wizard is enough for and to no other', async () => {
  const [guide, none] = [
    await farm.user({ permissions: ['access wizard'] }),
    await farm.user({ permissions: ['view tasks'] }),
  ]
  const refused = async (settings: object, as: typeof guide) =>
    farm.call(companySettingsCall, settings, { as, expect: 403 })
  await refused({ 'wizard-completed': true }, none)
  await refused({ 'wizard-completed': true, 'density-limit': 30 }, guide)
  await refused({ 'density-limit': 30 }, guide)
  await refused({}, guide)
  expect((await farm.call(wizardCall, {}))['wizard-completed']).toBe(false)
  await farm.call(companySettingsCall, { 'wizard-completed': true }, { as: guide })
  expect((await farm.call(wizardCall, {}))['wizard-completed']).toBe(true)
})
