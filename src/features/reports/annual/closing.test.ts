/** A closed year: the digest of its numbers, what was changed since, who may close it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkbook } from '../../../../e2e/xlsx'
import { kinds } from '../../../core/documents/kinds/kinds.contract'
import { openPond, type Pond } from '../../../testing/farm/pond'
import { closingCalls } from './closing.contract'

let pond: Pond
let farm: Pond['farm']
let year: number
let cage: number
let loss: number
const on = (day: string, of = year) => ({ date: `${day}.${of}`, time: '10:00' })

beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  year = Number(farm.today().slice(6)) - 1
  cage = (await pond.cage()).id
  const stocked = { ...pond.group, count: 1000, avg_weight: '0,1' }
  await farm.call(kinds.stocking.create, { ...on('01.03'), to_id: cage, ...stocked })
  loss = (await farm.call(kinds.retreat.create, { ...on('10.03'), ...pond.group, from_id: cage, count: 10 })).id
})
afterAll(() => farm.close())

const closing = () => farm.call(closingCalls.get, { year })
const set = (closed: boolean) => farm.call(closingCalls.set, { year, closed })
const lose = (count: number) =>
  farm.call(kinds.retreat.update, { id: loss, ...on('10.03'), ...pond.group, from_id: cage, count })

test('a year that is not closed has no digest, and one that is not over cannot be closed', async () => {
  expect(await closing()).toEqual({ closed: null, digest: null, count: 0, changes: [] })
  const refused = await farm.call(closingCalls.set, { year: year + 1, closed: true }, { expect: 422 })
  expect(refused.errors).toEqual({ year: ['Этот год ещё не закончился'] })
})

test('the same numbers give the same digest, a change another one, and it is listed', async () => {
  const made = await set(true)
  expect(made.closed).toMatchObject({ user: farm.session.user.name, digest: made.digest })
  expect(made.digest).toMatch(/^[0-9a-f]{64}$/)
  // what is called otherwise is the same year, and so is one that is closed twice
  await farm.sql(`update age_categories set name = name || ' бис'`)
  expect(await set(true)).toEqual(made)
  await lose(11)
  const changed = await closing()
  expect(changed.closed).toEqual(made.closed)
  expect(changed.digest).not.toBe(made.digest)
  expect(changed).toMatchObject({ count: 1, changes: [{ entity: 'retreat', entity_id: loss, action: 'update' }] })
  // put back: the numbers are those that were closed, and the edit is still told
  await lose(10)
  expect(await closing()).toMatchObject({ digest: made.digest, count: 1 })
  // another year is none of this one
  await farm.call(kinds.retreat.create, { ...on('10.01', year + 1), ...pond.group, from_id: cage, count: 5 })
  expect(await closing()).toMatchObject({ digest: made.digest, count: 1 })
})

test('paper and Excel say when it was closed and whether the numbers are still those', async () => {
  const { digest } = await closing()
  const { bytes } = await farm.get('/annual-report/download', { year })
  for (const [name, rows] of readWorkbook(bytes)) {
    const told = JSON.stringify(rows[1])
    expect(told, name).toContain(digest)
    expect(told, name).toContain('Числа с тех пор те же.')
  }
})

test('it tells everyone the same digest, though they see less, and only whoever sets up the farm closes', async () => {
  const reader = await farm.user({ permissions: ['access reports'], locations: [] })
  const [own, theirs] = [await closing(), await farm.call(closingCalls.get, { year }, { as: reader })]
  expect(theirs).toMatchObject({ digest: own.digest, closed: own.closed, count: 0 })
  await farm.call(closingCalls.set, { year, closed: false }, { as: reader, expect: 403 })
})

test('opened again it has no mark, and the journal of changes keeps both', async () => {
  await set(false)
  expect((await closing()).closed).toBeNull()
  const lines = await farm.sql(`select action from audit_log where entity = 'closed_year' order by id`)
  expect(lines).toEqual([{ action: 'create' }, { action: 'delete' }])
})
