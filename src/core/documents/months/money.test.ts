/** Money under a journal of receipts: kept for months that are over until a document or a line of it changes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../server/db/client'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { kinds } from '../kinds/kinds.contract'
import { addMonths } from './month-sums-job.server'

let farm: Farm
let database: Database
let company: number
let good: number
let stock: number
beforeAll(async () => {
  farm = await openFarm()
  company = farm.session.user.company.id
  database = openDatabase(farm.database.webUrl)
  good = (await farm.good()).id
  stock = (await farm.stock()).id
  await fill()
}, 60_000)
afterAll(async () => {
  await database.close()
  await farm.close()
})

/** Three months of 1 100 receipts each: with a rate of VAT, without one, and without a price. */
async function fill(): Promise<void> {
  await farm.sql('set session_replication_role = replica')
  await farm.sql(
    `with made as (
       insert into operations (company_id, kind, at, moves_fish, stock_id, extra)
       select $1, 'good_adding', timestamp '2025-01-01' + (i % 3) * interval '1 month' + i * interval '10 minutes', false,
         $3, case when i % 2 = 0 then jsonb_build_object('vat_rate', '20') end
       from generate_series(0, 3299) i returning id)
     insert into operation_lines (company_id, operation_id, line, role, good_id, stock_id, amount, price)
     select $1, id, line, 'in', $2, $3, 1000000 + id % 7 * 333333, case when id % 11 > 0 then 100 + id % 97 end
     from made, generate_series(0, 1) line`,
    [company, good, stock],
  )
  await farm.sql('reset session_replication_role')
}

const PERIOD = { start: '10.01.2025', end: '20.04.2025' }

async function compare(as = farm.session): Promise<void> {
  const [plain] = await farm.sql<{ total: number; total_price: number; vat: number }>(
    `select count(*)::int as total, sum(cost)::float8 / 100 as total_price, sum(round(cost * 20 / 120)) filter (
       where vat)::float8 / 100 as vat
     from (
       select o.extra ->> 'vat_rate' is not null as vat, (
         select sum(round(amount::numeric * price / 1000000)) from operation_lines where operation_id = o.id) as cost
       from operations o where o.company_id = $1 and o.kind = 'good_adding' and o.at >= '2025-01-10'
         and o.at < '2025-04-21') d`,
    [company],
  )
  const { total, ...footer } = plain!
  const told = await farm.call(kinds.receipt.list, { ...PERIOD, page: 1, per_page: 1 }, { as })
  expect(told).toMatchObject({ total, footer })
}

const kept = async () => {
  const rows = await farm.sql<{ month: string }>('select month from month_sums where own is not null order by 1')
  return rows.map(({ month }) => month.slice(0, 7))
}

test('is the same before it is kept and afterwards, also for who may use some warehouses', async () => {
  await compare()
  await addMonths(database, company)
  expect(await kept()).toEqual(['2025-01', '2025-02', '2025-03'])
  await compare()
  await compare(await farm.user({ stocks: [stock], permissions: ['read stocks'] }))
})

test('follows a changed price, a rate of VAT, a new receipt and one that is deleted', async () => {
  await addMonths(database, company)
  const when = { date: '05.02.2025', time: '10:00', stock_id: stock }
  const line = { good_id: good, amount: 3, price: 70 }
  const { id } = await farm.call(kinds.receipt.create, { ...when, vat_rate: null, lines: [line] })
  expect(await kept()).toEqual(['2025-01', '2025-03'])
  const changes = [
    () => farm.call(kinds.receipt.update, { id, ...when, vat_rate: null, lines: [{ ...line, price: 80 }] }),
    () => farm.call(kinds.receipt.update, { id, ...when, vat_rate: '20', lines: [{ ...line, price: 80 }] }),
    () => farm.call(kinds.receipt.remove, { id }),
  ]
  for (const change of changes) {
    await addMonths(database, company)
    expect(await kept()).toContain('2025-02')
    await change()
    expect(await kept()).not.toContain('2025-02')
    await compare()
  }
})

test('goes when a line alone is written, as a version before or a repair may do', async () => {
  await addMonths(database, company)
  await farm.sql(
    `update operation_lines set price = 1 where company_id = $1 and line = 0 and operation_id = (
       select min(id) from operations where company_id = $1 and kind = 'good_adding' and at >= '2025-03-01')`,
    [company],
  )
  expect(await kept()).toEqual(['2025-01', '2025-02'])
  await compare()
})
