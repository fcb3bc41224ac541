/** A batch with several rows of one cage: losses of one group by their causes, two feeds in a day. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { feedingBatch, retreatBatch } from './batch.contract'

let pond: Pond
let farm: Pond['farm']
let a: number
let b: number
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
})
afterAll(() => farm.close())
beforeEach(async () => {
  a = (await pond.cage()).id
  b = (await pond.cage()).id
  await pond.stock(a, 20, 1000, 1)
  await pond.stock(b, 20, 500, 1)
})

const stored = (kind: string) =>
  farm.sql('select id from operations where kind = $1 and cage_id = any($2)', [kind, [a, b]])

describe('several rows of one cage', () => {
  test('are losses of their own causes, one after another, and together no more than there is', async () => {
    const batch = {
      [a]: [{ count: 12, note: 'под сеткой' }, { count: 3, note: 'чайка' }, { count: '' }],
      [b]: { count: 1 },
    }
    const { rows, cages } = await farm.call(retreatBatch.create, { ...pond.on(1), batch } as never)
    expect(rows.map(({ from_id, count, note }) => [from_id, count, note])).toEqual(
      expect.arrayContaining([
        [a, 12, 'под сеткой'],
        [a, 3, 'чайка'],
        [b, 1, null],
      ]),
    )
    expect(rows).toHaveLength(3)
    expect(cages.find(({ id }) => id === a)!.count).toBe(985)
    const most = { [a]: [{ count: 900 }, { count: 100 }] }
    const refused = await farm.call(retreatBatch.create, { ...pond.on(1), batch: most } as never, { expect: 422 })
    expect(refused.refusal).toMatchObject({ cage_id: a, shortage: 15 })
    expect(await stored('retreat')).toHaveLength(3)
  })

  test('have their faults under their own place', async () => {
    const batch = { [a]: [{ count: 5 }, { count: 'много' }], [b]: { count: -1 } }
    const refused = await farm.call(retreatBatch.create, { ...pond.on(1), batch } as never, { expect: 422 })
    expect(Object.keys(refused.errors!).sort()).toEqual([`batch.${a}.1.count`, `batch.${b}.count`].sort())
    expect(await stored('retreat')).toEqual([])
  })

  test('are feedings with two feeds', async () => {
    const [feed, other, barn] = [await farm.good(), await farm.good(), await farm.stock()]
    await farm.adding({ good: feed.id, stock: barn.id, count: 100, date: farm.daysAgo(15) })
    await farm.adding({ good: other.id, stock: barn.id, count: 100, date: farm.daysAgo(15) })
    const fed = (good: { id: number }, volume: number) => ({ feed_type_id: good.id, stock_id: barn.id, volume })
    const batch = { [a]: [fed(feed, 10), fed(other, 4)] }
    const { rows } = await farm.call(feedingBatch.create, { ...pond.on(1), batch } as never)
    expect(rows.map(({ feed_type_id, volume }) => [feed_type_id, volume])).toEqual([
      [feed.id, 10],
      [other.id, 4],
    ])
  })
})
