import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { measurementCalls } from '../../../core/cages/measurement.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

/** A reading each day at a depth of 5 m; the hottest day is the two hundredth. */
async function measuredModule(): Promise<void> {
  const module = await farm.module()
  const parameter = await farm.parameter({ location: module.id, name: 'Вода', depth: [0.5] })
  await farm.sql(
    `insert into measurements (company_id, measure_parameter_id, location_id, at, depth, value)
     select $1, $2, $3, '2024-01-01'::timestamp + i * interval '1 day', 50,
       case i when 200 then 31 else i % 9 end * 1000000
     from generate_series(0, 499) i`,
    [farm.session.user.company.id, parameter.id, module.id],
  )
}

it('a chart of many modules holds no more points than can be seen, and keeps the extremes', async () => {
  for (let number = 0; number < 12; number++) await measuredModule()
  const asked = { start: '01.01.2024', end: '31.12.2025', paramNames: 'Вода' }
  const { datasets, bucket_minutes } = await farm.call(measurementCalls.chart, asked)
  const points = datasets.flatMap((line) => line.points)
  expect([datasets.length, bucket_minutes]).toEqual([12, 4320])
  expect(points.length).toBeLessThanOrEqual(5000)
  expect(points.reduce((sum, { count }) => sum + count, 0)).toBe(12 * 500)
  for (const line of datasets) expect(Math.max(...line.points.map(({ max }) => max))).toBe(31)
})
