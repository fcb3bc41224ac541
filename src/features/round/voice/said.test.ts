/** What was said of a cage is all that is recorded of it. */
import { expect, test } from 'vitest'
import type { CageRow } from '../../../core/cages/cage.contract'
import { type KnownFarm, lineOf } from '../model/round-lines.web'
import { newRound } from '../model/round-model.web'
import { saidOf } from './said.web'

const t = ((text: string) => text) as never
const cage = { id: 7, number: '7', count: 100, weight: 200, fed_today: 0, groups: [] } as unknown as CageRow
const known: KnownFarm = {
  yesterday: new Map(),
  planned: new Map(),
  goods: [],
  known: true,
  recall: () => ({}),
}

test('neither the feed that is proposed nor what was typed before goes with a spoken loss', () => {
  const typed = { volume: '4', appetite: '5', count: '3', cause: '2', note: 'сеть порвана' }
  const round = { ...newRound('2026-11-20', 1), records: {}, drafts: { 7: typed } }
  const heard = {
    cages: [{ id: 7, number: '7', values: [{ about: 'dead' as const, value: '12' }] }],
    water: [],
    unknown: [],
  }
  const { lines, problems } = saidOf(heard, { lines: [lineOf(cage, round, known)], water: [] }, t)
  expect(lines[0]!.draft).toMatchObject({ count: '12', cause: '', volume: '', appetite: '', note: '' })
  expect(problems).toEqual([])
})

test('a cause goes with its loss, and without one is told', () => {
  const round = { ...newRound('2026-11-20', 1), records: {}, drafts: {} }
  const cause = { about: 'cause' as const, value: '4' }
  const of = (...values: { about: 'dead' | 'cause'; value: string }[]) =>
    saidOf(
      { cages: [{ id: 7, number: '7', values }], water: [], unknown: [] },
      { lines: [lineOf(cage, round, known)], water: [] },
      t,
    )
  expect(of({ about: 'dead', value: '2' }, cause)).toMatchObject({ lines: [{ draft: { cause: '4' } }], problems: [] })
  expect(of(cause).problems).toEqual(['Садок {{number}}: причина записывается вместе с отходом, скажите и отход.'])
})
