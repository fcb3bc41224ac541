/** How long feed lasts, and when it has to be ordered: numbers worked out by hand. */
import { expect, test } from 'vitest'
import { draw, orderOf, type SupplyTerms } from './supply'

const days = Array.from({ length: 30 }, (_, index) => `2026-12-${String(index + 1).padStart(2, '0')}`)
const terms: SupplyTerms = { lead: 7, safety: 5, lot: null, closed: [] }
/** ten a day, and so much lies there */
const missingOf = (left: number) => draw([{ left, needs: days.map(() => 10) }], 0).own[0]!.missing

test('a stock of 145 lasts 14 days at ten a day: half of the 15th is missing', () => {
  const { left, missing } = draw([{ left: 145, needs: days.map(() => 10) }], 0).own[0]!
  expect(left.slice(12, 16)).toEqual([15, 5, 0, 0])
  expect(missing.slice(12, 16)).toEqual([0, 0, 5, 10])
})

test('of the common warehouse each takes when its own is empty, and they share it', () => {
  const drawn = draw(
    [
      { left: 10, needs: [10, 10, 10] },
      { left: 0, needs: [5, 5, 5] },
    ],
    22,
  )
  expect(drawn.common).toEqual([17, 2, 0])
  expect(drawn.own.map(({ missing }) => missing)).toEqual([
    [0, 0, 8],
    [0, 0, 5],
  ])
  expect(drawn.own.map(({ left }) => left)).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
})

test('it comes five days before the feed runs out, and is ordered seven days before that', () => {
  expect(orderOf(days, missingOf(145), terms)).toEqual({
    runsOut: '2026-12-15',
    orderBy: '2026-12-03',
    arrives: '2026-12-10',
    late: false,
    hungry: 0,
    missing: 155,
    amount: 155,
  })
})

test('what is enough to the last day is not ordered', () => {
  expect(orderOf(days, missingOf(300), terms)).toBeNull()
})

test('whole lots are ordered', () => {
  expect(orderOf(days, missingOf(145), { ...terms, lot: 25 })).toMatchObject({ missing: 155, amount: 175 })
  expect(orderOf(days, missingOf(145), { ...terms, lot: 31 })).toMatchObject({ amount: 155 })
})

test('where nothing is delivered at the weekend it comes on the Friday before', () => {
  // runs out on Thursday the 17th, wanted on Saturday the 12th
  const order = orderOf(days, missingOf(160), { ...terms, closed: [6, 7] })
  expect(order).toMatchObject({ runsOut: '2026-12-17', arrives: '2026-12-11', orderBy: '2026-12-04' })
})

test('ordered too late it comes as soon as it can, on a day with deliveries, and the days without feed are told', () => {
  // runs out on the 3rd; ordered today it would come on Tuesday the 8th
  const order = orderOf(days, missingOf(20), terms)
  expect(order).toMatchObject({ runsOut: '2026-12-03', orderBy: '2026-11-21', late: true, arrives: '2026-12-08' })
  expect(order).toMatchObject({ hungry: 5 })
  expect(orderOf(days, missingOf(20), { ...terms, closed: [2, 3] })).toMatchObject({ arrives: '2026-12-10', hungry: 7 })
})

test('of a supplier who never delivers the day itself is told', () => {
  expect(orderOf(days, missingOf(145), { ...terms, closed: [1, 2, 3, 4, 5, 6, 7] })?.arrives).toBe('2026-12-10')
})
