import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFarm, type Farm } from '../../../testing/farm/farm'
import { NO_RIGHT } from '../../../shared/abilities'
import type { User } from '../../../shared/user'
import { accessCalls } from '../sign-in/access.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

describe('settings', () => {
  it('change the name and phone of the user alone', async () => {
    const person = await farm.user({ name: 'Иван' })
    const user = await farm.call(accessCalls.updateProfile, { name: ' Иван Ильич ', phone: '' }, { as: person })
    expect(user).toMatchObject({ name: 'Иван Ильич', phone: null, email: person.email })
    expect((await farm.call(accessCalls.user, {})).name).toBe('Анна Петрова')
  })

  it('of the company change only what was sent, for everyone, and are kept on record', async () => {
    const person = await farm.user()
    await farm.call(accessCalls.companySettings, { 'density-limit': 25, 'weighing-age-days': 14 })
    await farm.call(accessCalls.companySettings, { 'minimal-operation-date': '01.02.2026' })
    await farm.call(accessCalls.companySettings, { 'retreat-weight-allowed': true, 'density-limit': 30 })
    const { company: seen } = await farm.call(accessCalls.user, {}, { as: person })
    expect(seen.settings).toMatchObject({
      'density-limit': 30,
      'weighing-age-days': 14,
      'minimal-operation-date': '2026-02-01',
      'retreat-weight-allowed': true,
      'age-categories-by-weight': false,
    })
    const [last] = await farm.sql(
      `select before, after from audit_log where entity = 'settings' order by id desc limit 1`,
    )
    expect(last).toEqual({
      before: { 'retreat-weight-allowed': false, 'density-limit': 25 },
      after: { 'retreat-weight-allowed': true, 'density-limit': 30 },
    })
    await farm.call(accessCalls.companySettings, { 'density-limit': 30 })
    expect(await farm.sql(`select 1 from audit_log where entity = 'settings'`)).toHaveLength(3)
    const second = await farm.company()
    expect(second.user.company.settings['density-limit']).toBe(20)
  })

  it('of the company need the right and sound values', async () => {
    const person = await farm.user({ permissions: ['access library'] })
    const refused = await farm.call(accessCalls.companySettings, { 'density-limit': 1 }, { as: person, expect: 403 })
    expect(refused.message).toBe(NO_RIGHT)
    const wrong = await farm.call(accessCalls.companySettings, { 'density-limit': -1 }, { expect: 422 })
    expect(wrong.errors).toHaveProperty('density-limit')
  })

  it.each([
    ['density-limit', [0.1, 1000], [0, 0.09, 1000.1, null, '20']],
    ['weighing-age-days', [1, 3650], [0, 3651, 1.5]],
    ['weighing-doubt-percent', [1, 100], [0.9, 101, null]],
    ['ask-loss-percent', [0.1, 100], [0, 100.1]],
    ['ask-average-percent', [1, 1000], [0.9, 1001]],
    ['ask-ration-percent', [0.1, 100], [0, 100.1]],
    ['ask-band-percent', [80, 99.99], [79, 100]],
    ['ask-ration-times', [1, 100], [0.9, 101]],
    ['feeding-check-hour', [0, 23], [-1, 24, 12.5]],
    ['minimal-operation-date', ['01.01.1950', null], ['31.12.1949', '31.02.2026', 5]],
    ['minimal-operation-date-enabled', [true, false], ['да', 2]],
    ['retreat-weight-allowed', [true, false], ['да']],
    ['age-categories-by-weight', [true, false], ['да']],
    ['oxygen-cold-percent', [0, 100], [-1, 100.1, null]],
    ['oxygen-danger-mg', [0, 20, null], [-1, 20.1]],
    ['feeding-temperature-max', [-2, 40, null], [-3, 41, '20']],
    ['auto-growth', [true, false], ['да']],
    ['cost-method', ['avg', 'fifo'], ['lifo', null]],
    ['cost-share', ['pieces', 'fed', 'biomass'], ['days', null]],
    ['feeding-rates', [{ 'temperature-matching': 'round_up' }], ['nearest', null]],
    ['doubled-cages-area', [true, false], ['да']],
    ['time-zone', ['Asia/Vladivostok', 'Europe/Moscow'], ['Moon/Sea', '']],
  ])('of the company: %s has its bounds', async (key, taken, refused) => {
    const before = await farm.call(accessCalls.user, {})
    for (const value of refused) {
      const { errors } = await farm.call(accessCalls.companySettings, { [key]: value }, { expect: 422 })
      expect(errors, String(value)).toHaveProperty([key])
    }
    expect((await farm.call(accessCalls.user, {})).company).toEqual(before.company)
    for (const value of taken) await farm.call(accessCalls.companySettings, { [key]: value })
  })

  it('of norms say that there is no such way of matching', async () => {
    const wrong = { 'feeding-rates': { 'temperature-matching': 'up' as never } }
    const { errors } = await farm.call(accessCalls.companySettings, wrong, { expect: 422 })
    expect(Object.keys(errors!)).toEqual(['feeding-rates.temperature-matching'])
  })

  it('of the lake say which month is no temperature', async () => {
    const months = [0.7, 0.2, 0.2, 1, 4, 9.5, 15, 15.7, 12, 7.8, 4.2, 2]
    const wrong = { 'lake-temperatures': [...months.slice(0, 7), 41, ...months.slice(8)] }
    const refused = await farm.call(accessCalls.companySettings, wrong, { expect: 422 })
    expect(refused.errors).toEqual({ 'lake-temperatures.7': ['Введите число от −2 до 40'] })
    const short = { 'lake-temperatures': months.slice(1) }
    await farm.call(accessCalls.companySettings, short, { expect: 422 })
    const own = [...months.slice(0, 7), 17.3, ...months.slice(8)]
    const { company } = await farm.call(accessCalls.companySettings, { 'lake-temperatures': own })
    expect(company.settings['lake-temperatures'][7]).toBe(17.3)
  })

  it('of a user merge table by table and module by module, also when sent at once', async () => {
    const as = await farm.user()
    const put = (input: object) => farm.call(accessCalls.userSettings, input, { as })
    await put({ theme: 'dark', 'avg-weight-unit': { 1: 'g' } })
    await Promise.all([
      put({ 'avg-weight-unit': { 2: 'kg' } }),
      put({ 'table-columns': { cages: ['number', 'count'] } }),
      put({ 'table-columns': { feeding: ['volume'] } }),
    ])
    await put({ 'avg-weight-unit': { 1: 'kg' }, 'table-columns': { cages: ['count'] } })
    const { settings } = await farm.call(accessCalls.user, {}, { as })
    expect(settings).toMatchObject({
      theme: 'dark',
      'table-style': 'default',
      'avg-weight-unit': { 1: 'kg', 2: 'kg' },
      'table-columns': { cages: ['count'], feeding: ['volume'] },
    })
  })

  it('of a user leave on record what differs, not all that was there', async () => {
    const as = await farm.user()
    const put = (input: object) => farm.call(accessCalls.userSettings, input, { as })
    await put({ theme: 'dark', 'table-columns': { cages: ['number'], feeding: ['volume'] } })
    await put({ theme: 'dark', 'table-columns': { cages: ['count'], feeding: ['volume'] } })
    await put({ theme: 'dark', 'table-columns': { cages: ['count'] } })
    await put({})
    await put({ theme: 'light' })
    const lines = await farm.sql(
      `select before, after from audit_log where entity = 'user_settings' and user_id = $1 order by id`,
      [as.user.id],
    )
    expect(lines).toEqual([
      {
        before: { theme: null, 'table-columns': { cages: null, feeding: null } },
        after: { theme: 'dark', 'table-columns': { cages: ['number'], feeding: ['volume'] } },
      },
      { before: { 'table-columns': { cages: ['number'] } }, after: { 'table-columns': { cages: ['count'] } } },
      { before: { theme: 'dark' }, after: { theme: 'light' } },
    ])
  })

  it('of a user take no names that no table has, and do not grow without end', async () => {
    const as = await farm.user()
    for (const name of ['\u0000', '\ud800', 'a b'])
      await farm.call(accessCalls.userSettings, { 'table-columns': { [name]: ['a'] } }, { as, expect: 422 })
    const many = Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`table${i}`, ['column']]))
    await farm.call(accessCalls.userSettings, { 'table-columns': many }, { as, expect: 422 })
    expect((await farm.call(accessCalls.user, {}, { as })).settings['table-columns']).toEqual({})
  })
})

it('a farm lives by its own clock: its zone is told at registration and may be changed, unknown keys are refused', async () => {
  const at = (zone: string) => farm.post('/register', person(zone), { as: null })
  const person = (time_zone: string) => ({
    company_name: 'Ферма «Океан»',
    name: 'Олег',
    email: `${randomUUID().slice(0, 12)}@example.com`,
    time_zone,
    password: 'уха из судака',
    password_confirmation: 'уха из судака',
  })
  const far = (await at('Asia/Vladivostok')).body as User
  expect(far.company.time_zone).toBe('Asia/Vladivostok')
  const hours = (Date.parse(`${far.now}Z`) - Date.now()) / 3_600_000
  expect(Math.round(hours)).toBe(10)
  for (const wrong of ['Mars/Olympus', '+03:00', 'Europe/Nowhere', "x'; drop"])
    expect((await at(wrong)).status, wrong).toBe(422)

  const before = (await farm.call(accessCalls.user, {})).company.settings
  const moved = await farm.call(accessCalls.companySettings, { 'time-zone': 'Asia/Kamchatka' })
  expect(moved.company).toMatchObject({ time_zone: 'Asia/Kamchatka', settings: before })
  expect(Math.round((Date.parse(`${moved.now}Z`) - Date.now()) / 3_600_000)).toBe(12)
  const odd = await farm.call(accessCalls.companySettings, { 'grow-by-itself': true } as never, { expect: 422 })
  expect(odd).toHaveProperty('errors')
  await farm.call(accessCalls.companySettings, { 'time-zone': 'Europe/Moscow' })
})
