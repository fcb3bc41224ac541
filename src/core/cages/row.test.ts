/** «12 садков по 1 600 м³». */
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

const like = <M extends { number: string; count: number | string }>(more: M) => ({
  location_id: module.id,
  cage_type_id: 1,
  volume: 1600,
  ...more,
})
const numbersThere = async () => (await farm.call(cageCalls.list, {})).map(({ number }) => number)

test('a row of cages continues the number of the first, each with a place of its own', async () => {
  const cages = await farm.call(cageCalls.createRow, like({ number: 'А-09', count: 12, color: 3 }))
  expect(cages.map(({ number }) => number).sort()).toEqual([
    'А-09',
    ...Array.from({ length: 11 }, (_, index) => `А-${index + 10}`),
  ])
  expect(new Set(cages.map(({ x, y }) => `${x} ${y}`)).size).toBe(12)
  for (const cage of cages) expect(cage).toMatchObject({ volume: 1600, color: 3, count: 0, net_id: null, code: null })
  const lines = await farm.sql(
    `select 1 from audit_log where entity = 'cage' and action = 'create' and company_id = $1`,
    [farm.session.user.company.id],
  )
  expect(lines).toHaveLength(12)
})

test('a number that is taken, or that nothing can follow, makes none', async () => {
  const before = await numbersThere()
  const create = (number: string, count: number | string) =>
    farm.call(cageCalls.createRow, like({ number, count }), { expect: 422 })
  expect((await create('А-05', 6)).errors).toEqual({ number: ['Садок А-09 уже есть в этом модуле'] })
  expect((await create('северный', 2)).errors).toEqual({ number: ['Номер первого садка должен заканчиваться цифрой'] })
  expect((await create('9'.repeat(20), 2)).errors).toEqual({ number: ['Слишком длинный номер'] })
  for (const count of [0, 101, 2.5, '1e3', '']) expect((await create('70', count)).errors).toHaveProperty('count')
  expect(await numbersThere()).toEqual(before)
})

test('the next row goes on below, and a limited user makes none in a module that is not his', async () => {
  const [first] = await farm.call(cageCalls.createRow, like({ number: '30', count: 2 }))
  const taken = (await farm.call(cageCalls.list, {})).filter(({ x, y }) => x === first!.x && y === first!.y)
  expect(taken).toHaveLength(1)
  const other = await farm.module()
  const as = await farm.user({ permissions: ['create cages'], locations: [other.id] })
  const refused = await farm.call(cageCalls.createRow, like({ number: '50', count: 2 }), { as, expect: 422 })
  expect(refused.errors).toEqual({ location_id: ['Модуль не найден'] })
})
