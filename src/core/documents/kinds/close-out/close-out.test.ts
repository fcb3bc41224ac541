/** What a person says of an emptied cage, and what the ledger makes of it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../../testing/farm/pond'
import { kinds } from '../kinds.contract'

let pond: Pond
let cage: number
beforeAll(async () => {
  pond = await openPond()
  cage = (await pond.cage()).id
  await pond.stock(cage, 30, 1000, 0.2)
})
afterAll(() => pond.farm.close())

const close = (day: number, count: number, time?: string) =>
  pond.farm.call(kinds.closeOut.create, { ...pond.on(day, time), cage_id: cage, ...pond.group, count })

test('what the book has left is a difference, and follows what is entered before it', async () => {
  await pond.lift(cage, 10, 990)
  const { id, ...row } = await close(10, 0, '12:00')
  expect(row).toMatchObject({ count: 0, count_difference: -10, weight_difference: -2 })
  expect(await pond.cageNow(cage)).toMatchObject({ count: 0, weight: 0 })
  // four of them had died, which somebody remembers later
  await pond.lose(cage, 20, 4)
  const period = { start: pond.farm.daysAgo(60), end: pond.farm.daysAgo(0) }
  expect(await pond.farm.call(kinds.closeOut.list, period)).toMatchObject([{ id, count_difference: -6 }])
  expect(await pond.farm.call(kinds.retreat.list, period)).toHaveLength(1)
  const { footer } = (await pond.farm.call(kinds.closeOut.list, { ...period, page: 1 })) as { footer: object }
  expect(footer).toMatchObject({ count_difference: -6 })
})

test('more fish than the book has are told before the last are lifted', async () => {
  await pond.stock(cage, 8, 100, 0.5)
  const short = { ...pond.on(5), from_id: cage, ...pond.group, count: 104 }
  await pond.farm.call(kinds.withdrawal.create, short, { expect: 422 })
  expect(await close(6, 104)).toMatchObject({ count_difference: 4, weight_difference: 2 })
  await pond.farm.call(kinds.withdrawal.create, short)
  expect(await pond.cageNow(cage)).toMatchObject({ count: 0 })
})

test('the last catch may close the cage in the same save, with both or neither of them stored', async () => {
  const { farm, group } = pond
  const own = (await pond.cage()).id
  const other = (await pond.cage()).id
  await pond.stock(own, 8, 100, 0.5)
  const last = { ...pond.on(3), from_id: own, ...group, count: 97, close_out: true }
  const lifter = await farm.user({ permissions: ['create withdrawals', 'create transfers'] })
  await farm.call(kinds.withdrawal.create, last, { as: lifter, expect: 403 })
  expect(await pond.cageNow(own)).toMatchObject({ count: 100 })
  const moved = await farm.call(kinds.transfer.create, { ...last, to_id: other, count: 50, close_out: false })
  expect(moved.also).toBeUndefined()
  const { also, cages } = await farm.call(kinds.withdrawal.create, { ...last, count: 48 })
  expect(also!.kind).toBe('close_out')
  expect(cages.find(({ id }) => id === own)).toMatchObject({ count: 0 })
  const day = { start: farm.daysAgo(3), end: farm.daysAgo(3) }
  expect(await farm.call(kinds.closeOut.list, day)).toMatchObject([
    { id: also!.id, count_difference: -2, weight_difference: -1 },
  ])
})

test('the preview of such a catch tells of both', async () => {
  const { farm, group } = pond
  const own = (await pond.cage()).id
  await pond.stock(own, 8, 100, 0.5)
  const last = { ...pond.on(3), from_id: own, ...group, count: 98, close_out: true }
  const { groups } = await farm.call(kinds.withdrawal.previewCreate, last)
  expect(groups).toMatchObject([{ cage_id: own, before: { count: 100 }, after: { count: 0, weight: 0 }, entries: 2 }])
  expect(groups[0]!.records.map(({ kind, own, before, after }) => [kind, own, before.count, after.count])).toEqual([
    ['withdrawal', true, 100, 2],
    ['close_out', true, 2, 0],
  ])
  // fish that go to another cage stay told
  const target = (await pond.cage()).id
  const moved = await farm.call(kinds.transfer.previewCreate, { ...last, to_id: target })
  expect(moved.groups.map(({ cage_id, after }) => [cage_id, after.count])).toEqual([
    [own, 0],
    [target, 98],
  ])
  const lifter = await farm.user({ permissions: ['create withdrawals'] })
  await farm.call(kinds.withdrawal.previewCreate, last, { as: lifter, expect: 403 })
  expect(await pond.cageNow(own)).toMatchObject({ count: 100 })
})

test('fish that a later record takes keep the cage open, and then nothing is stored', async () => {
  const { farm, group } = pond
  const own = (await pond.cage()).id
  await pond.stock(own, 9, 100, 0.5)
  await pond.lose(own, 2, 1)
  const last = { ...pond.on(4), from_id: own, ...group, count: 98, close_out: true }
  await farm.call(kinds.withdrawal.create, last, { expect: 422 })
  expect(await pond.cageNow(own)).toMatchObject({ count: 99 })
})

test('a group that never had fish has nothing to close', async () => {
  const empty = (await pond.cage()).id
  const input = { ...pond.on(1), cage_id: empty, ...pond.group, count: 0 }
  const refused = await pond.farm.call(kinds.closeOut.create, input, { expect: 422 })
  expect(JSON.stringify(refused)).toContain('в этой группе никогда не было рыбы')
})

test('whoever may correct may close out, in open modules, and take it back', async () => {
  const { farm } = pond
  const input = { ...pond.on(1), cage_id: cage, ...pond.group, count: 3 }
  await farm.call(kinds.closeOut.create, input, {
    as: await farm.user({ permissions: ['create retreats'] }),
    expect: 403,
  })
  const elsewhere = await farm.user({ permissions: ['create corrections'], locations: [(await farm.module()).id] })
  await farm.call(kinds.closeOut.create, input, { as: elsewhere, expect: 403 })
  const as = await farm.user({ permissions: ['create corrections', 'delete own from journals'] })
  const { id } = await farm.call(kinds.closeOut.create, input, { as })
  expect(await pond.cageNow(cage)).toMatchObject({ count: 3 })
  await farm.call(kinds.closeOut.remove, { id }, { as })
  expect(await pond.cageNow(cage)).toMatchObject({ count: 0 })
  await farm.call(kinds.closeOut.restore, { ids: [id] }, { as })
  expect(await pond.cageNow(cage)).toMatchObject({ count: 3 })
})
