/** A change of category through the API: now and in the past, and what forbids it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cageCalls } from '../../../cages/cage.contract'
import { openPond, type Pond } from '../../../../testing/farm/pond'
import { kinds } from '../kinds.contract'

let pond: Pond
let a: number
beforeAll(async () => void (pond = await openPond()))
afterAll(() => pond.farm.close())
beforeEach(async () => void (a = (await pond.cage()).id))

test('a change of category moves all fish of the generation at the moment of the call', async () => {
  const { farm, group } = pond
  const category = await farm.category()
  await pond.stock(a, 9, 100, 1)
  const { cage } = await farm.call(cageCalls.changeCategory, {
    cageId: a,
    generationId: group.generation_id,
    category_id: category.id,
  })
  expect(cage.groups).toMatchObject([{ age_category_id: category.id, count: 100, weight: 100 }])
  expect((await pond.cageOn(a, 1)).groups).toMatchObject([{ age_category_id: group.age_category_id, count: 100 }])
})

test('a change of category of the past changes what stands since then, unless a later operation names the former one', async () => {
  const { farm, group } = pond
  const category = await farm.category()
  const change = { cageId: a, generationId: group.generation_id, category_id: category.id }
  await pond.stock(a, 9, 100, 1)
  await farm.call(cageCalls.changeCategory, { ...change, ...pond.on(4) })
  expect((await pond.cageOn(a, 5)).groups).toMatchObject([{ age_category_id: group.age_category_id }])
  expect((await pond.cageOn(a, 3)).groups).toMatchObject([{ age_category_id: category.id, count: 100 }])
  // without the group named, the fish of that day are meant
  await farm.call(kinds.retreat.create, { ...pond.on(2), from_id: a, count: 10 })
  const back = { ...change, category_id: group.age_category_id, ...pond.on(3) }
  const refused = await farm.call(cageCalls.changeCategory, back, { expect: 422 })
  expect(refused.refusal).toMatchObject({ kind: 'retreat', own: false, shortage: 10 })
  const day = { ...change, date: farm.daysAgo(1) }
  const half = await farm.call(cageCalls.changeCategory, day, { expect: 422 })
  expect(half.errors).toHaveProperty('time')
  const ahead = await farm.call(
    cageCalls.changeCategory,
    { ...day, date: farm.daysAgo(-1), time: '10:00' },
    { expect: 422 },
  )
  expect(ahead.errors).toHaveProperty('date')
})
