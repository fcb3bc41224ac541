import { describe, expect, test } from 'vitest'
import { failure } from '../api'
import {
  attempt,
  correct,
  earlierValues,
  isPassedOver,
  outcomeOf,
  refuse,
  waitAfter,
  waitingCages,
  waitingOf,
  type OutboxRecord,
} from './records'

const record = (over: Partial<OutboxRecord> = {}): OutboxRecord => ({
  n: 1,
  owner: '1:1',
  owner_name: 'Мария Рябова',
  method: 'POST',
  path: '/retreat',
  values: { from_id: 7, count: '12' },
  typed: null,
  key: 'k1',
  kind: 'retreat',
  label: 'Садок 7, отход 12 шт',
  cages: [7],
  recorded_at: '2026-11-20T08:12',
  state: 'waiting',
  attempted: [],
  faults: 0,
  reason: null,
  errors: null,
  refusal: null,
  ...over,
})

const refused = (status: number) =>
  ({ what: 'refused', status, reason: 'Рыбы нет', errors: null, refusal: null }) as const

describe('what an answer means for a record', () => {
  test.each([
    [0, 'unreachable'],
    [502, 'unreachable'],
    [503, 'unreachable'],
    [504, 'unreachable'],
    [500, 'later'],
    [429, 'later'],
    [401, 'signed-out'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
  ])('%i: %s', (status, what) => expect(outcomeOf(failure('/api/retreat', status, {})).what).toBe(what))

  test('429 says how long to wait', () =>
    expect(outcomeOf(failure('/api/retreat', 429, {}, 30))).toEqual({ what: 'later', seconds: 30 }))

  test('a refusal without a sentence speaks with its first field', () =>
    expect(outcomeOf(failure('', 422, { errors: { count: ['Не больше 10'] } }))).toMatchObject({
      reason: 'Не больше 10',
    }))
})

describe('one key for the life of a record', () => {
  test('values that left the device are kept until their fate is known', () => {
    const sent = attempt(record())
    expect(attempt(sent)).toBe(sent)
    const corrected = attempt(correct(sent, { values: { from_id: 7, count: '21' } }))
    expect(corrected.key).toBe('k1')
    expect(earlierValues(corrected)).toEqual([{ from_id: 7, count: '12' }])
  })

  test('what was corrected before it was ever sent has no earlier values', () =>
    expect(earlierValues(attempt(correct(record(), { values: { count: '21' } })))).toEqual([]))

  test.each([422, 404, 409])('after %i nothing is stored, so nothing is looked for later', (status) => {
    const draft = refuse(attempt(record()), refused(status))
    expect(draft).toMatchObject({ state: 'refused', reason: 'Рыбы нет', attempted: [] })
  })

  test('a missing right proves nothing: it is asked before the key', () =>
    expect(refuse(attempt(record()), refused(403)).attempted).toHaveLength(1))

  test('a corrected draft waits again at its own place', () =>
    expect(correct(refuse(record({ n: 4, faults: 3 }), refused(422)), { label: 'Садок 7, отход 1 шт' })).toMatchObject({
      n: 4,
      state: 'waiting',
      faults: 0,
      reason: null,
      label: 'Садок 7, отход 1 шт',
    }))
})

describe('the queue', () => {
  const records = [
    record({ n: 3, cages: [7, 8] }),
    record({ n: 1 }),
    record({ n: 2, state: 'refused', cages: [9] }),
    record({ n: 4, owner: '1:2', cages: [5] }),
  ]

  test('is one person’s, in order, without drafts', () =>
    expect(waitingOf(records, '1:1').map(({ n }) => n)).toEqual([1, 3]))

  test('marks the cages of its records', () =>
    expect([...waitingCages(records, '1:1')].sort()).toEqual([
      [7, 2],
      [8, 1],
    ]))

  test('nobody has no queue', () => expect(waitingOf(records, null)).toEqual([]))

  test('tries again after 2, 4, 8 … 60 seconds', () =>
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(waitAfter)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]))

  test('a record the server fails on does not hold the others for ever', () => {
    expect(isPassedOver(record({ faults: 4 }))).toBe(false)
    expect(isPassedOver(record({ faults: 5 }))).toBe(true)
  })
})
