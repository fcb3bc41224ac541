/**
 * What changes about a session, its person or its company counts from the next call on, and a refused call leaves
 * nothing.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { cageCalls } from '../../core/cages/cage.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { openPond, type Pond } from '../../testing/farm/pond'
import type { Session } from '../../testing/session'

let pond: Pond
let farm: Pond['farm']
let cage: number
let as: Session
beforeAll(async () => {
  pond = await openPond()
  ;({ farm } = pond)
})
afterAll(() => farm.close())
beforeEach(async () => {
  cage = (await pond.cage()).id
  await pond.stock(cage, 5)
  as = await farm.user({ permissions: ['create retreats'] })
  await lose(1, 200)
})

const lose = (count: number, expected: number, more: object = {}) => {
  const input = { ...pond.on(4), ...more, from_id: cage, ...pond.group, count }
  return farm.call(kinds.retreat.create, input, { as, expect: expected })
}
/** What stands of the losses is the first, of one fish. */
const expectOnlyTheFirst = async () => {
  expect(await pond.cageNow(cage)).toMatchObject({ count: 9_999 })
  expect(await farm.sql(`select count from operations where kind = 'retreat' and cage_id = $1`, [cage])).toEqual([
    { count: 1 },
  ])
}

test('a right that was taken away', async () => {
  await farm.sql(`update roles set permissions = '{}' where id = (select role_id from users where id = $1)`, [
    as.user.id,
  ])
  await lose(5, 403)
  await expectOnlyTheFirst()
})

test('a right that was given', async () => {
  const create = async () => (await farm.post('/cages', {}, { as })).status
  expect(await create()).toBe(403)
  await farm.sql(
    `update roles set permissions = '{create cages}' where id = (select role_id from users where id = $1)`,
    [as.user.id],
  )
  expect(await create()).toBe(422)
})

test('a module that was closed to someone', async () => {
  expect(await farm.call(cageCalls.list, {}, { as })).not.toHaveLength(0)
  await farm.sql(`update users set location_ids = '{}' where id = $1`, [as.user.id])
  expect(await farm.call(cageCalls.list, {}, { as })).toHaveLength(0)
  await lose(5, 403)
  await expectOnlyTheFirst()
})

test('a session that has ended, and its secret under the number of another company', async () => {
  const other = await farm.company()
  const [, secret] = as.cookie.split('.')
  expect((await farm.get('/cages', {}, { as: { cookie: `${other.user.company.id}.${secret}` } })).status).toBe(401)
  await lose(1, 200)
  await farm.sql(`delete from sessions where user_id = $1`, [as.user.id])
  await lose(5, 401)
  expect(await pond.cageNow(cage)).toMatchObject({ count: 9_998 })
})

test('a rule of the company', async () => {
  const rule = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': farm.daysAgo(2) }
  await farm.call(accessCalls.companySettings, rule)
  await lose(5, 422)
  await expectOnlyTheFirst()
  await farm.call(accessCalls.companySettings, { 'minimal-operation-date-enabled': false })
  await lose(5, 200)
})

test('the time is the database’s, wherever the clock of this machine goes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 36 * 3_600_000 })
  try {
    const { errors } = (await lose(5, 422, { date: farm.daysAgo(-1) })) as unknown as { errors: object }
    expect(errors).toMatchObject({ date: [expect.stringContaining('Время ещё не наступило')] })
  } finally {
    vi.useRealTimers()
  }
  await expectOnlyTheFirst()
})

test('a repeated write answers as the first did, though what it asks for could not be done again', async () => {
  const input = { ...pond.on(4), from_id: cage, ...pond.group, count: 9_999 }
  const post = () => farm.post('/retreat', input, { as, key: `all-${cage}` })
  const [first, again] = [await post(), await post()]
  expect([first.status, again.text]).toEqual([200, first.text])
  expect(await pond.cageNow(cage)).toMatchObject({ count: 0 })
})
