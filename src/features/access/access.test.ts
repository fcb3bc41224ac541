import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { TEST_PASSWORD } from '../../testing/session'
import { ageCategoryLibrary } from '../../core/lists/libraries/age-category.contract'
import { cleaning } from './cleaning.server'
import { accessCalls } from './sign-in/access.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ trustProxy: 1 })))
afterAll(() => farm.close())
beforeEach(() => farm.sql('delete from guesses'))

const nobody = { as: null }
const login = (email: string, password = TEST_PASSWORD, options: object = {}) =>
  farm.post('/login', { email, password }, { as: null, ...options })
const isIn = async (session: { cookie: string }) => (await farm.get('/user', {}, { as: session })).status === 200
const company = {
  company_name: 'Рыбхоз',
  name: 'Олег',
  password: 'длинный пароль',
  password_confirmation: 'длинный пароль',
}

describe('registration', () => {
  it('makes a company on trial, its administrator and the standard lists', async () => {
    const { user } = await farm.company('Ладога')
    expect(user).toMatchObject({ is_admin: true, is_operator: false, role: 'Администратор', location_ids: null })
    expect(user.company).toMatchObject({ name: 'Ладога', time_zone: 'Europe/Moscow' })
    expect(user.company.subscription).toMatchObject({ type: 'trial', days_left: 30, start_date: farm.today() })
    expect(user.abilities).toContain('access settings')
    expect(user.abilities).not.toContain('manage companies')
    const categories = await farm.call(ageCategoryLibrary.list, {})
    expect(categories.map(({ name }) => name).sort()).toEqual(
      ['Двухлетки', 'Мальки', 'Подращивание', 'Производители', 'Товарная'].sort(),
    )
    expect((await farm.get('/transfers-reasons')).body).toEqual({
      withdrawal: [
        { id: 'sale', name: 'Продажа' },
        { id: 'sending_to_workshop', name: 'Отправка в цех' },
        { id: 'culling', name: 'Выбраковка' },
        { id: 'research', name: 'Исследование' },
        { id: 'own_needs', name: 'Собственные нужды' },
        { id: 'other', name: 'Прочее' },
      ],
    })
  })

  it('refuses an address that signs in already, whatever its case, and leaves no company behind', async () => {
    const before = await farm.sql('select company_id from companies')
    const answer = await farm.post('/register', { ...company, email: farm.session.email.toUpperCase() }, nobody)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ errors: { email: [expect.any(String)] } })
    expect(await farm.sql('select company_id from companies')).toEqual(before)
  })

  it('refuses a short password and one that was typed differently', async () => {
    const short = { ...company, email: 'a@example.com', password: '1234567', password_confirmation: '1234567' }
    expect((await farm.post('/register', short, nobody)).body).toMatchObject({ errors: { password: [/8/] } })
    const typo = { ...company, email: 'a@example.com', password_confirmation: 'длинный пороль' }
    expect((await farm.post('/register', typo, nobody)).body).toMatchObject({
      errors: { password_confirmation: ['Пароли не совпадают'] },
    })
  })

  it('is slowed for one address', async () => {
    const tries = []
    for (let i = 0; i < 12; i++)
      tries.push(await farm.post('/register', { ...company, email: farm.session.email }, nobody))
    expect(tries.map(({ status }) => status)).toEqual([...Array<number>(10).fill(422), 429, 429])
  })
})

describe('the session cookie', () => {
  it('is out of reach of scripts and other sites, and secure where the site is', async () => {
    const answer = await login(farm.session.email)
    const [session, device] = answer.headers['set-cookie'] as string[]
    expect(session).toMatch(/^sadok_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    // where one signs in, and nowhere else
    expect(device).toMatch(
      /^sadok_device_\d+_\d+=[\w-]{43}; Max-Age=31536000; Path=\/api\/login; HttpOnly; SameSite=Lax$/,
    )
    const proxied = await login(farm.session.email, TEST_PASSWORD, { headers: { 'x-forwarded-proto': 'https' } })
    for (const cookie of proxied.headers['set-cookie'] as string[]) expect(cookie).toMatch(/; Secure/)
  })

  it('is worth nothing after signing out, even when it is sent again', async () => {
    const { cookie } = await login(farm.session.email)
    const session = { ...farm.session, cookie: cookie! }
    expect(await isIn(session)).toBe(true)
    const out = await farm.post('/logout', {}, { as: session })
    expect(out.headers['set-cookie']).toMatch(/^sadok_session=;.*Expires=Thu, 01 Jan 1970/)
    expect(await isIn(session)).toBe(false)
    expect((await farm.post('/logout', {}, { as: session })).status).toBe(401)
  })

  it('ends when its time is over, when it is altered, and with the user', async () => {
    const person = await farm.user()
    const second = await farm.company()
    const [, secret] = person.cookie.split('.')
    expect(await isIn({ cookie: `${second.user.company.id}.${secret}` })).toBe(false)
    expect(await isIn(person)).toBe(true)
    await farm.sql('update users set archived_at = now() where id = $1', [person.user.id])
    expect(await isIn(person)).toBe(false)
    expect((await login(person.email)).status).toBe(422)
    await farm.sql('update users set archived_at = null where id = $1', [person.user.id])
    await farm.sql('update sessions set expires_at = now() where user_id = $1', [person.user.id])
    expect(await isIn(person)).toBe(false)
  })

  it('goes with other things past their time, whoever signs in or not', async () => {
    const { id } = farm.session.user.company
    await farm.sql(
      `insert into sessions (company_id, token_hash, user_id, expires_at) values ($1, 'old', $2, now() - interval '1 s')`,
      [id, farm.session.user.id],
    )
    await farm.sql(
      `insert into idempotency_keys (company_id, key, user_id, request_hash, created_at)
       select $1, 'age ' || days, $2, '', now() - make_interval(days => days) from unnest(array[399, 401]) as days`,
      [id, farm.session.user.id],
    )
    await farm.due(cleaning)
    expect(await farm.sql(`select 1 from sessions where token_hash = 'old'`)).toEqual([])
    expect(await farm.sql(`select key from idempotency_keys where key like 'age%'`)).toEqual([{ key: 'age 399' }])
  })
})

it('a ticket of a download is kept nowhere that it could be read from again', async () => {
  const ask = async () =>
    (await farm.post('/download-token', { path: '/measurements-template' }, { key: 'ticket' })).body
  const [first, second] = [await ask(), await ask()]
  expect(first).toEqual({ token: expect.stringMatching(/^\d+\.[\w-]{43}$/) })
  expect(second).not.toEqual(first)
  expect(await farm.sql(`select 1 from idempotency_keys where key = 'ticket'`)).toEqual([])
})

describe('a fault in the browser', () => {
  it('is taken from anyone signed in, with anything in it, subscription or not', async () => {
    const { company: mine } = farm.session.user
    await farm.sql(`update subscriptions set end_date = '2020-01-01' where company_id = $1`, [mine.id])
    await farm.call(accessCalls.debug, { caption: 'Ошибка', data: { stack: ['\u0000', null, 1e308] }, url: '/' })
    await farm.call(accessCalls.companySettings, { 'density-limit': 20 }, { expect: 403 })
  })

  it('is taken before signing in too, so many a minute of one address, and nothing is stored of it', async () => {
    const report = (ip: string) =>
      farm.post(
        '/js-debug-handler',
        { caption: 'Ошибка на фронте', data: { message: 'x' }, url: '/login' },
        {
          as: null,
          headers: { 'x-forwarded-for': ip },
        },
      )
    const statuses = []
    for (let turn = 0; turn < 12; turn++) statuses.push((await report(`192.0.2.1, 203.0.113.77`)).status)
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    expect((await report('203.0.113.78')).status).toBe(200)
    for (let turn = 0; turn < 40; turn++) await farm.call(accessCalls.debug, { caption: 'Ошибка', url: '/' })
  })
})
