import { expect, test } from 'vitest'
import { addText, addUnits, addWhole, openBytes, takenOf } from './json-bytes'

const units = (millionths: number | null) => {
  const bytes = openBytes()
  addUnits(bytes, millionths)
  return takenOf(bytes).toString()
}

test('millionths are told as JSON tells the number', () => {
  const some = [0, 1, 10, 999_999, 1_000_000, 1_500_000, -1, -500_000, 12_345_678, 123_456_789_012_345, 1e15, 9e21, 0.5]
  for (const value of [...some, NaN]) expect(units(value)).toBe(JSON.stringify(value / 1_000_000))
  expect(units(null)).toBe('null')
  for (let turn = 0; turn < 10_000; turn++) {
    const value = Math.round(10 ** (Math.random() * 15))
    expect(units(value)).toBe(JSON.stringify(value / 1_000_000))
  }
})

test('whole numbers and texts of any length come one after another', () => {
  const bytes = openBytes()
  const text = 'щука'.repeat(50_000)
  addText(bytes, text)
  for (const value of [0, 7, 10, 99, 100, 2 ** 31, 1e15, -3]) {
    addWhole(bytes, value)
    addText(bytes, ' ')
  }
  expect(takenOf(bytes).toString()).toBe(`${text}0 7 10 99 100 2147483648 1000000000000000 -3 `)
})
