/** People who are limited to modules: what they do may move fish in others, and they are told nothing of those. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPond, type Pond } from '../../server/testing/pond'
import type { Session } from '../../server/testing/session'
import { accessCalls } from '../access/access.contract'
import { cageCalls } from '../cages/cage.contract'
import { retreatBatch } from './batch/batch.contract'
import { kinds } from './kinds.contract'

let pond: Pond
let farm: Pond['farm']
let group: Pond['group']
/** may do everything, in the module of `near` alone */
let as: Session
let near: number
let far: number

beforeAll(async () => {
  pond = await openPond()
  ;({ farm, group } = pond)
})
afterAll(() => farm.close())
beforeEach(async () => {
  const modules = [await farm.module(), await farm.module()]
  ;[near, far] = (await Promise.all(modules.map(({ id }) => farm.cage({ location: id })))).map(({ id }) => id) as [
    number,
    number,
  ]
  as = await farm.user({ is_admin: true, locations: [modules[0]!.id] })
  await pond.stock(near, 20, 1000)
  await pond.move(near, far, 10, 400)
})

const ids = ({ cages }: { cages: { id: number }[] }) => cages.map(({ id }) => id)
const weighing = (day: number, avg_weight: number) => ({ ...pond.on(day), cage_id: near, avg_weight })

test('a weighing that moves the numbers of a closed module answers the open cages alone', async () => {
  const made = await farm.call(kinds.weighing.create, weighing(15, 0.3), { as })
  expect(ids(made)).toEqual([near])
  expect(await pond.cageNow(far)).toMatchObject({ weight: 120 })
  const { id } = made
  expect(ids(await farm.call(kinds.weighing.update, { id, ...weighing(15, 0.4) }, { as }))).toEqual([near])
  expect(ids(await farm.call(kinds.weighing.restore, { ids: [id] }, { as }))).toEqual([near])
  expect(ids(await farm.call(kinds.weighing.remove, { id }, { as }))).toEqual([near])
  expect(await pond.cageNow(far)).toMatchObject({ weight: 80 })
  // whoever may see all is told all
  expect(ids(await farm.call(kinds.weighing.create, weighing(15, 0.3))).sort()).toEqual([near, far].sort())
})

test('a batch and a change of category answer the open cages alone', async () => {
  await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true })
  const batch = { [near]: { count: 100, weight: 10, ...group } }
  const made = await farm.call(retreatBatch.create, { ...pond.on(16), batch }, { as })
  expect(ids(made)).toEqual([near])
  // the rest is heavier on average, and so were the fish that went over
  expect((await pond.cageNow(far)).weight).toBeGreaterThan(80)
  expect(ids(await farm.call(retreatBatch.remove, { ids: made.rows.map(({ id }) => id) }, { as }))).toEqual([near])
  const category = await farm.category()
  const change = { cageId: near, generationId: group.generation_id, category_id: category.id }
  expect(ids(await farm.call(cageCalls.changeCategory, change, { as }))).toEqual([near])
})
