/** PATCH changes what it is given: a field left out stays, null empties. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPond, type Pond } from '../../testing/farm/pond'
import { send } from '../../testing/session'
import { cageCalls } from '../cages/cage.contract'
import { libraries } from '../lists/library.contract'
import { kinds } from './kinds/kinds.contract'

let pond: Pond
let farm: Pond['farm']
let group: Pond['group']
let cage: number
beforeAll(async () => {
  pond = await openPond()
  ;({ farm, group } = pond)
  cage = (await pond.cage()).id
  await pond.stock(cage, 30, 10_000, 1)
})
afterAll(() => farm.close())

const patch = async (path: string, id: number, body: object, status = 200) => {
  const answer = await send(farm.app, { method: 'PATCH', path: `${path}/${id}`, body, cookie: farm.session.cookie })
  expect([answer.status, answer.text]).toEqual([status, answer.text])
  return answer.body as Record<string, unknown>
}
const document = async (id: number) =>
  (await farm.sql('select * from operations where id = $1', [id]))[0] as Record<string, unknown>
/** What differs in a stored document after an edit. */
async function changed(path: string, id: number, body: object) {
  const before = await document(id)
  await patch(path, id, body)
  const after = await document(id)
  return Object.fromEntries(Object.entries(after).filter(([key, value]) => String(value) !== String(before[key])))
}

test('every kind of operation keeps what was not given', async () => {
  const other = (await pond.cage()).id
  const [stock, feed, medicine] = [await farm.stock(), await farm.good(), await farm.good({ type: 'medicine' })]
  for (const good of [feed, medicine])
    await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(29) })
  const note = { note: 'как было' }
  const at = pond.on(5)
  const from = { ...at, ...group, ...note, from_id: cage }
  const given = { ...at, ...note, cage_id: cage, stock_id: stock.id, volume: 3 }
  const rows = await Promise.all([
    farm.call(kinds.feeding.create, { ...given, feed_type_id: feed.id, appetite: 2, rate: '1,5' }),
    farm.call(kinds.treatment.create, { ...given, good_id: medicine.id }),
    farm.call(kinds.retreat.create, { ...from, count: 5 }),
    farm.call(kinds.weighing.create, { ...at, ...note, cage_id: cage, count: 10, avg_weight: 1.2 }),
    farm.call(kinds.transfer.create, { ...from, to_id: other, count: 20, weight: 25, selection: 'graded' }),
    farm.call(kinds.withdrawal.create, {
      ...from,
      count: 7,
      reason: 'sending_to_workshop',
      stock_id: stock.id,
      workshop_weight: 6,
    }),
    farm.call(kinds.stocking.create, { ...at, ...group, ...note, to_id: other, count: 50, avg_weight: 0.5 }),
    farm.call(kinds.correction.create, { ...at, ...group, ...note, cage_id: cage, count: 9900 }),
  ])
  const paths = ['feeding', 'treatment', 'retreat', 'weight', 'transfer', 'withdrawal', 'stocking', 'correction']
  for (const [index, path] of paths.entries()) {
    const { id } = rows[index]!
    expect([path, await changed(`/${path}`, id, { note: 'иначе' })]).toEqual([path, { note: 'иначе' }])
    expect([path, await changed(`/${path}`, id, { note: null })]).toEqual([path, { note: null }])
    expect(await patch(`/${path}`, id, {}, 422)).toMatchObject({ message: 'Нечего менять' })
  }
})

test('what is said anew takes the place of what it was said by', async () => {
  const { id } = await pond.lift(cage, 4, 10, 15)
  expect(await changed('/withdrawal', id, { count: 12 })).toEqual({ count: 12 })
  expect(await changed('/withdrawal', id, { avg_weight: 2 })).toEqual({ weight: 24_000_000 })
  expect(await changed('/withdrawal', id, { weight: null })).toEqual({ weight: null })
  const weighing = await farm.call(kinds.weighing.create, { ...pond.on(3), cage_id: cage, count: 10, avg_weight: 2 })
  expect(await changed('/weight', weighing.id, { count: 20 })).toEqual({ count: 20, weight: 40_000_000 })
  expect(await changed('/weight', weighing.id, { count: 10, weight: 30 })).toEqual({
    count: 10,
    weight: 30_000_000,
    avg_weight: null,
  })
  expect(await changed('/weight', weighing.id, { avg_weight: 4 })).toMatchObject({ avg_weight: 4000000 })
})

test('what is given is still checked, and must not be emptied where it is needed', async () => {
  const { id } = await pond.lose(cage, 2, 3)
  expect(await patch('/retreat', id, { count: null }, 422)).toMatchObject({ errors: { count: ['Заполните поле'] } })
  expect(await patch('/retreat', id, { time: '25:00' }, 422)).toMatchObject({ errors: { time: [expect.anything()] } })
})

test('a cage and an age category keep what was not given', async () => {
  const net = await farm.item({ stock: (await farm.stock()).id, date: farm.daysAgo(9) })
  const module = await farm.module()
  const fields = {
    location_id: module.id,
    number: 'П1',
    cage_type_id: 2,
    code: 'код',
    color: 5,
    volume: '12,5',
    density_limit: 8,
  }
  const { id } = await farm.call(cageCalls.create, { ...fields, net_id: net.id })
  const kept = {
    number: 'П1',
    code: 'код',
    color: 5,
    volume: 12.5,
    own_density_limit: 8,
    net_id: net.id,
    location_id: module.id,
  }
  expect(await patch('/cages', id, { color: 3 })).toMatchObject({ ...kept, color: 3 })
  expect(await patch('/cages', id, { density_limit: null, code: null })).toMatchObject({
    ...kept,
    color: 3,
    own_density_limit: null,
    code: null,
  })
  const category = await farm.call(libraries.age_category.create, {
    name: 'Сеголеток',
    code: 'с',
    avg_weight_from: 0,
    avg_weight_to: 1,
  })
  expect(await patch('/age-category', category.id, { avg_weight_to: 2 })).toMatchObject({
    name: 'Сеголеток',
    code: 'с',
    avg_weight_from: 0,
    avg_weight_to: 2,
  })
})
