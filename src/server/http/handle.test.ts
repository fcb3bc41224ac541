import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes as routes } from '../../app.server'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { cageCalls } from '../../core/cages/cage.contract'
import { speciesLibrary } from '../../core/lists/libraries/species.contract'
import { NO_RIGHT, NO_SUBSCRIPTION } from '../../shared/abilities'
import { OWNER_HEADER, type Endpoint } from '../../shared/contract'
import { AFTER_A_SUBSCRIPTION } from '../../testing/calls/after-a-subscription'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { type Answer, send } from '../../testing/session'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())

const endpoints = routes.map(({ endpoint }) => endpoint)
const pathOf = ({ path }: Endpoint) => path.replace(/\{\w+\}/g, '1')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
/** Calls with nothing in it: who is refused by right is refused before the data is read. */
const tryOut = ({ method, path }: Endpoint, cookie?: string) =>
  send(farm.app, { method, path: pathOf({ path } as Endpoint), cookie })
const messageOf = ({ body }: Answer) => (body as { message?: string } | null)?.message

describe('who may call', () => {
  it('nobody without a session, but for what is public', async () => {
    for (const endpoint of endpoints.filter(({ ability }) => ability !== 'public')) {
      expect((await tryOut(endpoint)).status, nameOf(endpoint)).toBe(401)
      expect((await tryOut(endpoint, `1.${'x'.repeat(43)}`)).status, nameOf(endpoint)).toBe(401)
    }
    const open = endpoints.filter(({ ability }) => ability === 'public').map(({ path }) => path)
    // an application outside has a token of its own
    const outside = [
      '//external/calendar.ics',
      '//external/input/{parameterId}',
      '//external/output.xsd',
      '//external/output/xml',
      '//external/report',
    ]
    expect(open.sort()).toEqual([
      ...outside,
      '/invitation/accept',
      '/invitation/check',
      '/js-debug-handler',
      '/login',
      '/login/code',
      '/password/check-link',
      '/password/email',
      '/password/reset',
      '/register',
      '/register/confirm',
    ])
  })

  it('nobody without the ability that the call names', async () => {
    const { cookie } = await farm.user({ permissions: [] })
    const guarded = endpoints.filter(({ ability }) => ability !== 'public' && ability !== 'signed-in')
    for (const endpoint of guarded) {
      const answer = await tryOut(endpoint, cookie)
      expect([answer.status, messageOf(answer)], nameOf(endpoint)).toEqual([403, NO_RIGHT])
    }
    expect(guarded.length).toBeGreaterThan(20)
  })

  it('nobody writes in the session of another: a page names its person with each write', async () => {
    const { id, company } = farm.session.user
    const other = await farm.user({ permissions: ['access library'] })
    const write = (owner: string, as: { cookie: string }) =>
      farm.post('/crud/species', { name: `Сиг ${owner}` }, { as, headers: { [OWNER_HEADER]: owner } })
    const refused = await write(`${company.id}:${id}`, other)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ otherPerson: true, message: expect.stringContaining('другой человек') })
    expect(await farm.call(speciesLibrary.list, {})).toEqual([])
    expect((await write(`${company.id}:${id}`, farm.session)).status).toBe(200)
  })

  it('nobody writes without a subscription at all', async () => {
    const { cookie, user } = await farm.company()
    await farm.sql(`delete from subscriptions where company_id = $1`, [user.company.id])
    const answer = await farm.post('/crud/species', { name: 'Сиг' }, { as: { cookie } })
    expect(answer).toMatchObject({ status: 403, body: { message: NO_SUBSCRIPTION } })
  })

  it('nobody writes after the subscription has ended, but all may be read and some things stay possible', async () => {
    const { cookie, user } = await farm.company()
    await farm.sql(`update subscriptions set end_date = current_date - 2 where company_id = $1`, [user.company.id])
    // companies are the operator's, who is not asked for a subscription
    const asked = endpoints.filter(({ ability }) => ability !== 'public' && ability !== 'manage companies')
    for (const endpoint of asked.filter((one) => one !== accessCalls.logout)) {
      const answer = await tryOut(endpoint, cookie)
      if (endpoint.method !== 'GET' && endpoint.gated !== false)
        expect(messageOf(answer), nameOf(endpoint)).toBe(NO_SUBSCRIPTION)
      else expect(answer.status, nameOf(endpoint)).not.toBe(403)
    }
    const free = endpoints.filter(({ method, gated }) => method !== 'GET' && gated === false).map(nameOf)
    expect(free.sort()).toEqual(AFTER_A_SUBSCRIPTION)
    await farm.sql(`update subscriptions set end_date = current_date + 1 where company_id = $1`, [user.company.id])
    await farm.species('Форель', { as: { cookie } })
  })
})

describe('what cannot be read', () => {
  const raw = (body: string, headers: Record<string, string> = {}) =>
    send(farm.app, { method: 'POST', path: '/crud/species', body, headers, cookie: farm.session.cookie })

  it('is an unknown address: 404', async () => {
    for (const path of ['/nowhere', '/crud/species/1/2', '/cages/'])
      expect((await farm.get(path)).status, path).toBe(404)
  })

  it('is broken JSON: 400, another form of body: 415, a body past a megabyte: 413', async () => {
    expect((await raw('{"name": ')).status).toBe(400)
    expect((await raw('')).status).toBe(422)
    expect((await raw('name=Форель', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await raw('{"__proto__": {"name": "Форель"}}')).status).toBe(400)
    expect((await raw('name=Форель', { 'content-type': 'text/xml' })).status).toBe(415)
    expect((await raw(JSON.stringify({ name: 'x'.repeat(1_000_000) }))).status).toBe(413)
  })

  it('is answered with a sentence, and a fault of ours with nothing of its inside', async () => {
    expect((await raw('{')).body).toEqual({ message: expect.any(String) })
    await farm.sql('alter table species rename to hidden')
    const fault = await farm.get('/crud/species')
    await farm.sql('alter table hidden rename to species')
    expect(fault.status).toBe(500)
    expect(fault.body).toEqual({
      message: 'Внутренняя ошибка. Повторите позже.',
      request_id: expect.stringMatching(/^[\w-]{36}$/),
    })
  })
})

describe('a repeated write', () => {
  const named = async (name: string) => (await farm.sql('select 1 from species where name = $1', [name])).length
  const add = (name: string, key: string, more: object = {}) => farm.post('/crud/species', { name }, { key, ...more })

  it('answers as the first did, to the byte, and stores nothing twice, on any process', async () => {
    const other = await farm.process()
    const first = await add('Стерлядь', 'one')
    const [again, elsewhere] = [await add('Стерлядь', 'one'), await add('Стерлядь', 'one', { on: other })]
    expect(first.status).toBe(200)
    expect([again.text, elsewhere.text]).toEqual([first.text, first.text])
    expect(await named('Стерлядь')).toBe(1)
    expect(await farm.sql(`select 1 from audit_log where after->>'name' = 'Стерлядь'`)).toHaveLength(1)
  })

  it('is stored once when it comes many times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add('Белуга', 'at-once')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    expect(await named('Белуга')).toBe(1)
  })

  it('with other data, or as another call, is a contradiction', async () => {
    await add('Осётр', 'two')
    expect((await add('Севрюга', 'two')).status).toBe(409)
    expect((await farm.post('/crud/location', { name: 'Осётр' }, { key: 'two' })).status).toBe(409)
    expect(await named('Севрюга')).toBe(0)
  })

  it('after a refusal is a first one: the key is not spent', async () => {
    expect((await add('', 'three')).status).toBe(422)
    expect((await add('Муксун', 'three')).status).toBe(200)
  })

  it('of another company or with another right is its own', async () => {
    const second = await farm.company()
    const first = await add('Налим', 'four')
    const theirs = await add('Налим', 'four', { as: second })
    expect(theirs.status).toBe(200)
    expect(theirs.text).not.toBe(first.text)
    const guest = await farm.user({ permissions: [] })
    expect((await add('Налим', 'four', { as: guest })).status).toBe(403)
  })

  it('under the key of a colleague is a contradiction: what they were answered is theirs', async () => {
    const own = { permissions: ['access library' as const] }
    const [first, second] = [await farm.user(own), await farm.user(own)]
    const answer = await add('Голавль', 'colleague', { as: first })
    expect(answer.status).toBe(200)
    const other = await add('Голавль', 'colleague', { as: second })
    expect([other.status, other.text.includes('Голавль')]).toEqual([409, false])
    expect((await add('Голавль', 'colleague', { as: first })).text).toBe(answer.text)
    expect(await named('Голавль')).toBe(1)
  })

  it('is answered what it came to, also when the right has been taken away since', async () => {
    const as = await farm.user({ permissions: ['access library'] })
    const stored = await add('Берш', 'kept', { as })
    await farm.sql(`update users set role_id = null where id = $1`, [as.user.id])
    expect((await add('Берш', 'kept', { as })).text).toBe(stored.text)
    expect((await add('Берш', 'fresh', { as })).status).toBe(403)
    expect(await named('Берш')).toBe(1)
  })

  it('tells how its key stands, unless it was refused before anybody looked', async () => {
    const keyOf = ({ status, headers }: Answer) => [status, headers['x-sadok-key']]
    const as = await farm.user({ permissions: ['access library'] })
    expect(keyOf(await add('Жерех', 'looked', { as }))).toEqual([200, 'new'])
    expect(keyOf(await add('Жерех', 'looked', { as }))).toEqual([200, 'known'])
    expect(keyOf(await add('Язь', 'looked', { as }))).toEqual([409, 'known'])
    expect(keyOf(await add('', 'empty', { as }))).toEqual([422, 'new'])
    const guest = await farm.user({ permissions: [] })
    expect(keyOf(await add('Язь', 'guest', { as: guest }))).toEqual([403, 'new'])
    expect(keyOf(await add('Язь', 'nobody', { as: { cookie: `1.${'x'.repeat(43)}` } }))).toEqual([401, undefined])
    expect(keyOf(await farm.post('/species-of-old', { name: 'Язь' }, { key: 'gone' }))).toEqual([404, undefined])
  })

  it('needs a key of plain signs', async () => {
    for (const key of ['', 'два слова', 'x'.repeat(201)]) {
      const { status } = await send(farm.app, {
        method: 'POST',
        path: '/crud/species',
        body: { name: 'Голец' },
        cookie: farm.session.cookie,
        headers: { 'idempotency-key': encodeURI(key) },
      })
      expect(status, key).toBe(422)
    }
    expect(await named('Голец')).toBe(0)
  })
})

describe('the record of changes', () => {
  it('keeps who, what was before and what after', async () => {
    const location = await farm.module()
    const as = await farm.user({ permissions: ['create cages', 'update cages', 'delete cages'] })
    const cage = { location_id: location.id, cage_type_id: 1, volume: 100 }
    const { id } = await farm.call(cageCalls.create, { ...cage, number: '7' }, { as })
    await farm.call(cageCalls.update, { id, ...cage, number: '8' }, { as })
    await farm.call(cageCalls.remove, { id }, { as })
    const lines = await farm.sql(
      `select user_id, action, before->>'number' as before, after->>'number' as after from audit_log
       where entity = 'cage' and entity_id = $1 order by id`,
      [id],
    )
    const user_id = as.user.id
    expect(lines).toEqual([
      { user_id, action: 'create', before: null, after: '7' },
      { user_id, action: 'update', before: '7', after: '8' },
      { user_id, action: 'delete', before: '8', after: null },
    ])
  })
})

describe('what the server says of itself', () => {
  it('is alive, and of what version, but not what it stands on', async () => {
    const { status, body } = await farm.get('/health', {}, { as: null })
    expect(status).toBe(200)
    expect(body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      registration: true,
    })
  })

  it('is kept by nobody on the way, whatever the answer is', async () => {
    const { session } = farm
    for (const [path, as] of [
      ['/cages', session],
      ['/cages', null],
      ['/cages/download-all', session],
    ] as const)
      expect((await farm.get(path, {}, { as })).headers['cache-control'], path).toBe('no-store')
    expect((await farm.post('/crud/species', {})).headers['cache-control']).toBe('no-store')
  })

  it('forbids pages of others to frame it and scripts of others to run', async () => {
    const { headers } = await farm.get('/health')
    expect(headers['content-security-policy']).toMatch(/default-src 'self'.*frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})
