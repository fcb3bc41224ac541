import { expect, test } from 'vitest'
import type { OutboxRecord } from '../../../web/offline/outbox/records'
import type { CageRow } from '../../../core/cages/cage.contract'
import {
  cagesOf,
  newRound,
  placeIn,
  stepped,
  steppedReading,
  stepOfFeed,
  roundRecord,
  summaryOf,
  viewOf,
  type RoundRecord,
  type RoundView,
} from './round-model.web'

const cage = (id: number, count = 100) => ({ id, count }) as CageRow
const cages = [cage(1), cage(2), cage(3, 0), cage(4)]
const record = (kind: RoundRecord['kind'], values: Record<string, string>, state: RoundRecord['state'] = 'stored') =>
  ({ n: 1, kind, values, state, at: '', what: '' }) satisfies RoundRecord
const round = (part: Partial<RoundView>): RoundView => ({ ...newRound('2026-11-20', 1), records: {}, ...part })

test('one stands at the remembered cage, else at the first not visited, and at the end behind the last', () => {
  expect(placeIn(cages, round({}))?.id).toBe(1)
  expect(placeIn(cages, round({ visits: { 1: { state: 'done' } } }))?.id).toBe(2)
  expect(placeIn(cages, round({ at: 4 }))?.id).toBe(4)
  expect(placeIn(cages, round({ at: 9, visits: { 1: { state: 'skipped' } } }))?.id).toBe(2)
  expect(placeIn(cages, round({ at: 'end' }))).toBeNull()
})

test('a cage that lost its last fish in this round stays in it', () => {
  expect(cagesOf(cages, newRound('2026-11-20', 1)).map(({ id }) => id)).toEqual([1, 2, 4])
  expect(cagesOf(cages, round({ visits: { 3: { state: 'done' } } })).map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('the sums count what stands or is on its way, not what was refused', () => {
  const state = round({
    visits: { 1: { state: 'done' }, 2: { state: 'skipped' } },
    records: {
      '1:feeding': record('feeding', { feed_type_id: '5', volume: '4.5' }),
      '2:feeding': { ...record('feeding', { feed_type_id: '5', volume: '0.5' }, 'waiting') },
      '4:feeding': record('feeding', { feed_type_id: '5', volume: '9' }, 'refused'),
      '1:retreat': record('retreat', { count: '3' }, 'waiting'),
    },
  })
  const sums = summaryOf([cage(1), cage(2), cage(4)], state)
  expect(sums).toMatchObject({ done: 1, dead: 3, refused: 1 })
  expect([...sums.feed]).toEqual([['5', 5_000_000]])
  expect(sums.skipped.map(({ id }) => id)).toEqual([2, 4])
})

const kept = (over: Partial<OutboxRecord>) =>
  ({
    n: 4,
    values: { count: '3' },
    recorded_at: '2026-11-20T08:12',
    state: 'waiting',
    label: 'Садок 2, отход 3 шт',
    cages: [2],
    ...over,
  }) as OutboxRecord

test('a cage is done when something of it was recorded, even if the page forgot that it was there', () => {
  const slots = new Map([['1:2:retreat', kept({})]])
  const view = viewOf(null, '2026-11-20', slots)
  expect(view.visits).toEqual({ 2: { state: 'done' } })
  expect(placeIn(cages, round({ ...view, visits: { ...view.visits, 1: { state: 'done' } } }))?.id).toBe(3)
})

test('what is typed counts on its day alone; which round of the day it is, the records say as well', () => {
  const draft = { ...newRound('2026-11-20', 1), drafts: { 4: { count: '8' } } }
  expect(viewOf(draft, '2026-11-20', new Map()).drafts).toEqual({ 4: { count: '8' } })
  expect(viewOf(draft, '2026-11-21', new Map()).drafts).toEqual({})
  const slots = new Map([
    ['1:1:retreat', kept({ n: 3, cages: [1] })],
    ['2:2:retreat', kept({})],
  ])
  const view = viewOf(draft, '2026-11-20', slots)
  expect(view.round).toBe(2)
  expect(Object.keys(view.records)).toEqual(['2:retreat'])
})

test('a record of the outbox tells the round what became of it', () => {
  expect(roundRecord('2:retreat', kept({}))).toMatchObject({
    kind: 'retreat',
    state: 'waiting',
    n: 4,
    what: 'отход 3 шт',
  })
  expect(roundRecord('2:feeding', kept({ state: 'stored', stored: [77] }))).toMatchObject({ state: 'stored', n: 4 })
  expect(roundRecord('water:3', kept({ state: 'refused', reason: 'Рыбы нет' }))).toMatchObject({
    kind: 'measurement',
    state: 'refused',
    reason: 'Рыбы нет',
  })
})

test('steps are exact, never below zero for feed, below zero for water', () => {
  expect(stepped('0.3', 0.1)).toBe('0.4')
  expect(stepped('', 0.1)).toBe('0.1')
  expect(stepped('0.5', -1)).toBe('0')
  expect(stepOfFeed('1')).toBeLessThan(stepOfFeed('150'))
  expect(steppedReading('0', -0.1)).toBe('-0.1')
  expect(steppedReading('-0.1', 0.1)).toBe('0')
})
