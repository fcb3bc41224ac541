import { expect, test } from 'vitest'
import type { CageRow } from '../../../core/cages/cage.contract'
import { formerLines, formersOf, goOn, settle, withoutFormer } from './former.web'
import { dueOf } from './round-lines.web'
import { newRound, type RoundState } from './round-model.web'

const cage = (id: number) => ({ id, number: String(id), fed_today: null, groups: [] }) as unknown as CageRow
const fed = { cage_id: 1, day: '2026-11-20', feed_type_id: 5, feed_type: 'Корм', stock_id: 6, stock: 'Баржа' }
const known = {
  yesterday: new Map([[1, { ...fed, volume: 40, rate: null, appetite: null }]]),
  goods: [],
  known: false,
  planned: new Map(),
  recall: () => ({}),
}
const typed: RoundState = {
  ...newRound('2026-11-20', 1),
  drafts: { 1: { volume: '90' }, 2: { count: '3' }, 3: { volume: '7' }, 4: { volume: '8' }, 5: { volume: '' } },
  visits: { 3: { state: 'skipped' } },
  settled: ['4'],
  water: { 8: '4.2', 9: '' },
}

test('what was typed and neither recorded nor skipped outlives its day, through the next rounds too', () => {
  expect(formersOf(typed, '2026-11-20')).toEqual([])
  const next = goOn(typed, '2026-11-21', 1)
  expect(next).toMatchObject({ day: '2026-11-21', drafts: {}, formers: [typed] })
  const later = goOn({ ...next, drafts: { 1: { count: '1' } } }, '2026-11-22', 1)
  expect(formersOf(later, '2026-11-22').map(({ day }) => day)).toEqual(['2026-11-20', '2026-11-21'])
  expect(formersOf(withoutFormer(later, '2026-11-20'), '2026-11-22').map(({ day }) => day)).toEqual(['2026-11-21'])
})

test('a round that is recorded, and one of a version that did not note it, leave nothing behind', () => {
  expect(formersOf(settle(typed, ['1', '2', 'water:8']), '2026-11-21')).toEqual([])
  expect(formersOf({ ...typed, settled: undefined }, '2026-11-21')).toEqual([])
})

test('it is recorded as it was typed: nothing of what was only proposed, with the feed of that day', () => {
  const lines = formerLines(typed, [1, 2, 3, 4, 5].map(cage), known)
  expect(lines.map((line) => [line.cage.id, dueOf(line).volume, dueOf(line).dead])).toEqual([
    [1, 90_000_000, null],
    [2, null, 3],
  ])
  expect(lines[0]!.draft).toMatchObject({ good: '5', stock: '6' })
})
