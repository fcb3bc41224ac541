/** The lines of a form: what is sent of them, what they come to, what they change in the warehouses. */
import { expect, test } from 'vitest'
import { costOf, goodsChanges, lineTexts, linesIn, totalsOf, untilLastTyped } from './document-lines.web'
import type { OperationRow, Values } from './form-model.web'

const line = (good_id = '', amount = '', price = '') => ({ good_id, amount, price })
const values = (...lines: object[]) => ({ date: '20.11.2026', lines }) as unknown as Values

test('empty lines at the end are not sent, one between others is, and the only one stays to be told what it lacks', () => {
  const sent = (...lines: object[]) => linesIn(untilLastTyped(values(...lines)))
  expect(sent(line('5', '10'), line(), line('6'), line(), line())).toEqual([line('5', '10'), line(), line('6')])
  expect(sent(line(), line())).toEqual([line()])
  const full = values(line('5', '10'))
  expect(untilLastTyped(full)).toBe(full)
  expect(untilLastTyped({ count: '5' })).toEqual({ count: '5' })
})

test('a stored row opens as texts, a new one with an empty line', () => {
  const row = { lines: [{ good_id: 5, good: 'Корм', amount: 12.5, price: null }] } as unknown as OperationRow
  expect(linesIn(lineTexts(row, 'good_id', 'amount', 'price'))).toEqual([line('5', '12.5')])
  expect(linesIn(lineTexts(undefined, 'good_id', 'amount', 'price'))).toEqual([line()])
})

test('a cost is exact and rounded half up to the kopeck; without a price there is none', () => {
  expect(costOf(line('5', '0.5', '0.03'))).toBe(2)
  expect(costOf({ amount: 250.5, price: 120.35 })).toBe(3_014_768)
  expect(costOf(line('5', '999999999', '999999999'))).toBe(99_999_999_800_000_000_100)
  expect([costOf(line('5', '10')), costOf(line('5', '', '3'))]).toEqual([null, null])
})

test('totals: lines that are typed, amounts by unit, money of those with a price', () => {
  const units: Record<string, string> = { 5: 'кг', 6: 'л' }
  const lines = [line('5', '10', '1.5'), line('6', '3'), line('5', '0.5', '2'), line('7', '4'), line()]
  const { count, amounts, cost } = totalsOf(lines, (good) => units[good])
  expect([count, [...amounts], cost]).toEqual([
    4,
    [
      ['кг', 10_500_000],
      ['л', 3_000_000],
    ],
    1600,
  ])
  expect(totalsOf([line()], () => undefined)).toMatchObject({ count: 0, cost: null })
})

test('warehouses now and with the document: its lines come together, an edit takes the place of what was stored', () => {
  const there = (good: number, stock: number) => (good === 5 && stock === 1 ? 100 : 0)
  const typed = [
    { good: 5, stock: 1, amount: -30 },
    { good: 5, stock: 2, amount: 30 },
    { good: 5, stock: 1, amount: -80 },
  ]
  expect(goodsChanges(typed, [], there)).toEqual([
    { good: 5, stock: 1, amount: -110, before: 100, after: -10 },
    { good: 5, stock: 2, amount: 30, before: 0, after: 30 },
  ])
  const former = [
    { good: 5, stock: 1, amount: -25 },
    { good: 6, stock: 1, amount: 7 },
  ]
  expect(goodsChanges(typed, former, there)[0]).toMatchObject({ before: 100, after: 15 })
})
