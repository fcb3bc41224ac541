import { expect, test } from 'vitest'
import { daysAsked } from './report'

const november = { start: '28.10.2026', end: '26.11.2026' }

test('months beside each other are twelve at least, up to the end of the period', () => {
  expect(daysAsked({ x: 'month' }, november)).toEqual({ start: '01.12.2025', end: '26.11.2026' })
  const longer = { start: '15.03.2024', end: '26.11.2026' }
  expect(daysAsked({ x: 'month' }, longer)).toEqual(longer)
})

test('other reports are asked for the period itself', () => {
  for (const x of ['cage', 'detail', 'day'] as const) expect(daysAsked({ x }, november)).toEqual(november)
})
