/** A minimum of one warehouse: who sees it, what is below it, and how long a good lasts there. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { stockLibrary } from '../../core/lists/libraries/stock.contract'
import { noticesCall } from '../../shared/notices/notices'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { auditCalls } from '../audit/audit.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const listed = async (id: number, as?: { cookie: string }) => (await farm.call(goodCalls.list, {}, { as }))[id]!
const noticed = async (as?: { cookie: string }) =>
  (await farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'below-min').map(({ text }) => text)

/** 1 000 kg on the shore and 120 on the barge, which should have 500. */
async function shoreAndBarge() {
  const [shore, barge] = [await farm.stock(), await farm.stock()]
  const { id, name } = await farm.good({ name: `Корм для ${barge.id}` })
  await farm.adding({ good: id, stock: shore.id, count: 1000, date: farm.daysAgo(40) })
  await farm.adding({ good: id, stock: barge.id, count: 176, date: farm.daysAgo(40) })
  const used = { date: farm.daysAgo(3), time: '10:00', stock_id: barge.id, lines: [{ good_id: id, amount: 56 }] }
  await farm.call(kinds.writeOff.create, used)
  const fields = { id, name, type: 'feed', measure: 'kg' } as const
  const set = (min_amounts: Record<string, number | string | null>, as?: { cookie: string }) =>
    farm.call(goodCalls.update, { ...fields, min_amounts }, { as })
  await set({ [barge.id]: 500 })
  return { shore, barge, id, fields, set }
}

test('a warehouse below its own minimum is said, and how long its own amount lasts', async () => {
  const { shore, barge, id, fields, set } = await shoreAndBarge()
  expect(await listed(id)).toMatchObject({
    below_min: false,
    stocks_min: { [barge.id]: 500 },
    stocks_below: [barge.id],
    // 56 kg in 28 days, all of it from the barge
    stocks_days: { [barge.id]: 60 },
    stocks_used: { [barge.id]: 56 },
    days_left: 560,
  })
  await set({ [barge.id]: 120, [shore.id]: '1 000,5' })
  expect(await listed(id)).toMatchObject({
    stocks_min: { [barge.id]: 120, [shore.id]: 1000.5 },
    stocks_below: [shore.id],
  })
  // whoever knows nothing of these minimums takes none away, and an empty one is none
  await farm.call(goodCalls.update, fields)
  await set({ [shore.id]: '' })
  expect((await listed(id)).stocks_min).toEqual({ [barge.id]: 120 })
})

test('a person sees and sets the minimums of their own warehouses alone', async () => {
  const { shore, barge, id, fields, set } = await shoreAndBarge()
  const limited = await farm.user({ permissions: ['read stocks', 'write stocks'], stocks: [shore.id] })
  expect(await listed(id, limited)).toMatchObject({
    stocks_min: {},
    stocks_below: [],
    stocks_days: {},
    stocks_used: {},
  })
  await set({ [shore.id]: 10 }, limited)
  expect((await listed(id)).stocks_min).toEqual({ [barge.id]: 500, [shore.id]: 10 })
  const foreign = await farm.stock('Чужой', { as: await farm.company() })
  const refused = async (stock: number | string, as?: { cookie: string }) =>
    (await farm.call(goodCalls.update, { ...fields, min_amounts: { [stock]: 1 } }, { as, expect: 422 })).errors
  for (const [stock, as] of [[barge.id, limited], [foreign.id], ['x'], ['01']] as const)
    expect(await refused(stock, as)).toEqual({ [`min_amounts.${stock}`]: ['Склад не найден'] })
  const nothing = { ...fields, min_amounts: { [barge.id]: 0 } }
  expect(await farm.call(goodCalls.update, nothing, { expect: 422 })).toMatchObject({
    errors: { [`min_amounts.${barge.id}`]: [expect.any(String)] },
  })
})

test('the bell tells it to those who may use the warehouse, until enough lies there', async () => {
  const { barge, id, fields, set } = await shoreAndBarge()
  const text = `«${fields.name}» ниже минимума: ${barge.name}: 120 кг из 500`
  const [keeper, other] = await Promise.all(
    [barge, await farm.stock()].map(({ id }) => farm.user({ permissions: ['read stocks'], stocks: [id] })),
  )
  expect(await noticed()).toContain(text)
  expect(await noticed(keeper)).toEqual([text])
  expect(await noticed(other)).toEqual([])
  await farm.adding({ good: id, stock: barge.id, count: 380, date: farm.daysAgo(1) })
  expect(await noticed()).not.toContain(text)
  // nothing ever came to this one
  const empty = await farm.stock('Плот')
  await set({ [empty.id]: 5 })
  expect(await noticed()).toContain(`«${fields.name}» ниже минимума: Плот: 0 кг из 5`)
})

test('the audit journal tells the minimum of each warehouse, and a deleted warehouse takes its own along', async () => {
  const { barge, id, fields } = await shoreAndBarge()
  const history = await farm.call(auditCalls.history, { entity: 'good', id })
  expect(history.rows[0]!.changes).toEqual([
    { field: 'line', subject: `${fields.name}, ${barge.name}`, role: 'minimum', unit: 'кг', before: null, after: 500 },
  ])
  const made = await farm.call(goodCalls.create, {
    name: 'Соль',
    type: 'workshop',
    measure: 'kg',
    min_amounts: { [barge.id]: 3 },
  })
  expect(made).toMatchObject({ stocks_min: { [barge.id]: 3 }, stocks_below: [barge.id] })
  const { id: spare } = await farm.stock()
  await farm.call(goodCalls.update, { ...fields, id, min_amounts: { [spare]: 7 } })
  await farm.call(stockLibrary.remove, { id: spare })
  expect((await listed(id)).stocks_min).toEqual({ [barge.id]: 500 })
  expect(await farm.call(goodCalls.remove, { id: made.id })).toEqual({ ok: true })
})
