/**
 * A page reads an answer again when a fact it is made of has changed: so what a write changes in it must be one of the
 * facts it names.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allRoutes } from '../../app.server'
import { cageCalls } from '../../core/cages/cage.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { itemCalls } from '../../core/goods/item.contract'
import { libraries } from '../../core/lists/library.contract'
import { userCalls } from '../../features/people/person/users.contract'
import { roleCalls } from '../../features/people/roles/roles.contract'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import type { CacheTag } from '../../shared/cache-tags'
import { type Database, openDatabase } from '../db/client'
import { type Events, openEvents } from '../events'
import { openPond, type Pond } from '../../testing/farm/pond'

const endpoints = allRoutes.map(({ endpoint }) => endpoint)
const readings = endpoints.filter(({ method, download }) => method === 'GET' && !download)

let pond: Pond
let database: Database
let events: Events
let heard: CacheTag[] = []
beforeAll(async () => {
  pond = await openPond()
  database = openDatabase(pond.farm.database.webUrl, 1)
  events = openEvents(database, () => undefined)
  events.subscribe(pond.farm.session.user.company.id, (tags) => heard.push(...tags))
})
afterAll(async () => {
  await events.close()
  await database.close()
  await pond.farm.close()
})

test('every reading names the facts that it is made of', () => {
  expect(readings.filter(({ reads }) => reads === undefined).map(({ path }) => path)).toEqual([])
})

test('what a write changes in any answer is made of a fact that the write names', async () => {
  const { farm, on } = pond
  const [cage, other] = [await pond.cage(), await pond.cage()]
  const stock = await farm.stock()
  const feed = await farm.good()
  await farm.adding({ good: feed.id, stock: stock.id, count: 500, date: farm.daysAgo(30) })
  await pond.stock(cage.id, 20)
  const parameter = await farm.parameter({ location: cage.location_id })
  const net = await farm.item({ stock: stock.id, date: farm.daysAgo(30) })
  const boat = await farm.item({ stock: stock.id, type: 'boat', date: farm.daysAgo(30) })
  const fuel = await farm.good({ type: 'gasoline', measure: 'liter' })
  await farm.adding({ good: fuel.id, stock: stock.id, count: 50, date: farm.daysAgo(30) })
  const shed = await farm.stock()

  /** Values for the parameters that readings ask for; one that asks for more is not looked at. */
  const known: Record<string, unknown> = {
    cageId: cage.id,
    cage_id: cage.id,
    locationId: cage.location_id,
    date: farm.today(),
    time: '23:59',
    start: farm.daysAgo(40),
    end: farm.today(),
    month: farm.today().slice(3),
    page: 1,
  }
  const inputOf = (path: string) => {
    const of = path.includes('item') || path.includes('{type}') ? boat : path.includes('good') ? feed : cage
    return { ...known, id: of.id, model: 'good', ...(path.includes('{type}') && { type: 'item' }) }
  }
  const answers = async () => {
    const all = await Promise.all(
      readings.map(async ({ path }) => {
        const input = inputOf(path)
        const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name as keyof typeof input]))
        const { status, text } = await farm.get(address, input)
        // the clock goes on by itself
        return [path, status === 200 ? text.replace(/"now":"[^"]*"/, '') : null] as const
      }),
    )
    return new Map(all)
  }
  const answered = [...(await answers()).values()].filter((text) => text !== null)
  expect(answered.length).toBeGreaterThan(readings.length * 0.8)

  const { species, location, generation, spending_category } = libraries
  const { id, location_id, cage_type_id, number, volume } = cage
  const cageFields = { id, location_id, cage_type_id, number, volume }
  const [autumn] = await farm.call(generation.list, {})
  const [category] = await farm.call(spending_category.list, {})
  const spent = { name: 'Трос', amount: 100, spending_category_id: category!.id, generation_id: autumn!.id }
  const feeding = { cage_id: cage.id, feed_type_id: feed.id, stock_id: stock.id, volume: 5 }
  const writes: Record<string, () => Promise<unknown>> = {
    'a loss': () => pond.lose(cage.id, 2, 10),
    'a transfer': () => pond.move(cage.id, other.id, 2, 100),
    'a feeding': () => farm.call(kinds.feeding.create, { ...on(0, '00:00'), ...feeding }),
    'a receipt': () => farm.call(goodCalls.transact, { id: feed.id, stock: stock.id, count: 7, ...on(1) }),
    spending: () => farm.call(kinds.spending.create, { date: farm.daysAgo(1), ...spent }),
    'a renamed category of spending': () => farm.call(spending_category.update, { id: category!.id, name: 'Снасти' }),
    'a reading': () => {
      const reading = { location_id: cage.location_id, measure_parameter_id: parameter.id, value: 8 }
      return farm.call(measurementCalls.create, { ...on(0, '00:00'), ...reading })
    },
    'a net that is hung': () => farm.call(cageCalls.update, { ...cageFields, net_id: net.id }),
    'a cage that is moved': () =>
      farm.call(cageCalls.update, { ...cageFields, net_id: net.id, number: '99', volume: 700 }),
    'a renamed module': () => farm.call(location.update, { id: cage.location_id, name: 'Южный рейд' }),
    'a renamed generation': () =>
      farm.call(generation.update, { ...autumn!, date: farm.daysAgo(90), name: 'Осень 25' }),
    'a new species': () => farm.call(species.create, { name: 'Палия' }),
    'a new item': () =>
      farm.call(itemCalls.create, { name: 'Лодка', type: 'boat', condition: 'new', stock: stock.id, ...on(1) }),
    'a refill': () => {
      const filling = { item_id: boat.id, good_id: fuel.id, stock_id: stock.id, volume: 5 }
      return farm.call(kinds.refill.create, { ...on(2), ...filling })
    },
    'an item that is moved': () =>
      farm.call(kinds.itemMove.create, { ...on(1), item_id: boat.id, to_stock_id: shed.id }),
    'work on an item': () =>
      farm.call(kinds.itemOperation.create, { ...on(1), item_id: boat.id, operation_name: 'Осмотр' }),
    'an invited person': () => farm.call(userCalls.create, { name: 'Игорь', email: 'igor@example.com', role_id: 2 }),
    'a right that is given': () => farm.call(roleCalls.save, { data: { 2: { 'create cages': 'write' } } }),
    'a setting': () => farm.call(accessCalls.companySettings, { 'weighing-age-days': 29 }),
  }
  for (const [what, write] of Object.entries(writes)) {
    const before = await answers()
    heard = []
    await write()
    await vi.waitFor(() => expect(heard.length, what).toBeGreaterThan(0), { timeout: 3000, interval: 10 })
    const after = await answers()
    const stale = readings
      .filter(({ path, reads }) => before.get(path) !== after.get(path) && !reads!.some((tag) => heard.includes(tag)))
      .map(({ path }) => path)
    expect(stale, `${what} (${heard.join(', ')})`).toEqual([])
  }
  // it asks every reading before and after each write
}, 240_000)
