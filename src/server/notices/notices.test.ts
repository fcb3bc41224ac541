/** What the bell tells, to whom, and when it no longer does. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { invitationCalls } from '../../features/access/invitation/invitation.contract'
import { userCalls } from '../../features/people/person/users.contract'
import { outsideCalls } from '../../features/outside/outside.contract'
import type { NoticeKind } from '../../shared/notices/notices'
import { noticesCall } from '../../shared/notices/notices'
import { sessionCalls } from '../../shared/user'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { send, type Session, TEST_PASSWORD, tokenOf } from '../../testing/session'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const told = async (kind: NoticeKind, as: { cookie: string } = farm.session, language?: string) =>
  (await farm.call(noticesCall, {}, { as, language })).filter((notice) => notice.kind === kind)
const textsOf = async (kind: NoticeKind, as?: { cookie: string }) => (await told(kind, as)).map(({ text }) => text)

const on = (days: number) => ({ date: farm.daysAgo(days), time: '10:00' })

/** A feed of which 100 kg lay in the warehouse ten days ago, at a minimum of 50. */
async function feed(name: string, stock: number) {
  const good = await farm.good({ name })
  await farm.adding({ good: good.id, stock, count: 100, date: farm.daysAgo(10) })
  await farm.call(goodCalls.update, { id: good.id, name, type: 'feed', measure: 'kg', min_amount: 50 })
  return good.id
}
const takeOut = (stock: number, good_id: number, amount: number, days: number) =>
  farm.call(kinds.writeOff.create, { ...on(days), stock_id: stock, lines: [{ good_id, amount }] })

it('a good is told of while there is less than its minimum, and anew when that happens again', async () => {
  const stock = (await farm.stock()).id
  const good = await feed('Корм 6 мм', stock)
  expect(await told('below-min')).toEqual([])

  await takeOut(stock, good, 30, 6)
  expect(await told('below-min')).toEqual([])
  await takeOut(stock, good, 30, 5)
  await takeOut(stock, good, 10, 4)
  const [low] = await told('below-min')
  expect(low).toMatchObject({
    at: farm.daysAgo(5).split('.').reverse().join('-'),
    text: '«Корм 6 мм»: осталось 30 кг при минимуме 50',
    href: `/stock/goods?good=${good}`,
  })
  const [inEnglish] = await told('below-min', farm.session, 'en')
  expect(inEnglish!.text).toBe('“Корм 6 мм”: 30 kg left, the minimum is 50')

  await farm.adding({ good, stock, count: 20, date: farm.daysAgo(3) })
  expect(await told('below-min')).toEqual([])
  await takeOut(stock, good, 1, 2)
  const [again] = await told('below-min')
  expect(again!.key).not.toBe(low!.key)
  await farm.call(goodCalls.update, { id: good, name: 'Корм 6 мм', type: 'feed', measure: 'kg', min_amount: 49 })
  expect(await told('below-min')).toEqual([])
})

it('a minimum is of all warehouses, and whoever is limited hears of goods of theirs alone, without the amount', async () => {
  const [near, far] = [(await farm.stock()).id, (await farm.stock()).id]
  const [mine, other] = [await feed('Корм ближний', near), await feed('Корм дальний', far)]
  await takeOut(near, mine, 70, 3)
  await farm.adding({ good: mine, stock: far, count: 15, date: farm.daysAgo(3) })
  await takeOut(far, other, 70, 3)
  const limited = await farm.user({ permissions: ['read stocks'], stocks: [near] })
  expect((await textsOf('below-min')).sort()).toEqual([
    '«Корм ближний»: осталось 45 кг при минимуме 50',
    '«Корм дальний»: осталось 30 кг при минимуме 50',
  ])
  expect(await textsOf('below-min', limited)).toEqual(['«Корм ближний»: осталось меньше минимума, 50 кг'])
  expect(await told('below-min', await farm.user())).toEqual([])
  expect(await told('below-min', await farm.company())).toEqual([])
  await farm.adding({ good: mine, stock: far, count: 5, date: farm.daysAgo(2) })
  expect(await told('below-min', limited)).toEqual([])
})

it('of a minimum of what never came only those hear who may see every warehouse', async () => {
  const { id, name } = await farm.good({ name: 'Корм новый' })
  await farm.call(goodCalls.update, { id, name, type: 'feed', measure: 'kg', min_amount: 50 })
  const limited = await farm.user({ permissions: ['read stocks'], stocks: [(await farm.stock()).id] })
  expect(await textsOf('below-min')).toContain('«Корм новый»: осталось 0 кг при минимуме 50')
  expect(await told('below-min', limited)).toEqual([])
  await farm.call(goodCalls.archiving.archive, { id })
  expect(await textsOf('below-min')).not.toContain('«Корм новый»: осталось 0 кг при минимуме 50')
})

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile Safari/537.36'
async function signIn({ email }: Session, device?: string) {
  const headers = { 'user-agent': PHONE, ...(device && { cookie: device }) }
  const answer = await farm.post('/login', { email, password: TEST_PASSWORD }, { as: null, headers })
  const known = [answer.headers['set-cookie']].flat().map((one) => String(one).split(';')[0]!)
  return { cookie: answer.cookie!, device: known.find((one) => one.startsWith('sadok_device'))! }
}

it('a person hears of a sign-in with a browser that the account did not know, anywhere but in it', async () => {
  const person = await farm.user()
  expect(await told('new-device', person)).toEqual([])
  const phone = await signIn(person)
  const [news] = await told('new-device', person)
  expect(news).toMatchObject({ text: 'Вход с нового устройства: Chrome, Android, 127.0.0.1', href: '/profile' })
  expect(await told('new-device', phone)).toEqual([])
  expect(await told('new-device')).toEqual([])

  await signIn(person, phone.device)
  expect(await told('new-device', person)).toEqual([news])
  await farm.sql(`update security_events set at = at - interval '15 days' where user_id = $1`, [person.user.id])
  expect(await told('new-device', person)).toEqual([])
})

it('those who invite hear who has come', async () => {
  const invited = { name: 'Новенький', email: 'newcomer@example.com', role_id: 2, location_id: null, stock_id: null }
  const { id, invitation } = await farm.call(userCalls.create, invited)
  const token = tokenOf(invitation!.link)
  expect(await told('invitation-accepted')).toEqual([])
  const password = { password: 'уха из судака', password_confirmation: 'уха из судака' }
  await farm.post(invitationCalls.accept.path, { token, ...password }, { as: null })
  expect(await told('invitation-accepted')).toMatchObject([{ text: 'Приглашение принято: Новенький', href: '/users' }])
  expect(await told('invitation-accepted', await farm.user({ permissions: ['view users'] }))).toEqual([])
  expect(await told('invitation-accepted', await farm.company())).toEqual([])
  await farm.call(userCalls.archiving.archive, { id })
  expect(await told('invitation-accepted')).toEqual([])
})

it('administrators hear of an application that has sent nothing for a day, within their modules', async () => {
  const module = (await farm.module('Северный')).id
  const parameter = await farm.parameter({ location: module })
  const made = {
    name: 'Буй',
    expires: null,
    parameter_ids: null,
    location_ids: [module],
    stock_ids: [],
    export_keys: [],
  }
  const { token } = await farm.call(outsideCalls.create, made)
  const measured = (days: number, time: string) =>
    send(farm.app, {
      method: 'POST',
      path: `//external/input/${parameter.id}`,
      headers: { authorization: `Bearer ${token}` },
      body: { value: 8, date: farm.daysAgo(days), time },
    })
  expect(await told('app-silent')).toEqual([])
  expect((await measured(3, '12:30')).status).toBe(200)
  expect(await told('app-silent')).toMatchObject([
    {
      at: `${farm.daysAgo(2).split('.').reverse().join('-')}T12:30`,
      text: `«Буй» молчит больше суток: последнее показание ${farm.daysAgo(3)} 12:30`,
      href: '/external-apps',
    },
  ])
  const elsewhere = await farm.user({ is_admin: true, locations: [(await farm.module('Южный')).id] })
  expect(await told('app-silent', elsewhere)).toEqual([])
  expect(await told('app-silent', await farm.user({ is_admin: true, locations: [module] }))).toHaveLength(1)
  await measured(0, '00:00')
  expect(await told('app-silent')).toEqual([])
})

it('the newest fifty are told, and what a person has seen is kept without a line of the audit', async () => {
  const company = await farm.company()
  await farm.sql(
    `insert into goods (company_id, name, type, measure, kind, min_amount) select $1, 'Корм ' || n, 'feed', 'kg', 'good', 1000000 from generate_series(1, 60) n`,
    [company.user.company.id],
  )
  const notices = await farm.call(noticesCall, {}, { as: company })
  expect(notices).toHaveLength(50)
  const keys = notices.map(({ key }) => key)
  const { settings } = await farm.call(sessionCalls.userSettings, { 'notices-seen': keys }, { as: company })
  expect(settings['notices-seen']).toEqual(keys)
  expect((await farm.call(accessCalls.user, {}, { as: company })).settings['notices-seen']).toEqual(keys)
  expect(await farm.sql(`select 1 from audit_log where entity = 'user_settings'`)).toEqual([])
})

it('what is planned and not fed is named from the company’s hour on, until it is fed', async () => {
  const location = await farm.module()
  const species = await farm.species()
  const group = {
    generation_id: (await farm.generation({ species: species.id })).id,
    age_category_id: (await farm.category()).id,
  }
  const cages = [await farm.cage({ location: location.id }), await farm.cage({ location: location.id })]
  const [good, stock] = [await farm.good(), await farm.stock()]
  await farm.adding({ good: good.id, stock: stock.id, count: 100, date: farm.daysAgo(5) })
  for (const { id } of cages) {
    await farm.call(kinds.stocking.create, { ...on(4), to_id: id, ...group, count: 100, avg_weight: 1 })
    await farm.sql(
      `insert into feeding_plan_rows (company_id, day, cage_id, good_id, avg_weight, count, weight, rate)
        values ($1, $2, $3, $4, 1, 1, 1, 1000000)`,
      [farm.session.user.company.id, farm.daysAgo(1).split('.').reverse().join('-'), id, good.id],
    )
  }
  const numbers = cages.map(({ number }) => number).sort((one, other) => Number(one) - Number(other))
  const [notice] = await told('unfed-by-plan')
  expect(notice!.text).toBe(`План на ${farm.daysAgo(1)}: не накормлены садки ${numbers.join(', ')}`)
  const elsewhere = await farm.user({ permissions: ['view feed calcs'], locations: [(await farm.module()).id] })
  expect(await told('unfed-by-plan', elsewhere)).toEqual([])
  for (const { id } of cages)
    await farm.call(kinds.feeding.create, {
      ...on(1),
      cage_id: id,
      feed_type_id: good.id,
      stock_id: stock.id,
      volume: 1,
    })
  expect(await told('unfed-by-plan')).toEqual([])
})
