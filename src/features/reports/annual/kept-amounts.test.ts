/** With amounts and standings kept of months goods cost what they cost without, whatever changes in the past. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { goodCalls } from '../../../core/goods/good-calls.contract'
import { valueCalls } from '../../../core/goods/value/value.contract'
import { openDatabase } from '../../../server/db/client'
import { readAmountsByStock } from '../../../server/db/ledger/stock-amounts'
import { checkStockMonths, keepStockMonths, readMonthEnds } from '../../../server/db/ledger/stock-months'
import { checkStandings, keepStandings } from '../../../server/db/ledger/stock-standings'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { annualCalls } from './annual.contract'

const DAYS = 500
let farm: Farm
let goods: number[]
let stocks: number[]
let year: number

const step = fc.record({
  kind: fc.constantFrom('receipt', 'receipt', 'use', 'use', 'move', 'stocktake'),
  day: fc.integer({ min: 0, max: DAYS }),
  good: fc.nat(2),
  stock: fc.nat(1),
  amount: fc.integer({ min: 1, max: 900 }),
  price: fc.option(fc.integer({ min: 1, max: 90 })),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Whatever the ledger refuses has not happened. */
async function take({ kind, day, good, stock, amount, price }: Step): Promise<void> {
  const at = { date: farm.daysAgo(day), time: '10:00' }
  const [good_id, stock_id, to_stock_id] = [goods[good]!, stocks[stock]!, stocks[1 - stock]!]
  const lines = [{ good_id, amount }]
  const call = {
    receipt: () => farm.adding({ good: good_id, stock: stock_id, count: amount, price: price ?? undefined, ...at }),
    use: () => farm.call(kinds.writeOff.create, { ...at, stock_id, lines }),
    move: () => farm.call(kinds.move.create, { ...at, stock_id, to_stock_id, lines }),
    stocktake: () => farm.call(kinds.stocktake.create, { ...at, stock_id, lines }),
  }[kind] as () => Promise<unknown>
  await call().catch((error: Error) => {
    if (!error.message.includes(': 422 ')) throw error
  })
}

beforeAll(async () => {
  farm = await openFarm()
  year = Number(farm.today().slice(6))
  goods = await Promise.all(Array.from({ length: 3 }, async () => (await farm.good()).id))
  stocks = [(await farm.stock()).id, (await farm.stock()).id]
  for (const one of fc.sample(step, { numRuns: 60, seed: 3 })) await take(one)
})
afterAll(() => farm.close())

/** All that is made of amounts at the beginning of months. */
async function told() {
  const asked = [year - 1, year].flatMap((one) => (['fifo', 'avg'] as const).map((method) => ({ year: one, method })))
  const annual = asked.flatMap((one) => [farm.call(annualCalls.report, one), farm.call(annualCalls.balance, one)])
  const worths = [3, 40, 200, 420].flatMap((days) => [
    ...(['fifo', 'avg'] as const).map((method) => farm.call(valueCalls.good.all, { method, date: farm.daysAgo(days) })),
    farm.call(goodCalls.list, { date: farm.daysAgo(days) }),
  ])
  return Promise.all([...annual, ...worths])
}

/** Days on which something closed, and the last of months. */
const bookedDays = async (company: number) => {
  const rows = await farm.sql<{ day: string }>(
    `select day::text from stock_days where company_id = $1 union
     select (month + interval '1 month' - interval '1 day')::date::text from stock_months where company_id = $1`,
    [company],
  )
  return rows.map(({ day }) => day)
}

it('kept amounts tell the same, and go when the past changes', async () => {
  const company = farm.session.user.company.id
  const database = openDatabase(farm.database.webUrl, 2)
  const anew = async () => {
    await farm.sql('delete from stock_months where company_id = $1', [company])
    return told()
  }
  const count = async () =>
    (await farm.sql<{ count: string }>('select count(*) from stock_months where company_id = $1', [company]))[0]!.count
  try {
    for (const [index, one] of fc.sample(step, { numRuns: 8, seed: 5 }).entries()) {
      const fresh = await anew()
      await keepStockMonths(database, company, { all: true })
      expect(Number(await count())).toBeGreaterThan(10)
      expect(await told()).toEqual(fresh)
      await keepStandings(database, company)
      expect(await told()).toEqual(fresh)
      await database.transaction(company, async (tx) => {
        expect([...(await checkStockMonths(tx, company)), ...(await checkStandings(tx, company))]).toEqual([])
        for (const day of await bookedDays(company)) {
          const each = await readAmountsByStock(tx, company, goods, sql``, day)
          expect(await readAmountsByStock(tx, company, null, sql``, day)).toEqual(each)
        }
        const first = `${year}-01-01`
        const lying = (await readMonthEnds(tx, company, [first])).get(first)!
        const rows = await farm.sql<{ good_id: number; sum: string }>(
          `select good_id, sum(amount) from stock_entries where company_id = $1 and at < $2 group by 1 having sum(amount) <> 0`,
          [company, first],
        )
        expect(new Map(rows.map(({ good_id, sum }) => [good_id, BigInt(sum)]))).toEqual(lying)
      })
      await take({ ...one, day: 35 + ((one.day + index) % 300) })
      const changed = await told()
      expect(changed).toEqual(await anew())
    }
  } finally {
    await database.close()
  }
}, 120_000)
