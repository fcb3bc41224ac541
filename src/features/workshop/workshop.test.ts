import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerOf } from '../../shared/contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { goodCalls, workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { cageWithFish } from '../../testing/farm/goods'
import { openWorkshop } from '../../testing/farm/workshop'
import { batchColumns, type BatchDetails, workshopCalls } from './workshop.contract'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())

let shop: Awaited<ReturnType<typeof openWorkshop>>
beforeEach(async () => void (shop = await openWorkshop(farm, cage.id)))

const amounts = async () => ({
  ...(await farm.call(goodCalls.amounts, {})),
  ...(await farm.call(workshopGoodCalls.amounts, {})),
})
type Page = Exclude<AnswerOf<typeof workshopCalls.batches>, BatchDetails[]>
const batches = async (as?: { cookie: string }) =>
  (await farm.call(workshopCalls.batches, {}, { as })) as BatchDetails[]
const batchNow = async () => (await batches()).find(({ id }) => id === shop.batch.id)!

type Line = { id: number; workshop_good_id: number; waybill_number: string | null }
const shippedLines = async (asked: { start: string; end: string; workshop_good_ids?: number[] }) =>
  (await farm.call(workshopCalls.shipping, asked)) as Line[]

describe('a batch', () => {
  it('that is transformed takes consumables and gives products, with the output of each', async () => {
    const made = await farm.call(kinds.batchTransform.create, shop.transform)
    expect(made).toMatchObject({
      batch_id: shop.batch.id,
      // 40 kg of fish, 4 kg of salt, 10 bags of 20 g
      total_input: 44.2,
      total_output: 24.5,
      total_percent: 55.43,
      batch: { processed_at: expect.any(String) },
      goods: { [shop.salt.id]: { total: 96 }, [shop.bag.id]: { total: 40 } },
      workshop_goods: { [shop.fillet.id]: { total: 18 } },
    })
    expect(await batchNow()).toMatchObject({
      status: 'transformed',
      consumed_goods: [
        { transactionable_id: shop.salt.id, count: 4, weight: 4 },
        { transactionable_id: shop.bag.id, count: 10, weight: 0.2 },
      ],
      workshop_goods: [
        { transactionable_id: shop.fillet.id, count: 18, stock_name: shop.cold.name },
        { transactionable_id: shop.smoked.id, count: 6.5 },
      ],
      output_percent_list: [{ percent: 40.72 }, { percent: 14.71 }],
    })
  })

  it('tells what was made with numbers and units of whoever reads', async () => {
    await farm.call(kinds.batchTransform.create, shop.transform)
    const period = { start: farm.daysAgo(9), end: farm.today(), page: 1 }
    const told = async (language: string) => {
      const { rows } = (await farm.call(kinds.batchTransform.list, period, { language })) as {
        rows: { to: string; output_percent: string }[]
      }
      return [rows[0]!.to, rows[0]!.output_percent]
    }
    const { fillet, smoked } = shop
    expect(await told('ru')).toEqual([`${fillet.name} 18 кг, ${smoked.name} 6,5 кг`, '40,72 %, 14,71 %'])
    expect(await told('en')).toEqual([`${fillet.name} 18 kg, ${smoked.name} 6.5 kg`, '40.72 %, 14.71 %'])
  })

  it('is transformed once; what is wrong is told under its line', async () => {
    const refused = async (change: object) =>
      (await farm.call(kinds.batchTransform.create, { ...shop.transform, ...change }, { expect: 422 })).errors
    expect(await refused({ result_workshop_goods: [] })).toEqual({
      result_workshop_goods: ['Выберите хотя бы одну единицу конечной продукции!'],
    })
    const [salt, bag] = shop.transform.consumable_goods
    expect(Object.keys((await refused({ consumable_goods: [salt, { ...bag, count: 51 }] })) ?? {})).toEqual([
      'consumable_goods.1.count',
    ])
    expect(Object.keys((await refused({ consumable_goods: [{ ...salt, good_id: shop.fillet.id }] })) ?? {})).toEqual([
      'consumable_goods.0.good_id',
    ])
    const made = [{ workshop_good_id: shop.salt.id, count: 1, stock_id: shop.cold.id }]
    expect(Object.keys((await refused({ result_workshop_goods: made })) ?? {})).toEqual([
      'result_workshop_goods.0.workshop_good_id',
    ])
    expect(Object.keys((await refused({ date: farm.daysAgo(4) })) ?? {})).toEqual(['time'])
    await farm.call(kinds.batchTransform.create, shop.transform)
    expect(await refused({})).toEqual({ batch_id: ['Партия уже переработана'] })
    expect((await amounts())[shop.salt.id]).toEqual({ [shop.stock.id]: 96 })
  })

  it('is changed and cancelled by its own calls, and every amount is back', async () => {
    const before = await amounts()
    await farm.call(workshopCalls.cancelTransform, { id: shop.batch.id }, { expect: 409 })
    await farm.call(workshopCalls.updateTransform, shop.transform, { expect: 409 })
    await farm.call(kinds.batchTransform.create, shop.transform)
    const [salt] = shop.transform.consumable_goods
    const changed = await farm.call(workshopCalls.updateTransform, { ...shop.transform, consumable_goods: [salt!] })
    expect(changed).toMatchObject({ total_input: 44, goods: { [shop.bag.id]: { total: 50 } } })
    const cancelled = await farm.call(workshopCalls.cancelTransform, { id: shop.batch.id })
    expect(cancelled).toMatchObject({
      batch: { processed_at: null },
      goods_amounts: { [shop.salt.id]: { [shop.stock.id]: 100 } },
    })
    expect(await amounts()).toEqual(before)
    expect((await batchNow()).status).toBe('new')
  })

  it('cannot be cancelled once its products have left: the shipping is named', async () => {
    await farm.call(kinds.batchTransform.create, shop.transform)
    const shipped = await farm.call(kinds.shipment.create, {
      date: farm.daysAgo(1),
      time: '12:00',
      stock_id: shop.cold.id,
      lines: [{ good_id: shop.fillet.id, amount: 10, price: '900' }],
    })
    expect(shipped).toMatchObject({ total_price: 9000, goods: shop.fillet.name })
    expect(await farm.call(workshopCalls.cancelTransform, { id: shop.batch.id }, { expect: 422 })).toMatchObject({
      message: `${farm.daysAgo(1)} 12:00 отгрузка: на складе «${shop.cold.name}» не хватает 10 кг, «${shop.fillet.name}»`,
      refusal: { operation_id: shipped.id, kind: 'workshop_good_shipping' },
    })
    expect((await batchNow()).status).toBe('transformed')
    const period = { start: farm.daysAgo(2), end: farm.daysAgo(0) }
    const journal = await shippedLines({ ...period, workshop_good_ids: [shop.fillet.id] })
    expect(journal).toEqual([
      expect.objectContaining({ id: shipped.id, count: 10, weight: 10, price: 900, cost: 9000 }),
    ])
  })

  it('keeps its fish while it is transformed; deleted, it leaves the lift and gives all goods back', async () => {
    const before = await amounts()
    await farm.call(kinds.batchTransform.create, shop.transform)
    expect((await farm.call(kinds.withdrawal.remove, { id: shop.lift }, { expect: 403 })).message).toBe(
      'Партия уже обработана.',
    )
    await farm.call(workshopCalls.removeBatch, { id: shop.batch.id })
    expect(await amounts()).toEqual(before)
    expect(await batchNow()).toBeUndefined()
    const period = { start: farm.daysAgo(4), end: farm.daysAgo(0) }
    const lifts = (await farm.call(kinds.withdrawal.list, period)) as { id: number; batch_id: number | null }[]
    expect(lifts.find(({ id }) => id === shop.lift)).toMatchObject({ batch_id: null })
  })

  it('stands on a page in an order, with what all batches come to, as the whole list has it', async () => {
    const small = await openWorkshop(farm, cage.id)
    await farm.call(kinds.batchTransform.create, shop.transform)
    const made = [{ workshop_good_id: small.fillet.id, count: 30, stock_id: small.cold.id }]
    await farm.call(kinds.batchTransform.create, { ...small.transform, result_workshop_goods: made })
    const stocks_id = [shop.stock.id, small.stock.id]
    const all = (await farm.call(workshopCalls.batches, { stocks_id })) as BatchDetails[]
    expect(all.map(({ id }) => id)).toEqual([small.batch.id, shop.batch.id])
    const page = async (sort: string, per_page = 10, as?: { cookie: string }) =>
      (await farm.call(workshopCalls.batches, { stocks_id, page: 1, per_page, sort }, { as })) as Page
    for (const { key } of batchColumns) expect((await page(`-${key}`)).total).toBe(2)
    for (const key of ['number', 'workshop_goods_total', 'total_percent'])
      expect((await page(key)).rows.map(({ id }) => id)).toEqual([shop.batch.id, small.batch.id])
    const first = await page('-number', 1)
    expect([first.rows, first.total]).toEqual([[all[0]], 2])
    const [fish, products] = [80, 24.5 + 30]
    expect(first.footer).toEqual({
      sum_entities_count: 40,
      sum_entities_weight: fish,
      workshop_goods_total: products,
      total_percent: Math.round((products / fish) * 10_000) / 100,
    })
    const closed = await farm.user({ permissions: ['access workshop'], locations: [(await farm.module()).id] })
    expect(await page('number', 10, closed)).toMatchObject({ rows: [], total: 0 })
  })

  it('is nobody’s business without the right, the warehouse or the company', async () => {
    const outsiders = [
      { as: await farm.user({ permissions: ['read stocks', 'write stocks'] }), expect: 403 },
      { as: await farm.user({ permissions: ['access workshop'], stocks: [shop.cold.id] }), expect: 422 },
      { as: await farm.company(), expect: 422 },
    ] as const
    for (const outsider of outsiders) await farm.call(kinds.batchTransform.create, shop.transform, outsider)
    const [stranger, limited] = [outsiders[2].as, outsiders[1].as]
    expect(await batches(stranger)).toEqual([])
    expect((await batches(limited)).map(({ id }) => id)).not.toContain(shop.batch.id)
    await farm.call(workshopCalls.removeBatch, { id: shop.batch.id }, { as: stranger, expect: 404 })
  })
})

describe('a product', () => {
  it('is shipped by the call of the specification, with its buyer, waybill and price', async () => {
    await farm.call(kinds.batchTransform.create, shop.transform)
    const buyer = await farm.counterparty('Рыбный двор')
    const leaves = { id: shop.fillet.id, date: farm.daysAgo(1), time: '12:00', stock_from: shop.cold.id }
    const waybill = { counterparty_id: buyer.id, waybill_number: 'О-7', waybill_date: farm.daysAgo(1), price: 650 }
    const shipped = { ...leaves, count: 5, reason: 'ship', ...waybill } as const
    const { id, good } = await farm.call(workshopGoodCalls.transact, shipped)
    expect(good).toMatchObject({ total: 13 })
    await farm.call(workshopGoodCalls.transact, { ...leaves, count: 2, reason: 'write-off' })
    const journal = await shippedLines({ start: farm.daysAgo(1), end: farm.today() })
    expect(journal.filter(({ workshop_good_id }) => workshop_good_id === shop.fillet.id)).toEqual([
      expect.objectContaining({
        id,
        count: 5,
        counterparty: 'Рыбный двор',
        waybill_number: 'О-7',
        price: 650,
        cost: 3250,
      }),
    ])
    const short = { ...shipped, count: 100 }
    expect(Object.keys((await farm.call(workshopGoodCalls.transact, short, { expect: 422 })).errors!)).toEqual([
      'count',
    ])
  })
})

describe('a lift', () => {
  it('stays in its batch though another opens there again: a note moves no fish', async () => {
    await farm.call(kinds.batchTransform.create, shop.transform)
    const lift = { date: farm.daysAgo(3), from_id: cage.id, reason: 'sending_to_workshop', stock_id: shop.stock.id }
    const later = await farm.call(kinds.withdrawal.create, { ...lift, time: '11:00', count: 3 })
    expect(later.batch!.id).not.toBe(shop.batch.id)
    await farm.call(workshopCalls.cancelTransform, { id: shop.batch.id })
    const noted = await farm.call(kinds.withdrawal.update, { id: later.id, note: 'вторая машина' } as never)
    expect(noted).toMatchObject({ batch_id: later.batch!.id, note: 'вторая машина' })
    expect((await batchNow()).sum_entities_count).toBe(20)
    // deleted and taken back it is where it was, while that batch is there
    const third = await farm.call(kinds.withdrawal.create, { ...lift, time: '12:00', count: 1 })
    expect(third.batch!.id).toBe(shop.batch.id)
    await farm.call(kinds.withdrawal.remove, { id: third.id })
    await farm.call(kinds.withdrawal.restore, { ids: [third.id] })
    expect((await batchNow()).sum_entities_count).toBe(21)
    // another warehouse is another batch
    const moved = await farm.call(kinds.withdrawal.update, { id: later.id, stock_id: shop.cold.id } as never)
    expect(moved).toMatchObject({ batch: { stock_id: shop.cold.id, sum_entities_count: 3 } })
  })
})

describe('goods processing', () => {
  it('turns goods and products into products, and is undone as a whole', async () => {
    await farm.call(kinds.batchTransform.create, shop.transform)
    const before = await amounts()
    const made = await farm.call(kinds.goodsTransform.create, {
      date: farm.daysAgo(1),
      time: '10:00',
      from_goods: [{ good_id: shop.salt.id, count: 1, stock_id: shop.stock.id }],
      from_workshop_goods: [{ workshop_good_id: shop.fillet.id, count: 9, stock_id: shop.cold.id }],
      to_workshop_goods: [{ workshop_good_id: shop.smoked.id, count: 5, stock_id: shop.cold.id }],
    })
    expect(made).toMatchObject({
      total_input: 10,
      total_output: 5,
      total_percent: 50,
      updated_workshop_goods: { [shop.smoked.id]: { total: 11.5 }, [shop.fillet.id]: { total: 9 } },
    })
    const period = { start: farm.daysAgo(1), end: farm.daysAgo(0) }
    const listed = await farm.call(workshopCalls.goodsTransforms, {
      ...period,
      to_workshop_goods_ids: [shop.smoked.id],
    })
    expect(Object.keys(listed)).toEqual([String(made.id)])
    expect(
      await farm.call(workshopCalls.goodsTransforms, { ...period, to_workshop_goods_ids: [shop.fillet.id] }),
    ).toEqual({})
    await farm.call(workshopCalls.removeGoodsTransform, { id: made.id })
    expect(await amounts()).toEqual(before)
  })

  it('asks for something to use and something to make', async () => {
    const input = { date: farm.daysAgo(1), time: '10:00' }
    const refused = await farm.call(kinds.goodsTransform.create, input, { expect: 422 })
    expect(refused.errors).toEqual({
      from_goods: ['Укажите хотя бы один используемые расходник или продукцию!'],
      to_workshop_goods: ['Укажите хотя бы одну конечную продукцию!'],
    })
  })
})
