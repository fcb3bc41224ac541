/** Whoever is limited to modules sees what was spent, and changes nothing that was spent for another module. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import type { InputOf } from '../../shared/contract'
import { spendingTotalsCall } from './spending.contract'

const { spending } = kinds

let farm: Farm
let category: number
beforeAll(async () => {
  farm = await openFarm()
  category = (await farm.spendingCategory()).id
})
afterAll(() => farm.close())

const typed = (change: Partial<InputOf<typeof spending.create>> = {}) => ({
  date: farm.daysAgo(5),
  name: 'Сваи',
  amount: '1000,50',
  spending_category_id: category,
  ...change,
})
const limitedTo = (module: number, stocks: number[]) =>
  farm.user({ permissions: ['access spending', 'write spending'], locations: [module], stocks })

it('sees it: it happens in no module and in no warehouse', async () => {
  const as = await limitedTo((await farm.module()).id, [(await farm.stock()).id])
  await farm.call(spending.create, typed())
  const period = { start: farm.daysAgo(30), end: farm.today() }
  expect(await farm.call(spending.list, period, { as })).toHaveLength(1)
  expect(await farm.call(spendingTotalsCall, period, { as })).toMatchObject({ amount: 1000.5 })
})

it('changes and deletes only what was spent for an open one', async () => {
  const [module, other] = [await farm.module(), await farm.module()]
  const cage = await farm.cage({ location: other.id })
  const as = await limitedTo(module.id, [])
  for (const closed of [{ for_location_id: other.id }, { for_cage_id: cage.id }]) {
    const { id } = await farm.call(spending.create, typed(closed))
    await farm.call(spending.update, { id, ...typed({ for_location_id: module.id }) }, { as, expect: 403 })
    await farm.call(spending.remove, { id }, { as, expect: 403 })
    await farm.call(spending.previewRemove, { id }, { as, expect: 403 })
  }
  const { id } = await farm.call(spending.create, typed({ for_location_id: module.id }))
  await farm.call(spending.remove, { id }, { as })
})
