import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_RIGHT } from '../../shared/abilities'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { cageWithFish, type Goods, newGoods } from '../../testing/farm/goods'
import { goodCalls } from '../../core/goods/good-calls.contract'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
let goods: Goods
beforeAll(async () => {
  farm = await openFarm()
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())
beforeEach(async () => void (goods = await newGoods(farm, cage)))

describe('a good', () => {
  it('is a row of the list by its id, narrowed to a type', async () => {
    const made = await farm.call(goodCalls.create, { name: 'Соль', type: 'medicine', measure: 'kg', code: 'С' })
    expect(made).toEqual({
      id: made.id,
      kind: 'good',
      archived: false,
      name: 'Соль',
      type: 'medicine',
      type_translation: 'Препарат',
      measure: 'kg',
      measure_name: 'кг',
      weight: null,
      code: 'С',
      feed_brand_id: null,
      feed_brand: null,
      withdrawal_days: null,
      withdrawal_degree_days: null,
      pellet_size: null,
      supplier_id: null,
      supplier: null,
      stocks_count: {},
      stock_names: '',
      total: 0,
      sum: 0,
      current_stock_count: 0,
      min_amount: null,
      below_min: false,
      days_left: null,
      stocks_days: {},
      stocks_used: {},
      stocks_min: {},
      stocks_below: [],
      delete_disabled: false,
      delete_disabled_reason: null,
    })
    expect((await farm.call(goodCalls.list, {}))[made.id]).toEqual(made)
    expect((await farm.call(goodCalls.list, { type: 'feed' }))[made.id]).toBeUndefined()
    expect(await farm.call(goodCalls.remove, { id: made.id })).toEqual({ ok: true })
    expect((await farm.call(goodCalls.list, {}))[made.id]).toBeUndefined()
  })

  it('has a weight of its own only as a piece', async () => {
    const input = { name: 'Мешок', type: 'workshop', measure: 'piece', weight: '0,25' } as const
    const sack = await farm.call(goodCalls.create, input)
    expect(sack.weight).toBe(0.25)
    expect(await farm.call(goodCalls.update, { ...input, id: sack.id, measure: 'liter' })).toMatchObject({
      measure_name: 'л',
      weight: null,
    })
  })

  it('has a name of its own', async () => {
    const input = { name: goods.good.name, type: 'feed', measure: 'kg' } as const
    expect(await farm.call(goodCalls.create, input, { expect: 422 })).toMatchObject({
      errors: { name: ['Такое название уже есть'] },
    })
  })

  it('with movements keeps its measure and type and is not deleted', async () => {
    await goods.bring(5, 10)
    const reason = 'Расходник нельзя удалить: по нему есть движения.'
    expect(await goods.now()).toMatchObject({ delete_disabled: true, delete_disabled_reason: reason })
    expect(await farm.call(goodCalls.remove, { id: goods.good.id }, { expect: 409 })).toMatchObject({ message: reason })
    const input = { id: goods.good.id, name: 'Новое имя', type: 'feed', measure: 'kg' } as const
    expect(await farm.call(goodCalls.update, { ...input, measure: 'piece' }, { expect: 422 })).toMatchObject({
      errors: { measure: ['Единицу нельзя изменить: по расходнику есть движения'] },
    })
    expect(await farm.call(goodCalls.update, { ...input, type: 'medicine' }, { expect: 422 })).toMatchObject({
      errors: { type: ['Вид нельзя изменить: по расходнику есть движения'] },
    })
    expect(await farm.call(goodCalls.update, input)).toMatchObject({ name: 'Новое имя', total: 10 })
  })

  it('is written by those who keep the warehouses, and by no other company', async () => {
    const as = await farm.user({ permissions: ['read stocks'] })
    const input = { name: 'Чужое', type: 'feed', measure: 'kg' } as const
    const refusal = { message: NO_RIGHT, msgShouldBeShown: true }
    expect(await farm.call(goodCalls.create, input, { as, expect: 403 })).toEqual(refusal)
    expect(await farm.call(goodCalls.remove, { id: goods.good.id }, { as, expect: 403 })).toEqual(refusal)
    const stranger = await farm.company()
    expect(await farm.call(goodCalls.list, {}, { as: stranger })).not.toHaveProperty(String(goods.good.id))
    await farm.call(goodCalls.update, { ...input, id: goods.good.id }, { as: stranger, expect: 404 })
  })
})

describe('adding', () => {
  it('puts an amount into a warehouse, at its moment, with waybill and price', async () => {
    const input = { id: goods.good.id, stock: goods.barn.id, date: farm.daysAgo(2), time: '09:15' }
    const answer = await farm.call(goodCalls.transact, {
      ...input,
      count: '1 200,5',
      price: '90 000,50',
      waybill_number: 'Н-7',
    })
    expect(answer.good).toMatchObject({
      stocks_count: { [goods.barn.id]: 1200.5 },
      stock_names: goods.barn.name,
      total: 1200.5,
    })
    await goods.bring(1, '0,000001', goods.shed)
    expect(await goods.now()).toMatchObject({
      stocks_count: { [goods.barn.id]: 1200.5, [goods.shed.id]: 0.000001 },
      stock_names: `${goods.barn.name}, ${goods.shed.name}`,
      total: 1200.500001,
    })
    expect(
      await farm.sql(
        `select kind, moves_fish, l.role, l.amount::text, l.price::text, extra from operations o
         join operation_lines l on l.company_id = o.company_id and l.operation_id = o.id where o.id = $1`,
        [answer.id],
      ),
    ).toEqual([
      {
        kind: 'good_adding',
        moves_fish: false,
        role: 'in',
        amount: '1200500000',
        price: '9000050',
        extra: { waybill_number: 'Н-7', act_number: '2' },
      },
    ])
  })

  it('is refused in the future, without an amount, for a warehouse or a good that is not there', async () => {
    const input = { id: goods.good.id, stock: goods.barn.id, count: 5, date: farm.daysAgo(1), time: '09:00' }
    const refused = async (change: object) =>
      Object.keys((await farm.call(goodCalls.transact, { ...input, ...change }, { expect: 422 })).errors ?? {})
    expect(await refused({ date: farm.daysAgo(-1) })).toEqual(['date'])
    expect(await refused({ count: 0 })).toEqual(['count'])
    expect(await refused({ count: '-3' })).toEqual(['count'])
    expect(await refused({ count: '1e9' })).toEqual(['count'])
    expect(await refused({ stock: 999_999 })).toEqual(['stock'])
    const theirs = await farm.stock('Чужой склад', { as: await farm.company() })
    expect(await refused({ stock: theirs.id })).toEqual(['stock'])
    await farm.call(goodCalls.transact, { ...input, id: 999_999 }, { expect: 404 })
    expect(await goods.amounts()).toEqual({})
  })

  it('is refused past what can be counted exactly', async () => {
    await goods.bring(3, '999 999 999')
    const input = { id: goods.good.id, stock: goods.barn.id, count: 1, date: farm.daysAgo(2), time: '09:00' }
    expect(await farm.call(goodCalls.transact, input, { expect: 422 })).toMatchObject({ msgShouldBeShown: true })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 999_999_999 })
  })

  it('is stored once when the request is repeated', async () => {
    const input = { id: goods.good.id, stock: goods.barn.id, count: 5, date: farm.daysAgo(1), time: '09:00' }
    const [first, second] = [
      await farm.call(goodCalls.transact, input, { key: 'once' }),
      await farm.call(goodCalls.transact, input, { key: 'once' }),
    ]
    expect(second).toEqual(first)
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 5 })
  })
})

describe('a person limited to some warehouses', () => {
  it('sees what lies and moved there, and writes only there', async () => {
    const [inBarn, inShed] = [await goods.bring(9, 100), await goods.bring(9, 7, goods.shed)]
    const as = await farm.user({
      permissions: ['read stocks', 'write stocks', 'delete from journals'],
      stocks: [goods.shed.id],
    })
    expect(await goods.now(as)).toMatchObject({
      stocks_count: { [goods.shed.id]: 7 },
      stock_names: goods.shed.name,
      total: 7,
    })
    expect((await farm.call(goodCalls.amounts, {}, { as }))[goods.good.id]).toEqual({ [goods.shed.id]: 7 })
    expect((await goods.movements(as)).map(({ id }) => id)).toEqual([inShed.id])
    const input = { id: goods.good.id, count: 1, date: farm.daysAgo(1), time: '09:00' }
    expect(await farm.call(goodCalls.transact, { ...input, stock: goods.barn.id }, { as, expect: 422 })).toMatchObject({
      errors: { stock: ['Склад не найден'] },
    })
    expect((await farm.call(goodCalls.transact, { ...input, stock: goods.shed.id }, { as })).good.total).toBe(8)
    await farm.call(goodCalls.removeTransaction, { id: inBarn.id }, { as, expect: 403 })
    expect(await goods.amounts()).toEqual({ [goods.barn.id]: 100, [goods.shed.id]: 8 })
  })
})

describe('lists', () => {
  it('of types and measures carry the Russian names', async () => {
    expect(await farm.call(goodCalls.types, {})).toContainEqual({ id: 'gasoline', name: 'ГСМ' })
    expect(await farm.call(goodCalls.measures, {})).toEqual([
      { id: 'kg', name: 'кг' },
      { id: 'liter', name: 'л' },
      { id: 'piece', name: 'шт' },
    ])
  })

  it('of amounts tell feed from the rest', async () => {
    const salt = await farm.good({ type: 'medicine' })
    await farm.adding({ good: salt.id, stock: goods.barn.id, count: 5, date: farm.daysAgo(9) })
    await goods.bring(9, 10)
    expect(await farm.call(goodCalls.amounts, {})).toMatchObject({
      [goods.good.id]: { [goods.barn.id]: 10 },
      [salt.id]: { [goods.barn.id]: 5 },
    })
    const feeds = await farm.call(goodCalls.feedAmounts, {})
    expect(feeds[goods.good.id]).toEqual({ [goods.barn.id]: 10 })
    expect(feeds).not.toHaveProperty(String(salt.id))
  })

  it('of warehouses name them all, in order', async () => {
    const names = (await farm.call(goodCalls.allStocks, {})).map(({ name }) => name)
    expect(names.indexOf(goods.barn.name)).toBeLessThan(names.indexOf(goods.shed.name))
  })
})
