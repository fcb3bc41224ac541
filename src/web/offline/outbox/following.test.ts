/** Photographs behind their record: when they get records of their own, in which order, and what ends them. */
import { describe, expect, test } from 'vitest'
import { filesOf, followingOf } from './following'
import { correct, refuse, revived, sendable, type OutboxRecord } from './records'

const record = (over: Partial<OutboxRecord> = {}): OutboxRecord => ({
  n: 1,
  owner: '1:1',
  owner_name: 'Мария Рябова',
  method: 'POST',
  path: '/retreat',
  values: { from_id: 7, count: '12' },
  typed: { count: '12', photos: 'a b' },
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
  files: ['a', 'b'],
  ...over,
})

const CALL = { method: 'POST', path: '/documents/{id}/photos', values: { id: 5 } } as const
const following = (one: OutboxRecord) => followingOf(one, 5, CALL)

describe('files of a stored record', () => {
  test('become records in its owner’s name, each under a key of its own that stays', () => {
    const made = following(record({ maker: { owner: '1:2', name: 'Илья' } }))
    expect(made.map(({ key, file, follows }) => [key, file, follows])).toEqual([
      ['k1.a', 'a', 5],
      ['k1.b', 'b', 5],
    ])
    expect(made[0]).toMatchObject({ ...CALL, owner: '1:1', maker: { owner: '1:2' }, state: 'waiting', attempted: [] })
    expect(made.flatMap((one) => filesOf({ ...one }))).toEqual(['a', 'b'])
    expect(following(record()).map(({ key }) => key)).toEqual(made.map(({ key }) => key))
  })

  test('do so once: a correction sends those that were added', () => {
    expect(following(record({ spawned: ['a', 'b'] }))).toEqual([])
    const corrected = correct(record({ state: 'stored', stored: [5], spawned: ['a'] }), { files: ['a', 'c'] })
    expect(following(corrected).map(({ file }) => file)).toEqual(['c'])
  })

  test('go with a record that is stored anew, under other keys', () => {
    const again = following(revived(record({ state: 'stored', stored: [5], spawned: ['a', 'b'] })))
    expect(again.map(({ file }) => file)).toEqual(['a', 'b'])
    expect(again.map(({ key }) => key)).not.toContain('k1.a')
  })

  test('stay with a record that is refused', () => {
    const no = { what: 'refused', status: 422, reason: 'нет', errors: null, refusal: null, keyState: 'new' } as const
    expect(filesOf(refuse(record(), no))).toEqual(['a', 'b'])
  })
})

test('numbers are sent before files, whatever was recorded first', () => {
  const file = { ...following(record())[0]!, n: 2 }
  const later = record({ n: 3, files: undefined })
  const gone = record({ n: 4, state: 'removing', files: undefined })
  expect(sendable([file, later, gone], '1:1', () => false).map(({ n }) => n)).toEqual([3, 4, 2])
})
