/** A feeding moves no fish and asks only whether there are any. */
import { expect, test } from 'vitest'
import { openPond } from '../../../../testing/farm/pond'
import { kinds } from '../kinds.contract'

test('it is refused where there was no fish yet or no more, to the minute and in the order of entering', async () => {
  const pond = await openPond()
  const { farm } = pond
  const [{ id: a }, { id: b }] = [await pond.cage(), await pond.cage()]
  const [feed, store] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: feed.id, stock: store.id, count: 500, date: farm.daysAgo(30) })
  const given = { cage_id: a, feed_type_id: feed.id, stock_id: store.id, volume: 1, appetite: 3 }
  const feedAt = (day: number, time: string) =>
    farm.post('/feeding', { ...pond.on(day, time), ...given }).then(({ status }) => status)
  await pond.stock(a, 20, 100, 1, '10:00')
  const { id } = await farm.call(kinds.feeding.create, { ...pond.on(20, '10:00'), ...given })
  await pond.lose(a, 10, 100, '10:00')
  await pond.stock(a, 5, 50, 1, '10:00')
  await pond.move(a, b, 3, 50, undefined, '10:00')
  const asked = [
    [20, '09:59'],
    [20, '10:00'],
    [10, '09:59'],
    [10, '10:00'],
    [7, '12:00'],
    [5, '10:00'],
    [3, '10:00'],
    [2, '10:00'],
  ] as const
  const told = []
  for (const [day, time] of asked) told.push(await feedAt(day, time))
  expect(told).toEqual([422, 200, 200, 422, 422, 200, 422, 422])
  // entered before the last transfer of that minute, it comes before it also when it is moved there
  await farm.call(kinds.feeding.update, { id, ...pond.on(3, '10:00'), ...given })
  expect(
    (await farm.call(kinds.feeding.update, { id, ...pond.on(3, '10:01'), ...given }, { expect: 422 })).message,
  ).toContain('нет рыбы')
  await farm.close()
})
