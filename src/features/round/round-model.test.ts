import { expect, test } from 'vitest'
import type { CageRow } from '../cages/cage.contract'
import {
  cagesOf,
  NEW_ROUND,
  placeIn,
  stepped,
  steppedReading,
  stepOfFeed,
  stillWaits,
  summaryOf,
  unsettled,
  type RoundRecord,
  type RoundState,
} from './round-model.web'

const cage = (id: number, count = 100) => ({ id, count }) as CageRow
const cages = [cage(1), cage(2), cage(3, 0), cage(4)]
const record = (kind: RoundRecord['kind'], values: Record<string, string>, state: RoundRecord['state'] = 'stored') =>
  ({ kind, values, state, key: 'k', at: '', what: '' }) satisfies RoundRecord
const round = (part: Partial<RoundState>): RoundState => ({ ...NEW_ROUND, ...part })

test('one stands at the remembered cage, else at the first not visited, and at the end behind the last', () => {
  expect(placeIn(cages, round({}))?.id).toBe(1)
  expect(placeIn(cages, round({ visits: { 1: { state: 'done' } } }))?.id).toBe(2)
  expect(placeIn(cages, round({ at: 4 }))?.id).toBe(4)
  expect(placeIn(cages, round({ at: 9, visits: { 1: { state: 'skipped' } } }))?.id).toBe(2)
  expect(placeIn(cages, round({ at: 'end' }))).toBeNull()
})

test('a cage that lost its last fish in this round stays in it', () => {
  expect(cagesOf(cages, NEW_ROUND).map(({ id }) => id)).toEqual([1, 2, 4])
  expect(cagesOf(cages, round({ visits: { 3: { state: 'done' } } })).map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('the sums count what stands or is on its way, not what was refused', () => {
  const state = round({
    visits: { 1: { state: 'done' }, 2: { state: 'skipped' } },
    records: {
      '1:feeding': record('feeding', { feed_type_id: '5', volume: '4.5' }),
      '2:feeding': { ...record('feeding', { feed_type_id: '5', volume: '0.5' }, 'waiting'), id: 7 },
      '4:feeding': record('feeding', { feed_type_id: '5', volume: '9' }, 'refused'),
      '1:retreat': record('retreat', { count: '3' }, 'sending'),
    },
  })
  const sums = summaryOf([cage(1), cage(2), cage(4)], state)
  expect(sums).toMatchObject({ done: 1, dead: 3, refused: 1 })
  expect([...sums.feed]).toEqual([['5', 5_000_000]])
  expect(sums.skipped.map(({ id }) => id)).toEqual([2, 4])
  expect(Object.keys(unsettled(state.records)).sort()).toEqual(['1:retreat', '4:feeding'])
})

test('a record waits for the network as long as it lies on the device', () => {
  const waiting = { ...record('retreat', { count: '3' }, 'waiting'), id: 7 }
  expect(stillWaits(waiting, [{ n: 6 }, { n: 7 }])).toBe(true)
  expect(stillWaits(waiting, [{ n: 6 }])).toBe(false)
  // a stored row has a number of its own
  expect(stillWaits({ ...waiting, state: 'stored' }, [{ n: 7 }])).toBe(false)
})

test('steps are exact, never below zero for feed, below zero for water', () => {
  expect(stepped('0.3', 0.1)).toBe('0.4')
  expect(stepped('', 0.1)).toBe('0.1')
  expect(stepped('0.5', -1)).toBe('0')
  expect(stepOfFeed('1')).toBeLessThan(stepOfFeed('150'))
  expect(steppedReading('0', -0.1)).toBe('-0.1')
  expect(steppedReading('-0.1', 0.1)).toBe('0')
})
