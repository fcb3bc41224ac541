/** The data of the rules. */
import { expect, test } from 'vitest'
import { ALARM_KINDS, ruleData } from './rules'

test('no two rules share a number of the audit log, and none has changed its own', () => {
  expect(Object.fromEntries(ALARM_KINDS.map((kind) => [kind, ruleData(kind).number]))).toEqual({
    oxygen: 1,
    temperature: 2,
    measurement: 3,
    sensor: 4,
    mortality: 5,
    unfed: 6,
    plan: 7,
    supersaturation: 8,
    density: 9,
    supply: 10,
    best_before: 11,
    net: 12,
    task: 13,
    subscription: 14,
    product_best_before: 15,
  })
  expect(new Set(ALARM_KINDS.map((kind) => ruleData(kind).number)).size).toBe(ALARM_KINDS.length)
})
