import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_RIGHT } from '../../../shared/abilities'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { cageWithFish, type Goods, movementsOf, newGoods } from '../../../testing/farm/goods'
import { feeding } from '../../../core/documents/kinds/feeding/feeding.contract'
import { treatment } from '../../../core/documents/kinds/treatment/treatment.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { movementCalls } from './movement-calls.contract'
import { goodCalls } from '../../../core/goods/good-calls.contract'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
let goods: Goods
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())
beforeEach(async () => void (goods = await newGoods(farm, cage)))

describe('a feeding', () => {
  beforeEach(async () => {
    await goods.bring(9, 100)
    await goods.bring(9, 50, goods.shed)
  })

  it('draws from its warehouse, and returns it when deleted', async () => {
    const { id } = await goods.feed(5, '30,5')
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 69.5, [goods.shed.id]: 50 })
    await farm.call(feeding.remove, { id })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 100, [goods.shed.id]: 50 })
    expect((await goods.movements()).map(({ type }) => type)).toEqual(['adding', 'adding'])
  })

  it('moves its entry with its volume, its warehouse and its day', async () => {
    const { id } = await goods.feed(5, 30)
    await farm.call(feeding.update, { id, ...goods.feedingOf(5, 40) })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 60, [goods.shed.id]: 50 })
    await farm.call(feeding.update, { id, ...goods.feedingOf(5, 40, goods.shed) })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 100, [goods.shed.id]: 10 })
    await farm.call(feeding.update, { id, ...goods.feedingOf(7, 50, goods.shed) })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 100 })
    expect((await goods.movements()).filter(({ type }) => type === 'feeding')).toEqual([
      expect.objectContaining({ id, stock_id: goods.shed.id, count: -50, date: farm.daysAgo(7) }),
    ])
  })

  it('takes no more than there is: the sentence stands under the volume, and nothing is stored', async () => {
    const text = goods.lack(5, '20')
    expect(await farm.call(feeding.create, goods.feedingOf(5, 120), { expect: 422 })).toMatchObject({
      message: text,
      errors: { volume: [text] },
      refusal: { kind: 'feeding', own: true, cage_id: cage.id },
    })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 100, [goods.shed.id]: 50 })
  })

  it('of the past that starves a later one is refused by the name of the later one', async () => {
    await goods.feed(6, 40)
    const later = await goods.feed(4, '59,5')
    await goods.feed(2, '0,5')
    const refusal = await farm.call(feeding.create, goods.feedingOf(8, '1,25'), { expect: 422 })
    expect(refusal).toMatchObject({
      message: goods.lack(4, '0,75'),
      msgShouldBeShown: true,
      refusal: { operation_id: later.id, kind: 'feeding', own: false },
    })
    expect(refusal.errors).toBeUndefined()
    const moved = { id: later.id, ...goods.feedingOf(10, '59,5') }
    expect(await farm.call(feeding.update, moved, { expect: 422 })).toMatchObject({ message: goods.lack(10, '59,5') })
    expect(await goods.amounts()).toEqual({ [goods.shed.id]: 50 })
  })

  it('takes feed only, of a warehouse the user may use', async () => {
    const salt = await farm.good({ type: 'medicine' })
    await farm.adding({ good: salt.id, stock: goods.barn.id, count: 5, date: farm.daysAgo(9) })
    const wrong = { ...goods.feedingOf(5, 1), feed_type_id: salt.id }
    expect(await farm.call(feeding.create, wrong, { expect: 422 })).toMatchObject({
      errors: { feed_type_id: [expect.any(String)] },
    })
    const as = await farm.user({ permissions: ['create feedings'], stocks: [goods.shed.id] })
    expect(await farm.call(feeding.create, goods.feedingOf(5, 1), { as, expect: 422 })).toMatchObject({
      errors: { stock_id: ['Склад не найден'] },
    })
    await farm.call(feeding.create, goods.feedingOf(5, 1, goods.shed), { as })
  })
})

describe('a treatment', () => {
  it('draws a medicine in its own unit and returns it', async () => {
    goods = await newGoods(farm, cage, { type: 'medicine', measure: 'liter', name: 'Формалин' })
    await goods.bring(9, 2)
    const input = {
      date: farm.daysAgo(3),
      time: '10:00',
      cage_id: cage.id,
      good_id: goods.good.id,
      stock_id: goods.barn.id,
    }
    const { id } = await farm.call(treatment.create, { ...input, volume: '1,5' })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 0.5 })
    expect(await farm.call(treatment.create, { ...input, volume: 1 }, { expect: 422 })).toMatchObject({
      message: `${farm.daysAgo(3)} 10:00 лечение, садок ${cage.number}: на складе «${goods.barn.name}» не хватает 0,5 л, «Формалин»`,
    })
    expect((await goods.movements())[0]).toMatchObject({
      id,
      type: 'treatment',
      type_translation: 'Лечение',
      count: -1.5,
      cancelable: false,
      cancel_hint: 'Отмените в журнале лечений',
    })
    await farm.call(treatment.remove, { id })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 2 })
  })
})

describe('movements', () => {
  it('stand newest first, signed, and say what can be cancelled where', async () => {
    const { id } = await goods.bring(9, 100)
    const fed = await goods.feed(5, 30)
    const user = farm.session.user.name
    expect(await goods.movements()).toEqual([
      expect.objectContaining({
        id: fed.id,
        type: 'feeding',
        type_translation: 'Кормление',
        date: farm.daysAgo(5),
        stock: goods.barn.name,
        count: -30,
        user,
        cancelable: false,
        cancel_hint: 'Отмените в журнале кормлений',
      }),
      expect.objectContaining({
        id,
        type: 'adding',
        type_translation: 'Внесение',
        count: 100,
        cancelable: true,
        cancel_hint: null,
      }),
    ])
    const period = { id: goods.good.id, start: farm.daysAgo(5), end: farm.daysAgo(5) }
    expect((await movementsOf(farm, { type: 'good', ...period })).map((row) => row.id)).toEqual([fed.id])
  })

  it('of an adding are undone while nothing depends on it', async () => {
    const first = await goods.bring(9, 100)
    const second = await goods.bring(8, 20)
    const fed = await goods.feed(5, 110)
    const refusal = await farm.call(goodCalls.removeTransaction, { id: second.id }, { expect: 422 })
    expect(refusal).toMatchObject({
      message: goods.lack(5, '10'),
      msgShouldBeShown: true,
      refusal: { operation_id: fed.id, kind: 'feeding', own: false },
    })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 10 })
    await farm.call(feeding.remove, { id: fed.id })
    const { goods: left } = await farm.call(goodCalls.removeTransaction, { id: second.id })
    expect(left[goods.good.id]!.stocks_count).toEqual({ [goods.barn.id]: 100 })
    await farm.call(goodCalls.removeTransaction, { id: first.id })
    await farm.call(goodCalls.removeTransaction, { id: first.id }, { expect: 404 })
    expect(await goods.now()).toMatchObject({ total: 0, delete_disabled: false })
  })

  it('of a journal are cancelled in the journal', async () => {
    await goods.bring(9, 100)
    const { id } = await goods.feed(5, 10)
    expect(await farm.call(goodCalls.removeTransaction, { id }, { expect: 409 })).toMatchObject({
      message: 'Отмените в журнале кормлений.',
    })
  })

  it('are undone by those who may delete from journals, others only their own', async () => {
    const own = await farm.user({ permissions: ['read stocks', 'write stocks', 'delete own from journals'] })
    const all = await farm.user({ permissions: ['read stocks', 'delete from journals'] })
    const none = await farm.user({ permissions: ['read stocks', 'write stocks'] })
    const [theirs, first, second] = [
      await goods.bring(3, 1),
      await goods.bring(3, 2, goods.barn, own),
      await goods.bring(3, 4, goods.barn, none),
    ]
    expect((await goods.movements(own)).map(({ id, cancelable }) => [id, cancelable])).toEqual([
      [second.id, false],
      [first.id, true],
      [theirs.id, false],
    ])
    for (const [as, { id }] of [
      [own, theirs],
      [none, second],
      [none, theirs],
    ] as const)
      expect(await farm.call(goodCalls.removeTransaction, { id }, { as, expect: 403 })).toMatchObject({
        message: NO_RIGHT,
      })
    await farm.call(goodCalls.removeTransaction, { id: first.id }, { as: own })
    await farm.call(goodCalls.removeTransaction, { id: theirs.id }, { as: all })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 4 })
  })

  it('before the minimal operation date stay as they are', async () => {
    const { id } = await goods.bring(9, 10)
    const settings = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': '2026-01-01' }
    const day = await farm.sql<{ day: string }>('select (at::date + 1)::text as day from operations where id = $1', [
      id,
    ])
    const write = (values: object) =>
      farm.sql('update companies set settings = $1 where company_id = $2', [values, farm.session.user.company.id])
    await write({ ...settings, 'minimal-operation-date': day[0]!.day })
    try {
      const reason = expect.stringMatching(/^Операция раньше минимальной даты операций/)
      expect((await goods.movements())[0]).toMatchObject({ cancelable: false, cancel_hint: reason })
      expect(await farm.call(goodCalls.removeTransaction, { id }, { expect: 403 })).toMatchObject({ message: reason })
    } finally {
      await write({})
    }
  })
})

describe('movements by the page', () => {
  const page = async (more: object) =>
    (await farm.call(movementCalls.list, { type: 'good', id: goods.good.id, page: 1, per_page: 2, ...more })) as {
      rows: { type: string; from: string | null; to: string | null; count: number }[]
      total: number
      footer: Record<string, number>
    }

  it('are counted and summed over the whole period, whatever the page shows', async () => {
    const bought = (day: number, price: number) =>
      farm.adding({ good: goods.good.id, stock: goods.barn.id, count: 10, date: farm.daysAgo(day), price })
    await bought(9, 100)
    await bought(8, 50.5)
    await goods.feed(7, 3)
    const lines = [{ good_id: goods.good.id, amount: 5 }]
    const places = { stock_id: goods.barn.id, to_stock_id: goods.shed.id }
    await farm.call(kinds.move.create, { date: farm.daysAgo(6), time: '10:00', ...places, lines })
    // a move is one movement of two entries, and a page never parts them
    expect(await page({})).toMatchObject({
      total: 4,
      footer: { waybill_price: 1505 },
      rows: [
        { type: 'move', from: goods.barn.name, to: goods.shed.name, count: 5 },
        { type: 'feeding', count: -3 },
      ],
    })
    const second = await page({ page: 2 })
    expect(second.rows.map(({ type }) => type)).toEqual(['adding', 'adding'])
    expect((await page({ sort: 'count' })).rows.map(({ count }) => count)).toEqual([-3, 5])
    expect((await page({ sort: '-waybill_price' })).rows).toMatchObject([{ type: 'adding' }, { type: 'adding' }])
    expect(await page({ stocks_id: [goods.shed.id] })).toMatchObject({ total: 1, footer: {}, rows: [{ type: 'move' }] })
    expect(await page({ operation_type: 'adding', start: farm.daysAgo(8), end: farm.today() })).toMatchObject({
      total: 1,
      footer: { waybill_price: 505 },
    })
  })

  it('are together those of the list without pages, also of some warehouses and of half a move', async () => {
    const { good, barn, shed } = goods
    for (const day of [9, 8, 7]) {
      await farm.adding({ good: good.id, stock: barn.id, count: 20, date: farm.daysAgo(day), price: day })
      await goods.feed(day, 2)
      for (const stock of [barn, shed]) {
        const to_stock_id = stock === barn ? shed.id : barn.id
        const lines = [1, 2].map((amount) => ({ good_id: good.id, amount }))
        const when = { date: farm.daysAgo(day), time: stock === barn ? '11:00' : '12:00' }
        await farm.call(kinds.move.create, { ...when, stock_id: stock.id, to_stock_id, lines })
      }
    }
    const limited = await farm.user({ stocks: [shed.id], permissions: ['read stocks'] })
    const period = { start: farm.daysAgo(8), end: farm.today() }
    for (const as of [farm.session, limited])
      for (const more of [
        {},
        { stocks_id: [shed.id] },
        { stocks_id: [barn.id] },
        { ...period, stocks_id: [barn.id] },
      ]) {
        const asked = { type: 'good' as const, id: good.id, ...more }
        const whole = (await farm.call(movementCalls.list, asked, { as })) as { waybill_price: number | null }[]
        const paged: unknown[] = []
        for (let number = 1; number <= 5; number++) {
          const told = await farm.call(movementCalls.list, { ...asked, page: number, per_page: 4 }, { as })
          const { rows, total, footer } = told as Awaited<ReturnType<typeof page>>
          paged.push(...rows)
          expect(total).toBe(whole.length)
          expect(footer.waybill_price ?? 0).toBe(whole.reduce((sum, row) => sum + (row.waybill_price ?? 0), 0))
        }
        expect(paged).toEqual(whole)
      }
  })
})
