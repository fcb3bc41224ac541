/** The lines of a round: what is proposed, what a click records, which lines a warehouse has nothing left for. */
import { expect, test } from 'vitest'
import type { CageRow } from '../../../core/cages/cage.contract'
import { withFeeding } from '../../../core/documents/recent/fed-feeds.contract'
import type { FedDay } from '../../../core/documents/recent/recent.contract'
import type { GoodRow } from '../../../core/goods/good.contract'
import { warningsOf, dueOf, faultsOf, leftOf, lineOf, recordsOf, sumOfLines } from './round-lines.web'
import { feedsText, othersText } from './yesterday.web'
import { newRound, type RoundRecord, type RoundView } from './round-model.web'

const t = ((text: string) => text) as never
const cage = (id: number, more: Partial<CageRow> = {}) =>
  ({
    id,
    number: String(id),
    count: 100,
    weight: 200,
    fed_today: 0,
    groups: [
      { generation_id: 1, age_category_id: 2, count: 30, weight: 60 },
      { generation_id: 3, age_category_id: 2, count: 70, weight: 140 },
    ],
    ...more,
  }) as CageRow
const given = (cage_id: number, volume: number) => ({ cage_id, feed_type_id: 5, stock_id: 6, volume }) as FedDay
const feed = { id: 5, name: 'Корм', stocks_count: { 6: 10 } } as unknown as GoodRow
const known = {
  yesterday: new Map([
    [1, given(1, 4)],
    [2, given(2, 8)],
  ]),
  goods: [feed],
  known: true,
  planned: new Map(),
  recall: () => ({}),
}
const view = (part: Partial<RoundView> = {}): RoundView => ({ ...newRound('2026-11-20', 1), records: {}, ...part })
const record = (values: Record<string, string>, state: RoundRecord['state'] = 'stored'): RoundRecord => ({
  n: 1,
  kind: 'feeding',
  values,
  at: '',
  state,
  what: '',
})
const at = { date: '20.11.2026', time: '08:00' }

test('yesterday’s feed is proposed from its warehouse, the largest group is meant, nothing is said of the appetite', () => {
  expect(lineOf(cage(1), view(), known).draft).toEqual({
    good: '5',
    stock: '6',
    volume: '4',
    appetite: '',
    count: '',
    group: '3:2',
    cause: '',
    note: '',
  })
})

test('of two feeds of yesterday the one with most is proposed, and the other is told; what waits here counts', () => {
  const fed = given(1, 4)
  const other = { ...given(1, 1.5), feed_type_id: 7, feed_type: 'Мелкий' }
  const day = withFeeding(fed, other)
  expect(day).toMatchObject({ volume: 5.5, feeds: [{ volume: 4 }, { volume: 1.5 }] })
  const two = { ...known, yesterday: new Map([[1, day]]) }
  expect(lineOf(cage(1), view(), two).draft).toMatchObject({ good: '5', stock: '6', volume: '4' })
  expect(othersText(day, [feed], t)).toBe('Мелкий 1,5\u00a0кг')
  expect(withFeeding(day, { ...other, volume: 3 }).feeds).toMatchObject([
    { feed_type_id: 7, volume: 4.5 },
    { feed_type_id: 5, volume: 4 },
  ])
  expect(withFeeding(fed, given(1, 1))).toMatchObject({ volume: 5 })
  expect(withFeeding(fed, given(1, 1)).feeds).toBeUndefined()
})

test('what is planned is proposed before what was given yesterday, and of it what is left', () => {
  const plan = new Map([[1, { volume: 6, feeds: [{ feed_type_id: 5, feed_type: 'Корм', volume: 6 }] }]])
  const [planned, other] = [
    lineOf(cage(1), view(), { ...known, planned: plan }),
    lineOf(cage(2), view(), { ...known, planned: plan }),
  ]
  expect([planned.draft.volume, planned.draft.good, other.draft.volume]).toEqual(['6', '5', '8'])
  const lefts = [0, 2.5, 6, 7].map((fed_today) =>
    leftOf(lineOf(cage(1, { fed_today }), view(), { ...known, planned: plan })).map(({ volume }) => volume),
  )
  expect(lefts).toEqual([[6], [3.5], [], []])
})

test('of two planned feeds the one with most is proposed alone, never the sum under one name', () => {
  const feeds = [
    { feed_type_id: 5, feed_type: 'Корм', volume: 6 },
    { feed_type_id: 7, feed_type: 'Мелкий', volume: 2 },
  ]
  const line = lineOf(cage(1), view(), { ...known, planned: new Map([[1, { volume: 8, feeds }]]) })
  expect(line.draft).toMatchObject({ good: '5', volume: '6' })
  expect(leftOf({ ...line, given: 6 })).toEqual([feeds[1]])
  expect(feedsText(feeds.slice(1), [feed], t)).toBe('Мелкий 2\u00a0кг')
})

test('a cage that was fed today is not proposed again, but takes what one types', () => {
  const fed = cage(1, { fed_today: 3 })
  expect(dueOf(lineOf(fed, view(), known)).volume).toBeNull()
  expect(dueOf(lineOf(fed, view({ drafts: { 1: { volume: '2' } } }), known)).volume).toBe(2_000_000)
})

test('what stands or is on its way is not recorded again, what was refused is; a skipped cage records nothing', () => {
  const records = (state: RoundRecord['state']) => view({ records: { '1:feeding': record({}, state) } })
  expect(dueOf(lineOf(cage(1), records('waiting'), known)).volume).toBeNull()
  expect(dueOf(lineOf(cage(1), records('refused'), known)).volume).toBe(4_000_000)
  const skipped = view({ visits: { 1: { state: 'skipped' } }, drafts: { 1: { count: '3' } } })
  expect(sumOfLines([lineOf(cage(1), skipped, known)])).toEqual({ lines: 0, volume: 0, dead: 0 })
})

test('words go with the feeding, else with the loss, else alone, and only once', () => {
  const own = (draft: object, part: Partial<RoundView> = {}) =>
    recordsOf(lineOf(cage(1), view({ drafts: { 1: { note: ' рваная ', ...draft } }, ...part }), known), at, t)
  expect(own({ count: '3' })).toMatchObject({
    '1:feeding': { values: { volume: '4', appetite: '', note: 'рваная', ...at } },
    '1:retreat': { values: { from_id: '1', generation_id: '3', age_category_id: '2', count: '3', note: '' } },
  })
  const dead = { note: 'рваная', loss_cause_id: '7' }
  expect(own({ volume: '', count: '3', cause: '7' })).toMatchObject({ '1:retreat': { values: dead } })
  expect(own({ volume: '' })).toMatchObject({ '1:note': { kind: 'note', values: { cage_id: '1', text: 'рваная' } } })
  expect(own({}, { records: { '1:feeding': record({ note: 'рваная' }) } })).toEqual({})
})

test('lines for which the warehouse has nothing left are the guilty ones; old amounts blame nobody', () => {
  const lines = [lineOf(cage(1), view(), known), lineOf(cage(2), view(), known)]
  expect([...faultsOf(lines, { goods: [feed], sure: true }, t).keys()]).toEqual([2])
  expect(faultsOf(lines, { goods: [feed], sure: false }, t).size).toBe(0)
  const dead = lineOf(cage(1), view({ drafts: { 1: { count: '71', volume: '' } } }), known)
  expect(faultsOf([dead], { goods: [feed], sure: false }, t).get(1)).toHaveProperty('count')
})

test('a ration far from yesterday’s and a loss of a tenth are asked about', () => {
  const settings = {
    'ask-loss-percent': 10,
    'ask-average-percent': 50,
    'ask-ration-percent': 8,
    'ask-band-percent': 99,
    'ask-ration-times': 3,
  }
  const asked = (draft: object) => warningsOf(lineOf(cage(1), view({ drafts: { 1: draft } }), known), settings)
  expect(asked({ volume: '12', count: '7' })).toEqual([])
  expect(asked({ volume: '13', count: '11' })).toMatchObject([{ about: 'feed' }, { about: 'loss' }])
  expect(asked({ volume: '17' })).toMatchObject([{ about: 'ration' }])
})
