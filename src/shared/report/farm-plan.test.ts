import { expect, test } from 'vitest'
import { stateOn, sumWithin } from './farm-plan'

const plan = new Map([
  ['2027-01-01', 310n],
  ['2027-02-01', 280n],
  ['2027-03-01', 100n],
])

test('a whole month is its plan, months add up', () => {
  expect(sumWithin(plan, '2027-02-01', '2027-02-28')).toBe(280n)
  expect(sumWithin(plan, '2027-01-01', '2027-03-31')).toBe(690n)
})

test('a period that cuts months takes their days', () => {
  // ten days of 10 in January, three of 10 in February
  expect(sumWithin(plan, '2027-01-22', '2027-02-03')).toBe(130n)
  // two days of 100 / 31: 6.45; halves are rounded once, and up
  expect(sumWithin(plan, '2027-03-30', '2027-03-31')).toBe(6n)
  expect(sumWithin(new Map([['2027-04-01', 15n]]), '2027-04-01', '2027-04-01')).toBe(1n)
})

test('a month of a leap year has its own days', () => {
  expect(sumWithin(new Map([['2028-02-01', 29n]]), '2028-02-29', '2028-02-29')).toBe(1n)
})

test('a month that is not planned leaves the period without a plan', () => {
  expect(sumWithin(plan, '2027-03-31', '2027-04-01')).toBeNull()
  expect(sumWithin(new Map(), '2027-03-01', '2027-03-31')).toBeNull()
})

test('a state within a month lies between the ends of both months', () => {
  expect(stateOn(plan, '2027-02-28')).toBe(280n)
  expect(stateOn(plan, '2027-02-14')).toBe(295n)
  // 280 − 180 · 10 / 31 = 221.9
  expect(stateOn(plan, '2027-03-10')).toBe(222n)
  expect(stateOn(plan, '2027-01-31')).toBe(310n)
  expect(stateOn(plan, '2027-01-30')).toBeNull()
  expect(stateOn(plan, '2027-04-30')).toBeNull()
})
