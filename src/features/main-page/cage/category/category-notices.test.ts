/** Fish whose average weight has left their age category: what the bell says, to whom, and when. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cageCalls } from '../../../../core/cages/cage.contract'
import { kinds } from '../../../../core/documents/kinds/kinds.contract'
import { ageCategoryLibrary } from '../../../../core/lists/libraries/age-category.contract'
import { noticesCall } from '../../../../shared/notices/notices'
import { accessCalls } from '../../../access/sign-in/access.contract'
import { openPond, type Pond } from '../../../../testing/farm/pond'

let pond: Pond
let market: number
beforeAll(async () => {
  pond = await openPond()
  const { farm, group } = pond
  await farm.call(ageCategoryLibrary.update, {
    id: group.age_category_id,
    name: 'Молодь озёрная',
    avg_weight_from: 0.05,
    avg_weight_to: 0.4,
  })
  market = (await farm.call(ageCategoryLibrary.create, { name: 'К продаже', avg_weight_from: 0.4 })).id
})
afterAll(() => pond.farm.close())

const byWeight = (on: boolean) => pond.farm.call(accessCalls.companySettings, { 'age-categories-by-weight': on })
const told = async (as: { cookie: string } = pond.farm.session) =>
  (await pond.farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'category-by-weight')

test('fish that left their category are named once the company goes by weight, until they are moved or fit again', async () => {
  const { farm, group } = pond
  const [a, b, c] = [await pond.cage(), await pond.cage(), await pond.cage()]
  for (const { id } of [a, b, c]) await pond.stock(id, 30, 1000, 0.2)
  await pond.weigh(a.id, 5, 0.4)
  await pond.weigh(b.id, 5, 0.6)
  await pond.weigh(c.id, 5, 0.399999)
  expect(await told()).toEqual([])

  await byWeight(true)
  const [notice, ...others] = await told()
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    at: farm.daysAgo(5).split('.').reverse().join('-'),
    text: `По навеске это «К продаже»: садки ${a.number}, ${b.number}`,
    href: `/?locationId=-1&cagesId=${a.id}&cagesId=${b.id}`,
  })

  await farm.call(cageCalls.changeCategory, {
    cageId: a.id,
    generationId: group.generation_id,
    category_id: market,
  })
  expect(await told()).toMatchObject([{ key: notice!.key, text: `По навеске это «К продаже»: садок ${b.number}` }])
  await pond.weigh(b.id, 3, 0.3)
  expect(await told()).toEqual([])
  // it happens again: that is news
  await pond.weigh(b.id, 1, 0.41)
  const [again] = await told()
  expect(again!.key).not.toBe(notice!.key)
  await pond.weigh(b.id, 0, 0.39, '00:00')
})

test('what is so for longer than a bell remembers stays on the cage and is not told', async () => {
  const { id, number } = await pond.cage()
  await pond.stock(id, 40, 1000, 0.6)
  await pond.weigh(id, 2, 0.7)
  expect(await told()).toEqual([])
  await pond.weigh(id, 20, 0.3)
  expect(await told()).toMatchObject([{ text: `По навеске это «К продаже»: садок ${number}` }])
  await pond.lose(id, 1, 1000)
  expect(await told()).toEqual([])
})

test('a generation that somebody sorted into several categories of a cage is left alone', async () => {
  const { farm, group } = pond
  const { id } = await pond.cage()
  await pond.stock(id, 9, 1000, 0.6)
  const [large] = await told()
  expect(large).toBeDefined()
  await farm.call(kinds.stocking.create, {
    ...pond.on(8),
    to_id: id,
    generation_id: group.generation_id,
    age_category_id: market,
    count: 10,
    avg_weight: 1,
  })
  expect(await told()).toEqual([])
})

test('only those are told who may change a category, of the modules open to them', async () => {
  const { farm } = pond
  const { id } = await pond.cage()
  await pond.stock(id, 4, 1000, 0.6)
  expect(await told()).toHaveLength(1)
  expect(await told(await farm.user({ permissions: ['create weights'] }))).toEqual([])
  expect(await told(await farm.user({ permissions: ['create corrections'] }))).toHaveLength(1)
  const elsewhere = await farm.user({ permissions: ['create corrections'], locations: [(await farm.module()).id] })
  expect(await told(elsewhere)).toEqual([])
})
