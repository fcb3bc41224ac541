import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { send, TEST_PASSWORD } from '../../../testing/session'
import { accessCalls } from '../sign-in/access.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())
beforeEach(() => farm.sql('delete from guesses'))

const nobody = { as: null }
const login = (email: string, password = TEST_PASSWORD, options: object = {}) =>
  farm.post('/login', { email, password }, { as: null, ...options })
const isIn = async (session: { cookie: string }) => (await farm.get('/user', {}, { as: session })).status === 200

describe('a forgotten password', () => {
  const ask = (email: string) => farm.post('/password/email', { email }, nobody)
  const linkTo = async (email: string) => {
    const before = (await farm.letters()).length
    expect((await ask(email)).body).toEqual({ ok: true })
    const letters = await vi.waitFor(async () => {
      const now = await farm.letters()
      if (now.length === before) throw new Error('no letter yet')
      return now
    }, 10_000)
    const letter = letters.findLast((text) => text.startsWith(`To: ${email}`))!
    return /\/password\/reset#token=(\S+)/.exec(letter)![1]!
  }
  const reset = (token: string, password = 'новый пароль') =>
    farm.post('/password/reset', { token, password, password_confirmation: password }, nobody)

  it('is written of in the language of the page that asked', async () => {
    const person = await farm.user({ name: 'Джон www.evil.com' })
    await farm.post('/password/email', { email: person.email }, { ...nobody, headers: { 'accept-language': 'en' } })
    const letter = await vi.waitFor(async () => {
      const found = (await farm.letters()).find((text) => text.startsWith(`To: ${person.email}`))
      if (!found) throw new Error('no letter yet')
      return found
    }, 10_000)
    expect(letter).toContain('Sadok: new password')
    expect(letter).toContain('To choose a new password for the user “Джон …”, open the link.')
  })

  it('is set anew by the letter, once; all that were signed in must sign in again', async () => {
    const person = await farm.user()
    const token = await linkTo(person.email)
    expect((await reset(token)).body).toEqual({ ok: true })
    expect(await isIn(person)).toBe(false)
    expect((await login(person.email)).status).toBe(422)
    expect((await login(person.email, 'новый пароль')).status).toBe(200)
    const again = await reset(token, 'третий пароль')
    expect(again.status).toBe(422)
    expect(again.body).toMatchObject({ errors: { token: [expect.any(String)] } })
    expect((await login(person.email, 'новый пароль')).status).toBe(200)
  })

  it('keeps the link for an hour, and only the last one', async () => {
    const person = await farm.user()
    const first = await linkTo(person.email)
    const second = await linkTo(person.email)
    expect((await reset(first)).status).toBe(422)
    const [left] = await farm.sql<{ minutes: number }>(
      `select extract(epoch from expires_at - now())::int / 60 as minutes from password_resets where user_id = $1`,
      [person.user.id],
    )
    expect(left!.minutes).toBeGreaterThanOrEqual(59)
    await farm.sql('update password_resets set expires_at = now() where user_id = $1', [person.user.id])
    expect((await reset(second)).status).toBe(422)
    expect((await login(person.email)).status).toBe(200)
  })

  it('is told of a dead link before a new password is typed; asking does not use the link up', async () => {
    const person = await farm.user()
    const token = await linkTo(person.email)
    const check = (given: string) => farm.post('/password/check-link', { token: given }, nobody)
    expect((await check(token)).body).toEqual({ ok: true })
    expect((await reset(token)).body).toEqual({ ok: true })
    const dead = { errors: { token: ['Ссылка устарела или уже использована. Запросите новую.'] } }
    for (const given of [token, 'nothing', `${farm.session.user.company.id}.${'a'.repeat(43)}`]) {
      const answer = await check(given)
      expect(answer.status).toBe(422)
      expect(answer.body).toMatchObject(dead)
    }
    expect((await login(person.email, 'новый пароль')).status).toBe(200)
  })

  it('does not tell whether an address is known, and writes to nobody unknown', async () => {
    const before = await farm.letters()
    const [unknown, known] = [await ask('nobody@example.com'), await ask(farm.session.email)]
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text])
    await vi.waitFor(async () => expect(await farm.letters()).toHaveLength(before.length + 1), { timeout: 10_000 })
    expect((await farm.letters()).at(-1)).toContain(`To: ${farm.session.email}`)
  })

  it('refuses a new password that is guessed first, and keeps the link', async () => {
    const person = await farm.user()
    const token = await linkTo(person.email)
    expect((await reset(token, '12345678')).body).toMatchObject({ errors: { password: [expect.any(String)] } })
    expect((await reset(token)).status).toBe(200)
  })

  it('is not written about again and again', async () => {
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await ask('nobody@example.com')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  it('lets a blocked owner in again', async () => {
    const person = await farm.user()
    for (let i = 0; i < 6; i++) await login(person.email, 'не тот пароль')
    expect((await login(person.email)).status).toBe(429)
    await reset(await linkTo(person.email))
    expect((await login(person.email, 'новый пароль')).status).toBe(200)
  })
})

describe('changing one’s password', () => {
  it('goes on under a new token and ends the other sessions', async () => {
    const person = await farm.user()
    const elsewhere = (await login(person.email)).cookie!
    const answer = await send(farm.app, {
      method: 'PUT',
      path: accessCalls.changePassword.path,
      body: { current: TEST_PASSWORD, password: 'новый пароль', password_confirmation: 'новый пароль' },
      cookie: person.cookie,
    })
    expect(answer.status).toBe(200)
    expect(await isIn(person)).toBe(false)
    expect(await isIn({ cookie: answer.cookie! })).toBe(true)
    expect(await isIn({ cookie: elsewhere })).toBe(false)
    expect((await login(person.email)).status).toBe(422)
    expect((await login(person.email, 'новый пароль')).status).toBe(200)
    const kept = await farm.sql(`select before, after from audit_log where entity = 'password' and entity_id = $1`, [
      person.user.id,
    ])
    expect(kept).toEqual([{ before: null, after: null }])
  })

  it('needs the current one, and guessing it is slowed too', async () => {
    const person = await farm.user()
    const input = { current: 'не тот', password: 'новый пароль', password_confirmation: 'новый пароль' }
    const answer = await farm.call(accessCalls.changePassword, input, { as: person, expect: 422 })
    expect(answer.errors).toEqual({ current: ['Неверный пароль'] })
    for (let failures = 1; failures <= 5; failures++)
      await farm.call(accessCalls.changePassword, input, { as: person, expect: failures < 5 ? 422 : 429 })
    // whoever holds the session does not keep its owner from signing in
    expect((await login(person.email)).status).toBe(200)
  })

  it('gains nothing from ten guesses at once', async () => {
    const person = await farm.user()
    const input = { current: 'не тот', password: 'новый пароль', password_confirmation: 'новый пароль' }
    const path = accessCalls.changePassword.path
    const guess = () => send(farm.app, { method: 'PUT', path, body: input, cookie: person.cookie })
    const statuses = (await Promise.all(Array.from({ length: 10 }, guess))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array<number>(5).fill(422), ...Array<number>(5).fill(429)])
  })

  it('refuses what is guessed first, and says why under its field', async () => {
    const person = await farm.user({ name: 'Аркадий Жемчугов' })
    for (const [password, why] of [
      ['qwerty123', 'ряд клавиш'],
      ['password1', 'самых частых'],
      ['Жемчугов-85', 'из имени'],
    ] as const) {
      const input = { current: TEST_PASSWORD, password, password_confirmation: password }
      const { errors } = await farm.call(accessCalls.changePassword, input, { as: person, expect: 422 })
      expect(errors).toEqual({ password: [expect.stringContaining(why)] })
    }
    expect(await isIn(person)).toBe(true)
  })
})
