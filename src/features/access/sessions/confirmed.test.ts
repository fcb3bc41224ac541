/** The password that is asked for again before it changes who can sign in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { phoneCode, type Session, TEST_PASSWORD } from '../../../testing/session'
import { outsideCalls } from '../../outside/outside.contract'
import { userCalls } from '../../people/person/users.contract'
import { accessCalls } from '../sign-in/access.contract'
import { roleCalls } from '../../people/roles/roles.contract'
import { factorCalls } from '../second-factor/second-factor.contract'
import { sessionsCalls } from './sessions.contract'

let farm: Farm
let person: Session
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())
beforeEach(async () => void (person = await farm.user({ name: 'Пётр' })))

const login = (of: Session) => farm.post('/login', { email: of.email, password: TEST_PASSWORD }, { as: null })
const onPhone = async () => ({ cookie: (await login(person)).cookie! })
const isIn = async (session: { cookie: string }) => (await farm.get('/user', {}, { as: session })).status === 200
const own = () => farm.call(sessionsCalls.list, {}, { as: person })
const phoneOf = async () => (await own()).find(({ current }) => !current)!

describe('the password', () => {
  const NEEDED = { message: 'Подтвердите это своим паролем.', passwordNeeded: true }
  /** As a page that has been open for a while. */
  const wait = (as: Session, minutes = 11) =>
    farm.sql(`update sessions set confirmed_at = now() - make_interval(mins => $1) where user_id = $2`, [
      minutes,
      as.user.id,
    ])
  /** The session goes on under the token of the answer. */
  const confirm = async (as: Session, password = TEST_PASSWORD, code?: string) => {
    const answer = await farm.post('/sessions/confirm', { password, code }, { as })
    as.cookie = answer.cookie ?? as.cookie
    return answer
  }

  it('is asked for again before sessions end, and then for ten minutes no more', async () => {
    const phone = await onPhone()
    await wait(person, 9)
    await farm.call(sessionsCalls.end, { id: (await phoneOf()).id }, { as: person })
    const tablet = await onPhone()
    await wait(person)
    const { id } = await phoneOf()
    expect(await farm.call(sessionsCalls.end, { id }, { as: person, expect: 403 })).toMatchObject(NEEDED)
    expect(await farm.call(sessionsCalls.endOthers, {}, { as: person, expect: 403 })).toMatchObject(NEEDED)
    expect([await isIn(phone), await isIn(tablet)]).toEqual([false, true])
    // to look costs nothing
    expect(await own()).toHaveLength(2)
    expect((await confirm(person)).status).toBe(200)
    await farm.call(sessionsCalls.end, { id }, { as: person })
    expect(await isIn(tablet)).toBe(false)
  })

  it('counts for the session that it was typed in, not for the person’s others', async () => {
    const phone = await onPhone()
    await wait(person)
    await confirm(person)
    const { id } = (await own()).find(({ current }) => current)!
    expect(await farm.call(sessionsCalls.end, { id }, { as: phone, expect: 403 })).toMatchObject(NEEDED)
    await farm.call(sessionsCalls.endOthers, {}, { as: person })
  })

  it('gives the session another token: whoever has seen the one before is out', async () => {
    const seen = { cookie: person.cookie }
    await wait(person)
    await confirm(person)
    expect([await isIn(seen), await isIn(person)]).toEqual([false, true])
  })

  it('goes with a code where the second factor is on', async () => {
    const { secret } = await farm.call(factorCalls.begin, { password: TEST_PASSWORD }, { as: person })
    await farm.call(factorCalls.confirm, { code: phoneCode(secret) }, { as: person })
    await wait(person)
    expect((await confirm(person)).body).toMatchObject({ errors: { code: ['Введите код второго фактора'] } })
    expect((await confirm(person, TEST_PASSWORD, '000000')).status).toBe(422)
    await farm.call(sessionsCalls.endOthers, {}, { as: person, expect: 403 })
    expect((await confirm(person, TEST_PASSWORD, phoneCode(secret, 1))).status).toBe(200)
    await farm.call(sessionsCalls.endOthers, {}, { as: person })
    // new recovery codes would open what a phone opens
    const asked = { password: TEST_PASSWORD, code: '000000' }
    await farm.call(factorCalls.recoveryCodes, asked, { as: person, expect: 422 })
  })

  it('that is wrong is a guess, and opens nothing', async () => {
    await wait(person)
    const answers = []
    for (let turn = 0; turn < 7; turn++) answers.push(await confirm(person, 'не тот пароль'))
    expect(answers[0]!.body).toMatchObject({ errors: { password: ['Неверный пароль'] } })
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429, 429])
    const noted = `select 1 from security_events where kind = 'confirm-failed' and user_id = $1`
    expect(await farm.sql(noted, [person.user.id])).toHaveLength(5)
    // the right one waits as well
    expect((await confirm(person)).status).toBe(429)
    await farm.call(sessionsCalls.endOthers, {}, { as: person, expect: 403 })
  })

  it('is asked of whoever changes how others sign in, or which token opens the farm', async () => {
    const boss = await farm.user({ is_admin: true, permissions: ['set passwords', 'update users'] })
    const { id } = person.user
    const app = await farm.call(outsideCalls.create, { name: 'Буй' }, { as: boss })
    const newcomer = await farm.call(userCalls.create, { name: 'Лев', email: 'lev@example.com' }, { as: boss })
    const spare = await farm.call(roleCalls.create, { name: 'Лишняя' }, { as: boss })
    const given = { id, name: 'Пётр', email: person.email, role_id: null }
    const fresh = { password: 'совсем другой', password_confirmation: 'совсем другой' }
    const calls = (expect: number) => [
      () => farm.call(sessionsCalls.endAllOf, { id }, { as: boss, expect }),
      () => farm.call(userCalls.update, { ...given, email: 'new@example.com' }, { as: boss, expect }),
      () => farm.call(userCalls.changePassword, { id, ...fresh }, { as: boss, expect }),
      () => farm.call(outsideCalls.renew, { id: app.id }, { as: boss, expect }),
      () => farm.call(outsideCalls.update, { id: app.id, name: 'Буй 2' }, { as: boss, expect }),
      () => farm.call(outsideCalls.create, { name: `Шлюз ${expect}` }, { as: boss, expect }),
      () => farm.call(userCalls.update, { ...given, email: 'new@example.com', is_admin: true }, { as: boss, expect }),
      () => farm.call(userCalls.create, { name: 'Олег', email: `oleg${expect}@example.com` }, { as: boss, expect }),
      () => farm.call(userCalls.invite, { id: newcomer.id }, { as: boss, expect }),
      () => farm.call(userCalls.remove, { id: newcomer.id }, { as: boss, expect }),
      () => farm.call(userCalls.archiving.archive, { id }, { as: boss, expect }),
      () => farm.call(userCalls.archiving.unarchive, { id }, { as: boss, expect }),
      () => farm.call(roleCalls.save, { data: { 2: { 'create notes': 'none' } } }, { as: boss, expect }),
      () => farm.call(roleCalls.remove, { id: spare.id }, { as: boss, expect }),
      () => farm.call(accessCalls.companySettings, { 'second-factor': 'all' }, { as: boss, expect }),
    ]
    await wait(boss)
    for (const call of calls(403)) expect(await call()).toMatchObject(NEEDED)
    expect(await farm.call(factorCalls.reset, { id }, { as: boss, expect: 403 })).toMatchObject(NEEDED)
    expect(await isIn(person)).toBe(true)
    expect((await login(person)).status).toBe(200)
    expect(await farm.sql(`select 1 from logins where email = 'new@example.com'`)).toEqual([])
    // what lets nobody in asks for nothing
    await farm.call(userCalls.update, { ...given, role_id: undefined, name: 'Пётр Волков' }, { as: boss })
    await farm.call(accessCalls.companySettings, { 'density-limit': 21 }, { as: boss })
    // nor is a password that is asked for a refusal worth telling
    expect(
      await farm.sql(`select 1 from security_events where kind = 'refused' and user_id = $1`, [boss.user.id]),
    ).toEqual([])
    await confirm(boss)
    for (const call of calls(200)) await call()
    expect(await isIn(person)).toBe(false)
  })
})
