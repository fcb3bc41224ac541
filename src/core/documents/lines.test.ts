/** Documents with lines go the way of any other: a receipt of many goods, made a kind here in its facts and its server part alone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import * as f from '../../shared/fields'
import { type Document, ofLines } from '../../shared/ledger/document'
import { toUnits } from '../../shared/numbers'
import { allRoutes } from '../../app.server'
import { openDatabase } from '../../server/db/client'
import { checkLedger } from '../../server/db/ledger/check'
import { openFarm, type Farm } from '../../server/testing/farm'
import { cageWithFish, newGoods } from '../../server/testing/goods'
import { goodCalls } from '../goods/good.contract'
import { kindServer } from './engine/document.server'
import { moment, note, operationKind } from './engine/operation.contract'
import { operationRoutes } from './engine/operations.server'
import { type Registry, stockLinesOf } from './engine/posting.server'
import { previewRoutes } from './engine/preview.server'
import { restoreRoute } from './engine/restore.server'
import { kinds } from './kinds/kinds.contract'
import { goodsOf, registry } from './kinds/kinds.server'

const lineRow = z.object({ good_id: z.number(), good: z.string(), amount: z.number(), price: z.number().nullable() })

const contract = operationKind({
  kind: 'lab_receipt',
  path: 'lab-receipts',
  title: 'Приход',
  noun: 'приход',
  journal: 'Журнал приходов',
  plural: 'Приходы',
  icon: 'box',
  section: 'stock',
  ability: 'write stocks',
  fields: {
    ...moment,
    stock_id: f.id(),
    waybill: f.optionalText(100),
    lines: z
      .array(z.object({ good_id: f.id(), amount: f.amount(), price: f.optional(f.roubles()) }))
      .min(1)
      .max(200),
    ...note,
  },
  row: z.object({ stock: z.string(), lines: z.array(lineRow) }),
  columns: [],
  document: ({ stock_id, waybill, lines }) => ({
    stock_id,
    extra: { waybill },
    lines: lines.map((line) => ({ ...line, role: 'in' as const, item_id: null, stock_id })),
  }),
  goods: ofLines,
})

const receipt = kindServer({
  contract,
  footer: 'document',
  reads: ['stock', 'lines'],
  row: (row) => ({
    stock: row.stock,
    lines: row.lines?.map(({ good_id, good, amount, price }) => ({
      good_id,
      good,
      amount: toUnits(amount),
      price: price === null ? null : price / 100,
    })),
  }),
})

const own: Registry = {
  ...registry,
  nounOf: (kind) => (kind === contract.kind ? contract.noun : registry.nounOf(kind)),
  rowOf: (kind) => (kind === contract.kind ? receipt.row : registry.rowOf(kind)),
}
const routes = [...operationRoutes(receipt, own), ...previewRoutes(receipt, own), restoreRoute(receipt, own)]

let farm: Farm
let cage: Awaited<ReturnType<typeof cageWithFish>>
beforeAll(async () => {
  farm = await openFarm({ routes: [...allRoutes, ...routes] })
  cage = await cageWithFish(farm)
})
afterAll(() => farm.close())

const TEN = Array.from({ length: 10 }, (_, index) => index + 1)

/** Ten goods of which nothing lies in the barn yet; the receipt of `index` + 1 hundred kilograms of each. */
async function openBarn() {
  const own = await newGoods(farm, cage)
  const others = await Promise.all(TEN.slice(1).map(() => farm.good()))
  const all = [own.good, ...others]
  const lines = all.map(({ id }, index) => ({ good_id: id, amount: 100 * (index + 1), price: '12,5' }))
  const on = (days: number) => ({ date: farm.daysAgo(days), time: '08:00', stock_id: own.barn.id, waybill: 'ТН-17' })
  const amounts = async () => {
    const stored = await farm.call(goodCalls.allAmounts, {})
    return all.map(({ id }) => stored[id]?.[own.barn.id] ?? 0)
  }
  return { ...own, all, lines, on, amounts }
}

async function expectRight() {
  const database = openDatabase(farm.database.webUrl, 1)
  const linesOf = (document: Document) =>
    document.kind === contract.kind ? stockLinesOf(receipt, document) : goodsOf(document)
  const found = await database.transaction(farm.session.user.company.id, (tx) =>
    checkLedger<Document>(tx, farm.session.user.company.id, { effectOf: registry.effectOf, linesOf }),
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
