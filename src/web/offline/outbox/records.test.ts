import { describe, expect, test } from 'vitest'
import { failure } from '../../api'
import {
  attempt,
  buried,
  correct,
  earlierValues,
  isForgotten,
  isPassedOver,
  isSameVersion,
  outcomeOf,
  refuse,
  revived,
  sendable,
  slotsOf,
  isUnsent,
  uncountedOf,
  unremoved,
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
  slot: null,
  stored: null,
  attempted: [],
  faults: 0,
  reason: null,
  errors: null,
  refusal: null,
  ...over,
})

/** By default the server had looked at the key and found nothing under it. */
const refused = (status: number, keyState: 'new' | 'known' | undefined = 'new') =>
  ({ what: 'refused', status, reason: 'Рыбы нет', errors: null, refusal: null, keyState }) as const

describe('what an answer means for a record', () => {
  test.each([
    [0, 'unreachable'],
    [502, 'unreachable'],
    [503, 'unreachable'],
    [504, 'unreachable'],
    [500, 'later'],
    [429, 'too-much'],
    [401, 'signed-out'],
    [403, 'refused'],
    [404, 'refused'],
    [409, 'refused'],
    [422, 'refused'],
  ])('%i: %s', (status, what) => expect(outcomeOf(failure('/api/retreat', status, {})).what).toBe(what))

  test('an ended subscription keeps records waiting, a missing right refuses them', () =>
    expect(outcomeOf(failure('/api/retreat', 403, { message: 'Subscribe', subscriptionEnded: true }))).toEqual({
      what: 'subscription-ended',
    }))

  test('429 says why, and how long to wait', () =>
    expect(outcomeOf(failure('/api/retreat', 429, { message: 'Завтра' }, { retryAfter: 30 }))).toEqual({
      what: 'too-much',
      seconds: 30,
      reason: 'Завтра',
    }))

  test('a second factor that is wanted first is told as that', () =>
    expect(outcomeOf(failure('', 403, { message: 'Включите', factorNeeded: true }))).toEqual({
      what: 'factor-needed',
      reason: 'Включите',
    }))

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

  test('refused with nothing under its key, nothing is looked for later; the key stays', () => {
    const draft = refuse(attempt(record()), refused(422))
    expect(draft).toMatchObject({ state: 'refused', reason: 'Рыбы нет', attempted: [], key: 'k1' })
  })

  test.each([403, 404, 409, 413])('%i of a call whose key nobody has looked at proves nothing', (status) => {
    const draft = refuse(attempt(record()), { ...refused(status), keyState: undefined })
    expect(draft).toMatchObject({ key: 'k1', attempted: [{ from_id: 7, count: '12' }] })
    expect(isUnsent(draft)).toBe(false)
  })

  test('a new record keeps its key, whatever it is refused with', () =>
    expect(refuse(attempt(record()), refused(404)).key).toBe('k1'))

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

  test('marks what happens in no cage under 0, so that its goods count', () =>
    expect([...waitingCages([record({ n: 1, cages: [] })], '1:1')]).toEqual([[0, 1]]))

  test('nobody has no queue', () => expect(waitingOf(records, null)).toEqual([]))

  test('tries again after 2, 4, 8 … 60 seconds', () =>
    expect([1, 2, 3, 4, 5, 6, 7, 50].map(waitAfter)).toEqual([2, 4, 8, 16, 32, 60, 60, 60]))

  test('a record the server fails on does not hold the others for ever', () => {
    expect(isPassedOver(record({ faults: 4 }))).toBe(false)
    expect(isPassedOver(record({ faults: 5 }))).toBe(true)
  })
})

describe('what may be sent now', () => {
  const queue = [
    record({ n: 1, cages: [7] }),
    record({ n: 2, cages: [8] }),
    record({ n: 3, cages: [7, 9] }),
    record({ n: 4, cages: [9] }),
    record({ n: 5, cages: [] }),
    record({ n: 6, cages: [10], state: 'removing' }),
    record({ n: 7, cages: [11], state: 'refused' }),
    record({ n: 8, cages: [12], state: 'stored' }),
    record({ n: 9, cages: [13], owner: '1:2' }),
  ]
  const sent = (held: number[]) => sendable(queue, '1:1', (n) => held.includes(n)).map(({ n }) => n)

  test('all that waits or is taken back, of this person alone, in order', () =>
    expect(sent([])).toEqual([1, 2, 3, 4, 5, 6]))
  test('one that stands open in a form holds what follows it on its cages, and what follows that; the others go on', () =>
    expect(sent([1])).toEqual([2, 5, 6]))
  test('an open receipt holds what is taken of its goods and from its warehouse, in whichever cage', () => {
    const goods = [
      record({ n: 1, cages: [], places: ['good:5', 'stock:3'] }),
      record({ n: 2, cages: [7], places: ['good:5', 'stock:4'] }),
      record({ n: 3, cages: [7], places: [] }),
      record({ n: 4, cages: [8], places: ['good:6', 'stock:9'] }),
    ]
    expect(sendable(goods, '1:1', (n) => n === 1).map(({ n }) => n)).toEqual([4])
  })
})

describe('a stored record that is corrected', () => {
  const stored = record({ n: 4, state: 'stored', stored: [77], attempted: [] })
  const corrected = correct(stored, { label: 'Садок 7, отход 5 шт' })

  test('waits again and still knows its row; the numbers of the server count the old one until then', () => {
    expect(corrected).toMatchObject({ state: 'waiting', stored: [77] })
    expect(waitingOf([corrected], '1:1').map(({ n }) => n)).toEqual([4])
    expect(uncountedOf([corrected, record({ n: 5 })], '1:1').map(({ n }) => n)).toEqual([5])
  })
  test('does not simply go when it is taken back: its row is on the server', () => {
    expect(isUnsent(stored)).toBe(false)
    expect(isUnsent(corrected)).toBe(false)
  })
  test('leaves the row as it is when the correction is refused and given up', () => {
    expect(refuse(corrected, refused(422))).toMatchObject({ state: 'refused', stored: [77] })
    expect(isUnsent(refuse(corrected, refused(422)))).toBe(true)
  })
  test('becomes a new one when its row is gone', () => {
    const gone = refuse(corrected, refused(404))
    expect(gone.stored).toBeNull()
    expect(gone.key).not.toBe(corrected.key)
  })
  test('stays the correction of its row when an address is not known on the way', () =>
    expect(refuse(corrected, { ...refused(404), keyState: undefined })).toMatchObject({
      stored: [77],
      key: corrected.key,
    }))
  test('knows the row that was found only when its correction was refused', () =>
    expect(isUnsent(refuse(attempt(record()), { ...refused(422), stored: [78] }))).toBe(true))
})

describe('what a person changes while an answer is under way', () => {
  const sent = attempt(record())

  test('is another version: the answer settles what was sent, not what the person did then', () => {
    expect(isSameVersion(sent, attempt(sent))).toBe(true)
    for (const changedSince of [correct(sent, { values: { count: '15' } }), buried(sent), revived(sent)])
      expect(isSameVersion(sent, changedSince)).toBe(false)
    expect(isSameVersion(sent, undefined)).toBe(false)
  })
  test('brought back after its row was deleted it is stored anew', () =>
    expect(revived(buried(record({ stored: [77] })))).toMatchObject({ state: 'waiting', stored: null, attempted: [] }))
})

describe('what could not be taken back', () => {
  const left = (over: Partial<OutboxRecord>) => unremoved(buried(record(over)), { ...refused(403), stored: [77] })

  test('is told until it is put away, with the row that stands', () =>
    expect(left({})).toMatchObject({ state: 'kept', stored: [77], reason: 'Рыбы нет' }))
  test('in a round it stands as recorded', () =>
    expect(left({ slot: 'round:5:2026-11-20:1:7:feeding' })).toMatchObject({ state: 'stored', stored: [77] }))
})

test('a page finds its records by their slots, the last one of each, taken back ones not', () => {
  const slots = slotsOf(
    [
      record({ n: 1, slot: 'round:5:2026-11-20:1:7:feeding' }),
      record({ n: 4, slot: 'round:5:2026-11-20:1:7:feeding', state: 'stored', stored: [77] }),
      record({ n: 2, slot: 'round:5:2026-11-20:1:8:feeding', state: 'removing' }),
      record({ n: 3, slot: 'round:5:2026-11-19:1:7:feeding' }),
      record({ n: 5, slot: 'round:5:2026-11-20:1:9:feeding', owner: '1:2' }),
      record({ n: 6 }),
    ],
    '1:1',
    'round:5:2026-11-20:1:',
  )
  expect([...slots].map(([slot, { n }]) => [slot, n])).toEqual([['7:feeding', 4]])
})

test('what was stored days ago is forgotten, what waits never is', () => {
  const old = { recorded_at: '2026-11-16T08:00' }
  expect(isForgotten(record({ ...old, state: 'stored' }), '2026-11-20')).toBe(true)
  expect(isForgotten(record({ ...old, state: 'stored' }), '2026-11-18')).toBe(false)
  expect(isForgotten(record({ ...old, state: 'waiting' }), '2026-11-20')).toBe(false)
  expect(isForgotten(record({ ...old, state: 'refused' }), '2026-11-20')).toBe(false)
})
