/** Where one is signed in: seen, ended by oneself and by those who manage users, and ended by itself. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessCalls } from '../sign-in/access.contract'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { send, type Session, TEST_PASSWORD } from '../../../testing/session'
import { sessionsCalls } from './sessions.contract'

let farm: Farm
let person: Session
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())
beforeEach(async () => void (person = await farm.user({ name: 'Пётр' })))

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
const login = (of: Session, headers: Record<string, string> = {}) =>
  farm.post('/login', { email: of.email, password: TEST_PASSWORD }, { as: null, headers })
const onPhone = async (of = person) => ({ cookie: (await login(of, { 'user-agent': PHONE })).cookie! })
const isIn = async (session: { cookie: string }) => (await farm.get('/user', {}, { as: session })).status === 200
const own = (as: { cookie: string } = person) => farm.call(sessionsCalls.list, {}, { as })
const phoneOf = async (as: { cookie: string } = person) =>
  (await own(as)).find(({ device }) => device === 'Chrome, Android')!
const events = (kind: string) =>
  farm.sql(`select user_id, by_user_id, details from security_events where kind = $1 and user_id = $2 order by id`, [
    kind,
    person.user.id,
  ])

describe('one’s own sessions', () => {
  it('are told with device, address and time, and which one asks', async () => {
    const phone = await onPhone()
    const list = await own()
    expect(list).toHaveLength(2)
    expect(await phoneOf()).toMatchObject({ address: '127.0.0.1', current: false })
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    expect((await phoneOf(phone)).current).toBe(true)
    const { now } = await farm.call(accessCalls.user, {}, { as: phone })
    for (const { created_at, last_seen_at } of list) {
      expect(created_at <= now && created_at.slice(0, 10) >= now.slice(0, 8)).toBe(true)
      expect(last_seen_at >= created_at).toBe(true)
    }
  })

  it('end one by one and all others at once, and nobody else’s does', async () => {
    const [phone, tablet] = [await onPhone(), await onPhone()]
    const colleague = await farm.user()
    const foreign = (await own(colleague))[0]!
    await farm.call(sessionsCalls.end, { id: foreign.id }, { as: person, expect: 404 })
    const { id } = (await own(phone)).find(({ current }) => current)!
    await farm.call(sessionsCalls.end, { id }, { as: person })
    expect([await isIn(phone), await isIn(tablet), await isIn(person), await isIn(colleague)]).toEqual([
      false,
      true,
      true,
      true,
    ])
    await farm.call(sessionsCalls.end, { id }, { as: person, expect: 404 })
    expect(await farm.call(sessionsCalls.endOthers, {}, { as: person })).toEqual({ ok: true, ended: 1 })
    expect([await isIn(tablet), await isIn(person)]).toEqual([false, true])
    expect(await events('session-ended')).toEqual([
      { user_id: person.user.id, by_user_id: person.user.id, details: { device: 'Chrome, Android' } },
      { user_id: person.user.id, by_user_id: person.user.id, details: { ended: 1 } },
    ])
  })

  it('of another company are not there', async () => {
    const other = await farm.company()
    const { id } = (await farm.call(sessionsCalls.list, {}, { as: other }))[0]!
    await farm.call(sessionsCalls.end, { id }, { expect: 404 })
    await farm.call(sessionsCalls.listOf, { id: other.user.id }, { expect: 404 })
    await farm.call(sessionsCalls.endAllOf, { id: other.user.id }, { expect: 404 })
    expect(await isIn(other)).toBe(true)
  })
})

describe('a colleague’s sessions', () => {
  it('are seen and ended by whoever manages users', async () => {
    const manager = await farm.user({ permissions: ['update users'] })
    const phone = await onPhone()
    const { name, sessions } = await farm.call(sessionsCalls.listOf, { id: person.user.id }, { as: manager })
    expect([name, sessions.length, sessions.some(({ current }) => current)]).toEqual(['Пётр', 2, false])
    const { id: session } = sessions.find(({ device }) => device === 'Chrome, Android')!
    await farm.call(sessionsCalls.endOf, { id: person.user.id, session }, { as: manager })
    expect([await isIn(phone), await isIn(person)]).toEqual([false, true])
    await farm.call(sessionsCalls.endAllOf, { id: person.user.id }, { as: manager })
    expect(await isIn(person)).toBe(false)
    expect((await events('session-ended')).map(({ by_user_id }) => by_user_id)).toEqual([
      manager.user.id,
      manager.user.id,
    ])
  })

  it('are nobody’s business without the right, and those of whoever may more are not touched', async () => {
    const id = person.user.id
    await farm.call(sessionsCalls.listOf, { id: farm.session.user.id }, { as: person, expect: 403 })
    const manager = await farm.user({ permissions: ['update users'] })
    await farm.call(sessionsCalls.endAllOf, { id: farm.session.user.id }, { as: manager, expect: 409 })
    const abler = await farm.user({ permissions: ['create cages'] })
    await farm.call(sessionsCalls.listOf, { id: abler.user.id }, { as: manager, expect: 409 })
    // a session is ended of its own user alone
    const { id: session } = (await own(abler))[0]!
    await farm.call(sessionsCalls.endOf, { id, session }, { as: manager, expect: 404 })
    expect([await isIn(farm.session), await isIn(abler)]).toEqual([true, true])
  })
})

describe('an ended session', () => {
  it('closes its live stream at once, and no other', async () => {
    const address = await (await farm.process()).listen({ port: 0, host: '127.0.0.1' })
    const listen = async ({ cookie }: { cookie: string }) => {
      const request = get(`${address}/api/events`, { agent: false, headers: { cookie: `sadok_session=${cookie}` } })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const state = { ended: false }
      response.on('end', () => (state.ended = true)).on('error', () => undefined)
      response.resume()
      return { state, stop: () => request.destroy() }
    }
    const phone = await onPhone()
    const [lost, kept] = [await listen(phone), await listen(person)]
    await farm.call(sessionsCalls.end, { id: (await phoneOf()).id }, { as: person })
    await vi.waitFor(() => expect(lost.state.ended).toBe(true), { timeout: 2000, interval: 10 })
    expect(kept.state.ended).toBe(false)
    kept.stop()
  })

  it('takes the tickets of its downloads with it, as do a new password and the archive', async () => {
    const path = '/measurements-template'
    await farm.sql(
      `update roles set permissions = '{create measurements}' where id = (select role_id from users where id = $1)`,
      [person.user.id],
    )
    const location = (await farm.module()).id
    const ticketOf = async (as: { cookie: string }) =>
      ((await farm.post('/download-token', { path }, { as })).body as { token: string }).token
    const download = async (token: string) =>
      (await farm.get(path, { locationId: location, date: farm.today(), token }, { as: null })).status
    const phone = await onPhone()
    const [first, second] = [await ticketOf(phone), await ticketOf(person)]
    expect(await download(first)).not.toBe(401)
    await farm.post('/logout', {}, { as: phone })
    expect([await download(first), (await download(second)) === 401]).toEqual([401, false])
    const body = { current: TEST_PASSWORD, password: 'новый пароль', password_confirmation: 'новый пароль' }
    const changed = await send(farm.app, {
      method: 'PUT',
      path: accessCalls.changePassword.path,
      body,
      cookie: person.cookie,
    })
    expect(await download(second)).toBe(401)
    const third = await ticketOf({ cookie: changed.cookie! })
    await farm.sql('update users set archived_at = now() where id = $1', [person.user.id])
    expect(await download(third)).toBe(401)
  })
})

describe('a session ends by itself', () => {
  const idle = (hours: number) =>
    farm.sql(`update sessions set last_seen_at = now() - make_interval(hours => $1) where user_id = $2`, [
      hours,
      person.user.id,
    ])
  const seen = async () =>
    (
      await farm.sql<{ minutes: number }>(
        `select extract(epoch from now() - last_seen_at)::int / 60 as minutes from sessions where user_id = $1`,
        [person.user.id],
      )
    )[0]!.minutes

  it('after a week that nobody uses it, or after so many hours as the company says', async () => {
    await idle(167)
    expect(await isIn(person)).toBe(true)
    await vi.waitFor(async () => expect(await seen()).toBe(0), { timeout: 10_000 })
    await idle(169)
    expect(await own(farm.session)).not.toHaveLength(0)
    expect(await isIn(person)).toBe(false)
    await farm.call(accessCalls.companySettings, { 'session-idle-hours': 12 })
    await idle(11)
    expect(await isIn(person)).toBe(true)
    // the use is written beside the call
    await vi.waitFor(async () => expect(await seen()).toBe(0), { timeout: 10_000 })
    await idle(13)
    expect(await isIn(person)).toBe(false)
    const shown = await farm.call(sessionsCalls.listOf, { id: person.user.id })
    expect(shown.sessions).toEqual([])
    for (const hours of [11, 169, 0, 24.5])
      await farm.call(accessCalls.companySettings, { 'session-idle-hours': hours as never }, { expect: 422 })
    await farm.call(accessCalls.companySettings, { 'session-idle-hours': 168 })
    expect(await farm.sql(`select details from security_events where kind = 'settings-changed' order by id`)).toEqual([
      { details: { 'session-idle-hours': 12 } },
      { details: { 'session-idle-hours': 168 } },
    ])
  })

  it('and its use is written once an hour, beside the call', async () => {
    await farm.sql(`update sessions set last_seen_at = now() - interval '59 minutes' where user_id = $1`, [
      person.user.id,
    ])
    await isIn(person)
    expect(await seen()).toBe(59)
    await farm.sql(`update sessions set last_seen_at = now() - interval '61 minutes' where user_id = $1`, [
      person.user.id,
    ])
    await Promise.all(Array.from({ length: 5 }, () => isIn(person)))
    await vi.waitFor(async () => expect(await seen()).toBe(0), { timeout: 10_000 })
  })
})

describe('signing in', () => {
  const signIn = (of: Session, cookie: string) => {
    const body = { email: of.email, password: TEST_PASSWORD }
    return send(farm.app, { method: 'POST', path: '/login', body, cookie })
  }

  it('gives a new token always, and ends the session that the browser had, in whatever company', async () => {
    const again = await signIn(person, person.cookie)
    expect(again.cookie).not.toBe(person.cookie)
    expect([await isIn(person), await isIn({ cookie: again.cookie! })]).toEqual([false, true])
    const other = await farm.company()
    const there = await signIn(other, again.cookie!)
    expect([await isIn({ cookie: again.cookie! }), await isIn({ cookie: there.cookie! })]).toEqual([false, true])
    // a token that somebody planted stays worth nothing
    const planted = `${other.user.company.id}.${'A'.repeat(43)}`
    expect((await signIn(other, planted)).cookie).not.toBe(planted)
    expect(await isIn({ cookie: planted })).toBe(false)
  })

  it('rightly and wrongly is noted, with the account it was about', async () => {
    await farm.post('/login', { email: person.email, password: 'не тот пароль' }, { as: null })
    await vi.waitFor(
      async () =>
        expect(await events('sign-in-failed')).toEqual([{ user_id: person.user.id, by_user_id: null, details: {} }]),
      { timeout: 10_000 },
    )
    expect(await events('signed-in')).toHaveLength(1)
    await farm.post('/logout', {}, { as: person })
    expect(await events('signed-out')).toHaveLength(1)
  })
})
