/** What waits on a device counts in every number it shows. */
import { expect, test } from 'vitest'
import type { OutboxRecord } from '../../../../web/offline/outbox/records'
import type { CageRow } from '../../../cages/cage.contract'
import { NO_GROWING } from '../../recent/growing.web'
import { estimate, placesOf, takenBy } from './estimate.web'

const group = { generation_id: 1, age_category_id: 2, generation_name: 'Весна', age_category_name: 'Товарная' }
const cage = (id: number): CageRow =>
  ({
    id,
    volume: 100,
    count: 1000,
    weight: 200,
    avg_weight: 0.2,
    density: 2,
    fed_today: 1,
    lost_today: 0,
    groups: [{ ...group, count: 1000, weight: 200, avg_weight: 0.2 }],
  }) as unknown as CageRow
const options = { weightAllowed: false, today: '20.11.2026', growing: NO_GROWING }
const record = (kind: string, typed: Record<string, string>, values: Record<string, unknown> = typed) =>
  ({ kind, typed, values }) as unknown as OutboxRecord
const feeding = (volume: string, date = '20.11.2026') =>
  record('feeding', { date, cage_id: '1', feed_type_id: '5', stock_id: '6', volume })

test('feedings of today add to what was given, those of another day do not; both take from the warehouse', () => {
  const records = [feeding('4.5'), feeding('2', '19.11.2026')]
  expect(estimate([cage(1), cage(2)], records, options).map(({ fed_today }) => fed_today)).toEqual([5.5, 1])
  expect([...takenBy(records)]).toEqual([['5:6', 6_500_000]])
})

test('losses of many cages go from their groups, their sums and their density', () => {
  const fish = { generation_id: '1', age_category_id: '2' }
  const batch = { 1: { count: '100', ...fish }, 2: { count: '1000', ...fish } }
  const rows = estimate([cage(1), cage(2)], [record('retreats', {}, { date: '20.11.2026', batch })], options)
  expect(rows).toMatchObject([
    { count: 900, weight: 180, avg_weight: 0.2, density: 1.8, lost_today: 100, generation_names: 'Весна' },
    { count: 0, weight: 0, density: 0, lost_today: 1000, groups: [], generation_names: '' },
  ])
})

test('a feeding, alone or one of many, touches its feed and its warehouse; a loss touches none', () => {
  expect(placesOf(feeding('4.5'))).toEqual(['good:5', 'stock:6'])
  const batch = {
    1: { feed_type_id: '5', stock_id: '6', volume: '3' },
    2: { feed_type_id: '7', stock_id: '6', volume: '3' },
  }
  expect(placesOf(record('feedings', {}, { date: '20.11.2026', batch }))).toEqual(['good:5', 'stock:6', 'good:7'])
  expect(placesOf(record('retreat', { date: '20.11.2026', from_id: '1', count: '3' }))).toEqual([])
})

test('a catch that closes its cage leaves nothing in it', () => {
  const fish = { date: '20.11.2026', from_id: '1', generation_id: '1', age_category_id: '2', count: '990' }
  const left = (typed: Record<string, string>) => estimate([cage(1)], [record('withdrawal', typed)], options)[0]!.count
  expect(left(fish)).toBe(10)
  expect(left({ ...fish, close_out: '1' })).toBe(0)
})
