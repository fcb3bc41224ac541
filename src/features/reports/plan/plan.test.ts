/** The plan of the farm: cells are written apart, told to whom they may be, and stand beside the dashboard's facts. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, parseDay, showDay } from '../../../shared/dates'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { dashboardCall } from '../dashboard/dashboard.contract'
import { planCalls } from './plan.contract'

let pond: Pond
let farm: Pond['farm']
let year: number
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  year = Number(farm.today().slice(6)) - 1
})
afterAll(() => farm.close())

const month = (number: number) => `${year}-${String(number).padStart(2, '0')}`
const cell = (number: number, measure: 'biomass' | 'growth' | 'fed' | 'lost_count' | 'spending', value: unknown) => ({
  ...{ month: month(number), measure, value },
})
const set = (...cells: ReturnType<typeof cell>[]) => farm.call(planCalls.set, { cells })
const read = () => farm.call(planCalls.get, { year })
const figures = (start: string, end: string) =>
  farm.call(dashboardCall, { start: `${start}.${year}`, end: `${end}.${year}` })

test('a year that nobody planned has no cells, and the dashboard no plan', async () => {
  expect(await read()).toEqual([])
  expect(await figures('01.03', '31.03')).toMatchObject({ target: null, target_gap: false })
})

test('cells are written apart: the others stay, an empty one goes', async () => {
  await set(cell(3, 'growth', '310,5'), cell(3, 'fed', 372.6), cell(4, 'growth', 300))
  await set(cell(4, 'growth', null), cell(2, 'biomass', '1 000'))
  expect(await read()).toEqual([
    { month: month(2), measure: 'biomass', value: 1000 },
    { month: month(3), measure: 'fed', value: 372.6 },
    { month: month(3), measure: 'growth', value: 310.5 },
  ])
})

test('parts of a fish and of a kopeck are refused under their cells', async () => {
  const cells = [cell(5, 'lost_count', '1,5'), cell(5, 'spending', '0,001'), cell(5, 'growth', 'много')]
  const refused = await farm.call(planCalls.set, { cells: cells.slice(0, 2) }, { expect: 422 })
  expect(refused.errors).toEqual({
    'cells.0.value': ['Введите целое число'],
    'cells.1.value': ['Введите сумму, не более двух знаков после запятой'],
  })
  const words = await farm.call(planCalls.set, { cells: cells.slice(2) }, { expect: 422 })
  expect(Object.keys(words.errors!)).toEqual(['cells.0.value'])
})

test('a period that cuts a month has its days of it, and a state its place between both ends', async () => {
  await set(cell(3, 'biomass', 1310), cell(3, 'lost_count', 31))
  // 10 of 31 days: 100.161290 kg of 310.5, 120.193548 of 372.6, ten fish; 1000 + 310 · 10 / 31 kg stand
  const { target, target_gap } = await figures('01.03', '10.03')
  expect(target).toEqual({
    ...{ biomass: 1100, growth: 100.16129, fed: 120.193548, feed_coefficient: 1.2, lost_count: 10 },
    ...{ caught_weight: null, revenue: null, spending: null },
  })
  expect(target_gap).toBe(false)
  // February plans no growth, so there is none of both months
  expect(await figures('15.02', '10.03')).toMatchObject({ target: { growth: null, biomass: 1100 }, target_gap: true })
})

test('expenses are planned and seen by whoever reads expenses', async () => {
  await set(cell(3, 'spending', '62 000,31'))
  const other = await farm.user({ permissions: ['access reports', 'access settings'] })
  const seen = await farm.call(planCalls.get, { year }, { as: other })
  expect(seen.map(({ measure }) => measure)).not.toContain('spending')
  await farm.call(planCalls.set, { cells: [cell(3, 'spending', 1)] }, { as: other, expect: 403 })
  await farm.call(planCalls.set, { cells: [cell(3, 'growth', 310.5)] }, { as: other })
  expect(await read()).toContainEqual({ month: month(3), measure: 'spending', value: 62_000.31 })
})

test('whoever sees a part of the farm has its figures without the plan of the whole', async () => {
  const own = await farm.module()
  const part = await farm.user({ permissions: ['access reports'], locations: [own.id] })
  const march = { start: `01.03.${year}`, end: `31.03.${year}` }
  expect(await farm.call(dashboardCall, march, { as: part })).toMatchObject({ target: null, limited: true })
})

test('the journal of changes keeps what was and is, a line for each month changed', async () => {
  await farm.sql('delete from audit_log')
  await set(cell(3, 'growth', 300), cell(3, 'fed', 372.6), cell(6, 'growth', 10), cell(7, 'growth', null))
  const lines = await farm.sql(`select entity, entity_id, before, after from audit_log order by entity_id`)
  expect(lines).toEqual([
    {
      ...{ entity: 'farm_plan', entity_id: year * 100 + 3 },
      before: { month: `03.${year}`, growth: 310.5 },
      after: { month: `03.${year}`, growth: 300 },
    },
    {
      ...{ entity: 'farm_plan', entity_id: year * 100 + 6 },
      before: { month: `06.${year}`, growth: null },
      after: { month: `06.${year}`, growth: 10 },
    },
  ])
})

test('the forecast offers the biomass of the fish that are there, where it reaches', async () => {
  const cage = (await pond.cage()).id
  const today = farm.today()
  const stocked = { ...pond.group, count: 1000, avg_weight: '0,1' }
  const yesterday = showDay(addDays(parseDay(today)!, -1))
  await farm.call(kinds.stocking.create, { date: yesterday, time: '10:00', to_id: cage, ...stocked })
  const next = await farm.call(planCalls.foretold, { year: year + 2 })
  const [first] = next
  expect(first).toMatchObject({ month: `${year + 2}-01`, measure: 'biomass' })
  // a thousand of 100 g, that grow with the warmth of the water
  expect(first!.value).toBeGreaterThan(100)
  const [february, grown] = next.filter((cell) => cell.month === `${year + 2}-02`)
  expect(grown).toEqual({ month: `${year + 2}-02`, measure: 'growth', value: february!.value - first!.value })
  // no norm says what they are fed
  expect(next.map(({ measure }) => measure)).not.toContain('fed')
  expect(await farm.call(planCalls.foretold, { year })).toEqual([])
  await farm.call(
    planCalls.foretold,
    { year },
    { as: await farm.user({ permissions: ['access reports'] }), expect: 403 },
  )
})
