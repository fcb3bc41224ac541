/** Weights, biomass and the movement of fish, against a farm worked out by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { cagePeriodCall } from './cage-period.contract'
import { weights, weightsTotal } from './weights.contract'

let farm: Farm
let one: number
let two: number

const at = (day: string) => ({ date: `${day}.2026`, time: '10:00' })

/** 1 000 fish of 200 g in the first cage, 500 in the second, both of 100 m³, since 1 January 2026. */
beforeAll(async () => {
  farm = await openFarm()
  const module = await farm.module('Залив')
  const [generation, category] = [await farm.generation({ species: (await farm.species()).id }), await farm.category()]
  const group = { generation_id: generation.id, age_category_id: category.id }
  one = (await farm.cage({ location: module.id, number: '1' })).id
  two = (await farm.cage({ location: module.id, number: '2' })).id
  const [feed, stock] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: feed.id, stock: stock.id, count: 1000, date: '01.01.2026' })
  const put = (to_id: number, count: number) =>
    farm.call(kinds.stocking.create, { ...at('01.01'), to_id, ...group, count, avg_weight: 0.2 })
  const fed = (cage_id: number, volume: number) =>
    farm.call(kinds.feeding.create, { ...at('12.01'), cage_id, feed_type_id: feed.id, stock_id: stock.id, volume })
  await put(one, 1000)
  await put(two, 500)
  // 200 fish of 44 kg leave 800 of 156 kg, and make 700 of 144 kg
  await farm.call(kinds.transfer.create, { ...at('10.01'), from_id: one, to_id: two, ...group, count: 200, weight: 44 })
  await fed(one, 30)
  await fed(two, 5)
  // 8 · 156 / 800 = 1.56 kg
  await farm.call(kinds.retreat.create, { ...at('15.01'), from_id: one, ...group, count: 8 })
  // 792 · 0.25 = 198 kg, where the book had 154.44
  await farm.call(kinds.weighing.create, { ...at('20.01'), cage_id: one, avg_weight: 0.25 })
  await farm.call(kinds.withdrawal.create, { ...at('25.01'), from_id: one, ...group, count: 100, weight: 25 })
  // 690 · 144 / 700 = 141.942857 kg
  await farm.call(kinds.correction.create, { ...at('28.01'), cage_id: two, ...group, count: 690 })
})
afterAll(() => farm.close())

const january = { start: '02.01.2026', end: '31.01.2026' }
const NONE = { stocking_count: 0, stocking_weight: 0 }

describe('the movement of fish', () => {
  it('tells of each cage what was there, what moved, grew and died, and what is left', async () => {
    const { rows, start, end } = await farm.call(cagePeriodCall, january)
    expect([start, end]).toEqual(['02.01.2026', '31.01.2026'])
    expect(rows).toEqual([
      {
        cage_id: one,
        cage_number: '1',
        location_id: expect.any(Number),
        location_name: 'Залив',
        left_start_count: 1000,
        left_start_weight: 200,
        avg_weight_start: 0.2,
        density_start: 2,
        ...NONE,
        income_count: 0,
        income_weight: 0,
        outcome_count: 200,
        outcome_weight: 44,
        withdrawal_count: 100,
        withdrawal_weight: 25,
        retreat_count: 8,
        retreat_weight: 1.56,
        retreat_count_percent: 0.8,
        retreat_weight_percent: 0.78,
        correction_count: 0,
        correction_weight: 0,
        close_out_count: 0,
        close_out_weight: 0,
        growth: 43.56,
        feedings: 30,
        feed_coefficient: 0.69,
        // 30 / (173 − 200 + 25 + 44)
        feed_coefficient_economic: 0.71,
        left_end_count: 692,
        left_end_weight: 173,
        avg_weight_end: 0.25,
        density_end: 1.73,
      },
      expect.objectContaining({
        cage_id: two,
        left_start_count: 500,
        left_start_weight: 100,
        income_count: 200,
        income_weight: 44,
        correction_count: -10,
        correction_weight: -2.057143,
        growth: 0,
        feedings: 5,
        feed_coefficient: null,
        feed_coefficient_economic: null,
        left_end_count: 690,
        left_end_weight: 141.942857,
        avg_weight_end: 0.205714,
      }),
    ])
  })

  it('of all cages counts fish that changed cages neither as come nor as gone', async () => {
    const { total } = await farm.call(cagePeriodCall, january)
    expect(total).toMatchObject({
      left_start_count: 1500,
      left_end_weight: 314.942857,
      income_weight: 44,
      outcome_weight: 44,
      growth: 43.56,
      retreat_count_percent: 0.53,
      retreat_weight_percent: 0.52,
      density_end: null,
    })
    const chosen = await farm.call(cagePeriodCall, { ...january, cages_id: [one, two] })
    expect(chosen.total).toEqual(total)
    const second = await farm.call(cagePeriodCall, { ...january, cages_id: [two] })
    expect(second.total).toMatchObject({ income_count: 200, left_end_count: 690 })
  })

  it('ends and begins at the instants that are asked for', async () => {
    const { rows } = await farm.call(cagePeriodCall, { start: '10.01.2026 10:01', end: '25.01.2026 09:59' })
    expect(rows[0]).toMatchObject({ left_start_count: 800, left_end_count: 792, withdrawal_count: 0, feedings: 30 })
  })

  it('is of open modules alone', async () => {
    const strait = await farm.module('Пролив')
    const { cookie } = await farm.user({ permissions: ['access reports'], locations: [strait.id] })
    expect((await farm.call(cagePeriodCall, january, { as: { cookie } })).rows).toEqual([])
  })
})

it('the biomass is what swims when each period ends', async () => {
  const { labels, datasets } = await farm.call(weightsTotal.call, { start: '01.12.2025', end: '31.01.2026' })
  expect(labels).toEqual(['12.2025', '01.2026'])
  expect(datasets.map(({ label, data }) => [label, ...data])).toEqual([['Залив', 0, 314.942857]])
  const days = await farm.call(weightsTotal.call, { start: '14.01.2026', end: '15.01.2026', detalization: 'day' })
  expect(days.datasets[0]!.data).toEqual([300, 298.44])
})

it('an average is that of the cage after its last weighing in a period, and nothing where nobody weighed', async () => {
  const asked = { start: '01.01.2026', end: '28.02.2026' }
  const { datasets, extra } = await farm.call(weights.call, asked)
  expect(datasets.map(({ label, data }) => [label, ...data])).toEqual([['1', 0.25, null]])
  expect(extra.cages).toEqual([one])
})
