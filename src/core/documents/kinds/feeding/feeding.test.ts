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

test('a journal of one generation tells what it ate of feedings that several shared', async () => {
  const pond = await openPond()
  const { farm, group } = pond
  const [{ id: mixed }, { id: own }] = [await pond.cage(), await pond.cage()]
  const [feed, store] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: feed.id, stock: store.id, count: 500, date: farm.daysAgo(30) })
  const other = await farm.generation({ species: (await farm.species('Сиг')).id })
  // 30 kg of one and 10 kg of the other swim together, the first alone elsewhere
  await pond.stock(mixed, 20, 300, 0.1)
  await pond.stock(own, 20, 300, 0.1)
  const few = { ...group, generation_id: other.id, count: 100, avg_weight: '0,1' }
  await farm.call(kinds.stocking.create, { ...pond.on(20), to_id: mixed, ...few })
  for (const cage_id of [mixed, own])
    await farm.call(kinds.feeding.create, {
      ...{ ...pond.on(10), cage_id, feed_type_id: feed.id, stock_id: store.id, volume: 8, appetite: 3 },
    })
  const told = async (generation_id?: number) => {
    const period = { start: farm.daysAgo(11), end: farm.daysAgo(9), page: 1, generation_id }
    const { rows, footer } = (await farm.call(kinds.feeding.list, period)) as {
      rows: { cage_id: number; volume: number; eaten: number | null }[]
      footer: object
    }
    return { rows: rows.map(({ volume, eaten }) => [volume, eaten]).sort(), footer }
  }
  expect(await told(group.generation_id)).toEqual({
    ...{
      rows: [
        [8, 6],
        [8, 8],
      ],
      footer: { volume: 16, eaten: 14 },
    },
  })
  expect(await told(other.id)).toEqual({ rows: [[8, 2]], footer: { volume: 8, eaten: 2 } })
  expect(await told()).toEqual({
    rows: [
      [8, null],
      [8, null],
    ],
    footer: { volume: 16 },
  })
  await farm.close()
})
