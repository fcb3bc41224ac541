import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { cageCalls } from './cage.contract'

let farm: Farm
let module: { id: number }
beforeAll(async () => {
  farm = await openFarm()
  module = await farm.module()
})
afterAll(() => farm.close())

const placeOf = async (id: number) => {
  const { x, y } = (await farm.call(cageCalls.list, {})).find((cage) => cage.id === id)!
  return { x, y }
}
const move = (id: number, x: unknown, y: unknown, number?: string) => ({ id, x, y, number })

test('a layout is stored as a whole and kept on record cage by cage; a cage that stays leaves no line', async () => {
  const [one, two, stays] = [
    await farm.cage({ location: module.id }),
    await farm.cage({ location: module.id }),
    await farm.cage({ location: module.id }),
  ]
  const list = [move(one.id, 300, 112.5), move(two.id, '-40', '500', two.number), move(stays.id, stays.x, stays.y)]
  const cages = await farm.call(cageCalls.moves, { list })
  expect(cages.map(({ id }) => id).sort((a, b) => a - b)).toEqual([one.id, two.id, stays.id])
  expect(await placeOf(one.id)).toEqual({ x: 300, y: 112.5 })
  expect(await placeOf(two.id)).toEqual({ x: -40, y: 500 })
  const lines = await farm.sql(
    `select entity_id, before, after from audit_log where entity = 'cage' and action = 'update' order by id`,
  )
  expect(lines).toEqual([
    { entity_id: one.id, before: { x: one.x, y: one.y }, after: { x: 300, y: 112.5 } },
    { entity_id: two.id, before: { x: two.x, y: two.y }, after: { x: -40, y: 500 } },
  ])
})

test('a bare list, as the specification sends it, is taken as well', async () => {
  const cage = await farm.cage({ location: module.id })
  const answer = await farm.post('/moves', [move(cage.id, 1, 2, cage.number)])
  expect(answer.status).toBe(200)
  expect(await placeOf(cage.id)).toEqual({ x: 1, y: 2 })
})

test('one cage that is gone, another company’s or named twice refuses all of them', async () => {
  const cage = await farm.cage({ location: module.id })
  const other = await farm.company()
  const theirs = await farm.cage({ location: (await farm.module('Чужой', { as: other })).id, as: other })
  const gone = await farm.cage({ location: module.id, number: '77' })
  await farm.call(cageCalls.remove, { id: gone.id })
  for (const bad of [gone.id, theirs.id, 999_999]) {
    const list = [move(cage.id, 5, 5), move(bad, 5, 5, '77')]
    const refused = await farm.call(cageCalls.moves, { list }, { expect: 404 })
    expect(refused.message).toBe('Садок 77 не найден: возможно, его удалили.')
  }
  await farm.call(cageCalls.moves, { list: [move(cage.id, 5, 5), move(cage.id, 6, 6)] }, { expect: 422 })
  await farm.call(cageCalls.moves, { list: [] }, { expect: 422 })
  await farm.call(cageCalls.moves, { list: [move(cage.id, 'там', 5)] }, { expect: 422 })
  expect(await placeOf(cage.id)).toEqual({ x: cage.x, y: cage.y })
})

test('asks for the right to update cages, within the modules of the user', async () => {
  const cage = await farm.cage({ location: module.id })
  const list = [move(cage.id, 9, 9)]
  const elsewhere = await farm.module()
  const reader = await farm.user({ permissions: ['create cages'] })
  const limited = await farm.user({ permissions: ['update cages'], locations: [elsewhere.id] })
  await farm.call(cageCalls.moves, { list }, { as: reader, expect: 403 })
  await farm.call(cageCalls.moves, { list }, { as: limited, expect: 403 })
  const own = await farm.cage({ location: elsewhere.id })
  await farm.call(cageCalls.moves, { list: [move(own.id, 9, 9)] }, { as: limited })
  expect(await placeOf(own.id)).toEqual({ x: 9, y: 9 })
  expect(await placeOf(cage.id)).toEqual({ x: cage.x, y: cage.y })
})

test('an edit that was sent from the table of cages leaves a cage where it lies on the map', async () => {
  const cage = await farm.cage({ location: module.id })
  const { id } = cage
  await farm.call(cageCalls.moves, { list: [move(id, 120, 80)] })
  // the table knew the place before that
  const typed = { id, number: '77', x: cage.x, y: cage.y }
  expect(await farm.call(cageCalls.update, { ...typed, table: true } as never)).toMatchObject({ number: '77' })
  expect(await placeOf(id)).toEqual({ x: 120, y: 80 })
  await farm.call(cageCalls.update, typed as never)
  expect(await placeOf(id)).toEqual({ x: cage.x, y: cage.y })
})
