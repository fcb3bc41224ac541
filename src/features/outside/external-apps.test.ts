import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { send, type Session } from '../../testing/session'
import type { InputOf } from '../../shared/contract'
import { userCalls } from '../people/person/users.contract'
import { outsideCalls } from './outside.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())
beforeEach(() => farm.sql(`delete from guesses where key like 'outside %'`))

type Given = Partial<InputOf<typeof outsideCalls.create>>
let made = 0
const create = (given: Given = {}, as?: Session) =>
  farm.call(outsideCalls.create, { name: `Датчик ${++made}`, ...given }, { as })
const list = (as?: Session) => farm.call(outsideCalls.list, {}, { as })
const rowOf = async (id: number) => (await list()).find((row) => row.id === id)!

const push = (token: string, parameter: number, value = 8, on = farm.app) =>
  send(on, {
    method: 'POST',
    path: `//external/input/${parameter}`,
    body: { value },
    headers: { authorization: `Bearer ${token}` },
  })
const water = async () => farm.parameter({ location: (await farm.module()).id })
const eventsOf = (kind: string, id: number) =>
  farm.sql<{ details: object; by_user_id: number | null; address: string }>(
    `select details, by_user_id, address from security_events where kind = $1 and (details ->> 'id')::int = $2 order by id`,
    [kind, id],
  )

describe('an application', () => {
  it('is made with a token that nobody is told again', async () => {
    const { token, ...row } = await create({ name: 'Буй «Восток»', expires: farm.daysAgo(-365) })
    expect(token).toMatch(/^\d+\.[\w-]{43}$/)
    expect(row).toMatchObject({
      name: 'Буй «Восток»',
      value: `${farm.session.user.company.id}.••••${token.slice(-4)}`,
      expires: farm.daysAgo(-365),
      days_left: 365,
      last_used_at: null,
      parameter_ids: null,
      export_keys: [],
    })
    expect(await rowOf(row.id)).toEqual(row)
    const known = await farm.call(outsideCalls.token, { id: row.id })
    expect(JSON.stringify([known, await list()])).not.toContain(token)
    const kept = await farm.sql(`select * from external_users where id = $1`, [row.id])
    const audited = await farm.sql(`select * from audit_log where entity = 'external_user'`)
    expect(JSON.stringify([kept, audited])).not.toContain(token.split('.')[1])
    expect(await eventsOf('token-created', row.id)).toMatchObject([{ by_user_id: farm.session.user.id }])
  })

  it('calls a hundred and twenty times a minute, whichever process it asks', async () => {
    const [{ token }, { id }] = [await create(), await water()]
    const processes = [farm.app, await farm.process()]
    const answers: number[] = []
    for (let turn = 0; turn < 122; turn++) answers.push((await push(token, id, 8, processes[turn % 2])).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(120)
    expect(answers.slice(120)).toEqual([429, 429])
  })

  it('has a name of its own, and a day that is still to come', async () => {
    await create({ name: 'Шлюз' })
    const refused = async (given: Given) =>
      (await farm.call(outsideCalls.create, { name: 'Шлюз 2', ...given }, { expect: 422 })).errors
    expect(await refused({ name: 'Шлюз' })).toEqual({ name: ['Такое название уже есть'] })
    expect(await refused({ name: ' ' })).toHaveProperty('name')
    expect(await refused({ expires: farm.daysAgo(1) })).toEqual({ expires: ['Этот день уже прошёл'] })
    expect(await refused({ parameter_ids: [999_999] })).toEqual({ parameter_ids: ['Параметр не найден'] })
    expect(await refused({ location_ids: [999_999] })).toEqual({ location_ids: ['Модуль не найден'] })
    expect(await refused({ stock_ids: [999_999] })).toEqual({ stock_ids: ['Склад не найден'] })
    expect(await refused({ export_keys: ['users'] as never })).toHaveProperty('export_keys.0')
    expect((await list()).map(({ name }) => name)).not.toContain('Шлюз 2')
  })

  it('that is removed is dead at once, and its readings are still its own', async () => {
    const parameter = await water()
    const { id, token, name } = await create()
    expect((await push(token, parameter.id)).status).toBe(200)
    await farm.call(outsideCalls.remove, { id })
    const dead = await push(token, parameter.id, 9)
    expect([dead.status, (dead.body as { message: string }).message]).toEqual([
      401,
      'Приложение удалено, его токен больше не действует.',
    ])
    expect((await list()).map((row) => row.id)).not.toContain(id)
    await farm.call(outsideCalls.token, { id }, { expect: 404 })
    const [reading] = await farm.sql(
      `select e.name from measurements m join external_users e on e.id = m.external_user_id where m.measure_parameter_id = $1`,
      [parameter.id],
    )
    expect(reading).toEqual({ name })
    // its name is free again
    await create({ name })
  })
})

describe('a token', () => {
  it('that is renewed ends the old one, whose device is told so and keeps nobody else waiting', async () => {
    const parameter = await water()
    const { id, token, name } = await create()
    const renewed = await farm.call(outsideCalls.renew, { id })
    expect(renewed.token).not.toBe(token)
    for (let turn = 0; turn < 30; turn++) {
      const refused = await push(token, parameter.id)
      expect([refused.status, (refused.body as { message: string }).message]).toEqual([
        401,
        'Токен обновили, этот больше не действует.',
      ])
    }
    expect((await push(renewed.token, parameter.id)).status).toBe(200)
    // once an hour, however often it asks
    expect(await eventsOf('token-refused', id)).toMatchObject([{ details: { id, name, reason: 'replaced' } }])
    expect(await eventsOf('token-renewed', id)).toMatchObject([{ by_user_id: farm.session.user.id }])
  })

  it('is good until the end of its day, and a new one for as long again', async () => {
    const parameter = await water()
    const { id, token } = await create({ expires: farm.today() })
    expect((await push(token, parameter.id)).status).toBe(200)
    await farm.sql(
      `update external_users set expires = expires - 1, token_created_at = now() - interval '31 days' where id = $1`,
      [id],
    )
    const refused = await push(token, parameter.id, 9)
    expect(refused.status).toBe(401)
    expect((refused.body as { message: string }).message).toBe(`Срок токена истёк ${farm.daysAgo(1)}. Обновите токен.`)
    const renewed = await farm.call(outsideCalls.renew, { id })
    expect(renewed).toMatchObject({ expires: farm.daysAgo(-30), days_left: 30 })
    expect((await push(renewed.token, parameter.id, 9)).status).toBe(200)
    const endless = await create()
    expect((await farm.call(outsideCalls.renew, { id: endless.id })).expires).toBeNull()
  })

  it('writes only the parameters that it may, wherever these stand', async () => {
    const [open, closed] = [await water(), await water()]
    const { id, token } = await create({ parameter_ids: [open.id] })
    expect((await push(token, open.id)).status).toBe(200)
    const answers = [await push(token, closed.id), await push(token, 999_999)]
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [403, answers[0]!.text],
      [403, answers[0]!.text],
    ])
    expect(answers[0]!.text).toContain('Этому приложению не разрешён такой параметр.')
    expect(await eventsOf('token-refused', id)).toMatchObject([{ details: { reason: 'scope' } }])
    const none = await create({ parameter_ids: [] })
    expect((await push(none.token, open.id)).status).toBe(403)
    const elsewhere = await create({ location_ids: [closed.location_id] })
    expect((await push(elsewhere.token, open.id)).status).toBe(403)
    expect((await push(elsewhere.token, closed.id)).status).toBe(200)
    await farm.call(outsideCalls.update, { id, name: 'Теперь всё', parameter_ids: null })
    expect((await push(token, closed.id, 9)).status).toBe(200)
  })

  it('says when it was last used and from where, at most once a minute', async () => {
    const parameter = await water()
    const { id, token } = await create()
    await push(token, parameter.id)
    const first = await farm.call(outsideCalls.token, { id })
    expect(first).toMatchObject({ last_address: '127.0.0.1' })
    expect(first.last_used_at).toMatch(/^\d{4}-/)
    const stamp = async () =>
      (await farm.sql(`select last_used_at::text as at, xmin::text from external_users where id = $1`, [id]))[0]
    const before = await stamp()
    await push(token, parameter.id, 9)
    expect(await stamp()).toEqual(before)
    await farm.sql(`update external_users set last_used_at = now() - interval '61 s' where id = $1`, [id])
    const old = await stamp()
    await push(token, parameter.id, 10)
    expect(await stamp()).not.toEqual(old)
  })
})

describe('rights', () => {
  it('are an administrator’s alone, whatever role another has', async () => {
    const { id } = await create()
    const as = await farm.user({ permissions: ['manage external apps', 'update roles', 'access settings'] })
    const refused = { as, expect: 403 }
    await farm.call(outsideCalls.list, {}, refused)
    await farm.call(outsideCalls.create, { name: 'Моё' }, refused)
    await farm.call(outsideCalls.update, { id, name: 'Моё' }, refused)
    await farm.call(outsideCalls.remove, { id }, refused)
    await farm.call(outsideCalls.renew, { id }, refused)
    await farm.call(outsideCalls.token, { id }, refused)
  })

  it('nobody hands on what he has not himself', async () => {
    const [module, other] = [await farm.module(), await farm.module()]
    const [stock, shed] = [await farm.stock(), await farm.stock()]
    const [own, theirs] = [await farm.parameter({ location: module.id }), await farm.parameter({ location: other.id })]
    const wide = await create({ name: 'Всё хозяйство' })
    const as = await farm.user({ is_admin: true, locations: [module.id], stocks: [stock.id] })
    const limits = { location_ids: [module.id], stock_ids: [stock.id] }
    const refused = async (given: Given) =>
      Object.keys((await farm.call(outsideCalls.create, { name: 'Новое', ...given }, { as, expect: 422 })).errors!)
    expect(await refused({})).toEqual(['location_ids'])
    expect(await refused({ ...limits, stock_ids: null })).toEqual(['stock_ids'])
    expect(await refused({ ...limits, location_ids: [module.id, other.id] })).toEqual(['location_ids'])
    expect(await refused({ ...limits, stock_ids: [shed.id] })).toEqual(['stock_ids'])
    expect(await refused({ ...limits, parameter_ids: [theirs.id] })).toEqual(['parameter_ids'])
    const { id, token } = await create({ ...limits, parameter_ids: [own.id], name: 'Свой буй' }, as)
    expect((await push(token, own.id)).status).toBe(200)
    expect((await list(as)).map((row) => row.id)).toEqual([id])
    await farm.call(outsideCalls.renew, { id: wide.id }, { as, expect: 404 })
    await farm.call(outsideCalls.token, { id: wide.id }, { as, expect: 404 })
    await farm.call(outsideCalls.update, { id, name: 'Свой буй', stock_ids: null }, { as, expect: 422 })
    expect(await rowOf(id)).toMatchObject(limits)
  })

  it('another company sees none of it', async () => {
    const { id } = await create()
    const as = await farm.company()
    expect(await list(as)).toEqual([])
    await farm.call(outsideCalls.renew, { id }, { as, expect: 404 })
    await farm.call(outsideCalls.remove, { id }, { as, expect: 404 })
    const foreign = await water()
    const refused = await farm.call(
      outsideCalls.create,
      { name: 'Их', parameter_ids: [foreign.id] },
      { as, expect: 422 },
    )
    expect(refused.errors).toEqual({ parameter_ids: ['Параметр не найден'] })
  })
})

describe('an id', () => {
  it('is of a person or of an application, and the call that deletes people deletes either', async () => {
    const before = await farm.call(userCalls.list, {})
    const { id, token } = await create({ name: 'Станция' })
    const person = await farm.user()
    expect(before.map((one) => one.id)).not.toContain(id)
    expect(person.user.id).toBeGreaterThan(id)
    const clerk = await farm.user({ permissions: ['view users', 'delete users'] })
    await farm.call(userCalls.remove, { id }, { as: clerk, expect: 403 })
    expect(await farm.call(userCalls.remove, { id })).toEqual({ ok: true, archived: false })
    expect((await push(token, (await water()).id)).status).toBe(401)
    expect((await list()).map((one) => one.id)).not.toContain(id)
    expect((await farm.call(userCalls.list, {})).filter((one) => one.archived)).toEqual([])
    await farm.call(userCalls.remove, { id }, { expect: 404 })
  })
})
