import { expect, test } from 'vitest'
import { categoryByWeight, type WeightCategory } from './category-by-weight'

const KG = 1_000_000
const category = (id: number, from: number | null, to: number | null, archived = false): WeightCategory => ({
  id,
  from: from === null ? null : from * KG,
  to: to === null ? null : to * KG,
  archived,
})
const [fry, juvenile, market] = [category(1, null, 0.05), category(2, 0.05, 0.4), category(3, 0.4, null)]
const ladder = [fry, juvenile, market]

/** of 1000 fish in the second category */
const moved = (mass: number, categories = ladder) => categoryByWeight({ count: 1000, mass, category: 2 }, categories)

test('fish that have outgrown their category, or are too small for it, belong to the one that holds their average', () => {
  expect(moved(412 * KG)).toBe(3)
  expect(moved(49.9 * KG)).toBe(1)
  expect(moved(200 * KG)).toBeNull()
})

test('a range begins with its lower bound and ends before its upper one', () => {
  expect(moved(400 * KG)).toBe(3)
  // a milligram of the whole cage less, and the average is below the bound
  expect(moved(400 * KG - 1)).toBeNull()
  expect(moved(50 * KG)).toBeNull()
  expect(moved(50 * KG - 1)).toBe(1)
})

test('nothing is said without fish, without a range of their own, in a gap, or where ranges overlap', () => {
  expect(categoryByWeight({ count: 0, mass: 0, category: 2 }, ladder)).toBeNull()
  expect(moved(412 * KG, [category(2, null, null), market])).toBeNull()
  expect(moved(412 * KG, [juvenile, category(3, 0.5, null)])).toBeNull()
  expect(moved(412 * KG, [...ladder, category(4, 0.41, 1)])).toBeNull()
  expect(moved(412 * KG, [market])).toBeNull()
})

test('a category in the archive, or one without a range, is not offered', () => {
  expect(moved(412 * KG, [juvenile, { ...market, archived: true }])).toBeNull()
  expect(moved(412 * KG, [juvenile, market, category(4, null, null)])).toBe(3)
  expect(moved(412 * KG, [{ ...juvenile, archived: true }, market])).toBe(3)
})
