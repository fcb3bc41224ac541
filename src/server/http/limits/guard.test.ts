/** What a page of another site can make a browser send changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes as routes } from '../../../app.server'
import { addressOf, type Endpoint } from '../../../shared/contract'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { makeWorld } from '../../../testing/calls/fuzz-world'
import { rightValues, type World } from '../../../testing/calls/fuzz'
import { watchRows } from '../../../testing/row-changes'
import { cookieName } from '../../session'
import { makeOperator, send, TEST_PASSWORD } from '../../../testing/session'

let farm: Farm
let world: World
let changed: () => Promise<string[]>
beforeAll(async () => {
  farm = await openFarm()
  world = await makeWorld(farm, farm.session, 'своё')
  await makeOperator(farm.sql, farm.session.user)
  // the counted guesses and what is noted of a refusal
  changed = await watchRows(farm.sql, ['guesses', 'security_events'])
})
afterAll(() => farm.close())

const writes = routes.map(({ endpoint }) => endpoint).filter(({ method }) => method !== 'GET')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const cookie = () => `${cookieName({ protocol: 'http' })}=${farm.session.cookie}`

/** The call with everything right, in the address alone: as a link or a form of another site would put it. */
function bare(endpoint: Endpoint) {
  const values = rightValues(endpoint, world, { start: farm.daysAgo(3), end: farm.today() })
  const pairs = new URLSearchParams()
  const path = addressOf(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? 1))
  for (const [name, value] of Object.entries(values))
    for (const one of [value].flat())
      if (one !== undefined) pairs.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
  return { path, values, url: `${path}?${pairs}` }
}

/** Nothing is asked but what its address says: which row goes into the archive. */
const byAddress = ({ path, input }: (typeof writes)[number]) =>
  Object.keys((input as { shape?: object }).shape ?? {}).every((field) => path.includes(`{${field}}`))

describe('no write', () => {
  it('is taken from another site, another port or a sub-domain', async () => {
    for (const endpoint of writes) {
      const { path, values } = bare(endpoint)
      const ask = async (headers: Record<string, string>) => {
        const given = { host: 'farm.local:3000', cookie: cookie(), 'content-type': 'application/json', ...headers }
        const reply = await farm.app.inject({ method: endpoint.method, url: path, headers: given, payload: values })
        return reply.statusCode
      }
      for (const origin of ['http://evil.example', 'http://farm.local:8080', 'http://a.farm.local:3000', 'null', '://'])
        expect(await ask({ origin }), `${nameOf(endpoint)} from ${origin}`).toBe(403)
      for (const site of ['cross-site', 'same-site', 'nonsense'])
        expect(await ask({ 'sec-fetch-site': site }), `${nameOf(endpoint)} from ${site}`).toBe(403)
    }
    expect(await changed()).toEqual([])
    expect(writes.length).toBeGreaterThan(40)
  })

  it('is made by an address alone, by plain text or by a bare form', async () => {
    // a deletion is asked by its address; what asks for nothing needs none
    const asking = writes.filter(({ method, path }) => method !== 'DELETE' && path !== '/logout')
    for (const endpoint of asking) {
      const { url, values } = bare(endpoint)
      const ask = async (type: string | null, payload = '') => {
        const headers = { cookie: cookie(), ...(type && { 'content-type': type }) }
        return (await farm.app.inject({ method: endpoint.method, url, headers, payload })).statusCode
      }
      const name = nameOf(endpoint)
      expect(await ask('text/plain', JSON.stringify(values)), name).toBe(415)
      expect(await ask('application/x-www-form-urlencoded', url.split('?')[1]), name).toBe(415)
      const form = `--b\r\ncontent-disposition: form-data; name="email"\r\n\r\na\r\n--b--\r\n`
      expect(await ask('multipart/form-data; boundary=b', form), name).toBe(endpoint.upload ? 422 : 415)
      if (byAddress(endpoint)) continue
      await ask(null)
      await ask('application/json')
    }
    expect(await changed()).toEqual([])
  })

  it('is refused for coming from the application’s own pages, or from a program', async () => {
    const add = (headers: Record<string, string>) =>
      farm.post('/crud/species', { name: `Вид ${JSON.stringify(headers)}` }, { headers })
    const host = 'farm.local:3000'
    expect((await add({ host, origin: 'http://farm.local:3000', 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await add({ host, 'sec-fetch-site': 'none' })).status).toBe(200)
    expect((await add({})).status).toBe(200)
  })
})

it('a deletion that says it is JSON and has no body is a deletion', async () => {
  const { id } = await farm.species('Лишний')
  const headers = { cookie: cookie(), 'content-type': 'application/json' }
  const reply = await farm.app.inject({ method: 'DELETE', url: `/api/crud/species/${id}`, headers })
  expect(reply.statusCode).toBe(200)
})

it('slow senders are dropped: a request is read within a minute, its head sooner', () => {
  expect(farm.app.server.requestTimeout).toBe(60_000)
  expect(farm.app.server.headersTimeout).toBe(20_000)
})

it('an address that cannot be read is refused with the same headers as any other', async () => {
  const reply = await farm.app.inject({ url: '/api/cages/%ZZ' })
  expect(reply.statusCode).toBe(400)
  expect(reply.headers['content-security-policy']).toContain("default-src 'self'")
})

describe('a site with https', () => {
  const https = { 'x-forwarded-proto': 'https', host: 'farm.example' }
  const open = () => farm.process({ baseUrl: 'https://farm.example', trustProxy: 1 })

  it('answers nothing without it, but whether it is alive', async () => {
    const on = await open()
    for (const path of ['/user', '/cages', '/openapi.json'])
      expect((await farm.get(path, {}, { on })).status, path).toBe(403)
    expect((await farm.get('/health', {}, { on })).status).toBe(200)
    expect((await farm.get('/openapi.json', {}, { on, headers: https })).status).toBe(200)
  })

  it('has a cookie that no sub-domain and no plain http can set, and believes no other', async () => {
    const on = await open()
    const { email } = await farm.user()
    const body = { email, password: TEST_PASSWORD }
    const signedIn = await send(on, { method: 'POST', path: '/login', body, headers: https })
    const [cookie, device] = signedIn.headers['set-cookie'] as string[]
    expect(device).toMatch(
      /^__Secure-sadok_device_\d+_\d+=[\w-]{43}; Max-Age=31536000; Path=\/api\/login; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(cookie).toMatch(/^__Host-sadok_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    const ask = async (name: string) => {
      const headers = { ...https, cookie: `${name}=${signedIn.cookie}` }
      return (await on.inject({ url: '/api/user', headers })).statusCode
    }
    expect(await ask('__Host-sadok_session')).toBe(200)
    expect(await ask('sadok_session')).toBe(401)
  })

  it('knows a browser by a cookie that came by https alone', async () => {
    const on = await open()
    const { email } = await farm.user()
    const signIn = async (cookie = '') => {
      const headers = { ...https, cookie }
      const answer = await send(on, {
        method: 'POST',
        path: '/login',
        body: { email, password: TEST_PASSWORD },
        headers,
      })
      const [, device] = answer.headers['set-cookie'] as string[]
      return device!.split(';')[0]!
    }
    const device = await signIn()
    const known = async (cookie: string) => {
      await signIn(cookie)
      const [event] = await farm.sql<{ details: { new_device?: boolean } }>(
        `select details from security_events where kind = 'signed-in' order by id desc limit 1`,
      )
      return event!.details.new_device !== true
    }
    expect(await known(device.replace('__Secure-', ''))).toBe(false)
    expect(await known(device)).toBe(true)
  })

  it('takes writes of its pages alone, whatever host a proxy tells', async () => {
    const on = await open()
    const login = (origin: string) =>
      send(on, {
        method: 'POST',
        path: '/login',
        body: { email: 'nobody@example.com', password: 'x' },
        headers: { ...https, host: '127.0.0.1:3000', origin },
      })
    expect((await login('https://farm.example')).status).toBe(422)
    expect((await login('https://evil.example')).status).toBe(403)
  })
})

describe('the address of a sender behind proxies', () => {
  const failures = async (trustProxy: number | string, forwarded: (turn: number) => string) => {
    const on = await farm.process({ trustProxy })
    await farm.sql('delete from guesses')
    for (let turn = 0; turn < 22; turn++)
      await send(on, {
        method: 'POST',
        path: '/login',
        body: { email: `${turn}@example.com`, password: 'пароль' },
        headers: { 'x-forwarded-for': forwarded(turn) },
      })
    const found = await farm.sql<{ key: string }>(`select key from guesses where key like 'address %' order by key`)
    return found.map(({ key }) => key)
  }

  it('is what the proxy added, not what the sender wrote before it', async () => {
    expect(await failures(1, (turn) => `203.0.113.${turn}, 198.51.100.7`)).toEqual(['address 198.51.100.7'])
    expect(await failures('loopback', (turn) => `203.0.113.${turn}, 198.51.100.7`)).toEqual(['address 198.51.100.7'])
    expect(await failures(2, () => '192.0.2.1, 198.51.100.7, 10.0.0.2')).toEqual(['address 198.51.100.7'])
  })

  it('is not taken from whoever is no proxy', async () => {
    expect(await failures('10.0.0.0/8', (turn) => `203.0.113.${turn}`)).toEqual(['address 127.0.0.1'])
  })
})
