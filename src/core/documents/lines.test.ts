/**
 * Documents with lines go the way of any other: a receipt of many goods and a move of them, in their facts and server
 * part alone.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ability } from '../../shared/abilities'
import type { Document } from '../../shared/ledger/document'
import { allRoutes } from '../../app.server'
import { openDatabase } from '../../server/db/client'
import { checkLedger } from '../../server/db/ledger/check'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { labKinds, labRoutes, moveContract, receiptContract as contract } from '../../testing/ledger/lab-kinds'
import { cageWithFish, newGoods } from '../../testing/farm/goods'
import { send, type Session } from '../../testing/session'
import { goodCalls } from '../goods/good-calls.contract'
import { stockLinesOf } from './engine/write/posting.server'
import { goodsChanges, lineTexts } from './fields/document-lines.web'
import { documentSettings, previewEffect, sentOf } from './fields/preview-effect.web'
import { type CageBalance, textsOf, type Values } from './fields/form-model.web'
import { kinds } from './kinds/kinds.contract'
import { goodsOf, ledgerReading } from './kinds/kinds.server'

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
beforeAll(async () => {
  farm = await openFarm({ routes: [...allRoutes, ...labRoutes] })
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())

const NO_BOOK: CageBalance = { cage: undefined, groups: [], known: false, failed: false }
const NO_SETTINGS = documentSettings(false)

const TEN = Array.from({ length: 10 }, (_, index) => index + 1)

/** Ten goods of which nothing lies in the barn yet; the receipt of `index` + 1 hundred kilograms of each. */
async function openBarn() {
  const own = await newGoods(farm, cage)
  const others = await Promise.all(TEN.slice(1).map(() => farm.good()))
  const all = [own.good, ...others]
  const lines = all.map(({ id }, index) => ({ good_id: id, amount: 100 * (index + 1), price: '12,5' }))
  const on = (days: number) => ({ date: farm.daysAgo(days), time: '08:00', stock_id: own.barn.id, waybill: 'ТН-17' })
  const amounts = async () => {
    const stored = await farm.call(goodCalls.amounts, {})
    return all.map(({ id }) => stored[id]?.[own.barn.id] ?? 0)
  }
  return { ...own, all, lines, on, amounts }
}

async function expectRight() {
  const database = openDatabase(farm.database.webUrl, 1)
  const entered = (document: Document) => {
    const lab = labKinds.get(document.kind)
    return lab ? stockLinesOf(lab, document) : goodsOf(document)
  }
  const found = await database.transaction(farm.session.user.company.id, (tx) =>
    checkLedger<Document>(tx, farm.session.user.company.id, { ...ledgerReading, linesOf: entered }),
  )
  await database.close()
  expect(found).toEqual([])
}

test('a receipt of ten goods is one document: stored, answered with its lines in order, listed, audited', async () => {
  const { lines, on, all, amounts } = await openBarn()
  const stored = await farm.call(contract.create, { ...on(5), lines })
  expect(stored.lines).toEqual(
    all.map(({ id, name }, index) => ({ good_id: id, good: name, amount: 100 * (index + 1), price: 12.5 })),
  )
  expect(await amounts()).toEqual(TEN.map((n) => n * 100))
  const listed = await farm.call(contract.list, { start: `${farm.daysAgo(6)} 00:00`, end: `${farm.daysAgo(4)} 00:00` })
  expect(listed).toMatchObject([{ id: stored.id, lines: stored.lines }])
  const [kept] = await farm.sql<{ after: { lines: unknown[] } }>(
    `select after from audit_log where entity = 'lab_receipt' and entity_id = $1`,
    [stored.id],
  )
  expect(kept!.after.lines).toHaveLength(10)
  await expectRight()
})

test('what is wrong with a line is said under that line, and nothing is stored', async () => {
  const { lines, on, amounts } = await openBarn()
  const theirs = await farm.good({ as: await farm.company() })
  const wrong = lines.map((line, index) => (index === 3 ? { ...line, good_id: theirs.id } : line))
  const refused = await farm.call(contract.create, { ...on(5), lines: wrong }, { expect: 422 })
  expect(refused.errors).toEqual({ 'lines.3.good_id': ['Расходник не найден'] })
  const none = lines.map((line, index) => (index === 7 ? { ...line, amount: 0 } : line))
  expect(Object.keys((await farm.call(contract.create, { ...on(5), lines: none }, { expect: 422 })).errors!)).toEqual([
    'lines.7.amount',
  ])
  expect(await amounts()).toEqual(TEN.map(() => 0))
})

test('a preview tells what a change of the past moves in the warehouse, and changes nothing', async () => {
  const { lines, on, amounts, all } = await openBarn()
  const { id } = await farm.call(contract.create, { ...on(5), lines })
  const fewer = lines.slice(0, 9).map((line, index) => (index === 0 ? { ...line, amount: 40 } : line))
  const seen = await farm.call(contract.previewUpdate, { ...on(5), id, lines: fewer })
  const told = new Map(seen.goods.map(({ good_id, before, after }) => [good_id, [before, after]]))
  expect(told).toEqual(
    new Map([
      [all[0]!.id, [100, 40]],
      [all[9]!.id, [1000, 0]],
    ]),
  )
  expect(await amounts()).toEqual(TEN.map((n) => n * 100))
})

test('an edit moves what differs; taken back, everything stands as it stood; so does a deletion', async () => {
  const { lines, on, amounts } = await openBarn()
  const { id } = await farm.call(contract.create, { ...on(5), lines })
  const before = await amounts()
  const turned = [...lines.slice(5), ...lines.slice(0, 4)]
  const edited = await farm.call(contract.update, { ...on(4), id, lines: turned })
  expect(edited.lines.map(({ good_id }) => good_id)).toEqual(turned.map(({ good_id }) => good_id))
  expect((await amounts())[4]).toBe(0)
  await expectRight()
  await farm.call(contract.restore, { ids: [id] })
  expect(await amounts()).toEqual(before)
  await farm.call(contract.remove, { id })
  expect(await amounts()).toEqual(TEN.map(() => 0))
  expect(await farm.sql('select from operation_lines where operation_id = $1', [id])).toEqual([])
  const { rows } = await farm.call(contract.restore, { ids: [id] })
  expect(rows[0]!.lines).toHaveLength(10)
  expect(await amounts()).toEqual(before)
  await expectRight()
})

test('a receipt that was fed from cannot go: the refusal names the feeding', async () => {
  const { lines, on, amounts, feed, lack } = await openBarn()
  const { id } = await farm.call(contract.create, { ...on(5), lines })
  const fed = await feed(2, 70)
  const refused = await farm.call(contract.remove, { id }, { expect: 422 })
  expect(refused.message).toBe(lack(2, '70'))
  expect(refused.refusal).toMatchObject({ operation_id: fed.id, kind: kinds.feeding.kind, own: false })
  const less = lines.map((line, index) => (index === 0 ? { ...line, amount: 60 } : line))
  const short = await farm.call(contract.update, { ...on(5), id, lines: less }, { expect: 422 })
  expect(short.message).toBe(lack(2, '10'))
  expect((await amounts())[0]).toBe(30)
  await expectRight()
})

test('one good in two lines comes in once with both; a warehouse that is shut to the user stays shut', async () => {
  const { lines, on, amounts, shed, good } = await openBarn()
  const twice = [lines[0]!, { ...lines[0]!, amount: 25 }]
  const { id } = await farm.call(contract.create, { ...on(5), lines: twice })
  expect((await amounts())[0]).toBe(125)
  const limited = await farm.user({ permissions: ['write stocks', 'delete from journals'], stocks: [shed.id] })
  const there = { ...on(5), lines: [{ good_id: good.id, amount: 1 }] }
  const shut = await farm.call(contract.create, there, { as: limited, expect: 422 })
  expect(shut.errors).toEqual({ stock_id: ['Склад не найден'] })
  await farm.call(contract.remove, { id }, { as: limited, expect: 403 })
  await farm.call(contract.create, { ...there, stock_id: shed.id }, { as: limited })
  await expectRight()
})

test('a shortage of one’s own stands under the line that takes what is not there', async () => {
  const { lines, on, all, amounts, barn, shed } = await openBarn()
  await farm.call(contract.create, { ...on(5), lines: lines.slice(0, 3) })
  const way = { date: farm.daysAgo(4), time: '08:00', stock_id: barn.id, to_stock_id: shed.id }
  const of = (index: number, amount: number) => ({ good_id: all[index]!.id, amount })
  const short = { ...way, lines: [of(0, 100), of(2, 200), of(2, 101)] }
  const refused = await farm.call(moveContract.create, short, { expect: 422 })
  expect(refused.errors).toEqual({ 'lines.2.amount': [expect.stringContaining('не хватает 1 кг')] })
  expect(refused.refusal).toMatchObject({ own: true, kind: moveContract.kind })
  const seen = await farm.call(moveContract.previewCreate, short, { expect: 422 })
  expect(seen.errors).toEqual(refused.errors)
  const moved = await farm.call(moveContract.create, { ...way, lines: [of(0, 100), of(2, 200), of(2, 100)] })
  expect((await amounts()).slice(0, 3)).toEqual([0, 200, 0])
  const more = await farm.call(
    moveContract.update,
    { ...way, id: moved.id, lines: [of(1, 200), of(0, 101)] },
    { expect: 422 },
  )
  expect(Object.keys(more.errors!)).toEqual(['lines.1.amount'])
  await expectRight()
})

test('an edit that is given no lines keeps them, two stored for one typed as well', async () => {
  const { lines, on, barn, shed, amounts } = await openBarn()
  const { id } = await farm.call(contract.create, { ...on(5), lines })
  const before = await amounts()
  const patch = async (path: string, of: number, body: object) => {
    const answer = await send(farm.app, { method: 'PATCH', path: `/${path}/${of}`, body, cookie: farm.session.cookie })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
  }
  await patch(contract.path, id, { note: 'сверено' })
  expect(await amounts()).toEqual(before)
  const [stored] = await farm.sql<{ extra: object }>('select extra from operations where id = $1', [id])
  expect(stored!.extra).toEqual({ waybill: 'ТН-17' })
  const two = lines.slice(0, 2).map(({ good_id }, index) => ({ good_id, amount: 10 * (index + 1) }))
  const way = { date: farm.daysAgo(4), time: '08:00', stock_id: barn.id, to_stock_id: shed.id }
  const moved = await farm.call(moveContract.create, { ...way, lines: two })
  await patch(moveContract.path, moved.id, { time: '09:00' })
  expect((await amounts()).slice(0, 2)).toEqual([90, 180])
  expect(await farm.sql('select from operation_lines where operation_id = $1', [moved.id])).toHaveLength(4)
  await expectRight()
})

test('the journal of documents without cages: seen whatever module one is limited to, not from a shut warehouse', async () => {
  const { lines, on, shed, barn } = await openBarn()
  const { id } = await farm.call(contract.create, { ...on(5), lines })
  const period = { start: `${farm.daysAgo(6)} 00:00`, end: `${farm.daysAgo(4)} 00:00` }
  const ids = async (input: object, as?: Session) => {
    const rows = (await farm.call(contract.list, { ...period, ...input }, { as })) as { id: number }[]
    return rows.map((row) => row.id)
  }
  const limits = { permissions: ['write stocks' as Ability], locations: [cage.location_id] }
  expect(await ids({}, await farm.user({ ...limits, stocks: [barn.id] }))).toEqual([id])
  expect(await ids({}, await farm.user({ ...limits, stocks: [shed.id] }))).toEqual([])
  expect(await ids({ cages_id: [cage.id] })).toEqual([])
  const way = { date: farm.daysAgo(5), time: '09:00', stock_id: barn.id, to_stock_id: shed.id }
  await farm.call(moveContract.create, { ...way, lines: [{ good_id: lines[0]!.good_id, amount: 1 }] })
  const moves = async (stocks: number[]) => {
    const as = await farm.user({ ...limits, stocks })
    return ((await farm.call(moveContract.list, period, { as })) as unknown[]).length
  }
  expect([await moves([barn.id]), await moves([barn.id, shed.id])]).toEqual([0, 1])
})

test('what is typed into a form is previewed as it is stored, and opens again as it was typed', async () => {
  const { on, all, barn, amounts } = await openBarn()
  await farm.call(contract.create, { ...on(6), lines: [{ good_id: all[1]!.id, amount: 7 }] })
  const line = (index: number, amount: string, price = '') => ({ good_id: String(all[index]!.id), amount, price })
  const lines = [line(0, '12.5', '3.05'), line(1, '0.000001'), line(0, '1')]
  const head = { stock_id: String(barn.id), waybill: 'ТН-18' }
  // a line whose amount is being typed and one that nothing is typed in
  const typed = { ...on(5), ...head, lines: [...lines, line(2, ''), line(3, '')] } as unknown as Values
  const previewed = (values: Values) =>
    previewEffect(contract, sentOf({}, values, false), [NO_BOOK, NO_BOOK], NO_SETTINGS).goods
  expect(previewed(typed).map(({ good, amount }) => [good, amount])).toEqual([
    [all[0]!.id, 12_500_000],
    [all[1]!.id, 1],
    [all[0]!.id, 1_000_000],
  ])
  const whole = { ...typed, lines: [...lines, { good_id: '', amount: '', price: '' }] } as unknown as Values
  const stored = await farm.call(contract.create, sentOf({}, whole, false) as never)
  expect((await amounts()).slice(0, 3)).toEqual([13.5, 7.000001, 0])
  const opened = { ...textsOf(stored, 'stock_id', 'waybill'), ...lineTexts(stored, 'good_id', 'amount', 'price') }
  expect(opened).toEqual({ ...head, lines })
  const after = goodsChanges(previewed(opened), previewed(opened), (good) =>
    good === all[1]!.id ? 7_000_001 : 13_500_000,
  )
  expect(after.map(({ before, after }) => [before, after])).toEqual([
    [13_500_000, 13_500_000],
    [7_000_001, 7_000_001],
  ])
})
