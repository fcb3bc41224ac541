import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { cageWithFish } from '../../../testing/farm/goods'
import type { Session } from '../../../testing/session'
import { goodCalls } from '../../goods/good-calls.contract'
import { kinds } from '../kinds/kinds.contract'
import { lotCalls } from './lots.contract'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
let barn: Awaited<ReturnType<Farm['stock']>>
let shed: Awaited<ReturnType<Farm['stock']>>
let feed: Awaited<ReturnType<Farm['good']>>
let medicine: Awaited<ReturnType<Farm['good']>>
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())
beforeEach(async () => {
  ;[barn, shed, feed, medicine] = await Promise.all([
    farm.stock(),
    farm.stock(),
    farm.good(),
    farm.good({ type: 'medicine' }),
  ])
})

const on = (days: number, time = '10:00') => ({ date: farm.daysAgo(days), time })

interface Came {
  good: { id: number }
  days: number
  amount: number
  lot?: string
  /** days back from today, below 0 to come */
  until?: number
  stock?: { id: number }
}
const receive = ({ good, days, amount, lot, until, stock = barn }: Came) =>
  farm.call(kinds.receipt.create, {
    ...on(days, '08:00'),
    stock_id: stock.id,
    lines: [
      { good_id: good.id, amount, lot, price: 100, best_before: until === undefined ? null : farm.daysAgo(until) },
    ],
  })

const lotsOf = async (good: { id: number }, more: object = {}, as?: Session) =>
  (await farm.call(lotCalls.ofGood, { id: good.id, ...more }, { as })).map(({ stock_id, lot, amount, state }) => [
    stock_id === barn.id ? 'barn' : 'shed',
    lot,
    amount,
    state,
  ])
const move = (days: number, good: { id: number }, amount: number) =>
  farm.call(kinds.move.create, {
    ...on(days),
    stock_id: barn.id,
    to_stock_id: shed.id,
    lines: [{ good_id: good.id, amount }],
  })
const feeding = (days: number, volume: number, stock = barn) => ({
  ...on(days),
  cage_id: cage.id,
  feed_type_id: feed.id,
  stock_id: stock.id,
  volume,
})
const dose = (days: number, volume: number) => ({
  ...on(days),
  cage_id: cage.id,
  good_id: medicine.id,
  stock_id: barn.id,
  volume,
})

describe('lots of a good', () => {
  it('lie where they came to or were moved to, the first to expire first, on any day', async () => {
    await receive({ good: feed, days: 20, amount: 100, lot: 'Б', until: -200 })
    await receive({ good: feed, days: 19, amount: 50, lot: 'А', until: -20 })
    await receive({ good: feed, days: 18, amount: 10 })
    await move(10, feed, 60)
    await farm.call(kinds.feeding.create, feeding(5, 30))
    // the move took all of А and 10 of Б, the feeding the rest of Б in part
    expect((await lotsOf(feed)).sort()).toEqual([
      ['barn', null, 10, 'undated'],
      ['barn', 'Б', 60, 'good'],
      ['shed', 'А', 50, 'soon'],
      ['shed', 'Б', 10, 'good'],
    ])
    expect(await lotsOf(feed, { date: farm.daysAgo(11) })).toEqual([
      ['barn', 'А', 50, 'good'],
      ['barn', 'Б', 100, 'good'],
      ['barn', null, 10, 'undated'],
    ])
    // a receipt that is entered late takes its turn in everything that came after it
    await receive({ good: feed, days: 17, amount: 40, lot: 'В', until: -10 })
    expect(await lotsOf(feed, { stock_id: shed.id })).toEqual([
      ['shed', 'В', 40, 'soon'],
      ['shed', 'А', 20, 'soon'],
    ])
  })

  it('tell nothing of closed warehouses, and no price to who may not read the movements', async () => {
    await receive({ good: feed, days: 20, amount: 100, lot: 'Б' })
    await move(10, feed, 60)
    const limited = await farm.user({ stocks: [shed.id], permissions: ['create feedings'] })
    expect(await lotsOf(feed, {}, limited)).toEqual([['shed', 'Б', 60, 'undated']])
    const [own] = await farm.call(lotCalls.ofGood, { id: feed.id }, { as: limited })
    expect(own!.price).toBeNull()
    expect((await farm.call(lotCalls.ofGood, { id: feed.id }))[0]).toMatchObject({ price: 100, source: 'приход' })
    await farm.call(lotCalls.ofGood, { id: feed.id }, { as: await farm.company(), expect: 404 })
  })

  it('are told without a document, also one whose goods others have used', async () => {
    const { id } = await receive({ good: feed, days: 20, amount: 10, lot: 'А' })
    await farm.call(kinds.writeOff.create, { ...on(10), stock_id: barn.id, lines: [{ good_id: feed.id, amount: 8 }] })
    expect(await lotsOf(feed, { except: id })).toEqual([])
    await receive({ good: feed, days: 5, amount: 3, lot: 'Б' })
    expect(await lotsOf(feed, { except: id })).toEqual([['barn', 'Б', 3, 'undated']])
  })

  it('that expire are listed with what has expired already, the most urgent first', async () => {
    await receive({ good: feed, days: 20, amount: 5, lot: 'истёк', until: 3 })
    await receive({ good: feed, days: 20, amount: 6, lot: 'через неделю', until: -7 })
    await receive({ good: medicine, days: 20, amount: 7, lot: 'через год', until: -365 })
    await receive({ good: medicine, days: 20, amount: 8 })
    const listed = async (days?: number, as?: Session) =>
      (await farm.call(lotCalls.expiring, { days, stocks_id: [barn.id] }, { as })).map(({ lot, days_left, state }) => [
        lot,
        days_left,
        state,
      ])
    expect(await listed(0)).toEqual([['истёк', -3, 'expired']])
    expect(await listed(7)).toEqual([
      ['истёк', -3, 'expired'],
      ['через неделю', 7, 'soon'],
    ])
    expect((await listed()).map(([lot]) => lot)).toEqual(['истёк', 'через неделю', 'через год'])
    expect(await listed(7, await farm.user({ stocks: [shed.id], permissions: ['read stocks'] }))).toEqual([])
  })
})

describe('what has expired', () => {
  beforeEach(async () => {
    await receive({ good: medicine, days: 30, amount: 5, lot: 'старая', until: 10 })
    await receive({ good: medicine, days: 20, amount: 2, lot: 'новая', until: -100 })
  })

  it('is no medicine: the dose is refused by what is still good, and an edit that takes more as well', async () => {
    // on the last good day it is
    const { id } = await farm.call(kinds.treatment.create, dose(10, 4))
    const refused = await farm.call(kinds.treatment.create, dose(9, 2.5), { expect: 422 })
    expect(refused.errors).toEqual({
      volume: [`Срок годности «${medicine.name}» истёк ${farm.daysAgo(10)}: годного 2 кг`],
    })
    expect(await lotsOf(medicine)).toEqual([
      ['barn', 'старая', 1, 'expired'],
      ['barn', 'новая', 2, 'good'],
    ])
    const given = await farm.call(kinds.treatment.create, dose(9, 2))
    // the fresh lot is passed over to: the expired one still lies there
    expect(await lotsOf(medicine)).toEqual([['barn', 'старая', 1, 'expired']])
    await farm.call(kinds.treatment.update, { id: given.id, ...dose(9, 3) }, { expect: 422 })
    await farm.call(kinds.treatment.update, { id: given.id, ...dose(9, 2), note: 'с кормом' })
    // moved past its last good day; less, or another note, is what was given anyway
    await farm.call(kinds.treatment.update, { id, ...dose(8, 4) }, { expect: 422 })
    await farm.call(kinds.treatment.update, { id, ...dose(10, 3) })
    expect((await farm.call(goodCalls.list, {}))[medicine.id]!.total).toBe(2)
  })

  it('does not come back by undoing: what was good has been given to others since', async () => {
    const { id } = await farm.call(kinds.treatment.create, dose(8, 2))
    await farm.call(kinds.treatment.remove, { id })
    await farm.call(kinds.treatment.create, dose(9, 2))
    const refused = await farm.call(kinds.treatment.restore, { ids: [id] }, { expect: 422 })
    expect(refused.message).toContain('истёк')
    expect(await lotsOf(medicine)).toEqual([['barn', 'старая', 5, 'expired']])
  })

  it('is told of before an earlier treatment takes what was good from one that is entered already', async () => {
    const later = await farm.call(kinds.treatment.create, dose(8, 2))
    const early = dose(9, 2)
    const asked = async (given: object) =>
      (await farm.call(kinds.treatment.previewCreate, { ...early, ...given })).doubts
    const told = { about: 'later', at: `${iso(farm.daysAgo(8))}T10:00`, cage: cage.number }
    expect(await asked({})).toContainEqual(told)
    // before the old lot expired it is taken first, and after the later treatment nothing of it changes
    expect(await asked(dose(12, 2))).toEqual([])
    await farm.call(kinds.treatment.create, early)
    // it stands as it is: no edit that takes no more is asked about again
    const edit = { id: later.id, ...dose(8, 2), note: 'с кормом' }
    expect((await farm.call(kinds.treatment.previewUpdate, edit)).doubts).toEqual([])
  })

  it('is told of before the receipt of what was given is deleted', async () => {
    const fresh = await receive({ good: medicine, days: 15, amount: 1, until: -50 })
    await farm.call(kinds.treatment.create, dose(8, 3))
    const { doubts } = await farm.call(kinds.receipt.previewRemove, { id: fresh.id })
    expect(doubts).toEqual([{ about: 'later', at: `${iso(farm.daysAgo(8))}T10:00`, cage: cage.number }])
  })

  it('is written off first', async () => {
    const lines = [{ good_id: medicine.id, amount: 6 }]
    await farm.call(kinds.writeOff.create, { ...on(1), stock_id: barn.id, lines })
    expect(await lotsOf(medicine)).toEqual([['barn', 'новая', 1, 'good']])
  })

  it('is fed only after a question', async () => {
    await receive({ good: feed, days: 30, amount: 100, until: 10 })
    await receive({ good: feed, days: 20, amount: 20, until: -100 })
    const asked = async (days: number, volume: number) =>
      (await farm.call(kinds.feeding.previewCreate, feeding(days, volume))).doubts
    expect(await asked(10, 100)).not.toContainEqual(expect.objectContaining({ about: 'expired' }))
    expect(await asked(9, 20)).not.toContainEqual(expect.objectContaining({ about: 'expired' }))
    expect(await asked(9, 21)).toContainEqual({
      about: 'expired',
      good: 20_000_000,
      best_before: iso(farm.daysAgo(10)),
    })
    await farm.call(kinds.feeding.create, feeding(9, 21))
  })
})

const iso = (day: string) => day.split('.').reverse().join('-')
