import { expect, test } from 'vitest'
import type { CageRow } from '../../cages/cage.contract'
import type { GoodRow } from '../../goods/good.contract'
import { withRate, withVolume } from '../fields/feed-rate.web'
import { faultsOf, feedLines, feedTotals, lossOf, sentRows, typedIn } from './batch-model.web'
import { stockChoices, withFeed } from './feed-choices.web'

const group = (id: number, count: number, weight: number) =>
  ({ generation_id: id, age_category_id: 1, count, weight }) as CageRow['groups'][number]
const cage = (id: number, groups: CageRow['groups']) =>
  ({ id, weight: groups.reduce((sum, { weight }) => sum + weight, 0), groups }) as CageRow
const feed = (id: number, stocks_count: Record<string, number>) => ({ id, name: `Корм ${id}`, stocks_count }) as GoodRow

test('an amount and a rate follow each other: the amount exactly, the rate in three decimals', () => {
  expect(withVolume('96', 21_333.19)).toEqual({ volume: '96', rate: '0.45' })
  expect(withRate('0.461', 21_333.19)).toEqual({ rate: '0.461', volume: '98.346006' })
  expect(withVolume('5', 0)).toEqual({ volume: '5', rate: '' })
  expect(withRate('', 1000)).toEqual({ rate: '', volume: '' })
})

test('only rows with something typed are sent, zero is nothing, and only the fields of the kind', () => {
  const kind = { fields: ['volume', 'feed_type_id'], isTyped: typedIn('volume') } as never
  const batch = { 1: { volume: '2', feed_type_id: '7', note: 'x' }, 2: { volume: '0' }, 3: { feed_type_id: '7' } }
  expect(sentRows(batch as never, kind)).toEqual({ 1: { volume: '2', feed_type_id: '7' } })
})

test('faults are told by cage and field, others are not of a row', () => {
  const faults = faultsOf({ 'batch.7.volume': 'мало', 'batch.7.stock_id': 'нет', date: 'поздно', 'batch.x.volume': '' })
  expect([...faults]).toEqual([[7, { volume: 'мало', stock_id: 'нет' }]])
})

test('what rows take together may be more than a warehouse holds', () => {
  const goods = [feed(1, { 5: 10, 6: 1 })]
  const row = (stock: string, volume: string) => ({ feed_type_id: '1', stock_id: stock, volume })
  const lines = feedLines({ 1: row('5', '6.5'), 2: row('5', '4'), 3: row('6', '1'), 4: row('', '9') }, goods)
  expect(lines).toMatchObject([
    { stock: '5', taken: 10_500_000, there: 10_000_000, shortage: 500_000 },
    { stock: '6', taken: 1_000_000, shortage: 0 },
  ])
})

test('the sum of a feeding has the rate of the cages that are fed', () => {
  const cages = [cage(1, [group(1, 10, 1000)]), cage(2, [group(1, 10, 9000)])]
  expect(feedTotals({ 1: { volume: '10' }, 2: { volume: '' } }, cages)).toEqual({
    rows: 1,
    volume: 10_000_000,
    rate: '1',
  })
})

test('a feed goes with the warehouse that holds it, or with the only one that does', () => {
  expect(withFeed(feed(1, { 5: 10, 6: 1 }), '6')).toEqual({ feed_type_id: '1', stock_id: '6' })
  expect(withFeed(feed(1, { 5: 10, 6: 0 }), '6')).toEqual({ feed_type_id: '1', stock_id: '5' })
  expect(withFeed(feed(1, { 5: 10, 6: 1 }), undefined).stock_id).toBe('')
  const stocks = new Map([
    ['5', 'Баржа'],
    ['6', 'Берег'],
  ])
  expect(stockChoices(feed(1, { 5: 10 }), stocks, 'кг').map(({ value }) => value)).toEqual(['5'])
})

test('dead fish weigh as their group does; more than there are is a shortage; two groups have to be told apart', () => {
  const two = cage(1, [group(1, 100, 50), group(2, 10, 40)])
  expect(lossOf(two, { count: '5', generation_id: '1', age_category_id: '1' }, false)).toMatchObject({
    count: 5,
    mass: 2_500_000,
    shortage: 0,
  })
  expect(lossOf(two, { count: '12', generation_id: '2', age_category_id: '1' }, false)?.shortage).toBe(2)
  expect(lossOf(two, { count: '1' }, false)).toMatchObject({ group: undefined, shortage: 0 })
  expect(lossOf(two, { count: '5', weight: '3', generation_id: '1', age_category_id: '1' }, true)?.mass).toBe(3_000_000)
  expect(lossOf(two, { count: '' }, false)).toBeNull()
})
