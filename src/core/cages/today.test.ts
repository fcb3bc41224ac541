/** What a cage was given and what it lost today, in the list of all cages as in the answer to a write. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import { kinds } from '../documents/kinds/kinds.contract'

let pond: Pond
beforeAll(async () => void (pond = await openPond()))
afterAll(() => pond.farm.close())

test('feed and losses of today are told of each cage, those of yesterday are not', async () => {
  const { farm } = pond
  const [cage, other] = [(await pond.cage()).id, (await pond.cage()).id]
  const [good, stock] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(8) })
  for (const one of [cage, other]) await pond.stock(one, 5, 1000, 1)
  const feed = (day: number, volume: number, time: string) => {
    const of = { cage_id: cage, feed_type_id: good.id, stock_id: stock.id }
    return farm.call(kinds.feeding.create, { ...pond.on(day, time), ...of, volume })
  }
  await feed(1, 8, '23:59')
  await feed(0, 2, '00:00')
  await pond.lose(other, 1, 7)
  await pond.lose(other, 0, 3, '00:00')
  const { cages } = await feed(0, 4, '00:00')
  expect(cages).toMatchObject([{ id: cage, fed_today: 6, lost_today: 0 }])
  expect(await pond.cageNow(cage)).toMatchObject({ fed_today: 6, lost_today: 0 })
  expect(await pond.cageNow(other)).toMatchObject({ fed_today: 0, lost_today: 3 })
})
