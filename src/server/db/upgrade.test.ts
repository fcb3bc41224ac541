/** The migrations after the first, on a database that farms have been working in. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { netsAt } from '../../core/goods/nets.server'
import { ledgerReading } from '../../core/documents/kinds/kinds.server'
import { projectRoot } from '../base/project-root'
import { freshDatabase, type TestDatabase } from '../../testing/database'
import { query } from '../../testing/server'
import { openDatabase, type Tx } from './client'
import { checkLedger } from './ledger/check'
import { migrate } from './migrate'

const OURS = join(projectRoot, 'migrations')

let database: TestDatabase
let folder: string

/** A database as the first version left it. */
beforeEach(async () => {
  database = await freshDatabase()
  folder = mkdtempSync(join(tmpdir(), 'sadok-upgrade-'))
  await query(database.adminUrl, (client) => client.query('drop schema if exists public, pgboss cascade'))
  await query(database.url, (client) => client.query('create schema public'))
  const [first] = readdirSync(OURS).sort()
  copyFileSync(join(OURS, first!), join(folder, first!))
  await migrate(database.url, undefined, folder)
})
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

/** A farm with a lift of fish in its books. */
const FARM = `
  insert into companies (company_id, name) values ($1, 'Ферма ' || $1);
  insert into withdrawal_reasons values ($1, 'sale', 'Продажа', 0), ($1, 'other', 'Прочее', 1);
  insert into locations (company_id, id, name) values ($1, $1, 'Модуль');
  insert into cages (company_id, id, location_id, number, cage_type_id, color, volume, x, y)
    values ($1, $1, $1, '1', 1, 1, 1000, 0, 0);
  insert into operations (company_id, kind, at, moves_fish, cage_id, reason)
    values ($1, 'withdrawal', '2026-05-01 10:00', true, $1, 'sale')`

test('go through, keep what is there, and give every farm the new reason of a lift and categories of spending', async () => {
  for (const company of ['1', '2'])
    await query(database.adminUrl, (client) => client.query(FARM.replaceAll('$1', company)))
  expect(await migrate(database.url)).toBe(readdirSync(OURS).length - 1)
  const { rows } = await query(database.adminUrl, (client) =>
    client.query(
      `select company_id, array_agg(code order by position) as codes, (select count(*)::int from operations o where o.company_id = r.company_id) as lifts
       from withdrawal_reasons r group by company_id order by company_id`,
    ),
  )
  const codes = ['sale', 'sending_to_workshop', 'other']
  expect(rows).toEqual([
    { company_id: 1, codes, lifts: 1 },
    { company_id: 2, codes, lifts: 1 },
  ])
  const categories = await query(database.adminUrl, (client) =>
    client.query(`select company_id, count(*)::int from spending_categories group by 1 order by 1`),
  )
  expect(categories.rows).toEqual([
    { company_id: 1, count: 8 },
    { company_id: 2, count: 8 },
  ])
})

const BALANCES = `
  select 'fish' as ledger, group_id as one, 0 as two, operation_id::bigint as at, count_after::bigint as amount, mass_after::bigint as mass from fish_entries
  union all select 'goods', good_id, stock_id, operation_id, amount, null from stock_entries
  union all select 'days', good_id, stock_id, (day - date '2000-01-01')::bigint, closing, lowest from stock_days
  order by 1, 2, 3, 4`

/**
 * Sequences go on after what was loaded. Nets that hung in cages: one was changed for another in one minute, one cage
 * is deleted.
 */
const NETS = `
  select setval('operations_id_seq', (select max(id) from operations));
  insert into items (company_id, id, name, type, condition, stock_id) overriding system value values
    (1, 2, 'Дель А', 'net', 'new', 1), (1, 3, 'Дель Б', 'net', 'new', 1);
  insert into item_entries (company_id, id, item_id, kind, at, stock_id, cage_id, note) overriding system value values
    (1, 2, 2, 'adding', '2026-10-01 10:00', 1, null, 'из ремонта'), (1, 3, 3, 'adding', '2026-10-01 10:00', 1, null, null),
    (1, 4, 2, 'tying', '2026-10-03 10:00', 1, 1, null), (1, 5, 2, 'untying', '2026-10-05 12:00', 1, 1, null),
    (1, 6, 3, 'tying', '2026-10-05 12:00', 1, 1, null), (1, 7, 2, 'tying', '2026-10-06 09:00', 1, 2, null),
    (1, 8, 2, 'untying', '2026-10-08 09:00', 1, 2, null), (1, 9, 2, 'tying', '2026-10-08 10:00', 1, null, null),
    (1, 10, 2, 'untying', '2026-10-09 10:00', 1, null, null);
  update cages set net_id = 3 where id = 1`

/** The day of October → «cage: net» of every cage that held one. */
const HELD = {
  2: [],
  4: ['1: Дель А'],
  5: ['1: Дель Б'],
  7: ['1: Дель Б', '2: Дель А'],
  10: ['1: Дель Б'],
}

async function heldOn(tx: Tx, day: string): Promise<string[]> {
  const nets = await netsAt(tx, 1, `2026-10-${day.padStart(2, '0')}T23:59`)
  return [...nets].map(([cage, { name }]) => `${cage}: ${name}`).sort()
}

test('a farm whose documents had no lines keeps every balance and every net where it hung, and both ledgers replay to them', async () => {
  for (const name of readdirSync(OURS).filter((name) => name < '0012'))
    copyFileSync(join(OURS, name), join(folder, name))
  await migrate(database.url, undefined, folder)
  const farm = readFileSync(join(projectRoot, 'src/server/db/farm-of-0011.sql'), 'utf8')
  // in the order of their names, the tables do not come after those they point to
  await query(database.adminUrl, (client) => client.query(`set session_replication_role = replica; ${farm}; ${NETS}`))
  const balances = async () => (await query(database.adminUrl, (client) => client.query(BALANCES))).rows
  const before = await balances()
  expect(before.length).toBeGreaterThan(30)
  await migrate(database.url)
  expect(await balances()).toEqual(before)
  const own = openDatabase(database.webUrl, 1)
  const found = await own.transaction(1, (tx) => checkLedger(tx, 1, ledgerReading))
  const held = await own.transaction(1, async (tx) => {
    const days: [string, string[]][] = []
    for (const day of Object.keys(HELD)) days.push([day, await heldOn(tx, day)])
    return Object.fromEntries(days)
  })
  expect(held).toEqual(HELD)
  await own.close()
  expect(found).toEqual([])
})

const PRICED = `
  insert into operations (company_id, id, kind, at, moves_fish, stock_id) overriding system value
    values (1, 900001, 'good_move', '2026-06-01 10:00', false, 1), (1, 900002, 'good_adding', '2026-06-01 11:00', false, 1);
  insert into operation_lines (company_id, operation_id, line, role, good_id, stock_id, amount, price) values
    (1, 900001, 0, 'out', 1, 1, 5, 100), (1, 900001, 1, 'in', 1, 2, 5, 100), (1, 900002, 0, 'in', 1, 1, 5, 100)`

test('what was moved with a price loses it, and what was bought keeps its own', async () => {
  for (const name of readdirSync(OURS).filter((name) => name < '0035'))
    copyFileSync(join(OURS, name), join(folder, name))
  await migrate(database.url, undefined, folder)
  await query(database.adminUrl, (client) => client.query(FARM.replaceAll('$1', '1')))
  await query(database.adminUrl, (client) => client.query(`set session_replication_role = replica; ${PRICED}`))
  await migrate(database.url)
  const { rows } = await query(database.adminUrl, (client) =>
    client.query('select operation_id::int as id, price::int from operation_lines order by operation_id, line'),
  )
  expect(rows).toEqual([
    { id: 900001, price: null },
    { id: 900001, price: null },
    { id: 900002, price: 100 },
  ])
})

/** A person and an application of one number, what refers to the application, and one whose number is its own. */
const NUMBERED = `
  insert into companies (company_id, name) values (1, 'Ферма');
  insert into users (company_id, id, name, email) values (1, 1, 'Анна', 'a@example.com'), (1, 2, 'Пётр', 'p@example.com');
  insert into external_users (company_id, id, name, token_hash) values (1, 2, 'Буй', 'one'), (1, 7, 'Учёт', 'two');
  insert into locations (company_id, id, name) values (1, 1, 'Модуль');
  insert into measure_parameters (company_id, id, location_id, name, measure_type, symbol, depth)
    values (1, 1, 1, 'Вода', 'temperature', '°C', '{50}');
  insert into measurements (company_id, measure_parameter_id, location_id, at, depth, value, external_user_id)
    values (1, 1, 1, '2026-05-01 10:00', 50, 8, 2);
  insert into audit_log (company_id, user_id, action, entity, entity_id)
    values (1, 1, 'create', 'external_user', 2), (1, 1, 'create', 'user', 2);
  insert into security_events (company_id, kind, user_id, details)
    values (1, 'token-created', null, '{"id": 2, "name": "Буй"}'), (1, 'user-created', 2, '{"id": 2}')`

test('an application with the number of a person gets one of its own, and what it did stays its own', async () => {
  for (const name of readdirSync(OURS).filter((name) => name < '0034'))
    copyFileSync(join(OURS, name), join(folder, name))
  await migrate(database.url, undefined, folder)
  await query(database.adminUrl, (client) => client.query(NUMBERED))
  await migrate(database.url)
  const rows = (text: string) => query(database.adminUrl, async (client) => (await client.query(text)).rows)
  expect(await rows('select id, name from external_users order by id')).toEqual([
    { id: 7, name: 'Учёт' },
    { id: 8, name: 'Буй' },
  ])
  expect(await rows('select external_user_id from measurements')).toEqual([{ external_user_id: 8 }])
  expect(await rows('select entity, entity_id::int from audit_log order by id')).toEqual([
    { entity: 'external_user', entity_id: 8 },
    { entity: 'user', entity_id: 2 },
  ])
  expect(await rows(`select details ->> 'id' as id from security_events order by kind`)).toEqual([
    { id: '8' },
    { id: '2' },
  ])
  const next = `insert into external_users (company_id, name, token_hash) values (1, 'Шлюз', 'three') returning id`
  expect(await rows(next)).toEqual([{ id: 9 }])
  expect(await rows(`insert into users (company_id, name, email) values (1, 'Олег', 'o') returning id`)).toEqual([
    { id: 10 },
  ])
})
