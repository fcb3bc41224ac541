import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NO_RIGHT } from '../../shared/abilities'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { subscriptionCalls as calls } from './subscription.contract'

const contacts = { email: 'office@example.com', phone: '+7 800 000-00-00' }
let farm: Farm
beforeAll(async () => void (farm = await openFarm({ subscription: contacts, logLevel: 'silent' })))
afterAll(() => farm.close())

const stored = (company: number) =>
  farm.sql(
    `select name, months_count, email, phone, time_from, time_until from subscription_requests where company_id = $1 order by id`,
    [company],
  )
const mailed = async (mark: string) => (await farm.letters()).filter((letter) => letter.includes(mark))

describe('a request to be called back', () => {
  it('by phone has its hours, is kept once and mailed to whoever runs the installation', async () => {
    const as = await farm.company('Ферма «Лососёвая»')
    const key = randomUUID()
    const asked = { name: ' Олег ', months_count: '12', phone: '+7 (921) 000-11-22', time_from: '10:30' }
    await farm.call(calls.request, asked, { as, key })
    await farm.call(calls.request, asked, { as, key })
    expect(await stored(as.user.company.id)).toEqual([
      {
        name: 'Олег',
        months_count: 12,
        email: null,
        phone: '+7 (921) 000-11-22',
        time_from: '10:30:00',
        time_until: '18:00:00',
      },
    ])
    await vi.waitFor(async () => expect(await mailed('Лососёвая')).toHaveLength(1), { timeout: 10_000 })
    const [letter] = await mailed('Лососёвая')
    expect(letter).toContain('To: office@example.com\n')
    expect(letter).toContain('Месяцев: 12\nТелефон: +7 (921) 000-11-22\nЗвонить: с 10:30 до 18:00')
    expect(letter).toContain(as.email)
    const { last_request, ...rest } = await farm.call(calls.read, {}, { as })
    expect(rest).toEqual({ contacts })
    expect(last_request).toMatchObject({ months_count: 12, name: 'Олег' })
  })

  it('by e-mail has none', async () => {
    const as = await farm.company()
    const asked = { name: 'Ольга', months_count: 1, phone: '', time_from: '', time_until: '' }
    await farm.call(calls.request, { ...asked, email: 'Olga@Example.com' }, { as })
    expect(await stored(as.user.company.id)).toMatchObject([
      { email: 'olga@example.com', phone: null, time_from: null, time_until: null },
    ])
  })

  it('by both is kept with both', async () => {
    const as = await farm.company()
    const both = { email: 'olga@example.com', phone: '+79210001122' }
    await farm.call(calls.request, { name: 'Ольга', months_count: 1, ...both }, { as })
    expect(await stored(as.user.company.id)).toMatchObject([{ ...both, time_from: '09:00:00', time_until: '18:00:00' }])
  })

  it.each([
    ['neither an address nor a phone', {}, 'email'],
    ['hours without a phone', { email: 'a@example.com', time_from: '10:00' }, 'time_from'],
    ['an end without a phone', { email: 'a@example.com', time_until: '10:00' }, 'time_until'],
    ['hours that end before they begin', { phone: '+79210001122', time_from: '19:00' }, 'time_until'],
    ['no time of day', { phone: '+79210001122', time_from: '25:00' }, 'time_from'],
    ['a phone of words', { phone: 'позвоните мне' }, 'phone'],
    ['a broken address', { email: 'a@b' }, 'email'],
    ['no months', { email: 'a@example.com', months_count: 0 }, 'months_count'],
    ['too many months', { email: 'a@example.com', months_count: 37 }, 'months_count'],
    ['half a month', { email: 'a@example.com', months_count: '1.5' }, 'months_count'],
    ['no name', { email: 'a@example.com', name: '  ' }, 'name'],
    ['a name without end', { email: 'a@example.com', name: 'я'.repeat(201) }, 'name'],
  ])('with %s is refused under its field and not kept', async (_, wrong, field) => {
    const as = farm.session
    const { errors } = await farm.call(calls.request, { name: 'Олег', months_count: 1, ...wrong }, { as, expect: 422 })
    expect(Object.keys(errors!)).toEqual([field])
    expect(await stored(as.user.company.id)).toEqual([])
  })

  it('is taken three times a day of a company, also when many come at once', async () => {
    const as = await farm.company()
    const ask = () => farm.post('/subscription-request', { name: 'О', months_count: 1, email: 'o@example.com' }, { as })
    const statuses = (await Promise.all([ask(), ask(), ask(), ask(), ask()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 200, 200, 429, 429])
    expect(await stored(as.user.company.id)).toHaveLength(3)
    const other = await farm.company()
    await farm.call(calls.request, { name: 'О', months_count: 1, email: 'o@example.com' }, { as: other })
    await farm.sql(`update subscription_requests set created_at = created_at - interval '1 day'`)
    expect((await ask()).status).toBe(200)
  })

  it('needs the right, and no subscription', async () => {
    const as = await farm.company()
    await farm.sql(`update subscriptions set end_date = current_date - 2 where company_id = $1`, [as.user.company.id])
    await farm.call(calls.request, { name: 'О', months_count: 1, email: 'o@example.com' }, { as })
    const worker = await farm.user({ permissions: ['access settings'] })
    for (const refused of [
      await farm.call(calls.request, { name: 'О', months_count: 1 }, { as: worker, expect: 403 }),
      await farm.call(calls.read, {}, { as: worker, expect: 403 }),
    ])
      expect(refused.message).toBe(NO_RIGHT)
  })

  it('is no other company’s to see', async () => {
    const [one, other] = [await farm.company(), await farm.company()]
    await farm.call(calls.request, { name: 'О', months_count: 1, email: 'o@example.com' }, { as: one })
    expect((await farm.call(calls.read, {}, { as: other })).last_request).toBeNull()
  })
})

it('an installation that names nobody tells and mails nothing, and still keeps the request', async () => {
  const on = await farm.process({ subscription: undefined })
  const as = await farm.company('Ферма «Тихая»')
  await farm.call(calls.request, { name: 'О', months_count: 1, email: 'o@example.com' }, { as, on })
  expect((await farm.call(calls.read, {}, { as, on })).contacts).toEqual({ email: null, phone: null })
  expect(await stored(as.user.company.id)).toHaveLength(1)
  expect(await mailed('Тихая')).toEqual([])
})
