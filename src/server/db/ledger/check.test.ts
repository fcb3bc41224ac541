import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ledgerReading } from '../../../core/documents/kinds/kinds.server'
import { feeding } from '../../../core/documents/kinds/feeding/feeding.contract'
import { retreat } from '../../../core/documents/kinds/retreat/retreat.contract'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { stocking } from '../../../core/documents/kinds/stocking/stocking.contract'
import { transfer } from '../../../core/documents/kinds/transfer/transfer.contract'
import { workshopGoodCalls } from '../../../core/goods/good-calls.contract'
import { workshopCalls } from '../../../features/workshop/workshop.contract'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { openDatabase, type Database } from '../client'
import { companyIds } from '../companies'
import { checkLedger } from './check'

let farm: Farm
let database: Database

beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.url, 1)
  const [location, species, category, stock, good] = await Promise.all([
    farm.module(),
    farm.species(),
    farm.category(),
    farm.stock(),
    farm.good(),
  ])
  const generation = await farm.generation({ species: species.id })
  await farm.stock()
  const net = await farm.item({ stock: stock.id, date: farm.daysAgo(4) })
  const first = await farm.cage({ location: location.id, net: net.id })
  const second = await farm.cage({ location: location.id })
  const group = { generation_id: generation.id, age_category_id: category.id }
  const date = farm.daysAgo(3)
  await farm.call(stocking.create, { to_id: first.id, ...group, date, time: '08:00', count: 1000, avg_weight: '0,2' })
  await farm.call(retreat.create, { from_id: first.id, ...group, date, time: '09:00', count: 7 })
  await farm.call(transfer.create, { from_id: first.id, to_id: second.id, ...group, date, time: '10:00', count: 400 })
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date, time: '07:00', price: 12.5 })
  for (const time of ['11:00', '12:00'])
    await farm.call(feeding.create, {
      cage_id: first.id,
      feed_type_id: good.id,
      stock_id: stock.id,
      volume: 5,
      date,
      time,
    })
  const sent = { from_id: second.id, ...group, date, reason: 'sending_to_workshop', stock_id: stock.id }
  await farm.call(kinds.withdrawal.create, { ...sent, time: '13:00', count: 5 })
  const { batch } = await farm.call(kinds.withdrawal.create, {
    ...sent,
    date: farm.daysAgo(2),
    time: '13:00',
    count: 5,
  })
  const left = await farm.call(kinds.withdrawal.create, { ...sent, date: farm.daysAgo(1), time: '13:00', count: 5 })
  await farm.call(workshopCalls.removeBatch, { id: left.batch!.id })
  const fillet = await farm.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
  await farm.call(kinds.batchTransform.create, {
    batch_id: batch!.id,
    date: farm.daysAgo(1),
    time: '15:00',
    result_workshop_goods: [{ workshop_good_id: fillet.id, count: 1, stock_id: stock.id }],
  })
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

async function check(): Promise<string[]> {
  const { id } = farm.session.user.company
  return database.transaction(id, (tx) => checkLedger(tx, id, ledgerReading))
}

test('every company of the database is found', async () => {
  const other = await farm.company()
  const ids: number[] = []
  for await (const id of companyIds(database)) ids.push(id)
  expect(ids).toEqual([farm.session.user.company.id, other.user.company.id])
})

describe('what the ledgers store against what the operations say', () => {
  test('is the same where a version that knew no prices of entries wrote', async () => {
    await keep()
    await farm.sql(`
      create temporary table old on commit drop as
        select company_id, good_id, stock_id, at, operation_id, line, amount from stock_entries;
      delete from stock_entries;
      insert into stock_entries (company_id, good_id, stock_id, at, operation_id, line, amount) select * from old`)
    const [found, prices] = [await check(), await farm.sql('select price from stock_entries where price is not null')]
    await mend()
    expect([found, prices]).toEqual([[], [{ price: 1250 }]])
  })

  test('is the same after ordinary work', async () => {
    expect(await check()).toEqual([])
  })

  test.each([
    [
      'a mass one milligram off',
      `update fish_entries set mass_after = mass_after + 1 where kind = 'retreat'`,
      'retreat',
    ],
    [
      'an entry at another time',
      `update fish_entries set at = at + interval '1 minute' where kind = 'stocking'`,
      'stocking',
    ],
    ['a lost entry', `delete from fish_entries where kind = 'transfer' and count_delta > 0`, 'stored nothing'],
    [
      'an entry that no operation explains',
      `insert into fish_entries select company_id, group_id, '2020-01-01', (select min(id) from operations where kind = 'feeding'), cage_id, kind,
         count_delta, mass_delta, deviation, count_after, mass_after, last_count, last_mass from fish_entries where kind = 'stocking'`,
      '1 fish entries of operations that move no fish',
    ],
    ['an operation changed behind the ledger', `update operations set count = 8 where kind = 'retreat'`, 'retreat'],
    ['more taken than there is', `update operations set count = 1001 where kind = 'retreat'`, '1 fish short'],
    ['a wrong amount of goods', `update stock_entries set amount = amount - 1 where amount < 0`, 'is not stored'],
    ['a price that no document says', `update stock_entries set price = price + 1`, 'for 1251 is stored'],
    ['a receipt that is taken for a move', `update stock_entries set moved = true where amount > 0`, 'moved is stored'],
    ['a wrong balance of a day', `update stock_days set closing = closing + 1`, 'stored 90000001'],
    ['a wrong amount of now', `update stock_amounts set amount = amount + 1`, 'now stored 90000001, counted 90000000'],
    ['a lost amount of now', `delete from stock_amounts`, 'now stored nothing, counted 90000000'],
    ['an amount of now that is older than its last day', `update stock_amounts set day = day - 1`, 'has entries after'],
    ['a lost day', `delete from stock_days`, 'stored nothing, counted 90000000'],
    ['a net without its tying', `delete from operations where kind = 'tying'`, 'documents say no net'],
    [
      'an item that lies elsewhere than its documents say',
      `update items set stock_id = (select max(id) from stocks)`,
      'item 1: stored warehouse',
    ],
    [
      'a document of an item that cannot be',
      `update operations set at = '2030-01-01' where kind = 'item_adding'`,
      'tying',
    ],
    [
      'a batch transformed at another time',
      `update batches set processed_at = '2020-01-01' where processed_at is not null`,
      '2020',
    ],
    ['a batch that is open although it was transformed', `update batches set processed_at = null`, 'transformed never'],
    ['a batch of another day', `update batches set day = day - 1`, 'is in batch'],
    ['a batch of another warehouse', `update batches set stock_id = (select max(id) from stocks)`, 'is in batch'],
    [
      'a lift of the workshop without a batch',
      `update operations set batch_id = null where kind = 'withdrawal' and batch_id = (select min(id) from batches)`,
      'is in no batch',
    ],
    [
      'fish in the batch of another day',
      `update operations set batch_id = (select min(id) from batches) where kind = 'withdrawal'`,
      'is in batch',
    ],
    [
      'a lift in a batch that is not there',
      `set session_replication_role = replica; delete from batches`,
      'which is not there',
    ],
    ['a net that was let go without a document', `update cages set net_id = null`, 'stored no net, documents say net'],
  ])('differs by %s', async (_, damage, told) => {
    await keep()
    await farm.sql(damage)
    const found = await check()
    await mend()
    expect(found.join('\n')).toContain(told)
    expect(await check()).toEqual([])
  })
})

const TABLES = [
  'batches',
  'items',
  'cages',
  'operations',
  'operation_lines',
  'fish_entries',
  'stock_entries',
  'stock_days',
  'stock_amounts',
]

async function keep(): Promise<void> {
  for (const table of TABLES) await farm.sql(`create table kept_${table} as select * from ${table}`)
}

/** Back to what was kept, past the foreign keys. */
async function mend(): Promise<void> {
  await farm.sql('set session_replication_role = replica')
  for (const table of TABLES) {
    await farm.sql(`delete from ${table}`)
    await farm.sql(`insert into ${table} select * from kept_${table}`)
    await farm.sql(`drop table kept_${table}`)
  }
  await farm.sql('set session_replication_role = origin')
}
