/** A report that somebody exported says what has changed in its period since. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { kinds } from '../documents/kinds/kinds.contract'
import { exportedCalls } from './exported.contract'

let farm: Farm
let module: { id: number }
let other: { id: number }
let cage: { id: number; number: string }
let elsewhere: { id: number; number: string }
let group: { generation_id: number; age_category_id: number }
beforeAll(async () => {
  farm = await openFarm()
  module = await farm.module()
  other = await farm.module()
  cage = await farm.cage({ location: module.id, number: '7' })
  elsewhere = await farm.cage({ location: other.id, number: '8' })
  const species = await farm.species()
  group = {
    generation_id: (await farm.generation({ species: species.id })).id,
    age_category_id: (await farm.category()).id,
  }
  for (const { id } of [cage, elsewhere])
    await farm.call(kinds.stocking.create, { ...at('01.06'), to_id: id, ...group, count: 1000, avg_weight: 0.2 })
})
afterAll(() => farm.close())

const at = (day: string) => ({ date: `${day}.2026`, time: '12:00' })
const lost = (day: string, count: number, from_id = cage.id) =>
  farm.call(kinds.retreat.create, { ...at(day), from_id, ...group, count })

const july = { report: 'retreats', start: '01.07.2026', end: '31.07.2026' }
const exported = (asked: object = {}) => farm.call(exportedCalls.note, { ...july, title: 'Отходы по садкам', ...asked })
const changed = (asked: object = {}, as?: { cookie: string }) =>
  farm.call(exportedCalls.changes, { ...july, journal: 'retreat', ...asked }, { as })

test('a report that nobody exported says nothing', async () => {
  await lost('03.07', 5)
  expect(await changed()).toEqual({ exported_at: null, user: null, count: 0, changes: [] })
})

test('after an export it names what was entered, edited and deleted in its period, the latest first', async () => {
  const [first, second] = [await lost('04.07', 5), await lost('05.07', 5)]
  await exported()
  expect(await changed()).toMatchObject({ user: farm.session.user.name, count: 0, changes: [] })
  await farm.call(kinds.retreat.update, { id: first.id, ...at('04.07'), from_id: cage.id, ...group, count: 50 })
  await farm.call(kinds.retreat.update, { id: first.id, ...at('04.07'), from_id: cage.id, ...group, count: 60 })
  await farm.call(kinds.retreat.remove, { id: second.id })
  const third = await lost('06.07', 1)
  const { count, changes } = await changed()
  expect(count).toBe(3)
  expect(changes.map(({ entity_id, action, at, number }) => ({ entity_id, action, at, number }))).toEqual([
    { entity_id: third.id, action: 'create', at: '2026-07-06T12:00', number: '7' },
    { entity_id: second.id, action: 'delete', at: '2026-07-05T12:00', number: '7' },
    { entity_id: first.id, action: 'update', at: '2026-07-04T12:00', number: '7' },
  ])
  await exported()
  expect((await changed()).count).toBe(0)
})

test('what left the period is named as well; other periods, kinds and cages are not', async () => {
  const moved = await lost('10.07', 2)
  await exported()
  await exported({ cages_id: [elsewhere.id] })
  await farm.call(kinds.retreat.update, { id: moved.id, ...at('10.08'), from_id: cage.id, ...group, count: 2 })
  await lost('11.08', 2)
  await farm.call(kinds.weighing.create, { ...at('12.07'), cage_id: cage.id, avg_weight: 0.3 })
  expect((await changed()).changes.map(({ entity_id }) => entity_id)).toEqual([moved.id])
  expect((await changed({ journal: null })).count).toBe(2)
  expect((await changed({ cages_id: [elsewhere.id] })).count).toBe(0)
})

test('changes of modules that are closed to a person are not told to them', async () => {
  await exported()
  await lost('20.07', 1, elsewhere.id)
  const { cookie } = await farm.user({ permissions: ['access reports'], locations: [module.id] })
  expect((await changed()).count).toBe(1)
  expect((await changed({}, { cookie })).count).toBe(0)
})

test('a period that ends before it begins is refused', async () => {
  const { errors } = (await farm.call(
    exportedCalls.note,
    { ...july, title: 'Отходы', start: '01.08.2026' },
    { expect: 422 },
  )) as unknown as { errors: Record<string, string[]> }
  expect(errors).toEqual({ end: ['Конец периода раньше начала'] })
})
