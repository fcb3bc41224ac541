import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accessCalls } from '../sign-in/access.contract'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { bytesOf, phoneCode, send, type Session, TEST_PASSWORD } from '../../../testing/session'
import { factorCalls } from './second-factor.contract'

let farm: Farm
let person: Session
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())
beforeEach(async () => {
  await farm.sql('delete from guesses')
  person = await farm.user()
})

async function turnOn(as: Session) {
  const { secret } = await farm.call(factorCalls.begin, { password: TEST_PASSWORD }, { as })
  const code = phoneCode(secret)
  const { recovery_codes } = await farm.call(factorCalls.confirm, { code }, { as })
  return { secret, recovery_codes, code }
}
const firstStep = async (of: Session) => {
  const { status, body, cookie } = await farm.post('/login', { email: of.email, password: TEST_PASSWORD }, { as: null })
  return { status, cookie, token: (body as { second_step?: string }).second_step }
}
const secondStep = (token: string, code: string) => farm.post('/login/code', { token, code }, { as: null })
const enter = async (of: Session, code: string) => secondStep((await firstStep(of)).token!, code)
const eventsOf = async (of: Session) =>
  (
    await farm.sql<{ kind: string }>(
      `select kind from security_events where user_id = $1 and kind ~ 'factor|recovery' order by id`,
      [of.user.id],
    )
  ).map(({ kind }) => kind)

describe('a second factor', () => {
  it('is turned on with the password and a first code; from then on signing in asks for a code', async () => {
    await farm.call(factorCalls.begin, { password: 'не тот пароль' }, { as: person, expect: 422 })
    const { secret, address } = await farm.call(factorCalls.begin, { password: TEST_PASSWORD }, { as: person })
    expect(address).toBe(`otpauth://totp/SADOK:${encodeURIComponent(person.email)}?secret=${secret}&issuer=SADOK`)
    // not before it is confirmed
    expect((await firstStep(person)).cookie).not.toBeNull()
    await farm.call(factorCalls.confirm, { code: '000000' }, { as: person, expect: 422 })
    const { recovery_codes } = await farm.call(factorCalls.confirm, { code: phoneCode(secret) }, { as: person })
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/)
    const step = await firstStep(person)
    expect([step.status, step.cookie]).toEqual([200, null])
    const entered = await secondStep(step.token!, phoneCode(secret, 1))
    expect(entered.body).toMatchObject({ id: person.user.id, second_factor: true, factor_needed: false })
    expect((await farm.get('/user', {}, { as: { cookie: entered.cookie! } })).status).toBe(200)
    expect(await eventsOf(person)).toEqual(['second-factor-on'])
    await farm.call(factorCalls.begin, { password: TEST_PASSWORD }, { as: person, expect: 422 })
  })

  it('keeps its secret sealed, and its recovery codes as slow hashes', async () => {
    const { secret, recovery_codes } = await turnOn(person)
    const dump = JSON.stringify([
      await farm.sql('select * from second_factors'),
      await farm.sql('select * from recovery_codes'),
      await farm.sql('select * from half_sessions'),
      await farm.sql('select * from audit_log'),
      await farm.sql('select * from idempotency_keys'),
    ])
    for (const one of [secret, bytesOf(secret).toString('hex'), ...recovery_codes]) expect(dump).not.toContain(one)
    for (const code of recovery_codes) expect(dump).not.toContain(code.replace('-', ''))
  })

  it('takes each code once, and none that is older than a minute', async () => {
    const { secret, code: shown } = await turnOn(person)
    expect((await enter(person, shown)).status).toBe(422)
    const code = phoneCode(secret, 1)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect((await enter(person, spaced)).status).toBe(200)
    expect((await enter(person, code)).status).toBe(422)
    expect((await enter(person, phoneCode(secret, -3))).status).toBe(422)
    expect(await eventsOf(person)).toEqual(['second-factor-on', ...Array<string>(3).fill('second-factor-failed')])
  })

  it('is not asked any more when the farm has gone into the archive meanwhile', async () => {
    const owner = await farm.company()
    const { secret } = await turnOn(owner)
    const { token } = await firstStep(owner)
    await farm.sql('update companies set archived_at = now() where company_id = $1', [owner.user.company.id])
    expect((await secondStep(token!, phoneCode(secret, 1))).status).toBe(422)
  })

  it('stands in the event of the sign-in, by what was shown', async () => {
    const { secret, recovery_codes } = await turnOn(person)
    await enter(person, phoneCode(secret, 1))
    await enter(person, recovery_codes[0]!)
    const rows = await farm.sql<{ factor: string | null }>(
      `select details ->> 'factor' as factor from security_events where user_id = $1 and kind = 'signed-in' order by id`,
      [person.user.id],
    )
    expect(rows.map(({ factor }) => factor)).toEqual([null, 'code', 'recovery'])
  })

  it('goes on after a clock that was hours ahead', async () => {
    const { secret } = await turnOn(person)
    await farm.sql('update second_factors set last_step = last_step + 400 where user_id = $1', [person.user.id])
    // half a minute may begin between two attempts
    const code = phoneCode(secret, 1)
    expect((await enter(person, code)).status).toBe(200)
    expect((await enter(person, code)).status).toBe(422)
  })

  it('lets one in of many who send the same code at once', async () => {
    const { secret } = await turnOn(person)
    const steps = await Promise.all([0, 1, 2, 3].map(() => firstStep(person)))
    const code = phoneCode(secret, 1)
    const statuses = await Promise.all(steps.map(async ({ token }) => (await secondStep(token!, code)).status))
    expect(statuses.sort()).toEqual([200, 422, 422, 422])
  })

  it('is replaced by a recovery code, once, as it was written down or in small letters', async () => {
    const { secret, recovery_codes } = await turnOn(person)
    expect((await enter(person, recovery_codes[0]!)).status).toBe(200)
    expect((await enter(person, recovery_codes[0]!)).status).toBe(422)
    expect((await enter(person, recovery_codes[1]!.replace('-', '').toLowerCase())).status).toBe(200)
    expect(await farm.call(factorCalls.state, {}, { as: person })).toEqual({ on: true, codes_left: 8, required: false })
    const { recovery_codes: fresh } = await farm.call(
      factorCalls.recoveryCodes,
      { password: TEST_PASSWORD, code: phoneCode(secret, 1) },
      { as: person },
    )
    expect((await enter(person, recovery_codes[2]!)).status).toBe(422)
    expect((await enter(person, fresh[2]!)).status).toBe(200)
    expect((await eventsOf(person)).filter((kind) => kind === 'recovery-code-used')).toHaveLength(3)
  })

  it('is turned off with the password and a code, never with one of them', async () => {
    const { secret, recovery_codes } = await turnOn(person)
    const off = (password: string, code: string, expect = 200) =>
      farm.call(factorCalls.off, { password, code }, { as: person, ...(expect !== 200 && { expect }) } as never)
    await off('не тот пароль', phoneCode(secret, 1), 422)
    await off(TEST_PASSWORD, '123', 422)
    expect((await farm.call(accessCalls.user, {}, { as: person })).second_factor).toBe(true)
    await off(TEST_PASSWORD, recovery_codes[0]!)
    expect((await firstStep(person)).cookie).not.toBeNull()
    expect(await farm.sql('select 1 from recovery_codes where user_id = $1', [person.user.id])).toEqual([])
    expect((await eventsOf(person)).at(-1)).toBe('second-factor-off')
  })

  it('of another is taken away by whoever may set passwords, with their sessions, and never one’s own', async () => {
    await turnOn(person)
    const id = person.user.id
    const manager = await farm.user({ permissions: ['set passwords'] })
    const { secret } = await turnOn(farm.session)
    for (const [as, whose, status] of [
      [person, manager.user.id, 403],
      [manager, farm.session.user.id, 409],
      [farm.session, farm.session.user.id, 422],
    ] as const)
      await farm.call(factorCalls.reset, { id: whose }, { as, expect: status })
    await farm.call(factorCalls.reset, { id: (await farm.company()).user.id }, { as: manager, expect: 404 })
    await farm.call(factorCalls.reset, { id }, { as: manager })
    expect((await farm.get('/user', {}, { as: person })).status).toBe(401)
    expect((await firstStep(person)).cookie).not.toBeNull()
    await farm.call(factorCalls.reset, { id }, { as: manager, expect: 404 })
    await farm.call(factorCalls.off, { password: TEST_PASSWORD, code: phoneCode(secret, 1) })
  })
})

describe('the code after the password', () => {
  it('is slowed when it is guessed, and five wrong ones end the step', async () => {
    const { secret } = await turnOn(person)
    const { token } = await firstStep(person)
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await secondStep(token!, '000000')).status),
    )
    // on a slow machine the wait of the sixth may be over before the last is asked
    expect(statuses.filter((status) => status === 422).length).toBeGreaterThanOrEqual(5)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    await farm.sql('delete from guesses')
    const over = await secondStep(token!, phoneCode(secret, 1))
    expect(over.body).toMatchObject({ errors: { token: [expect.stringContaining('ещё раз')] } })
    // another right password does not give five more guesses
    await farm.sql(`insert into guesses (key, failures, blocked_until) values ($1, 9, now() + interval '1 minute')`, [
      `code 127.0.0.1 ${person.user.company.id}.${person.user.id}`,
    ])
    expect((await enter(person, phoneCode(secret, 1))).status).toBe(429)
  })

  it('is worth nothing after ten minutes, for another, or when it is made up', async () => {
    const [mine, theirs] = [await turnOn(person), await turnOn(farm.session)]
    const { token } = await firstStep(person)
    expect((await secondStep(token!, phoneCode(theirs.secret, 1))).status).toBe(422)
    for (const made of ['', 'x', `${person.user.company.id}.${'A'.repeat(43)}`])
      expect((await secondStep(made, phoneCode(mine.secret, 1))).status).toBe(422)
    // half a session is none
    expect((await farm.get('/user', {}, { as: { cookie: token! } })).status).toBe(401)
    await farm.sql('update half_sessions set expires_at = now()')
    expect((await secondStep(token!, phoneCode(mine.secret, 1))).status).toBe(422)
    await farm.call(factorCalls.off, { password: TEST_PASSWORD, code: theirs.recovery_codes[0]! })
  })

  it('ends with a new password, an archived account and a factor that was taken away', async () => {
    const { secret } = await turnOn(person)
    const steps = [(await firstStep(person)).token!, (await firstStep(person)).token!]
    await farm.sql('update users set archived_at = now() where id = $1', [person.user.id])
    expect((await secondStep(steps[0]!, phoneCode(secret, 1))).status).toBe(422)
    await farm.sql('update users set archived_at = null where id = $1', [person.user.id])
    const body = { current: TEST_PASSWORD, password: 'новый пароль', password_confirmation: 'новый пароль' }
    const path = accessCalls.changePassword.path
    expect((await send(farm.app, { method: 'PUT', path, body, cookie: person.cookie })).status).toBe(200)
    expect((await secondStep(steps[1]!, phoneCode(secret, 1))).status).toBe(422)
  })
})

it('without the key of the server codes are wrong and recovery codes go on', async () => {
  const { secret, recovery_codes } = await turnOn(person)
  // a backup of the database alone
  const dataDir = join(farm.dataDir, 'second-factor.key')
  const other = await farm.process()
  await rm(dataDir)
  const on = async (code: string) => {
    const { token } = await firstStep(person)
    return (await farm.post('/login/code', { token, code }, { as: null, on: other })).status
  }
  expect(await on(phoneCode(secret, 1))).toBe(422)
  expect(await on(recovery_codes[0]!)).toBe(200)
})
