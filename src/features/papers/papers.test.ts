import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vatOfLines } from '../../core/documents/engine/goods-lines.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { counterpartyLibrary } from '../../core/lists/libraries/counterparty.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { accessCalls } from '../access/sign-in/access.contract'
import { paperCalls } from './papers.contract'

let farm: Farm
let stock: Awaited<ReturnType<Farm['stock']>>
let shop: { id: number }
let shipped: { id: number }
beforeAll(async () => {
  farm = await openFarm()
  stock = await farm.stock('Холодильник')
  shop = await farm.call(counterpartyLibrary.create, {
    name: 'ООО «Рыбный двор»',
    inn: '7830002293',
    kpp: '783001001',
    address: 'Сортавала, Лесная, 1',
  })
  const product = async (name: string, measure: 'kg' | 'piece', weight?: string) =>
    farm.call(workshopGoodCalls.create, { name, type: 'fillet', measure, weight, code: name })
  const [fillet, can] = [await product('Филе', 'kg'), await product('Банка', 'piece', '0,25')]
  const came = [fillet, can].map(({ id }) => ({ good_id: id, amount: 100 }))
  const on = { time: '10:00', stock_id: stock.id }
  await farm.call(kinds.workshopReceipt.create, { date: farm.daysAgo(3), ...on, lines: came })
  shipped = await farm.call(kinds.shipment.create, {
    date: farm.daysAgo(1),
    ...on,
    counterparty_id: shop.id,
    waybill_number: 'А-17',
    waybill_date: farm.daysAgo(2),
    vat_rate: '20',
    lines: [
      { good_id: fillet.id, amount: 1, price: '0,10' },
      { good_id: can.id, amount: 2, price: '0,05' },
      { good_id: fillet.id, amount: '0,1', price: 1 },
    ],
  })
})
afterAll(() => farm.close())

it('VAT of the lines is never off from that of their total by a kopeck', () => {
  expect(vatOfLines([10, 10, 10], '20')).toEqual([2, 1, 2])
  expect(vatOfLines([100_00, 33_33, 1], '10')).toEqual([909, 303, 0])
  expect(vatOfLines([], '20')).toEqual([])
})

describe('a waybill', () => {
  it('has every line with and without VAT, sums of both, and who ships to whom', async () => {
    await farm.call(accessCalls.companySettings, {
      'legal-name': 'ООО «Садок»',
      inn: '500100732259',
      director: 'Петрова А. А.',
    })
    const paper = await farm.call(paperCalls.shipment, { id: shipped.id })
    expect(paper).toMatchObject({
      number: 'А-17',
      waybill_date: farm.daysAgo(2),
      stock: 'Холодильник',
      company: { name: 'ООО «Садок»', inn: '500100732259', kpp: null, phone: null },
      director: 'Петрова А. А.',
      partner: { name: 'ООО «Рыбный двор»', inn: '7830002293', kpp: '783001001', address: 'Сортавала, Лесная, 1' },
      totals: { amount: null, mass: 1.6, net: 0.25, vat: 0.05, cost: 0.3 },
    })
    expect(
      paper.lines.map(({ okei, mass, net, vat, cost, net_price }) => [okei, mass, net, vat, cost, net_price]),
    ).toEqual([
      ['166', 1, 0.08, 0.02, 0.1, 0.08],
      ['796', 0.5, 0.09, 0.01, 0.1, 0.05],
      ['166', 0.1, 0.08, 0.02, 0.1, 0.8],
    ])
  })

  it('leaves to the hand what nobody has said: the buyer, the rate, the number', async () => {
    const lines = [{ good_id: (await farm.good()).id, amount: 3, price: 10 }]
    const { id } = await farm.call(kinds.receipt.create, {
      date: farm.daysAgo(1),
      time: '10:00',
      stock_id: stock.id,
      lines,
    })
    expect(await farm.call(paperCalls.receipt, { id })).toMatchObject({
      number: '',
      act_number: '2',
      partner: null,
      lines: [{ price: 10, cost: 30, net: null, vat: null }],
      totals: { amount: 3, cost: 30, vat: null },
    })
  })

  it('is nobody’s business without the right, the warehouse or the company, nor under another kind', async () => {
    const { id } = shipped
    const reader = await farm.user({ permissions: ['read stocks'] })
    const elsewhere = await farm.user({ permissions: ['access workshop'], stocks: [(await farm.stock()).id] })
    await farm.call(paperCalls.shipment, { id }, { as: reader, expect: 403 })
    await farm.call(paperCalls.shipment, { id }, { as: elsewhere, expect: 404 })
    await farm.call(paperCalls.shipment, { id }, { as: await farm.company(), expect: 404 })
    await farm.call(paperCalls['workshop-receipt'], { id }, { expect: 404 })
  })
})

describe('papers that the company makes are numbered by it', () => {
  const lines = async () => [{ good_id: (await farm.good()).id, amount: 3 }]
  const receive = async (other = {}, expect = 200) =>
    farm.call(
      kinds.receipt.create,
      { date: farm.daysAgo(1), time: '10:00', stock_id: stock.id, lines: await lines(), ...other } as never,
      { expect, as: outfit },
    )
  let outfit: Awaited<ReturnType<Farm['company']>>
  beforeAll(async () => {
    outfit = await farm.company()
    stock = await farm.stock('Склад', { as: outfit })
  })
  const numberOf = async (made: unknown) => Number(((await made) as { act_number: string }).act_number)

  it('one after another, without a gap, however many are entered at once and whatever is refused', async () => {
    const good = await farm.good({ as: outfit })
    const one = { lines: [{ good_id: good.id, amount: 1 }] }
    const none = { lines: [{ good_id: 999_999, amount: 1 }] }
    const made = await Promise.all([1, 2, 3, 4, 5, 6].map(() => numberOf(receive(one))))
    await receive(none, 422)
    expect([...made, await numberOf(receive(one))].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
    // a number of one's own runs ahead, or is of another sort
    expect(await numberOf(receive({ ...one, act_number: '20' }))).toBe(20)
    expect(await receive({ ...one, act_number: 'А-1' })).toMatchObject({ act_number: 'А-1' })
    expect(await numberOf(receive(one))).toBe(21)
  })

  it('an edit keeps the number, a shipment without one gets the next of its own series', async () => {
    const good = await farm.call(
      workshopGoodCalls.create,
      { name: 'Икра', type: 'caviar', measure: 'kg' },
      { as: outfit },
    )
    const on = { time: '10:00', stock_id: stock.id }
    const came = [{ good_id: good.id, amount: 50 }]
    const first = await farm.call(
      kinds.workshopReceipt.create,
      { date: farm.daysAgo(3), ...on, lines: came },
      { as: outfit },
    )
    const edited = await farm.call(
      kinds.workshopReceipt.update,
      { id: first.id, date: farm.daysAgo(2), ...on, lines: came, note: 'Холод' },
      { as: outfit },
    )
    expect(edited).toMatchObject({ act_number: first.act_number })
    const ship = { date: farm.daysAgo(1), ...on, lines: [{ good_id: good.id, amount: 1 }] }
    const sent = async (other = {}) =>
      (await farm.call(kinds.shipment.create, { ...ship, ...other }, { as: outfit })).waybill_number
    expect([await sent(), await sent({ waybill_number: 'К-9' }), await sent()]).toEqual(['1', 'К-9', '2'])
  })
})

it('a tax number with a typing error is told under its field', async () => {
  const refused = await farm.call(counterpartyLibrary.create, { name: 'Опечатка', inn: '7830002294' }, { expect: 422 })
  expect(refused.errors).toEqual({ inn: ['Введите ИНН: 10 или 12 цифр без опечаток'] })
  const settings = await farm.call(accessCalls.companySettings, { kpp: '12' }, { expect: 422 })
  expect(Object.keys(settings.errors ?? {})).toEqual(['kpp'])
})
