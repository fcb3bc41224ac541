/** What a pasted sheet makes of the counts of a form. */
import { expect, test } from 'vitest'
import type { SheetLine } from '../../../goods/sheet/sheet-lines.web'
import { withChosen, withSheet } from './counts.web'

const row = (good_id: string, name: string, amount: string): SheetLine => ({
  good_id,
  name,
  amount,
  code: '',
  unit: '',
  price: '',
  lot: '',
  best_before: '',
})
const sheetOf = (...lines: SheetLine[]) => ({ lines, faults: [], doubts: [], vat_rate: null, left: [] })
const short = (lines: Record<string, string>[]) => lines.map(({ good_id, named, amount }) => [good_id || named, amount])

test('a sheet says anew what it names; what it does not name, or has no number for, stays as it was counted', () => {
  const before = [
    { good_id: '1', amount: '5' },
    { good_id: '2', amount: '6' },
    { good_id: '3', amount: '7' },
  ]
  const { lines } = withSheet(before, sheetOf(row('2', 'Соль', '60'), row('3', 'Корм', '')))
  expect(short(lines)).toEqual([
    ['1', '5'],
    ['3', '7'],
    ['2', '60'],
  ])
})

test('a good that stands in several rows has their sum, and is told; so has an unknown name', () => {
  const sheet = sheetOf(
    row('2', 'Соль', '1.1'),
    row('', 'Перчатки', '3'),
    row('2', 'соль', '2.2'),
    row('', 'перчатки', ''),
  )
  const { lines, summed } = withSheet([], sheet)
  expect(short(lines)).toEqual([
    ['2', '3.3'],
    ['перчатки', '3'],
  ])
  expect(summed).toEqual(['соль', 'перчатки'])
})

test('what is no number stays where it is, with its fault', () => {
  const sheet = {
    ...sheetOf(row('2', 'Соль', 'много')),
    faults: [{ index: 0, field: 'amount' as const, text: 'Число' }],
  }
  const { lines, faults } = withSheet([{ good_id: '1', amount: '5' }], sheet)
  expect(short(lines).at(-1)).toEqual(['2', 'много'])
  expect([...faults]).toEqual([[1, 'Число']])
})

test('a name that a good is chosen for joins what is counted of that good', () => {
  const { lines } = withSheet([{ good_id: '1', amount: '5' }], sheetOf(row('', 'Перчатки рабочие', '3')))
  const once = withChosen(lines, 'перчатки  рабочие', 9)
  expect(short(once.lines)).toEqual([
    ['1', '5'],
    ['9', '3'],
  ])
  expect(withChosen(lines, 'Перчатки рабочие', 1)).toMatchObject({
    lines: [{ good_id: '1', amount: '8' }],
    summed: ['Перчатки рабочие'],
  })
})
