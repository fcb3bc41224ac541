import { expect, test } from 'vitest'
import { paidKilograms, totalRoubles } from './sale'

const kg = (kilograms: number) => kilograms * 1_000_000
const roubles = (amount: number) => amount * 100

test('the total is the weight by the price in whole roubles, half a rouble goes up', () => {
  expect(totalRoubles(kg(520), roubles(650))).toBe(338_000)
  expect(totalRoubles(kg(12.345), roubles(650))).toBe(8024) // 8 024.25
  expect(totalRoubles(kg(0.5), roubles(651))).toBe(326) // 325.5
  expect(totalRoubles(kg(520), 0)).toBe(0)
})

test('the paid weight is the payment by the price to the gram', () => {
  expect(paidKilograms(roubles(200_000), roubles(650))).toBe(307.692) // 307.6923…
  expect(paidKilograms(roubles(325), roubles(650))).toBe(0.5)
  expect(paidKilograms(0, roubles(650))).toBe(0)
  expect(paidKilograms(roubles(100), 0)).toBeNull()
})

test('amounts beyond what a float multiplies exactly stay exact', () => {
  // 999 999 999.999999 kg at 999 999.99 roubles
  expect(totalRoubles(999_999_999_999_999, 99_999_999)).toBe(999_999_989_999_999)
  // 9 999 999 999.99 roubles at a kopeck
  expect(paidKilograms(999_999_999_999, 1)).toBe(999_999_999_999)
})
