/** A person limited to a module and a warehouse: no reading names anything of the others, whatever it is asked for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allRoutes } from '../../app.server'
import { cageCalls } from '../../core/cages/cage.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { movementCalls } from '../../features/warehouse/movements/movement-calls.contract'
import { workshopGoodCalls } from '../../core/goods/good-calls.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import type { Session } from '../../testing/session'

type Side = Awaited<ReturnType<typeof furnish>>

/** stands in every name of the closed side */
const CLOSED = 'Чуж'

let farm: Farm
let limited: Session
let open: Side
let closed: Side
let group: { generation_id: number; age_category_id: number }
let feed: number
let medicine: number
let fuel: number

beforeAll(async () => {
  farm = await openFarm()
  const [species, category, good] = await Promise.all([farm.species(), farm.category(), farm.good()])
  medicine = (await farm.good({ type: 'medicine' })).id
  fuel = (await farm.good({ type: 'gasoline', measure: 'liter' })).id
  const generation = await farm.generation({ species: species.id })
  group = { generation_id: generation.id, age_category_id: category.id }
  feed = good.id
  open = await furnish('Свой')
  closed = await furnish(CLOSED)
  // each boat is filled from the warehouse of the other as well
  for (const [boat, { stock }] of [[open.boat, closed] as const, [closed.boat, open] as const])
    await farm.call(kinds.refill.create, { ...on(1), item_id: boat, good_id: fuel, stock_id: stock, volume: 1 })
  await acrossSides()
  limited = await farm.user({ is_admin: true, locations: [open.module], stocks: [open.stock] })
})
afterAll(() => farm.close())

const on = (day: number) => ({ date: farm.daysAgo(day), time: '10:00' })

/** A module, a warehouse, and one of everything in them, under this name. */
async function furnish(name: string) {
  const [module, stock] = await Promise.all([farm.module(`${name} модуль`), farm.stock(`${name} склад`)])
  const net = await farm.item({ stock: stock.id, name: `${name} дель в садке`, date: farm.daysAgo(9) })
  await farm.item({ stock: stock.id, name: `${name} дель на складе`, date: farm.daysAgo(9) })
  const cage = await farm.cage({ location: module.id, number: `${name} 1`, net: net.id })
  const other = await farm.cage({ location: module.id, number: `${name} 2` })
  const parameter = await farm.parameter({ location: module.id, name: `${name} параметр` })
  await farm.adding({ good: feed, stock: stock.id, count: 100, date: farm.daysAgo(9) })
  const on = (day: number) => ({ date: farm.daysAgo(day), time: '10:00', note: `${name} документ` })
  const boat = await farm.item({ stock: stock.id, type: 'boat', name: `${name} лодка`, date: farm.daysAgo(9) })
  await farm.adding({ good: fuel, stock: stock.id, count: 10, date: farm.daysAgo(9) })
  await farm.call(kinds.itemOperation.create, { ...on(2), item_id: boat.id, operation_name: `${name} осмотр` })
  const fish = { ...group, count: 100 }
  await farm.call(kinds.stocking.create, { ...on(8), to_id: cage.id, ...group, count: 10_000, avg_weight: 0.2 })
  const feeding = { cage_id: cage.id, feed_type_id: feed, stock_id: stock.id, volume: 5 }
  await farm.call(kinds.feeding.create, { ...on(1), ...feeding })
  await farm.call(kinds.correction.create, { ...on(5), cage_id: cage.id, ...group, count: 9_900 })
  await farm.adding({ good: medicine, stock: stock.id, count: 10, date: farm.daysAgo(9) })
  const dose = { cage_id: cage.id, good_id: medicine, stock_id: stock.id, volume: 1 }
  await farm.call(kinds.treatment.create, { ...on(2), ...dose })
  await farm.call(kinds.retreat.create, { ...on(1), from_id: cage.id, ...fish })
  await farm.call(kinds.weighing.create, { ...on(4), cage_id: cage.id, avg_weight: 0.3 })
  await farm.call(kinds.transfer.create, { ...on(3), from_id: cage.id, to_id: other.id, ...fish })
  const dispatch = { from_id: cage.id, count: 1, reason: 'sending_to_workshop', stock_id: stock.id }
  await farm.call(kinds.withdrawal.create, { ...on(2), ...dispatch })
  await farm.call(kinds.note.create, { ...on(1), cage_id: cage.id, text: `${name} текст` })
  await farm.call(measurementCalls.create, { ...on(1), measure_parameter_id: parameter.id, value: 8 })
  return { module: module.id, stock: stock.id, cage: cage.id, boat: boat.id }
}

/** Documents of the open side that take from the closed one. */
async function acrossSides() {
  const of = { cage_id: open.cage, stock_id: closed.stock, volume: 1 }
  await farm.call(kinds.feeding.create, { ...on(1), ...of, feed_type_id: feed })
  await farm.call(kinds.treatment.create, { ...on(1), ...of, good_id: medicine })
  const sent = { from_id: open.cage, count: 1, reason: 'sending_to_workshop' }
  await farm.call(kinds.withdrawal.create, { ...on(1), ...sent, stock_id: closed.stock })
  const net = await farm.item({ stock: closed.stock, name: `${CLOSED}ая дель в своём садке`, date: farm.daysAgo(9) })
  await farm.cage({ location: open.module, number: 'Свой 3', net: net.id })
  const { batch } = await farm.call(kinds.withdrawal.create, { ...on(3), ...sent, stock_id: open.stock })
  const fillet = await farm.call(workshopGoodCalls.create, { name: 'Филе', type: 'fillet', measure: 'kg' })
  const salt = await farm.good({ type: 'workshop' })
  await farm.adding({ good: salt.id, stock: closed.stock, count: 10, date: farm.daysAgo(9) })
  await farm.call(kinds.batchTransform.create, {
    ...on(1),
    batch_id: batch!.id,
    consumable_goods: [{ good_id: salt.id, count: 1, stock_id: closed.stock }],
    result_workshop_goods: [{ workshop_good_id: fillet.id, count: 1, stock_id: closed.stock }],
  })
}

const readings = allRoutes.map(({ endpoint }) => endpoint).filter((one) => one.method === 'GET' && !('download' in one))

/** What a call may be asked for, by the names of its fields; those of one side where it is given. */
function inputsOf({ input, path }: (typeof readings)[number], side: Side | null): Record<string, unknown> {
  const days = { start: farm.daysAgo(20), end: farm.daysAgo(0), date: farm.daysAgo(0), time: '23:50', per_page: 100 }
  const ids = side && {
    cageId: side.cage,
    cage_id: side.cage,
    cages_id: [side.cage],
    cage_ids: [side.cage],
    locationId: side.module,
    location_id: side.module,
    id: side.cage,
    ...group,
  }
  const { list, operations } = movementCalls
  if (path === operations.path && side) return { id: side.boat }
  if (path === list.path) return { ...days, ...(side ? { type: 'item', id: side.boat } : { type: 'good', id: fuel }) }
  const known: Record<string, unknown> = { ...days, month: farm.daysAgo(1).slice(3), id: feed, model: 'stock', ...ids }
  const fields = Object.keys((input as { shape?: object }).shape ?? {})
  return Object.fromEntries(fields.flatMap((field) => (field in known ? [[field, known[field]]] : [])))
}

async function answersTo(as: Session | undefined): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const endpoint of readings)
    for (const side of [null, closed, open]) {
      const asked = inputsOf(endpoint, side)
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(asked[name] ?? 1))
      const { status, body } = await farm.get(path, asked as never, { as })
      expect(status, path).toBeLessThan(500)
      if (status === 200) answers.set(`${endpoint.path} ${JSON.stringify(asked)}`, JSON.stringify(body))
    }
  return answers
}

test('no reading names a closed module or warehouse, nor what is in it', async () => {
  const leaks = [...(await answersTo(limited))].filter(([, body]) => body.includes(CLOSED)).map(([call]) => call)
  expect(leaks).toEqual([])
})

test('whoever is limited by nothing reads these names in most calls: the rule above looks at something', async () => {
  const named = [...(await answersTo(undefined))].filter(([, body]) => body.includes(CLOSED))
  const paths = new Set(named.map(([call]) => call.split(' ')[0]))
  expect(paths.size).toBeGreaterThan(25)
})

test('a cage of a closed module is not there', async () => {
  expect((await farm.call(cageCalls.list, {}, { as: limited })).map(({ number }) => number)).toEqual([
    'Свой 1',
    'Свой 2',
    'Свой 3',
  ])
})
