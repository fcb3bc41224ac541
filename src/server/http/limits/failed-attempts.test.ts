import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { TEST_PASSWORD } from '../../../testing/session'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ trustProxy: 1 })))
afterAll(() => farm.close())
beforeEach(() => farm.sql('delete from guesses'))

const login = (email: string, password = TEST_PASSWORD, options: object = {}) =>
  farm.post('/login', { email, password }, { as: null, ...options })
const waitIsOver = () => farm.sql("update guesses set blocked_until = now() - interval '1 second'")

it('nobody waits for a moment further away than waiting takes: a clock went wrong', async () => {
  await login(farm.session.email, 'не тот пароль')
  const blocked = (time: string) => farm.sql(`update guesses set blocked_until = now() + $1::interval`, [time])
  await blocked('14 minutes')
  expect((await login(farm.session.email)).status).toBe(429)
  await blocked('5 hours')
  expect((await login(farm.session.email)).status).toBe(200)
})

describe('a wrong password', () => {
  it('is answered like an unknown address, to the letter', async () => {
    const wrong = await login(farm.session.email, 'не тот пароль')
    const unknown = await login('nobody@example.com', 'не тот пароль')
    expect(wrong.status).toBe(422)
    expect(wrong.body).toEqual({
      message: 'Неверный пароль',
      errors: { password: ['Неверный пароль'] },
      msgShouldBeShown: true,
    })
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text])
    expect(wrong.cookie).toBeNull()
  })

  it('takes as long as an unknown address', { retry: 2 }, async () => {
    const took = async (email: string) => {
      await farm.sql('delete from guesses')
      const start = performance.now()
      await login(email, 'не тот пароль')
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let i = 0; i < 9; i++) {
      known.push(await took(farm.session.email))
      unknown.push(await took('nobody@example.com'))
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[4]!
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.6)
    expect(median(unknown)).toBeLessThan(median(known) * 1.7)
  })
})

describe('guessing', () => {
  const fail = async (email: string, times: number, options: object = {}) => {
    const answers = []
    for (let i = 0; i < times; i++) answers.push((await login(email, 'не тот пароль', options)).status)
    return answers
  }

  it('must wait after five failures in a row and says how long', async () => {
    const { email } = farm.session
    expect(await fail(email, 5)).toEqual([422, 422, 422, 422, 422])
    const refused = await login(email)
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toMatch(/^[12]$/)
    expect(refused.body).toMatchObject({ msgShouldBeShown: true })
    await waitIsOver()
    expect(await fail(email, 2)).toEqual([422, 429])
    expect((await login(email)).headers['retry-after']).toMatch(/^[34]$/)
    await waitIsOver()
    expect((await login(email)).status).toBe(200)
    expect(await fail(email, 5)).toEqual([422, 422, 422, 422, 422])
  })

  it('never waits longer than a quarter of an hour', async () => {
    const { email } = farm.session
    await farm.sql(`insert into guesses (key, failures) values ($1, 400)`, [`password 127.0.0.1 ${email}`])
    expect(await fail(email, 1)).toEqual([422])
    expect(Number((await login(email)).headers['retry-after'])).toBeGreaterThan(890)
    expect(Number((await login(email)).headers['retry-after'])).toBeLessThanOrEqual(900)
  })

  it('is counted by all processes together', async () => {
    const other = await farm.process()
    const { email } = farm.session
    await fail(email, 3)
    expect(await fail(email, 3, { on: other })).toEqual([422, 422, 429])
    expect((await login(email)).status).toBe(429)
  })

  it('gains nothing from many attempts at once', async () => {
    const { email } = farm.session
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'не тот пароль')))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  it('from elsewhere does not keep the owner out, until there are too many of them', async () => {
    const { email } = await farm.user()
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
    expect(await fail(email, 6, from('203.0.113.9'))).toEqual([...Array<number>(5).fill(422), 429])
    expect((await login(email, TEST_PASSWORD, from('203.0.113.10'))).status).toBe(200)
    // fifty guesses from ten networks hold everybody whose browser is not known
    for (let net = 0; net < 10; net++) await fail(email, 5, from(`198.51.100.${net}`))
    expect((await login(email, TEST_PASSWORD, from('203.0.113.11'))).status).toBe(429)
  })

  it('never keeps out a browser that has signed in before, which is counted by itself', async () => {
    const { email } = await farm.user()
    const { headers } = await login(email)
    const device = (headers['set-cookie'] as string[]).at(-1)!.split(';')[0]!
    const known = { headers: { cookie: device, 'x-forwarded-for': '203.0.113.7' } }
    await farm.sql(
      `insert into guesses (key, failures, blocked_until) values ($1, 400, now() + interval '15 minutes')`,
      [`password of ${email}`],
    )
    await fail(email, 6)
    expect((await login(email)).status).toBe(429)
    const right = await login(email, TEST_PASSWORD, known)
    expect(right.status).toBe(200)
    // its secret is a new one each time, so the old one is nobody's
    expect((await login(email, TEST_PASSWORD, known)).status).toBe(429)
    const next = { headers: { cookie: (right.headers['set-cookie'] as string[]).at(-1)!.split(';')[0]! } }
    await farm.sql(`delete from guesses where key not like 'password of %'`)
    expect(await fail(email, 6, next)).toEqual([...Array<number>(5).fill(422), 429])
    const other = await farm.user()
    expect(await fail(other.email, 1, next)).toEqual([422])
  })

  it('does not keep the owner from a letter', async () => {
    const { email } = await farm.user()
    const from = (ip: string) => ({ as: null, headers: { 'x-forwarded-for': ip } })
    const ask = async (ip: string) => (await farm.post('/password/email', { email }, from(ip))).status
    const statuses = []
    for (let turn = 0; turn < 4; turn++) statuses.push(await ask('203.0.113.20'))
    expect(statuses).toEqual([200, 200, 200, 429])
    await fail(email, 6)
    expect(await ask('203.0.113.21')).toBe(200)
  })

  it('of many accounts from one address is slowed for that address alone', async () => {
    const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
    const attempts = Array.from({ length: 21 }, (_, i) => login(`${i}@example.com`, 'пароль', from('203.0.113.7')))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect((await login(farm.session.email, TEST_PASSWORD, from('203.0.113.7'))).status).toBe(429)
    expect((await login(farm.session.email, TEST_PASSWORD, from('203.0.113.8'))).status).toBe(200)
  })

  it('counts a whole IPv6 network as one address', async () => {
    const from = (host: number) => ({ headers: { 'x-forwarded-for': `2001:db8::${host.toString(16)}` } })
    for (let i = 0; i < 20; i++) await login(`${i}@example.com`, 'пароль', from(i + 1))
    expect((await login(farm.session.email, TEST_PASSWORD, from(99))).status).toBe(429)
  })

  it('does not wear out an address where people sign in rightly', async () => {
    for (let i = 0; i < 25; i++) expect((await login(farm.session.email)).status).toBe(200)
  })
})
