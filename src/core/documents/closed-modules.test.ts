/** People who are limited to modules: what they do may move fish in others, and they are told nothing of those. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import type { Session } from '../../testing/session'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { goodCalls } from '../goods/good-calls.contract'
import { itemCalls } from '../goods/item.contract'
import { cageCalls } from '../cages/cage.contract'
import { feedingBatch, retreatBatch } from './batch/batch.contract'
import { kinds } from './kinds/kinds.contract'
import { movementCalls } from '../../features/warehouse/movements/movement-calls.contract'

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

const loss = (day: number, count: number) => ({ ...pond.on(day), from_id: near, ...group, count })

const moduleOf = async (cage: number) =>
  (await farm.sql<{ location_id: number }>('select location_id from cages where id = $1', [cage]))[0]!.location_id

test('a shortage that follows in a closed module is told without its cage and operation', async () => {
  const [stock, feed] = [await farm.stock(), await farm.good()]
  await farm.adding({ good: feed.id, stock: stock.id, count: 100, date: farm.daysAgo(9) })
  const fed = { feed_type_id: feed.id, stock_id: stock.id }
  const { id } = await farm.call(kinds.feeding.create, { ...pond.on(3), cage_id: far, ...fed, volume: 60 })
  const input = { ...pond.on(5), cage_id: near, ...fed, volume: 50 }
  const closed = await farm.call(kinds.feeding.create, input, { as, expect: 422 })
  expect(closed.message).toContain(`${farm.daysAgo(3)} 10:00 кормление, садок другого модуля: на складе`)
  expect(closed.refusal).toMatchObject({ operation_id: 0, cage_id: 0, cage_number: '', shortage: 10_000_000 })
  const open = await farm.call(kinds.feeding.create, input, { expect: 422 })
  expect(open.refusal).toMatchObject({ operation_id: id, cage_id: far })
})

test('what a closed cage holds is not told before the module is looked at', async () => {
  const asked = [
    { ...pond.on(9), from_id: far, count: 1 },
    { ...pond.on(19), from_id: far, count: 1 },
    { ...pond.on(9), from_id: far, count: 1, generation_id: group.generation_id },
  ]
  for (const input of asked) await farm.call(kinds.retreat.create, input, { as, expect: 403 })
  const bare = await farm.cage({ location: await moduleOf(far) })
  await farm.call(kinds.retreat.create, { ...pond.on(9), from_id: bare.id, count: 1 }, { as, expect: 403 })
  const batch = { [far]: { count: 1 } }
  await farm.call(retreatBatch.create, { ...pond.on(9), batch }, { as, expect: 403 })
})

test('the balance without an operation is that of its own cages alone, and writes nothing', async () => {
  const { id } = await farm.call(kinds.retreat.create, loss(12, 100))
  const ask = (cage_id: number, except_id: number) =>
    farm.call(cageCalls.countOnDate, { ...pond.on(9), cage_id, except_id }, { as })
  expect(await ask(near, id)).toMatchObject({ count: 600 })
  const [moved] = (await farm.call(kinds.transfer.list, {
    start: farm.daysAgo(11),
    end: farm.today(),
    cages_id: near,
  })) as {
    id: number
  }[]
  expect(await ask(near, moved!.id)).toMatchObject({ count: 900 })
  // an operation of another cage is none of this one's
  await pond.stock(far, 15, 50)
  const weighing = await pond.weigh(far, 14, 1)
  await pond.move(far, near, 13, 10)
  expect(await ask(near, weighing.id)).toMatchObject({
    count: 510,
    weight: await pond.cageOn(near, 9).then((cage) => cage.weight),
  })
})

test('lists of warehouses, nets, templates and batches keep to what is open', async () => {
  const [open, closed, feed] = [await farm.stock(), await farm.stock(), await farm.good()]
  const one = await farm.user({ is_admin: true, locations: [await moduleOf(near)], stocks: [open.id] })
  expect(await farm.call(goodCalls.allStocks, {}, { as: one })).toEqual([
    { id: open.id, name: open.name, archived: false },
  ])
  for (const stock of [open, closed])
    await farm.adding({ good: feed.id, stock: stock.id, count: 100, date: farm.daysAgo(9) })
  for (const [time, stock] of [
    ['08:00', open],
    ['09:00', closed],
  ] as const)
    await farm.call(kinds.feeding.create, {
      ...pond.on(3, time),
      cage_id: near,
      feed_type_id: feed.id,
      stock_id: stock.id,
      volume: 7,
    })
  const template = await farm.call(feedingBatch.template, { date: farm.daysAgo(2) }, { as: one })
  expect(template).toMatchObject([{ cage_id: near, stock_id: open.id, volume: 7 }])
  const net = await farm.item({ stock: open.id, date: farm.daysAgo(9) })
  const [{ number }] = (await farm.sql<{ number: string }>('select number from cages where id = $1', [far])) as [
    { number: string },
  ]
  await farm.sql('update cages set net_id = $2 where id = $1', [far, net.id])
  const nets = await farm.call(itemCalls.list, {}, { as: one })
  expect(nets).toMatchObject([{ id: net.id, cage_id: far, cage_number: null, color: null }])
  expect(JSON.stringify(nets)).not.toContain(`садке ${number}`)
  expect((await farm.call(itemCalls.list, {})).find(({ id }) => id === net.id)).toMatchObject({ cage_number: number })
  const sent = { reason: 'sending_to_workshop', stock_id: open.id, ...group, ...pond.on(2) }
  await farm.call(kinds.withdrawal.create, { ...sent, from_id: far, count: 5 })
  const { batch } = await farm.call(kinds.withdrawal.create, { ...sent, from_id: near, count: 3 }, { as: one })
  expect(batch).toMatchObject({ sum_entities_count: 3, entities: [{ count: 3 }] })
})

test('movements of a good are for those who may read warehouses', async () => {
  const good = await farm.good()
  const reader = await farm.user({ permissions: ['read stocks'] })
  const other = await farm.user({ permissions: ['create feedings'] })
  expect(await farm.call(movementCalls.list, { type: 'good', id: good.id }, { as: reader })).toEqual([])
  await farm.call(movementCalls.list, { type: 'good', id: good.id }, { as: other, expect: 403 })
})
