/** Of very many feeds the largest stand alone, and months that are kept tell the same. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { keepFacts } from '../../core/reports/facts/month-facts.server'
import { openDatabase } from '../../server/db/client'
import { type Farm, openFarm } from '../../testing/farm/farm'
import * as reports from './reports.contract'

const FEEDS = 43
let farm: Farm
let cages: number[]
let feeds: number[]

/** The first feed 1 kg, the second 2, and so on; three months ago, with an appetite of 1 to 5, else the usual 1. */
beforeAll(async () => {
  farm = await openFarm()
  const module = await farm.module()
  const stock = await farm.stock()
  cages = [(await farm.cage({ location: module.id })).id, (await farm.cage({ location: module.id })).id]
  const generation_id = (await farm.generation({ species: (await farm.species()).id })).id
  const age_category_id = (await farm.category()).id
  const begun = { date: farm.daysAgo(130), time: '10:00' }
  for (const to_id of cages)
    await farm.call(kinds.stocking.create, {
      ...begun,
      to_id,
      generation_id,
      age_category_id,
      count: 1000,
      weight: 300,
    })
  feeds = []
  for (let index = 1; index <= FEEDS; index++) {
    const good = (await farm.good()).id
    feeds.push(good)
    await farm.adding({ good, stock: stock.id, count: 1000, date: farm.daysAgo(120) })
    await farm.call(kinds.feeding.create, {
      date: farm.daysAgo(index === FEEDS ? 3 : 90),
      time: '10:00',
      cage_id: cages[index % 2]!,
      feed_type_id: good,
      stock_id: stock.id,
      volume: index,
      ...(index <= 5 && { appetite: index }),
    })
  }
}, 120_000)
afterAll(() => farm.close())

const asked = () => ({ start: farm.daysAgo(110), end: farm.today() })

it('forty feeds stand alone, the smallest three together', async () => {
  const { datasets, extra } = await farm.call(reports.feedingsByMonths.call, asked())
  expect(datasets).toHaveLength(41)
  expect(datasets.map(({ id }) => id)).toEqual(expect.arrayContaining(feeds.slice(3)))
  const others = datasets.at(-1)!
  expect([others.label, others.id, extra.feedTypeIds!.at(-1)]).toEqual(['Остальные', null, null])
  expect(others.data.reduce<number>((sum, one) => sum + one!, 0)).toBe(1 + 2 + 3)
})

it('of one cage all of its feeds are told, since they are few', async () => {
  const { labels, datasets } = await farm.call(reports.feedings.call, { ...asked(), cages_id: [cages[0]!] })
  expect(labels).toHaveLength(1)
  // 2 + 4 + … + 42
  expect(datasets.map(({ id }) => id)).not.toContain(null)
  expect(datasets.reduce((sum, { data }) => sum + data[0]!, 0)).toBe(21 * 22)
})

it('an earlier period tells the same feeds apart', async () => {
  const [start, end] = [farm.daysAgo(10), farm.today()]
  const { datasets, extra } = await farm.call(reports.feedings.call, { start, end, compare: 'previous' })
  expect([datasets.length, datasets[0]!.id, extra.before!.data]).toEqual([1, feeds.at(-1), [[0]]])
})

it('the appetite of a day is the mean of what was noted', async () => {
  const { labels, datasets } = await farm.call(reports.appetite.call, asked())
  const told = datasets[0]!.data.flatMap((value, place) => (value === null ? [] : [[labels[place], value]]))
  // 1 + 2 + 3 + 4 + 5, and 1 of each of the other 37
  expect(told).toEqual([
    [farm.daysAgo(90), 52 / 42],
    [farm.daysAgo(3), 1],
  ])
})

it('months that are kept tell the same', async () => {
  const all = [reports.feedings, reports.feedingsByMonths, reports.appetite]
  const told = () =>
    Promise.all(
      all.flatMap(({ call }) => [farm.call(call, asked()), farm.call(call, { ...asked(), cages_id: [cages[1]!] })]),
    )
  const fresh = await told()
  const database = openDatabase(farm.database.webUrl, 2)
  try {
    await keepFacts(database, farm.session.user.company.id, { all: true })
  } finally {
    await database.close()
  }
  expect(await told()).toEqual(fresh)
})
