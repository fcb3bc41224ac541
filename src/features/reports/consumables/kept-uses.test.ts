/** Consumption by dates is told the same with what is kept of months as without, whatever changes in the past. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { checkUses, keepUses } from '../../../core/goods/month-uses.server'
import { openDatabase } from '../../../server/db/client'
import { keepStockMonths } from '../../../server/db/ledger/stock-months'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { consumableCalls, MOST_SERIES } from './consumables.contract'

const DAYS = 130
/** of the first unit more than have a series of their own, of the others few */
const UNITS = [...Array.from({ length: MOST_SERIES + 3 }, () => 'kg' as const), 'liter', 'liter', 'piece'] as const
let farm: Farm
let goods: number[]
let stocks: number[]

const step = fc.record({
  kind: fc.constantFrom('use', 'use', 'use', 'move', 'stocktake'),
  day: fc.integer({ min: 0, max: DAYS }),
  good: fc.nat(UNITS.length - 1),
  stock: fc.nat(1),
  amount: fc.integer({ min: 1, max: 900 }),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take({ kind, day, good, stock, amount }: Step): Promise<void> {
  // today even at night
  const at = { date: farm.daysAgo(day), time: day === 0 ? '00:00' : '10:00' }
  const [stock_id, to_stock_id] = [stocks[stock]!, stocks[1 - stock]!]
  const lines = [{ good_id: goods[good]!, amount }]
  if (kind === 'use') await farm.call(kinds.writeOff.create, { ...at, stock_id, lines })
  else if (kind === 'move') await farm.call(kinds.move.create, { ...at, stock_id, to_stock_id, lines })
  else
    await farm.call(kinds.stocktake.create, {
      ...at,
      stock_id,
      lines: [{ good_id: goods[good]!, amount: 900_000 + amount }],
    })
}

beforeAll(async () => {
  farm = await openFarm()
  goods = []
  for (const measure of UNITS)
    goods.push((await farm.good({ measure, type: measure === 'liter' ? 'gasoline' : 'feed' })).id)
  stocks = [(await farm.stock()).id, (await farm.stock()).id]
  for (const stock of stocks)
    for (const good of goods) await farm.adding({ good, stock, count: 1_000_000, date: farm.daysAgo(DAYS + 1) })
  for (const one of fc.sample(step, { numRuns: 120, seed: 7 })) await take(one)
})
afterAll(() => farm.close())

/** Periods that begin and end within months and at their ends, some without a whole month. */
function told() {
  const months = [2, 1].map(monthsAgo)
  const periods = [
    { start: farm.daysAgo(DAYS), end: farm.today() },
    { start: farm.daysAgo(100), end: farm.daysAgo(40) },
    { start: farm.daysAgo(20), end: farm.daysAgo(15) },
    { start: months[0]!.first, end: months[1]!.last },
    { start: months[0]!.first, end: farm.today() },
  ]
  return Promise.all(
    periods.flatMap((period) =>
      (['day', 'week', 'month'] as const).flatMap((detalization) => [
        farm.call(consumableCalls.byDates, { ...period, detalization }),
        farm.call(consumableCalls.byDates, { ...period, detalization, stocks_id: [stocks[0]!] }),
      ]),
    ),
  )
}

function monthsAgo(ago: number) {
  const [, month, year] = farm.today().split('.').map(Number) as [number, number, number]
  const day = (date: Date) => date.toISOString().slice(0, 10).split('-').reverse().join('.')
  return {
    first: day(new Date(Date.UTC(year, month - 1 - ago, 1))),
    last: day(new Date(Date.UTC(year, month - ago, 0))),
  }
}

it('with months that are kept it is what it is without', async () => {
  const company = farm.session.user.company.id
  const database = openDatabase(farm.database.webUrl, 2)
  const forget = () => farm.sql('delete from stock_months where company_id = $1', [company])
  const kept = async () =>
    (await farm.sql('select from stock_months where company_id = $1 and used_goods is not null', [company])).length
  try {
    for (const [index, one] of fc.sample(step, { numRuns: 4, seed: 9 }).entries()) {
      await forget()
      const fresh = await told()
      expect(fresh[0]!.datasets.filter(({ id }) => id === null)).toHaveLength(1)
      await keepStockMonths(database, company, { all: true })
      expect(await told()).toEqual(fresh)
      await keepUses(database, company)
      expect(await kept()).toBeGreaterThan(3)
      expect(await told()).toEqual(fresh)
      await database.transaction(company, async (tx) => expect(await checkUses(tx, company)).toEqual([]))
      await take({ ...one, kind: 'use', day: 35 + 20 * index })
      const changed = await told()
      await forget()
      expect(changed).toEqual(await told())
    }
  } finally {
    await database.close()
  }
}, 120_000)
