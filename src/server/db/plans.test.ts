/**
 * Plans that a connection made while the tables were empty are good when they are full: no statement reads a large
 * table whole.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { libraries } from '../../core/lists/library.contract'
import type { Endpoint } from '../../shared/contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import { openPond, type Pond } from '../../testing/farm/pond'
import { listenToStatements } from '../../testing/statements'
import { OLTP_PLANNER } from './pool'
import { analyzeGrown } from './statistics'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { movementCalls } from '../../features/warehouse/movements/movement-calls.contract'

let pond: Pond
let farm: Pond['farm']
/** a connection like those of the application, which stays open while the tables grow */
let connection: pg.Client
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  connection = new pg.Client({ connectionString: farm.database.webUrl })
  await connection.connect()
  await connection.query(`${OLTP_PLANNER}; set role sadok_app`)
  await connection.query(`select set_config('app.company_id', $1, false)`, [String(farm.session.user.company.id)])
})
afterAll(async () => {
  await connection.end()
  await farm.close()
})

/** What the calls of an ordinary day send. */
async function ordinaryStatements(): Promise<string[]> {
  const texts = new Set<string>()
  const listening = listenToStatements((_, { text }) => void texts.add(text))
  const [cage, other] = [await pond.cage(), await pond.cage()]
  await pond.stock(cage.id, 9)
  await pond.lose(cage.id, 8, 10)
  await pond.move(cage.id, other.id, 7, 100)
  await pond.weigh(cage.id, 6, 0.3)
  await pond.lift(cage.id, 5, 10)
  await pond.lose(cage.id, 8, 5)
  const [good, stock] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(8) })
  const fed = { ...pond.on(4), cage_id: cage.id, feed_type_id: good.id, stock_id: stock.id, volume: 1 }
  const { id } = await farm.call(kinds.feeding.create, fed)
  await farm.call(kinds.feeding.update, { id, ...fed, volume: 2 })
  await farm.call(kinds.feeding.remove, { id })
  await farm.call(movementCalls.list, { type: 'good', id: good.id })
  await farm.call(accessCalls.companySettings, { 'age-categories-by-weight': true, 'auto-growth': true })
  const period = { start: farm.daysAgo(9), end: farm.daysAgo(0), page: 1, per_page: 50 }
  const paths = [
    `/transactions-data-for-good/${good.id}?page=1`,
    `/goods/${good.id}/lots`,
    '/cages',
    '/total-farm-data',
    '/crud/good',
    '/all-feeds-amounts',
    `/all-feeds-amounts?date=${farm.daysAgo(5)}`,
    `/crud/good?date=${farm.daysAgo(5)}`,
    '/goods-value',
    `/goods-value/${good.id}?start=${farm.daysAgo(9)}`,
    '/goods-value?method=avg',
    `/goods-balance/${good.id}?start=${farm.daysAgo(9)}&end=${farm.daysAgo(0)}`,
    '/recent',
    '/growth-terms',
    '/expected-weights',
    '/to-weigh',
    '/notices',
    '/calculate-feedings',
    '/chart/data/feedings',
    '/chart/data/feedings-by-locations?detalization=week',
    '/chart/data/retreats',
    '/chart/data/withdrawals-by-months',
    '/consolidated-report',
    '/consolidated-report-for-period',
    '/forecast',
    '/forecast/factors',
    `/forecast/target?weight=1&cage_ids=${cage.id}`,
    '/feed-calc-coverage',
    `/get-plan-of-day/${farm.daysAgo(0)}`,
    `/get-feed-calc-cages?date=${farm.daysAgo(-1)}`,
    `/get-plan-of-cage/${cage.id}`,
    '/get-dates-color',
    `/feeding-plan-fact?date=${farm.daysAgo(0)}`,
    '/user',
    `/cages/info/${cage.id}`,
    `/cages/recent/${cage.id}`,
    `/audit?start=${farm.daysAgo(9)}&end=${farm.daysAgo(0)}&page=1`,
    `/audit?start=${farm.daysAgo(9)}&end=${farm.daysAgo(0)}&page=1&user_id=1&entity=feeding`,
    `/history/cage/${cage.id}`,
    `/security-events?start=${farm.daysAgo(9)}&end=${farm.daysAgo(0)}&page=1`,
  ]
  for (const path of paths) expect((await farm.get(path)).status, path).toBe(200)
  for (const { list } of Object.values(libraries)) await farm.call(list as Endpoint, {})
  for (const { contract } of Object.values(kindServers)) await farm.get(contract.path, period)
  expect((await farm.get('/cages-on-date', { date: farm.daysAgo(4) })).status).toBe(200)
  listening.stop()
  return [...texts].filter((text) => /^\s*(select|with|insert|update|delete)\b/i.test(text))
}

async function prepare(texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) await connection.query(`prepare statement_${index} as ${text}`)
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Statement → the tables that its generic plan reads whole. */
async function readWhole(texts: string[]): Promise<Map<string, string[]>> {
  const { rows } = await connection.query<{ name: string; parameters: number }>(
    'select name, cardinality(parameter_types) as parameters from pg_prepared_statements',
  )
  const found = new Map<string, string[]>()
  for (const { name, parameters } of rows) {
    const values = parameters === 0 ? '' : `(${Array(parameters).fill('null').join()})`
    const explained = await connection.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `explain (format json) execute ${name}${values}`,
    )
    const scans = nodesOf(explained.rows[0]!['QUERY PLAN'][0]!.Plan).filter((node) => node['Node Type'] === 'Seq Scan')
    if (scans.length > 0)
      found.set(texts[Number(name.split('_')[1])]!, [...new Set(scans.map((scan) => scan['Relation Name']!))])
  }
  return found
}

/** Ten years of a farm's rows, of it and of another company, without what a ledger would make of them. */
async function grow(): Promise<void> {
  const [company, user] = [farm.session.user.company.id, farm.session.user.id]
  const other = (await farm.company()).user.company.id
  const { generation_id: generation, age_category_id: category } = pond.group
  const group = `1000 + i % 400`
  const at = `timestamp '2020-01-01' + interval '1 hour' * i`
  const rows = [
    [
      'fish_groups (company_id, id, cage_id, generation_id, age_category_id)',
      `1000 + i, 1000 + i, ${generation}, ${category}`,
      400,
    ],
    [
      'operations (company_id, id, kind, at, moves_fish, user_id, cage_id, generation_id, age_category_id, count, good_id, stock_id, volume)',
      `10000 + i, case when i % 3 = 0 then 'retreat' else 'feeding' end, ${at}, i % 3 = 0, ${user}, ${group}, ${generation}, ${category}, 1, 1, 1, 1`,
      40_000,
    ],
    [
      'fish_entries (company_id, operation_id, group_id, at, cage_id, kind, count_delta, mass_delta, deviation, count_after, mass_after)',
      `10000 + i, ${group}, ${at}, ${group}, 'retreat', -1, -1, 0, 1000, 1000`,
      40_000,
    ],
    [
      'operation_lines (company_id, operation_id, line, role, good_id, stock_id, amount)',
      `10000 + i, 0, 'in', 1 + i % 9, 1, 1`,
      20_000,
    ],
    [
      'stock_entries (company_id, operation_id, good_id, stock_id, at, amount)',
      `10000 + i, 1, 1 + i % 9, ${at}, 1`,
      20_000,
    ],
    [
      'stock_days (company_id, good_id, stock_id, day, closing, lowest)',
      // long ago, where the farm of the test has none
      `1 + i % 3, 1 + i % 9, date '1950-01-01' + i, 1, 1`,
      20_000,
    ],
    ['audit_log (company_id, action, entity, entity_id)', `'create', 'retreat', 10000 + i`, 20_000],
    [
      'idempotency_keys (company_id, key, user_id, request_hash, answer)',
      `'key ' || i, ${user}, 'hash', 'answer'`,
      20_000,
    ],
    [
      'sessions (company_id, token_hash, user_id, expires_at)',
      `'hash ' || i, ${user}, now() + interval '1 day'`,
      20_000,
    ],
    [
      'measurements (company_id, measure_parameter_id, location_id, at, depth, value)',
      `1 + i % 9, 1 + i % 9, ${at}, 0, 1`,
      20_000,
    ],
  ] as const
  // the server's own autovacuum would be first on a slow machine
  for (const table of LARGE) await farm.sql(`alter table ${table} set (autovacuum_enabled = false)`)
  await farm.sql('set session_replication_role = replica')
  for (const [into, values, many] of rows)
    await farm.sql(`insert into ${into} select company, ${values}
      from unnest(array[${company}, ${other}]) company, generate_series(1, ${many}) i`)
  await farm.sql('reset session_replication_role')
}

const LARGE = [
  'audit_log',
  'fish_entries',
  'idempotency_keys',
  'measurements',
  'operation_lines',
  'operations',
  'sessions',
  'stock_days',
  'stock_entries',
]

test('statements that were planned on empty tables use their indexes when these have grown', async () => {
  const texts = await ordinaryStatements()
  await prepare(texts)
  await readWhole(texts)
  await grow()
  expect(await analyzeGrown(farm.database.url)).toEqual(expect.arrayContaining(LARGE))
  const whole = [...(await readWhole(texts))].filter(([, tables]) => tables.some((table) => LARGE.includes(table)))
  expect(whole).toEqual([])
  // nothing has grown since
  expect(await analyzeGrown(farm.database.url)).toEqual([])
})
