/** The security journal: refusals are on record by themselves, a flood of them is a number, nobody waits for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '../../../scripts/i18n-keys'
import { allRoutes } from '../../app.server'
import { cageCalls } from '../../core/cages/cage.contract'
import { locationLibrary } from '../../core/lists/libraries/location.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { send, type Session, TEST_PASSWORD } from '../../testing/session'
import { cleaning } from '../access/cleaning.server'
import { accessCalls } from '../access/sign-in/access.contract'
import { securityCalls, type SecurityRow } from './security.contract'

let farm: Farm
let worker: Session
beforeAll(async () => {
  farm = await openFarm()
  worker = await farm.user({ name: 'Олег' })
})
afterAll(() => farm.close())

interface Page {
  rows: SecurityRow[]
  total: number
}
const events = async (input: Record<string, unknown> = {}, as?: Session) => {
  const period = { start: farm.daysAgo(1), end: farm.daysAgo(0), page: 1, per_page: 1000 }
  return ((await farm.call(securityCalls.list, { ...period, ...input } as never, { as })) as Page).rows
}

test('who comes in and who is refused is on record, with what was asked', async () => {
  await farm.call(locationLibrary.create, { name: 'Ничей' }, { as: worker, expect: 403 })
  const [refused, signedIn] = await events({ user_id: worker.user.id })
  expect(signedIn).toMatchObject({ kind: 'signed-in', user: 'Олег', by_user: 'Олег' })
  expect(refused).toMatchObject({
    kind: 'refused',
    user: 'Олег',
    address: '127.0.0.1',
    details: { call: 'POST /crud/location', summary: 'Модули: создать' },
  })
})

test('whatever was refused can be told in English', () => {
  const dictionary = english()
  const parts = new Set(allRoutes.flatMap(({ endpoint }) => endpoint.summary.split(': ')))
  expect([...parts].filter((part) => !dictionary[part])).toEqual([])
})

test('a flood of refusals becomes a few lines and a number', async () => {
  const flooder = await farm.user({ name: 'Шторм' })
  const ask = () => farm.call(cageCalls.remove, { id: 1 }, { as: flooder, expect: 403 })
  for (let times = 0; times < 25; times++) await ask()
  const one = await events({ user_id: flooder.user.id, kind: 'refused' })
  expect(one).toHaveLength(1)
  // the rest is told when the process ends at the latest
  const other = await farm.process()
  const { cookie } = flooder
  for (let times = 0; times < 7; times++) await farm.get('/audit/people', {}, { as: { cookie }, on: other })
  await other.close()
  const told = await events({ user_id: flooder.user.id, kind: 'refused' })
  expect(told.map(({ details: { call, count } }) => [call, count])).toEqual([
    ['GET /audit/people', 6],
    ['GET /audit/people', undefined],
    ['DELETE /cages/{id}', undefined],
  ])
})

test('asking too often is on record as well', async () => {
  const hasty = await farm.user({ name: 'Торопыга' })
  const narrow = await farm.process({ limits: { calls: 1, rows: Infinity, bytes: Infinity } })
  const ask = async () => (await farm.get('/user', {}, { as: hasty, on: narrow })).status
  // it is known whose session it is from its second call on
  await ask()
  expect(await Promise.all(Array.from({ length: 8 }, ask))).toContain(429)
  await narrow.close()
  const [told] = await events({ user_id: hasty.user.id, kind: 'limited' })
  expect(told!.details).toMatchObject({ call: 'GET /user' })
})

test('what no page of ours asks is on record, and a flood of it is a number', async () => {
  const victim = await farm.user({ name: 'Жертва' })
  // whose session it is has to be known
  await farm.get('/user', {}, { as: victim })
  const address = '/crud/location'
  const ask = (body: unknown, headers: Record<string, string> = {}) =>
    send(farm.app, { method: 'POST', path: address, body, headers, cookie: victim.cookie })
  expect((await ask({ name: 'Чужое' }, { origin: 'http://farm.local:8080' })).status).toBe(403)
  expect((await ask('{"name": ')).status).toBe(400)
  expect((await ask({ name: 'х'.repeat(1_000_000) })).status).toBe(413)
  expect((await ask('name=1', { 'content-type': 'text/plain' })).status).toBe(415)
  // a field that is filled in wrongly is nothing to tell
  await farm.call(locationLibrary.create, { name: '' }, { expect: 422 })
  const told = await events({ user_id: victim.user.id, kind: 'suspicious' })
  expect(told.map(({ details: { call, summary } }) => [call, summary])).toEqual([
    ['POST /crud/location', 'Модули: создать'],
  ])
  expect(told[0]).toMatchObject({ user: 'Жертва', address: '127.0.0.1' })
  expect(told[0]!.details.reason).toContain('с другого сайта')
  const other = await farm.process()
  const { cookie } = victim
  await farm.get('/user', {}, { as: victim, on: other })
  for (let times = 0; times < 30; times++)
    await send(other, { method: 'POST', path: address, body: '{', cookie, headers: {} })
  await other.close()
  const counted = (await events({ user_id: victim.user.id, kind: 'suspicious' })).map(({ details }) => details.count)
  expect(counted).toEqual([29, undefined, undefined])
})

test('a collector of logs gets each of them as a line, once it is stored, and those of nobody besides', async () => {
  const lines: string[] = []
  const watched = await farm.process({ securityLog: (line) => lines.push(line) })
  const { company, id } = worker.user
  const signIn = (password: string) =>
    farm.post(accessCalls.login.path, { email: worker.email, password }, { as: null, on: watched })
  await farm.sql('delete from guesses')
  const nobody = { email: 'nobody.here@example.com', password: 'уха из судака' }
  for (let times = 0; times < 3; times++) await farm.post(accessCalls.login.path, nobody, { as: null, on: watched })
  await signIn('не тот пароль\nвторая строка')
  await signIn(TEST_PASSWORD)
  await farm.get('/user', {}, { as: worker, on: watched })
  await farm.post(locationLibrary.create.path, { name: 'Ничей' }, { as: worker, on: watched })
  const stranger = { as: null, on: watched, headers: { origin: 'http://evil.example' } }
  for (let times = 0; times < 3; times++) await farm.post(accessCalls.login.path, { email: 'x@y.zz' }, stranger)
  await watched.close()
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const whose = { company: company.id, user: id, address: '127.0.0.1' }
  const strange = { event: 'sign-in-failed', company: null, user: null, address: '127.0.0.1' }
  expect(told).toEqual([
    expect.objectContaining(strange),
    expect.objectContaining({ event: 'sign-in-failed', ...whose, by: null }),
    expect.objectContaining({ event: 'signed-in', ...whose, by: id }),
    expect.objectContaining({ event: 'refused', ...whose, by: id }),
    expect.objectContaining({ event: 'suspicious', company: null, user: null, address: '127.0.0.1' }),
    expect.objectContaining({ ...strange, details: expect.objectContaining({ count: 2 }) }),
    expect.objectContaining({ event: 'suspicious', company: null, details: expect.objectContaining({ count: 2 }) }),
  ])
  expect(told.every(({ time }) => Math.abs(Date.now() - Date.parse(time as string)) < 60_000)).toBe(true)
  expect(lines.join('\n')).not.toMatch(/не тот пароль|судака|nobody\.here/)
  // nothing is told of what was taken back
  const broken = await farm.process({ securityLog: (line) => lines.push(line), logLevel: 'silent' })
  lines.length = 0
  await farm.sql('alter table sessions add constraint none check (false) not valid')
  await farm.post(accessCalls.login.path, { email: worker.email, password: TEST_PASSWORD }, { as: null, on: broken })
  await farm.sql('alter table sessions drop constraint none')
  await broken.close()
  expect(lines).toEqual([])
})

test('only whoever has the right reads them, of the own company alone', async () => {
  await farm.call(securityCalls.list, { start: farm.daysAgo(1), end: farm.daysAgo(0) }, { as: worker, expect: 403 })
  const south = await farm.company()
  expect((await events({}, south)).every(({ user_id }) => user_id === south.user.id)).toBe(true)
  const auditor = await farm.user({ permissions: ['view audit'] })
  expect((await events({}, auditor)).length).toBeGreaterThan(3)
})

test('they are found by kind, by the beginning of an address and in a period', async () => {
  expect((await events({ kind: 'refused' })).every(({ kind }) => kind === 'refused')).toBe(true)
  expect((await events({ address: '127.' })).length).toBeGreaterThan(0)
  expect(await events({ address: '10.' })).toEqual([])
  expect(await events({ address: '%' })).toEqual([])
  expect(await events({ start: farm.daysAgo(9), end: farm.daysAgo(2) })).toEqual([])
})

test('what is older than a year goes, whoever signs in or not', async () => {
  await farm.sql(
    `insert into security_events (company_id, kind, at)
    values ($1, 'signed-out', now() - interval '366 days'), ($1, 'signed-out', now() - interval '364 days')`,
    [farm.session.user.company.id],
  )
  await farm.due(cleaning)
  expect(await events({ start: farm.daysAgo(400), end: farm.daysAgo(300) })).toHaveLength(1)
})
