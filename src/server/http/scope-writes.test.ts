/**
 * A person to whom every module and warehouse is closed: no write changes what is in them, and no answer names them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes } from '../../app.server'
import { type Endpoint } from '../../shared/contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { makeWorld } from '../../testing/calls/fuzz-world'
import { rightValues, type World } from '../../testing/calls/fuzz'
import { send, type Session } from '../../testing/session'

let farm: Farm
let world: World
let limited: Session
beforeAll(async () => {
  farm = await openFarm()
  world = await makeWorld(farm, farm.session, 'чужое')
  limited = await farm.user({ is_admin: true, locations: [], stocks: [] })
})
afterAll(() => farm.close())

/** Modules, warehouses, cages and what is in them; species, goods and people are everyone's. */
const CLOSED = /(модуль|склад|дель|лодка|вода|воздух) чужое|[12]чужое/i
const PLACED = [
  'locations',
  'stocks',
  'cages',
  'items',
  'measure_parameters',
  'measurements',
  'feed_calcs',
  'feed_calc_coefficients',
  'feeding_plan_rows',
  'fish_entries',
  'fish_groups',
  'stock_entries',
  'stock_days',
  'stock_amounts',
  'operation_lines',
]

/** Money that is spent belongs to no module. */
const operations = `select 'operations' as name, count(*) || ' ' || sum(hashtextextended(o::text, 0)) as rows from operations o where kind <> 'spending'`

async function placed(): Promise<unknown> {
  const sums = PLACED.map(
    (name) => `select '${name}' as name, count(*) || ' ' || sum(hashtextextended(t::text, 0)) as rows from ${name} t`,
  )
  // the planner appends tables in an order of its own
  return farm.sql(`${[...sums, operations].join(' union all ')} order by name`)
}

const writes = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, path, area }) => method !== 'GET' && path !== '/logout' && area !== 'external')

function write(endpoint: Endpoint) {
  const values = rightValues(endpoint, world, { start: farm.daysAgo(3), end: farm.today() })
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? 1))
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !endpoint.path.includes(`{${name}}`)))
  const { method } = endpoint
  const parts = method === 'DELETE' ? { query: rest } : { body: rest }
  return send(farm.app, { method, path, ...parts, cookie: limited.cookie })
}

it('changes nothing there, and is told nothing of it', async () => {
  let before = await placed()
  const wrong: string[] = []
  for (const endpoint of writes) {
    const { status, text } = await write(endpoint)
    const name = `${endpoint.method} ${endpoint.path}`
    if (status >= 500) wrong.push(`${name}: ${status}`)
    const told = CLOSED.exec(text)
    if (told) wrong.push(`${name} tells «${told[0]}»`)
    const after = await placed()
    if (JSON.stringify(after) !== JSON.stringify(before)) wrong.push(`${name} changes: ${status}`)
    before = after
  }
  expect(wrong).toEqual([])
  expect(writes.length).toBeGreaterThan(150)
})
