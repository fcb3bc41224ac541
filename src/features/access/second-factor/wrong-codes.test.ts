/** Somebody has the password and tries codes: who hears of it, and until when. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { noticesCall } from '../../../shared/notices/notices'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { phoneCode, send, type Session, TEST_PASSWORD } from '../../../testing/session'
import { securityCalls } from '../../audit/security.contract'
import { accessCalls } from '../sign-in/access.contract'
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
  await farm.call(factorCalls.confirm, { code: phoneCode(secret) }, { as })
  return { secret }
}
async function firstStep({ email }: Session): Promise<string> {
  const { body } = await farm.post('/login', { email, password: TEST_PASSWORD }, { as: null })
  return (body as { second_step: string }).second_step
}
const secondStep = (token: string, code: string) => farm.post('/login/code', { token, code }, { as: null })
const enter = async (of: Session, code: string) => secondStep(await firstStep(of), code)

describe('wrong codes after the right password', () => {
  const told = async (as: { cookie: string } = person) =>
    (await farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'wrong-codes')
  const guess = async (times: number) => {
    for (let n = 0; n < times; n++) expect((await enter(person, '000000')).status).toBe(422)
  }

  it('are told by the bell of their person once there are three in a day, until the password is changed', async () => {
    await turnOn(person)
    await guess(2)
    expect(await told()).toEqual([])
    await guess(1)
    const [first] = await told()
    expect(first).toMatchObject({
      text: 'Кто-то знает ваш пароль: неверных кодов за сутки 3. Смените пароль.',
      href: '/profile/change-password',
    })
    expect((await farm.call(noticesCall, {})).filter(({ kind }) => kind === 'wrong-codes')).toEqual([])
    await guess(1)
    const [more] = await told()
    expect(more!.text).toContain('за сутки 4')
    expect(more!.key).not.toBe(first!.key)

    const day = farm.daysAgo(0)
    const noted = { user_id: person.user.id, kind: 'second-factor-failed', start: farm.daysAgo(1), end: day } as const
    const journal = await farm.call(securityCalls.list, { ...noted, page: 1, per_page: 10 })
    expect(journal).toMatchObject({ total: 4 })
    const password = 'сом под корягой'
    const change = { current: TEST_PASSWORD, password, password_confirmation: password }
    const { path } = accessCalls.changePassword
    const { cookie } = await send(farm.app, { method: 'PUT', path, body: change, cookie: person.cookie })
    expect(await told({ cookie: cookie! })).toEqual([])
  })

  it('are not told when they lie days apart, and no longer than a fortnight', async () => {
    await turnOn(person)
    const later = (days: number) =>
      farm.sql(`update security_events set at = at - make_interval(days => $2) where user_id = $1`, [
        person.user.id,
        days,
      ])
    await guess(2)
    await later(2)
    await guess(2)
    expect(await told()).toEqual([])
    await guess(1)
    expect((await told())[0]!.text).toContain('за сутки 3')
    await later(10)
    expect(await told()).toHaveLength(1)
    await later(5)
    expect(await told()).toEqual([])
  })

  it('are the person’s own when the same sign-in came to its end', async () => {
    const { secret } = await turnOn(person)
    const token = await firstStep(person)
    for (let n = 0; n < 3; n++) expect((await secondStep(token, '000000')).status).toBe(422)
    expect(await told()).toHaveLength(1)
    expect((await secondStep(token, phoneCode(secret, 1))).status).toBe(200)
    expect(await told()).toEqual([])
  })
})
