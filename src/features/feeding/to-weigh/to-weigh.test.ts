/** Which cages to weigh first, and what not knowing their weight costs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GrowingPond, openGrowingPond } from '../../../testing/farm/growing-pond'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { toWeighCall } from './to-weigh.contract'

let pond: GrowingPond
beforeAll(async () => {
  pond = await openGrowingPond()
  await pond.measure(40, 12)
})
afterAll(() => pond.farm.close())

test('large and long unweighed cages come first, with the feed that their doubt is worth', async () => {
  const { farm } = pond
  expect(await farm.call(toWeighCall, {})).toEqual([])
  const [many, few, fresh] = [await pond.cage(), await pond.cage(), await pond.cage()]
  await pond.stock(many.id, 40, 20_000, 0.3)
  await pond.stock(few.id, 40, 2_000, 0.3)
  await pond.stock(fresh.id, 40, 20_000, 0.3)
  await farm.call(kinds.weighing.create, { ...pond.on(1), cage_id: fresh.id, count: 100, weight: 36 })
  const rows = await farm.call(toWeighCall, {})
  expect(rows.map(({ cage_id }) => cage_id)).toEqual([many.id, fresh.id, few.id])
  const [first, second, last] = rows
  expect(first!.mass).toBeCloseTo(((first!.high - first!.low) / 2) * 20_000, 1)
  expect(first!.percent).toBeCloseTo(((first!.high - first!.low) / 2 / first!.avg_weight) * 100, 3)
  expect(first!.percent).toBeGreaterThan(second!.percent)
  expect(last!.mass * 10).toBeCloseTo(first!.mass, 0)
  expect(second).toMatchObject({ days: 1, sample: 100, money: null })
  expect(first).toMatchObject({ days: null, weighed_on: null })
})

test('feed is told where a norm and a price are known, to who may see prices, in the modules open to them', async () => {
  const { farm } = pond
  const good = await pond.feed([1, 1.2, 1.2])
  await farm.adding({ good, stock: pond.store, count: 10, date: farm.daysAgo(5), price: 150 } as never)
  await farm.sql(
    `insert into feed_calcs (company_id, name, good_id, starts_on, strategy)
      values ($1, 'Расчёт', $2, '2020-01-01', 'PreviousStrategy')`,
    [farm.session.user.company.id, good],
  )
  const [first] = await farm.call(toWeighCall, {})
  expect(first!.money).toBeCloseTo(first!.mass * 1.2 * 150, -1)
  const zootechnician = await farm.user({ permissions: ['view feed calcs'] })
  expect((await farm.call(toWeighCall, {}, { as: zootechnician }))[0]).toMatchObject({ money: null, mass: first!.mass })
  const bound = await farm.user({ permissions: ['view feed calcs'], locations: [(await farm.module()).id] })
  expect(await farm.call(toWeighCall, {}, { as: bound })).toEqual([])
})
