import { expect, test } from 'vitest'
import type { DifferingCell } from '../../../shared/errors'
import { isMine, merged } from './plan-merge.web'
import { lineOf, sentOf, typedCell } from './plan-model.web'

const row = (cage_id: number, rate = 30) => ({
  date: '26.11.2026',
  cage_id,
  feed_type_id: 7,
  avg_weight: 0.2,
  count: 10_000,
  weight: 2000,
  temperature: 10,
  rate,
  growth: 28,
  is_rate_alert_dismissed: false,
  is_growth_alert_dismissed: false,
})
const cell = (cage_id: number, field: DifferingCell['field'], mine: number | null, theirs: number | null) => ({
  date: '26.11.2026',
  cage_id,
  cage_number: String(cage_id),
  feed_type_id: 7,
  feed_type_name: 'Корм',
  field,
  mine,
  theirs,
})

const opened = [lineOf(row(1)), lineOf(row(2)), lineOf(row(3))]
/** I changed the rate of cage 2, and took cage 3 out. */
const mine = [opened[0]!, { ...opened[1]!, cells: { ...opened[1]!.cells, rate: typedCell('rate', '25') } }]

test('whose a cell is at first is whose change it is', () => {
  const asked = [cell(1, 'rate', 30, 20), cell(2, 'rate', 25, 28), cell(3, 'row', null, 30), cell(4, 'row', null, 12)]
  expect(asked.map((one) => isMine(one, opened, mine))).toEqual([false, true, true, false])
})

test('cells and rows of the other are taken, all others stay', () => {
  const stored = [lineOf(row(1, 20)), lineOf(row(2, 28)), lineOf(row(4, 12))]
  const theirs = [cell(1, 'rate', 30, 20), cell(1, 'count', 10_000, 9000), cell(4, 'row', null, 12)]
  const lines = merged(mine, theirs, stored).map(sentOf)
  expect(lines.map(({ cage_id, rate }) => [cage_id, rate])).toEqual([
    [1, 20],
    [2, 25],
    [4, 12],
  ])
  expect([lines[0]!.count, lines[0]!.weight]).toEqual([9000, 1800])
  expect(merged(mine, [cell(2, 'row', 25, null)], stored).map(({ cage_id }) => cage_id)).toEqual([1])
})
