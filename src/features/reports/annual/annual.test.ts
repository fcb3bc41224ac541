/** The annual report: a small farm by hand, what is left out for whom, and whether its balance closes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { valueCalls } from '../../../core/goods/value/value.contract'
import { libraries } from '../../../core/lists/library.contract'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { annualCalls } from './annual.contract'

let farm: Farm
let feed: number
let cage: number
let category: { id: number; name: string }
/** the year before this one, which is over */
let year: number
const on = (day: string, of = year) => ({ date: `${day}.${of}`, time: '10:00' })

beforeAll(async () => {
  farm = await openFarm()
  year = Number(farm.today().slice(6)) - 1
  const bay = await farm.module('Залив')
  cage = (await farm.cage({ location: bay.id, number: '7' })).id
  category = await farm.category('Крупная')
  const generation = await farm.generation({ species: (await farm.species()).id, date: `01.05.${year - 1}` })
  const group = { generation_id: generation.id, age_category_id: category.id }
  const [barn, shed] = [(await farm.stock('Амбар')).id, (await farm.stock('Сарай')).id]
  feed = (await farm.good({ name: 'Актив' })).id
  const bring = (day: string, of: number, count: number, price?: number) =>
    farm.adding({ good: feed, stock: barn, count, ...on(day, of), time: '00:00', price })
  await bring('01.12', year - 1, 100, 90)
  await bring('10.01', year, 1000, 100)
  await bring('10.03', year, 1000, 120)
  await farm.call(kinds.stocking.create, {
    ...on('01.12', year - 1),
    to_id: cage,
    ...group,
    count: 10_000,
    avg_weight: '0,2',
  })
  const fed = (day: string, volume: number, stock_id = barn) =>
    farm.call(kinds.feeding.create, { ...on(day), cage_id: cage, feed_type_id: feed, stock_id, volume })
  await fed('20.01', 300)
  const lines = [{ good_id: feed, amount: 500 }]
  await farm.call(kinds.move.create, { ...on('21.01'), stock_id: barn, to_stock_id: shed, lines })
  await fed('05.02', 200, shed)
  await farm.call(kinds.writeOff.create, { ...on('06.02'), stock_id: shed, lines: [{ good_id: feed, amount: 50 }] })
  await fed('20.03', 700)
  const out = (day: string, count: number, weight: number, more: object) =>
    farm.call(kinds.withdrawal.create, { ...on(day), from_id: cage, ...group, count, weight, ...more })
  const shop = { show_with_counterparty: true, counterparty_id: (await farm.counterparty('Рыбный двор')).id }
  await out('10.04', 100, 20, { ...shop, price_per_kilogram: 500 })
  await out('11.05', 50, 10, { ...shop })
  await out('12.05', 30, 6, { reason: 'other' })
  await farm.call(kinds.retreat.create, { ...on('13.05'), from_id: cage, ...group, count: 20 })
  await farm.call(kinds.retreat.create, { ...on('14.05'), from_id: cage, ...group, count: 4900 })
  const spent = await farm.spendingCategory('Электричество')
  const bill = (day: string, of: number, amount: number) =>
    farm.call(kinds.spending.create, { date: `${day}.${of}`, name: 'Счёт', amount, spending_category_id: spent.id })
  await bill('01.02', year, 1000.5)
  await bill('28.02', year, 0.5)
  await bill('28.02', year - 1, 7)
})
afterAll(() => farm.close())

const report = (method: 'fifo' | 'avg' = 'fifo') => farm.call(annualCalls.report, { year, method })
/** January to May, the year, the year before. */
const brief = (rows: { name: string; months: object[]; total: object; previous: object }[] | undefined, key: string) =>
  rows?.map(({ name, months, total, previous }) => [
    name,
    ...[...months.slice(0, 5), total, previous].map((cell) => (cell as Record<string, number>)[key] ?? null),
  ])

describe('a year by hand', () => {
  it('has sales by counterparty, with those that have no price told apart', async () => {
    const { sales } = (await report()).sections
    expect(brief(sales, 'weight')).toEqual([
      ['Рыбный двор', 0, 0, 0, 20, 10, 30, 0],
      ['Прочее', 0, 0, 0, 0, 6, 6, 0],
    ])
    expect(brief(sales, 'money')![0]).toEqual(['Рыбный двор', 0, 0, 0, 10_000, 0, 10_000, 0])
    expect(sales[0]!.warning).toBe('Без цены: подъёмов 1, 10 кг')
    expect(sales[1]!.total).toEqual({ weight: 6 })
  })

  it('values feed by the oldest receipts: 100 at 90, then at 100, then at 120', async () => {
    const { feed: rows } = (await report('fifo')).sections
    expect(brief(rows, 'money')).toEqual([
      ['Остаток корма на начало', null, null, null, null, null, 9000, 0],
      ['Приход корма', 100_000, 0, 120_000, 0, 0, 220_000, 9000],
      // 100 · 90 + 200 · 100; 200 · 100; 550 · 100 + 150 · 120
      ['Израсходовано корма', 29_000, 20_000, 73_000, 0, 0, 122_000, 0],
      ['Списания и недостачи', 0, 5000, 0, 0, 0, 5000, 0],
      ['Остаток корма на конец', null, null, null, null, null, 102_000, 9000],
    ])
    expect(brief(rows, 'weight')!.map((row) => row.at(-2))).toEqual([100, 2000, 1200, 50, 850])
  })

  it('or by the average of the year: 229 000 ₽ for 2 100 kg', async () => {
    const { feed: rows } = (await report('avg')).sections
    const price = 229_000 / 2100
    const cents = (money: number) => Math.round(money * 100) / 100
    expect(brief(rows, 'money')!.map((row) => row.at(-2))).toEqual([
      9000,
      220_000,
      cents(1200 * price),
      cents(50 * price),
      cents(850 * price),
    ])
  })

  it('has expenses, usual and emergency losses, and fish at the start of months', async () => {
    const { spending, retreats, volumes } = (await report()).sections
    expect(brief(spending, 'money')).toEqual([['Электричество', 0, 1001, 0, 0, 0, 1001, 7]])
    expect(brief(retreats, 'count')).toEqual([
      ['Обычный отход', 0, 0, 0, 0, 20, 20, 0],
      ['Чрезвычайный, больше 10 %', 0, 0, 0, 0, 4900, 4900, 0],
    ])
    expect(brief(volumes, 'count')).toEqual([['Крупная', 10_000, 10_000, 10_000, 10_000, 9900, 4900, 0]])
    expect(volumes[0]!.total.weight).toBe(980)
  })
})

describe('the balance of goods', () => {
  it('closes, says what both methods make of it, and equals the report', async () => {
    const [fifo, avg] = [
      await farm.call(annualCalls.balance, { year, method: 'fifo' }),
      await farm.call(annualCalls.balance, { year, method: 'avg' }),
    ]
    expect(fifo.rows).toHaveLength(1)
    expect(fifo.rows[0]).toMatchObject({
      opening: [100, 9000],
      received: [2000, 220_000],
      consumed: [1200, 122_000],
      lost: [50, 5000],
      closing: [850, 102_000],
      other: [avg.rows[0]!.consumed![1], avg.rows[0]!.closing![1]],
    })
    expect(fifo.rows[0]).not.toHaveProperty('rounding')
    const { opening, received, consumed, lost, closing, rounding } = avg.totals.at(-1)!.money
    expect(Math.round((opening! + received! - consumed! - lost! - closing!) * 100) / 100).toBe(rounding)
  })

  it('ends with the worth that the warehouse tells of that day', async () => {
    for (const method of ['fifo', 'avg'] as const) {
      const { rows } = await farm.call(annualCalls.balance, { year, method })
      const worth = await farm.call(valueCalls.good.one, { id: feed, date: `31.12.${year}`, method })
      expect(rows[0]!.closing).toEqual([worth.amount, worth.value])
    }
  })

  it('tells what came without a price', async () => {
    const stock = (await farm.stock()).id
    const salt = (await farm.good({ name: 'Соль', type: 'medicine' })).id
    await farm.adding({ good: salt, stock, count: 10, date: `01.03.${year}`, price: 3 })
    await farm.adding({ good: salt, stock, count: 4, date: `02.03.${year}` })
    const { rows, totals } = await farm.call(annualCalls.balance, { year })
    expect(rows.find(({ good_id }) => good_id === salt)).toMatchObject({ unpriced: [4, 12] })
    expect(totals.map(({ name }) => name)).toEqual(['Корм', 'Препарат', 'Итого'])
  })
})

describe('a report', () => {
  it('leaves out what is not for whoever asks, and says so', async () => {
    const { cookie } = await farm.user({ permissions: ['access reports'], locations: [(await farm.module()).id] })
    const as = { cookie }
    const answer = await farm.call(annualCalls.report, { year }, { as })
    expect([answer.hidden, answer.limited]).toEqual([['feed', 'spending'], true])
    expect(Object.values(answer.sections).flat()).toEqual([])
    expect(await farm.call(annualCalls.balance, { year }, { as })).toEqual({ open: false, rows: [], totals: [] })
    const outsider = await farm.user({ permissions: ['read stocks'] })
    await farm.call(annualCalls.report, { year }, { as: outsider, expect: 403 })
  })

  it('of a year that is not over is up to today; of one to come it is refused', async () => {
    expect((await farm.call(annualCalls.report, { year: year + 1 })).until).toBe(farm.today())
    const refused = await farm.call(annualCalls.report, { year: year + 2 }, { expect: 422 })
    expect(refused.errors).toEqual({ year: ['Этот год ещё не начался'] })
  })

  it('keeps the names of what was archived', async () => {
    const { sales } = (await report()).sections
    const id = Number(sales[0]!.key.slice(1))
    await farm.call(libraries.counterparty.archiving.archive, { id })
    expect((await report()).sections.sales[0]!.name).toBe('Рыбный двор')
  })
})
