/** Reports against a farm worked out by hand, and against the journals that their cells open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import type { SeriesAnswer } from '../../shared/report/report'
import * as reports from './reports.contract'

let farm: Farm
let bay: { id: number; name: string }
let strait: { id: number; name: string }
let cages: number[]
let feeds: number[]
let group: { generation_id: number; age_category_id: number }

/** Two modules, three cages of 1 000 fish of 200 g since 1 January 2026. */
beforeAll(async () => {
  farm = await openFarm()
  bay = await farm.module('Залив')
  strait = await farm.module('Пролив')
  const species = await farm.species()
  const [generation, category] = [await farm.generation({ species: species.id }), await farm.category()]
  group = { generation_id: generation.id, age_category_id: category.id }
  const places = [
    { location: bay.id, number: '2' },
    { location: bay.id, number: '10' },
    { location: strait.id, number: '1' },
  ]
  cages = []
  for (const place of places) cages.push((await farm.cage(place)).id)
  const stock = await farm.stock('Баржа')
  feeds = [(await farm.good({ name: 'Актив 4 мм' })).id, (await farm.good({ name: 'Старт 2 мм' })).id]
  for (const good of feeds) await farm.adding({ good, stock: stock.id, count: 1000, date: '01.01.2026' })
  for (const to_id of cages)
    await farm.call(kinds.stocking.create, { ...at('01.01'), to_id, ...group, count: 1000, avg_weight: 0.2 })
  const fed = async (cage: number, day: string, feed: number, volume: string, appetite = 4) =>
    farm.call(kinds.feeding.create, {
      ...at(day),
      cage_id: cages[cage]!,
      feed_type_id: feeds[feed]!,
      stock_id: stock.id,
      volume,
      appetite,
    })
  await fed(0, '10.01', 1, '2,5', 5)
  await fed(0, '31.01', 0, '4')
  await fed(1, '01.02', 0, '3,000001', 2)
  await fed(2, '28.02', 0, '1')
  await fed(2, '01.03', 1, '0,5')
  await farm.call(kinds.retreat.create, { ...at('05.02'), from_id: cages[0]!, ...group, count: 10 })
  await farm.call(kinds.retreat.create, { ...at('06.02'), from_id: cages[2]!, ...group, count: 5 })
  const out = { ...group, count: 100, weight: 25 }
  await farm.call(kinds.withdrawal.create, { ...at('07.02'), from_id: cages[1]!, ...out })
  await farm.call(kinds.withdrawal.create, { ...at('01.03'), from_id: cages[1]!, ...out, reason: 'other' })
})
afterAll(() => farm.close())

const at = (day: string) => ({ date: `${day}.2026`, time: '10:00' })
const spring = { start: '01.01.2026', end: '31.03.2026' }
const table = ({ labels, datasets }: SeriesAnswer) => [
  ['', ...labels],
  ...datasets.map(({ label, data }) => [label, ...data]),
]

describe('feed', () => {
  it('by cages, in the order of their numbers, and by feeds', async () => {
    const answer = await farm.call(reports.feedings.call, spring)
    expect(table(answer)).toEqual([
      ['', '1', '2', '10'],
      ['Актив 4 мм', 1, 4, 3.000001],
      ['Старт 2 мм', 0.5, 2.5, 0],
    ])
    expect(answer.extra).toEqual({ cages: [cages[2], cages[0], cages[1]], feedTypeIds: feeds })
  })

  it('by months', async () => {
    const answer = await farm.call(reports.feedingsByMonths.call, spring)
    expect(table(answer)).toEqual([
      ['', '01.2026', '02.2026', '03.2026'],
      ['Актив 4 мм', 4, 4.000001, 0],
      ['Старт 2 мм', 2.5, 0, 0.5],
    ])
    expect(answer.extra.periods![1]).toEqual({ start: '01.02.2026', end: '28.02.2026' })
  })

  it('by modules, in days, weeks or months', async () => {
    const days = { start: '31.01.2026', end: '02.02.2026' }
    const by = (detalization: 'day' | 'week' | 'month') =>
      farm.call(reports.feedingsByModules.call, { ...days, detalization })
    expect(table(await by('day'))).toEqual([
      ['', '31.01.2026', '01.02.2026', '02.02.2026'],
      ['Залив', 4, 3.000001, 0],
    ])
    expect(table(await by('week'))).toEqual([
      ['', '31.01–01.02.2026', '02.02–02.02.2026'],
      ['Залив', 7.000001, 0],
    ])
    expect((await by('month')).datasets).toMatchObject([{ id: bay.id, locationId: bay.id, data: [4, 3.000001] }])
  })

  it('of a module, or of chosen cages alone', async () => {
    const labels = async (asked: object) => (await farm.call(reports.feedings.call, { ...spring, ...asked })).labels
    expect(await labels({ location_id: strait.id })).toEqual(['1'])
    expect(await labels({ cages_id: [cages[0]!, cages[2]!] })).toEqual(['1', '2'])
    expect(await labels({ location_id: bay.id, cages_id: [cages[2]!] })).toEqual([])
  })
})

it('appetite is a mean, and nothing where nobody fed', async () => {
  const answer = await farm.call(reports.appetite.call, { start: '30.01.2026', end: '01.02.2026' })
  expect(table(answer)).toEqual([
    ['', '30.01.2026', '31.01.2026', '01.02.2026'],
    ['Залив', null, 4, 2],
  ])
})

describe('losses and catches', () => {
  it('are pieces and the mass that the ledger took', async () => {
    const byCages = await farm.call(reports.retreats.call, spring)
    expect(table(byCages)).toEqual([
      ['', '1', '2'],
      ['Кол-во шт', 5, 10],
      ['Вес', 1, 2],
    ])
    const lost = [{ id: group.age_category_id, name: expect.any(String) }]
    expect(byCages.extra).toEqual({ cages: [cages[2], cages[0]], categories: [lost, lost] })
    expect(table(await farm.call(reports.retreatsByPeriod.call, spring))).toEqual([
      ['', '01.2026', '02.2026', '03.2026'],
      ['Кол-во шт', 0, 15, 0],
      ['Вес', 0, 3, 0],
    ])
  })

  it('are divided by their reasons', async () => {
    const answer = await farm.call(reports.withdrawalsByMonths.call, spring)
    expect(answer.datasets.map(({ id, data }) => [id, data])).toEqual([
      ['sale', [0, 25, 0]],
      ['other', [0, 0, 25]],
    ])
    expect(table(await farm.call(reports.withdrawals.call, spring))[0]).toEqual(['', '10'])
  })
})

describe('a comparison', () => {
  const before = ({ extra }: SeriesAnswer) => extra.before!

  it('has the numbers of the earlier period in the order of now, of cages as well that are in one alone', async () => {
    const march = { start: '01.03.2026', end: '31.03.2026', compare: 'previous' } as const
    const answer = await farm.call(reports.feedings.call, march)
    expect(table(answer)).toEqual([
      ['', '1', '10'],
      ['Актив 4 мм', 0, 0],
      ['Старт 2 мм', 0.5, 0],
    ])
    expect(before(answer)).toEqual({
      start: '01.02.2026',
      end: '28.02.2026',
      data: [
        [1, 3.000001],
        [0, 0],
      ],
    })
  })

  it('of periods tells which each was, and adds up to the report of that period', async () => {
    const asked = { start: '01.03.2026', end: '31.03.2026', compare: 'previous' } as const
    const answer = await farm.call(reports.retreatsByPeriod.call, asked)
    expect(before(answer)).toMatchObject({ periods: [{ start: '01.02.2026', end: '28.02.2026' }], data: [[15], [3]] })
    const { start, end } = before(answer)
    const then = await farm.call(reports.retreatsByPeriod.call, { start, end })
    expect(then.datasets.map(({ data }) => data)).toEqual(before(answer).data)
    const february = { start: '01.02.2026', end: '28.02.2026', compare: 'year' } as const
    const year = await farm.call(reports.retreatsByPeriod.call, february)
    expect(before(year)).toMatchObject({ start: '01.02.2025', end: '28.02.2025', data: [[0], [0]] })
  })

  it('divided by category and cage tells those too that are only in the earlier period', async () => {
    const asked = { start: '01.03.2026', end: '31.03.2026', compare: 'previous' } as const
    const { datasets, extra } = await farm.call(reports.feedingsByCategories.call, asked)
    expect(datasets.map(({ cage_number }) => cage_number)).toEqual(['1', '10'])
    expect(datasets.map(({ data }) => data)).toEqual([[0.5], [0]])
    expect(extra.before!.data).toEqual([[1], [3.000001]])
  })
})

it('a number is the sum of the journal that its cell opens', async () => {
  const { datasets, extra } = await farm.call(reports.feedingsByMonths.call, spring)
  for (const { id, data } of datasets)
    for (const [place, { start, end }] of extra.periods!.entries()) {
      const asked = { start, end, feed_types_id: [Number(id)], page: 1 }
      const { footer } = (await farm.call(kinds.feeding.list, asked)) as { footer: Record<string, number> }
      expect(footer.volume ?? 0).toBe(data[place])
    }
})

describe('whoever is limited to a module', () => {
  it('sees its fish alone, and is refused another', async () => {
    const { cookie } = await farm.user({ permissions: ['access reports'], locations: [strait.id] })
    const { labels } = await farm.call(reports.feedings.call, spring, { as: { cookie } })
    expect(labels).toEqual(['1'])
    await farm.call(reports.feedings.call, { ...spring, location_id: bay.id }, { as: { cookie }, expect: 403 })
  })
})

describe('periods', () => {
  it('are the last twelve months when none is given', async () => {
    const { labels } = await farm.call(reports.feedingsByMonths.call, {})
    // the farm has no feedings so late
    expect(labels).toHaveLength(12)
    expect(labels.at(-1)).toBe(farm.today().slice(3))
  })

  it('that end before they begin, or have too many days, are refused by name', async () => {
    const backwards = { start: '02.02.2026', end: '01.02.2026' }
    const refusal = await farm.call(reports.retreats.call, backwards, { expect: 422 })
    expect(refusal.errors).toEqual({ end: ['Конец периода раньше начала'] })
    const century = { start: '01.01.1960', end: '31.12.2059' }
    const long = await farm.call(reports.retreatsByPeriod.call, century, { expect: 422 })
    expect(long.errors!.end![0]).toMatch(/^Больше 400 отрезков/)
  })

  it('without operations have labels and no series', async () => {
    const { labels, datasets } = await farm.call(reports.feedingsByMonths.call, {
      start: '01.01.2020',
      end: '29.02.2020',
    })
    expect([labels, datasets]).toEqual([['01.2020', '02.2020'], []])
  })
})
