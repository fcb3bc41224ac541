/** Which cages to weigh first, and what not knowing their weight costs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type GrowingPond, openGrowingPond } from '../../../testing/farm/growing-pond'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { openDatabase } from '../../../server/db/client'
import { noticesCall } from '../../../shared/notices/notices'
import { accessCalls } from '../../access/sign-in/access.contract'
import { toWeighCall, toWeighFirst } from './to-weigh.contract'
import { keepDoubts } from './to-weigh-job.server'

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

test('nobody is sent to what was weighed today; the badly known go before the dear', () => {
  const row = (id: number, percent: number, days: number | null) => ({ id, percent, days })
  const rows = [row(1, 9, 0), row(2, 3, 1), row(3, 12, null)]
  const first = (least: number) => toWeighFirst(rows, least).map(({ id }) => id)
  expect([first(5), first(20), toWeighFirst([row(1, 9, 0)], 5)]).toEqual([[3], [2, 3], []])
})

describe('the bell', () => {
  const told = async (as: { cookie: string } = pond.farm.session) =>
    (await pond.farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'to-weigh')

  test('names the three cages whose weight is known worst, while it is so', async () => {
    const { farm } = pond
    const [many, few] = await farm.call(toWeighCall, {})
    expect(await told()).toEqual([])
    const database = openDatabase(farm.database.webUrl, 1)
    for (let turn = 0; turn < 2; turn++) await keepDoubts(database, farm.session.user.company.id)
    await database.close()
    await farm.call(accessCalls.companySettings, { 'weighing-doubt-percent': 100 })
    expect(await told()).toEqual([])
    // as a farm that wants it to the percent
    const doubtful = Math.floor(many!.percent)
    await farm.call(accessCalls.companySettings, { 'weighing-doubt-percent': doubtful })
    const [notice, ...others] = await told()
    expect(others).toEqual([])
    const rows = (await farm.call(toWeighCall, {})).filter(({ percent }) => percent >= doubtful)
    const mass = Math.round(rows.reduce((sum, row) => sum + row.mass, 0))
    expect(rows.map(({ number }) => number)).not.toContain(few!.number)
    expect(notice).toMatchObject({
      text: `Взвесьте садки ${rows.map(({ number }) => number).join(', ')}: биомасса в них известна с точностью ± ${mass.toLocaleString('ru-RU')} кг`,
      href: '/feed/to-weigh',
    })

    await farm.call(kinds.weighing.create, { ...pond.on(0, '00:01'), cage_id: many!.cage_id, count: 100, weight: 36 })
    const [left] = await told()
    expect(left).toMatchObject({ key: notice!.key, text: expect.stringContaining('Взвесьте садок') })
  })

  test('is silent to those who do not feed, and tells of open modules alone', async () => {
    const { farm } = pond
    expect(await told(await farm.user({ permissions: [] }))).toEqual([])
    const bound = await farm.user({ permissions: ['view feed calcs'], locations: [(await farm.module()).id] })
    expect(await told(bound)).toEqual([])
    expect(await told(await farm.user({ permissions: ['view feed calcs'] }))).toHaveLength(1)
  })
})
