/** Turnover balance sheets: a farm by hand, and any period of a random history against the sum of what was written. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodCalls, workshopGoodCalls } from '../../../core/goods/good-calls.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import type { InputOf } from '../../../shared/contract'
import { addDays, showDay } from '../../../shared/dates'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { turnoverCalls, type TurnoverRow } from './turnover.contract'

let farm: Farm
let barn: { id: number; name: string }
let shed: { id: number; name: string }
let feed: { id: number; name: string }
let bag: { id: number; name: string }
beforeAll(async () => {
  farm = await openFarm()
  barn = await farm.stock('Амбар')
  shed = await farm.stock('Сарай')
  feed = await farm.good({ name: 'Актив' })
  bag = await farm.call(goodCalls.create, { name: 'Пакет', type: 'workshop', measure: 'piece', weight: '0,02' })
  await farm.adding({ good: feed.id, stock: barn.id, count: 1000, date: '10.01.2026' })
  await farm.adding({ good: bag.id, stock: barn.id, count: 500, date: '10.01.2026' })
  const lines = [{ good_id: feed.id, amount: '100,000001' }]
  await farm.call(kinds.move.create, { ...at('05.02'), stock_id: barn.id, to_stock_id: shed.id, lines })
  const spoilt = [{ good_id: feed.id, amount: '0,5' }]
  await farm.call(kinds.writeOff.create, { ...at('28.02'), stock_id: shed.id, lines: spoilt })
  await farm.call(kinds.stocktake.create, {
    ...at('01.03'),
    stock_id: barn.id,
    lines: [{ good_id: feed.id, amount: 900 }],
  })
})
afterAll(() => farm.close())

const at = (day: string) => ({ date: `${day}.2026`, time: '10:00' })
const february = { start: '01.02.2026', end: '28.02.2026' }

type Asked = InputOf<(typeof turnoverCalls)['good']>
const sheet = async (asked: Asked) => (await farm.call(turnoverCalls.good, asked)) as TurnoverRow[]
const page = async (asked: Asked) => {
  const answer = await farm.call(turnoverCalls.good, { ...asked, page: 1, per_page: 100 })
  return answer as { rows: TurnoverRow[]; total: number; footer: Record<string, number> }
}
const brief = (rows: readonly TurnoverRow[]) =>
  rows.map(({ stock_name, name, start_amount, credit, debit, end_amount, measure_name }) =>
    [stock_name, name, start_amount, credit, debit, end_amount, measure_name].join(' '),
  )

describe('a month', () => {
  it('begins with what lay there, and ends with what came and left', async () => {
    expect(brief(await sheet(february))).toEqual([
      'Амбар Актив 1000 0 100.000001 899.999999 кг',
      'Амбар Пакет 500 0 0 500 шт',
      'Сарай Актив 0 100.000001 0.5 99.500001 кг',
    ])
  })

  it('takes what a stocktake found as come', async () => {
    const [row] = await sheet({ start: '01.03.2026', end: '31.03.2026', stocks_id: [barn.id] })
    expect(brief([row!])).toEqual(['Амбар Актив 899.999999 0.000001 0 900 кг'])
  })

  it('leaves out what did not move, other warehouses, goods and types', async () => {
    expect(await sheet({ ...february, ignore_goods_without_transactions: true })).toHaveLength(2)
    expect(brief(await sheet({ ...february, transactionable_ids: [bag.id] }))).toHaveLength(1)
    expect(await sheet({ ...february, type: 'workshop' })).toHaveLength(1)
    const all = await farm.get(turnoverCalls.good.path, { ...february, type: -1 })
    expect(all.body).toHaveLength(3)
    expect(await sheet({ ...february, stocks_id: [shed.id] })).toHaveLength(1)
    expect(await farm.call(turnoverCalls.workshop_good, february)).toEqual([])
  })
})

describe('beside an earlier period', () => {
  const march = { start: '01.03.2026', end: '31.03.2026', compare: 'previous' } as const

  it('each row has what it was then, in the same unit', async () => {
    const rows = await sheet(march)
    expect(rows.map(({ before }) => before && [before.credit, before.debit, before.end_amount])).toEqual([
      [0, 100.000001, 899.999999],
      [0, 0, 500],
      [100.000001, 0.5, 99.500001],
    ])
    expect((await sheet({ ...march, compare: 'year' })).map(({ before }) => before)).toEqual([null, null, null])
  })

  it('so have the totals of groups, and the sum of all', async () => {
    const { rows, footer } = await page({ ...march, group_by: 'name', transactionable_ids: [feed.id] })
    expect(rows.find(({ is_total }) => is_total)!.before).toMatchObject({ credit: 100.000001, debit: 100.500001 })
    expect(footer).toMatchObject({ 'then-debit': 100.500001, 'change-end_amount': 0 })
  })

  it('what moved then alone has a row too', async () => {
    const yard = await farm.stock('Навес')
    const salt = await farm.good({ name: 'Соль' })
    await farm.adding({ good: salt.id, stock: yard.id, count: 30, date: '05.05.2026' })
    const lines = [{ good_id: salt.id, amount: 30 }]
    await farm.call(kinds.writeOff.create, { ...at('06.05'), stock_id: yard.id, lines })
    const june = { start: '01.06.2026', end: '30.06.2026', stocks_id: [yard.id] }
    expect(await sheet(june)).toEqual([])
    const rows = await sheet({ ...june, compare: 'previous' })
    expect(brief(rows)).toEqual(['Навес Соль 0 0 0 0 кг'])
    expect(rows[0]!.before).toEqual({ start_amount: 0, credit: 30, debit: 30, end_amount: 0 })
    expect(await page({ ...june, compare: 'previous' })).toMatchObject({ total: 1, footer: { 'then-debit': 30 } })
  })
})

describe('totals', () => {
  it('stand under rows of one unit alone', async () => {
    expect((await page(february)).footer).toEqual({})
    const { footer } = await page({ ...february, transactionable_ids: [feed.id] })
    expect(footer).toEqual({ start_amount: 1000, credit: 100.000001, debit: 100.500001, end_amount: 999.5 })
  })

  it('of groups come after their rows', async () => {
    const { rows, total } = await page({ ...february, group_by: 'name' })
    expect(brief(rows)).toEqual([
      'Амбар Актив 1000 0 100.000001 899.999999 кг',
      'Сарай Актив 0 100.000001 0.5 99.500001 кг',
      'Итого Актив 1000 100.000001 100.500001 999.5 кг',
      'Амбар Пакет 500 0 0 500 шт',
    ])
    expect([total, rows.map(({ is_total }) => is_total)]).toEqual([4, [false, false, true, false]])
  })

  it('are kilograms where every weight is known', async () => {
    const { rows, footer } = await page({ ...february, show_in_kg: true, stocks_id: [barn.id] })
    expect(brief(rows)[1]).toBe('Амбар Пакет 10 0 0 10 кг')
    expect(brief(rows)[2]).toBe('Амбар Итого 1010 0 100.000001 909.999999 кг')
    expect(footer.end_amount).toBe(909.999999)
  })
})

describe('a sheet', () => {
  it('of days to come, or that end before they begin, is refused by name', async () => {
    const backwards = await farm.call(turnoverCalls.good, { start: '02.02.2026', end: '01.02.2026' }, { expect: 422 })
    expect(backwards.errors).toEqual({ end: ['Конец периода раньше начала'] })
    const future = { start: '01.01.2026', end: farm.daysAgo(-1) }
    const refused = await farm.call(turnoverCalls.good, future, { expect: 422 })
    expect(refused.errors).toEqual({ end: ['День не может быть в будущем'] })
  })

  it('shows the warehouses that are open to whoever asks', async () => {
    const { cookie } = await farm.user({ permissions: ['read stocks'], stocks: [shed.id] })
    const rows = (await farm.call(turnoverCalls.good, february, { as: { cookie } })) as TurnoverRow[]
    expect(brief(rows)).toEqual(['Сарай Актив 0 100.000001 0.5 99.500001 кг'])
    await farm.call(turnoverCalls.workshop_good, february, { as: { cookie }, expect: 403 })
  })

  it('of products is the same', async () => {
    const fillet = await farm.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
    await farm.call(workshopGoodCalls.transact, { id: fillet.id, stock: shed.id, count: 7, ...at('03.02') })
    const rows = (await farm.call(turnoverCalls.workshop_good, february)) as TurnoverRow[]
    expect(brief(rows)).toEqual(['Сарай Филе 0 7 0 7 кг'])
  })
})

it('any period of any history adds up to the millionth', async () => {
  const stocks = [(await farm.stock('Первый')).id, (await farm.stock('Второй')).id]
  const good = (await farm.good({ name: 'Крупа' })).id
  const written: { day: string; stock: number; amount: number }[] = []
  const first = '2026-03-01'
  const note = (day: string, stock: number, amount: number) => written.push({ day, stock: stocks[stock]!, amount })
  for (const stock of stocks) {
    await farm.adding({ good, stock, count: 1000, date: showDay(first) })
    written.push({ day: first, stock, amount: 1000e6 })
  }
  const step = fc.record({ day: fc.nat(60), stock: fc.nat(1), amount: fc.integer({ min: 1, max: 9e6 }), of: fc.nat(2) })
  for (const { day, stock, amount, of } of fc.sample(step, { numRuns: 25, seed: 7 })) {
    const on = addDays(first, day)
    const moment = { date: showDay(on), time: '12:00' }
    const lines = [{ good_id: good, amount: amount / 1e6 }]
    if (of === 0) {
      await farm.adding({ good, stock: stocks[stock]!, count: amount / 1e6, ...moment })
      note(on, stock, amount)
      continue
    }
    note(on, stock, -amount)
    if (of === 1) await farm.call(kinds.writeOff.create, { ...moment, stock_id: stocks[stock]!, lines })
    else {
      const way = { stock_id: stocks[stock]!, to_stock_id: stocks[1 - stock]! }
      await farm.call(kinds.move.create, { ...moment, ...way, lines })
      note(on, 1 - stock, amount)
    }
  }
  const sum = (own: { amount: number }[]) => own.reduce((total, { amount }) => total + amount, 0)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -3, max: 70 }), fc.nat(60), async (begin, length) => {
      const [start, end] = [addDays(first, begin), addDays(first, begin + length)]
      const rows = await sheet({ start: showDay(start), end: showDay(end), transactionable_ids: [good] })
      for (const stock of stocks) {
        const own = written.filter((one) => one.stock === stock && one.day <= end)
        const within = own.filter(({ day }) => day >= start)
        const expected = {
          start_amount: sum(own.filter(({ day }) => day < start)) / 1e6,
          credit: sum(within.filter(({ amount }) => amount > 0)) / 1e6,
          debit: -sum(within.filter(({ amount }) => amount < 0)) / 1e6 + 0,
          end_amount: sum(own) / 1e6,
        }
        if (own.length > 0) expect(rows.find(({ stock_id }) => stock_id === stock)).toMatchObject(expected)
        else expect(rows).toEqual([])
      }
    }),
    { numRuns: 25 },
  )
})
