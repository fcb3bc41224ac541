/**
 * Questions before the impossible, asked of the server: by the same rule as a form's, by what the books held at that
 * instant; nothing is refused.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import { libraries } from '../lists/library.contract'
import { kinds } from './kinds/kinds.contract'

let pond: Pond
beforeAll(async () => {
  pond = await openPond()
})
afterAll(() => pond.farm.close())

const KG = 1_000_000

test('a mass mortality is told by the preview, and is stored all the same', async () => {
  const cage = await pond.cage()
  await pond.stock(cage.id, 30, 1_000, 0.2)
  await pond.lose(cage.id, 10, 500)
  const loss = (day: number, count: number) => ({ ...pond.on(day), from_id: cage.id, ...pond.group, count })
  const asked = async (day: number, count: number) =>
    (await pond.farm.call(kinds.retreat.previewCreate, loss(day, count))).doubts
  expect(await asked(5, 300)).toEqual([{ about: 'loss', percent: 60 }])
  // there were twice as many fish then
  expect(await asked(20, 300)).toEqual([{ about: 'loss', percent: 30 }])
  expect(await asked(5, 30)).toEqual([])
  const { id } = await pond.farm.call(kinds.retreat.create, loss(5, 300))
  // an edit is asked about against the book without the operation itself
  const edit = { id, ...loss(5, 400) }
  expect((await pond.farm.call(kinds.retreat.previewUpdate, edit)).doubts).toEqual([{ about: 'loss', percent: 80 }])
  // also when it moves to where it would stand after its former self
  const later = { id, ...loss(2, 250) }
  expect((await pond.farm.call(kinds.retreat.previewUpdate, later)).doubts).toEqual([{ about: 'loss', percent: 50 }])
  expect((await pond.farm.call(kinds.retreat.previewRemove, { id })).doubts).toEqual([])
})

test('fry of 45 kilograms: by what their age category weighs, and by what the cage may hold', async () => {
  const { farm, group } = pond
  const cage = await pond.cage()
  const fry = await farm.call(libraries.age_category.create, {
    name: 'Мальки 5–50 г',
    avg_weight_from: '0,005',
    avg_weight_to: '0,05',
  })
  const stocking = (avg_weight: string) => ({
    ...pond.on(3),
    to_id: cage.id,
    generation_id: group.generation_id,
    age_category_id: fry.id,
    count: 10_000,
    avg_weight,
  })
  const asked = async (avg: string) => (await farm.call(kinds.stocking.previewCreate, stocking(avg))).doubts
  expect(await asked('45')).toEqual([
    { about: 'average', typed: 45 * KG, expected: 27_500 },
    { about: 'density', percent: expect.any(Number) as number },
  ])
  expect(await asked('0,045')).toEqual([])
})

test('a ration that fish do not eat, and a number that has little to do with the book', async () => {
  const { farm, group } = pond
  const cage = await pond.cage()
  await pond.stock(cage.id, 30, 1_000, 0.2)
  const feed = await farm.good()
  const stock = await farm.stock()
  await farm.adding({ good: feed.id, stock: stock.id, count: 500, date: farm.daysAgo(20) })
  const feeding = { ...pond.on(5), cage_id: cage.id, feed_type_id: feed.id, stock_id: stock.id, volume: 40 }
  expect((await farm.call(kinds.feeding.previewCreate, feeding)).doubts).toEqual([{ about: 'ration', percent: 20 }])
  const count = { ...pond.on(5), cage_id: cage.id, ...group, count: 10_000 }
  expect((await farm.call(kinds.correction.previewCreate, count)).doubts).toEqual([
    { about: 'count', typed: 10_000, expected: 1_000 },
  ])
})
