/** Of whom a second factor is wanted, from when on, and who hears that it is not wanted any more. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, showDay } from '../../../shared/dates'
import { noticesCall } from '../../../shared/notices/notices'
import { ADMINISTRATOR_ROLE, type Ability } from '../../../shared/abilities'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { phoneCode, type Session, TEST_PASSWORD } from '../../../testing/session'
import { accessCalls } from '../sign-in/access.contract'
import { factorCalls } from './second-factor.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

async function turnOn(as: Session) {
  const { secret } = await farm.call(factorCalls.begin, { password: TEST_PASSWORD }, { as })
  await farm.call(factorCalls.confirm, { code: phoneCode(secret) }, { as })
  return { secret }
}
const want = (whose: 'off' | 'admins' | 'all', as: { cookie: string }) =>
  farm.call(accessCalls.companySettings, { 'second-factor': whose }, { as })
const needs = async (as: { cookie: string }) => (await farm.call(accessCalls.user, {}, { as })).factor_needed
const told = async (as: { cookie: string }) =>
  (await farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'factor-off')

describe('of those who can open other accounts', () => {
  it.each<Ability>(['set passwords', 'update roles', 'access settings'])('«%s» is enough', async (ability) => {
    const owner = await farm.company()
    const worker = await farm.user({ of: owner, permissions: ['create users', 'update users', 'view audit'] })
    const person = await farm.user({ of: owner, permissions: [ability] })
    await want('off', owner)
    expect([await needs(worker), await needs(person), await needs(owner)]).toEqual([false, false, false])
    await want('admins', owner)
    expect([await needs(worker), await needs(person), await needs(owner)]).toEqual([false, true, true])
    expect((await farm.get('/cages', {}, { as: person })).status).toBe(403)
  })

  it('the role «Администратор» is, and who operates the installation whatever the farm says', async () => {
    const owner = await farm.company()
    const [deputy, operator] = [await farm.user({ of: owner }), await farm.user({ of: owner })]
    await want('off', owner)
    await farm.sql('update users set role_id = $1 where id = $2', [ADMINISTRATOR_ROLE, deputy.user.id])
    await farm.sql('update users set is_operator = true where id = $1', [operator.user.id])
    expect([await needs(deputy), await needs(operator)]).toEqual([false, true])
    await want('admins', owner)
    expect(await needs(deputy)).toBe(true)
  })
})

describe('on a new farm', () => {
  it('is wanted of its administrators after a week, which they are told of', async () => {
    const owner = await farm.company()
    expect(owner.user.company.settings['second-factor']).toBe('admins')
    const day = addDays(owner.user.now.slice(0, 10), 7)
    expect(owner.user).toMatchObject({ factor_needed: false, factor_from: showDay(day) })
    expect(await farm.user({ of: owner, permissions: ['create cages'] })).toMatchObject({ user: { factor_from: null } })
    expect((await farm.get('/cages', {}, { as: owner })).status).toBe(200)
    await farm.sql(`update companies set factor_from = factor_from - 7 where company_id = $1`, [owner.user.company.id])
    expect(await farm.call(accessCalls.user, {}, { as: owner })).toMatchObject({
      factor_needed: true,
      factor_from: null,
    })
    expect((await farm.get('/cages', {}, { as: owner })).status).toBe(403)
  })

  it('is not hurried by other settings that are saved, and holds at once when somebody decides so', async () => {
    const owner = await farm.company()
    const { settings } = owner.user.company
    await farm.call(accessCalls.companySettings, { ...settings, 'density-limit': 25 }, { as: owner })
    expect(await needs(owner)).toBe(false)
    await want('all', owner)
    expect(await needs(owner)).toBe(true)
  })
})

describe('switched off', () => {
  it('it is told to all administrators, and to nobody else', async () => {
    const owner = await farm.company()
    const { settings } = owner.user.company
    const boss = await farm.user({ of: owner, is_admin: true })
    const worker = await farm.user({ of: owner, permissions: ['create cages'] })
    await farm.call(accessCalls.companySettings, { ...settings, 'density-limit': 25 }, { as: owner })
    expect(await told(boss)).toEqual([])
    await want('off', owner)
    const text = 'Анна Петрова: второй фактор больше не обязателен'
    expect(await told(owner)).toMatchObject([{ text, href: '/settings' }])
    expect(await told(boss)).toMatchObject([{ text }])
    expect(await told(worker)).toEqual([])
    expect(await told(await farm.company())).toEqual([])
  })
})

describe('where the company wants it', () => {
  it('nothing but setting it up is answered before there is one', async () => {
    const owner = await farm.company()
    const worker = await farm.user({ of: owner, permissions: ['create cages'] })
    await want('off', owner)
    await want('admins', owner)
    const refused = await farm.get('/cages', {}, { as: owner })
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({
      message: 'Сначала включите второй фактор входа: в хозяйстве он обязателен.',
      msgShouldBeShown: true,
      factorNeeded: true,
    })
    expect((await farm.post('/crud/species', { name: 'Сиг' }, { as: owner })).status).toBe(403)
    expect((await farm.get('/sessions', {}, { as: owner })).status).toBe(403)
    expect((await farm.get('/events', {}, { as: owner })).status).toBe(401)
    expect((await farm.call(accessCalls.user, {}, { as: owner })).factor_needed).toBe(true)
    expect((await farm.get('/cages', {}, { as: worker })).status).toBe(200)
    const { secret } = await turnOn(owner)
    expect((await farm.get('/cages', {}, { as: owner })).status).toBe(200)
    await want('all', owner)
    expect((await farm.get('/cages', {}, { as: worker })).status).toBe(403)
    // turning it off is the way to another phone, not out
    await farm.call(factorCalls.off, { password: TEST_PASSWORD, code: phoneCode(secret, 1) }, { as: owner })
    expect((await farm.get('/cages', {}, { as: owner })).status).toBe(403)
    await turnOn(owner)
    await want('off', owner)
    expect((await farm.get('/cages', {}, { as: worker })).status).toBe(200)
  })
})
