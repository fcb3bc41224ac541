import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fcr, sgr, tgc } from '../../shared/fish/growth'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { cageCalls } from '../cages/cage.contract'
import { kinds } from './kinds/kinds.contract'

let farm: Farm
beforeAll(async () => {
  farm = await openFarm()
})
afterAll(() => farm.close())

/**
 * Davidson et al. 2014, rainbow trout: day after hatch, weight g, mean °C and feed g a fish a day over the interval
 * that ends there.
 */
const DAVIDSON: { day: number; weight: number; temperature: number; feed: number }[] = [
  { day: 213, weight: 182, temperature: 0, feed: 0 },
  { day: 244, weight: 297, temperature: 12.7, feed: 4.3403 },
  { day: 274, weight: 566, temperature: 13.5, feed: 12.374 },
  { day: 305, weight: 685, temperature: 13.6, feed: 6.6026 },
  { day: 335, weight: 943, temperature: 14.8, feed: 13.244 },
  { day: 366, weight: 1230, temperature: 15.2, feed: 15.183 },
]

/** A stocked cage with feed in a warehouse, on the day the series begins. */
async function begin(fish: number, date: string) {
  const [species, module, category, feed, store] = await Promise.all([
    farm.species(),
    farm.module(),
    farm.category(),
    farm.good({ type: 'feed' }),
    farm.stock(),
  ])
  const [generation, cage] = await Promise.all([
    farm.generation({ species: species.id }),
    farm.cage({ location: module.id }),
  ])
  await farm.adding({ good: feed.id, stock: store.id, count: 100_000, date: farm.daysAgo(400) })
  const group = { generation_id: generation.id, age_category_id: category.id }
  await farm.call(kinds.stocking.create, {
    date,
    time: '10:00',
    to_id: cage.id,
    ...group,
    count: fish,
    avg_weight: DAVIDSON[0]!.weight / 1000,
  })
  return { cage_id: cage.id, feed_type_id: feed.id, stock_id: store.id }
}

describe('a real series, 10 000 fish (Davidson et al. 2014)', () => {
  test('recorded through the API gives SGR 1.5798, TGC 2.5524 and FCR 1.1700 in its first interval', async () => {
    const fish = 10_000
    const ago = (day: number) => farm.daysAgo(366 - day + 1)
    const { cage_id, ...store } = await begin(fish, ago(213))
    const cageNow = async () => (await farm.call(cageCalls.list, {})).find((cage) => cage.id === cage_id)!
    const intervals = []
    for (const [from, to] of DAVIDSON.slice(1).map((point, i) => [DAVIDSON[i]!, point] as const)) {
      const volume = ((to.feed * fish) / 1000).toFixed(6)
      for (let day = from.day; day < to.day; day++) {
        await farm.call(kinds.feeding.create, { date: ago(day), time: '12:00', cage_id, ...store, volume })
      }
      const before = await cageNow()
      await farm.call(kinds.weighing.create, {
        date: ago(to.day),
        time: '10:00',
        cage_id,
        avg_weight: to.weight / 1000,
      })
      const after = await cageNow()
      const fed = await farm.call(kinds.feeding.list, {
        start: ago(from.day),
        end: ago(to.day - 1),
        cages_id: [cage_id],
        page: 1,
      })
      const days = to.day - from.day
      const temperatures = Array<number>(days).fill(to.temperature)
      const [w1, w2] = [before.avg_weight * 1000, after.avg_weight * 1000]
      const { footer } = fed as { footer: Record<string, number> }
      const figures = {
        sgr: sgr(w1, w2, days),
        tgc: tgc(w1, w2, temperatures),
        fcr: fcr(footer.volume!, after.weight - before.weight),
      }
      intervals.push(Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure!.toFixed(4)])))
    }
    expect(intervals[0]).toEqual({ sgr: '1.5798', tgc: '2.5524', fcr: '1.1700' })
    expect(intervals).toHaveLength(5)
    expect(await cageNow()).toMatchObject({ count: fish, weight: 12_300 })
  }, 60_000)
})
