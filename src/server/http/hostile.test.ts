/** Requests made to break or to trick the server itself, past what any page or program of good will would send. */
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask, openSite, PAGE, SECRET, type Site } from '../../testing/net/raw-http'
import { cookieName } from '../session'
import { send, TEST_PASSWORD } from '../../testing/session'

let site: Site
let farm: Site['farm']
let raw: Site['raw']
let post: Site['post']
let cookie: string
beforeAll(async () => {
  site = await openSite()
  ;({ farm, raw, post, cookie } = site)
})
afterAll(() => site.close())

const json = 'content-type: application/json'
const species = async () =>
  (await farm.sql<{ name: string }>('select name from species order by id')).map((one) => one.name)

describe('an address', () => {
  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets//../../secret.txt',
    '/assets/page.js%00.txt',
    '//secret.txt',
    '/.env',
    '/.git/config',
    '/assets',
    '/assets/',
    '/../web-other.txt',
    '/api/../../secret.txt',
    '/index.html/../../secret.txt',
    'http://farm.local/../secret.txt',
    'http://farm.local/..%2fsecret.txt',
  ])('leads to no file beside the pages: %s', async (path) => {
    const { status, text } = await raw(ask(`GET ${path}`))
    expect(text).not.toContain(SECRET)
    if (status === 200) expect(text).toBe(PAGE)
    else expect([400, 403, 404]).toContain(status)
  })

  let encrypted: FastifyInstance | undefined
  it.each([
    '//api/user',
    '/api//user',
    '/api/user/',
    '/API/user',
    '/%61pi/user',
    '/api%2fuser',
    '/api/%75ser',
    '/api/x/../user',
    '/api/x/%2e%2e/user',
    '/api/x/..%2fuser',
    '/api/user;a=1',
    '/api/user%00',
    '/api/user%20',
    '/api/user?/api/health',
    '/api/health/../user',
    '/api/health%2f..%2fuser',
    'http://farm.local/api/user',
    'http://evil.example/api/user',
    'https://evil.example/api/user',
  ])('opens nothing without a session, however it is written: %s', async (path) => {
    const { status, text } = await raw(ask(`GET ${path}`))
    expect(status === 200 ? text : status).toSatisfy((one) => one === PAGE || [400, 401, 404].includes(one as number))
    encrypted ??= await farm.process({ baseUrl: 'https://farm.example', trustProxy: 1 })
    const plain = await encrypted.inject({ url: path.replace(/^https?:\/\/[^/]+/, '') })
    expect([400, 403]).toContain(plain.statusCode)
  })

  it('of the API that is unknown is no page, as a proxy writes it too', async () => {
    for (const path of ['/api/nowhere', 'http://farm.local/api/nowhere', '/external/x', '//api/nowhere'])
      expect((await raw(ask(`GET ${path}`))).status, path).toBe(404)
    expect((await raw(ask('GET /journals/feeding'))).text).toBe(PAGE)
  })

  it('and a name given twice is no value', async () => {
    const twice = await raw(ask('GET /api/cages-on-date?date=01.10.2026&date=02.10.2026', cookie))
    expect(twice.status).toBe(422)
    const once = await raw(ask('GET /api/cages-on-date?date=01.10.2026', cookie))
    expect(once.status).toBe(200)
  })

  it.each(['%0d%0aset-cookie:%20a=b', '%E5%98%8D%E5%98%8Aset-cookie:a=b', '%0aset-cookie:a=b'])(
    'puts nothing into the headers of its answer: %s',
    async (text) => {
      for (const line of [
        `/api/cages?sort=${text}`,
        `/api/cages/download-all?date=${text}`,
        `/${text}`,
        `/api/${text}`,
      ])
        expect((await raw(ask(`GET ${line}`, cookie))).headers, line).not.toHaveProperty('set-cookie')
      const signedIn = await post(
        '/api/login',
        JSON.stringify({ email: `a@b.ru${decodeURIComponent(text)}`, password: 'x' }),
      )
      expect(signedIn.headers).not.toHaveProperty('set-cookie')
    },
  )
})

describe('a request', () => {
  const before: string[] = []
  beforeAll(async () => {
    await farm.species('Форель')
    before.push(...(await species()))
  })
  const body = JSON.stringify({ name: 'Подложенная' })

  it.each<[string, string[], string]>([
    ['two lengths', [`content-length: ${body.length}`, 'content-length: 3'], body],
    [
      'a length and chunks',
      ['content-length: 4', 'transfer-encoding: chunked'],
      `0\r\n\r\nPOST /api/crud/species HTTP/1.1\r\n\r\n${body}`,
    ],
    ['chunks by another name', ['transfer-encoding: xchunked'], body],
    ['a line that is folded', ['x-folded: a', ' b: c', `content-length: ${body.length}`], body],
    ['a header without a name', [': x', `content-length: ${body.length}`], body],
    ['a line feed alone', ['x: a\ncontent-length: 1', `content-length: ${body.length}`], body],
  ])('with %s is not read, and the connection ends', async (_, headers, text) => {
    const { status } = await raw(
      ask('POST /api/crud/species', cookie, json, ...headers).replace('connection: close\r\n', '') + text,
    )
    expect(status).toBe(400)
    expect(await species()).toEqual(before)
  })

  it('without a host, or that is packed, is not read', async () => {
    expect((await raw('GET /api/health HTTP/1.1\r\nconnection: close\r\n\r\n')).status).toBe(400)
    const packed = gzipSync(JSON.stringify({ name: 'Упакованная' }))
    const headers = { cookie: cookie.slice(8), 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const reply = await site.app.inject({ method: 'POST', url: '/api/crud/species', headers, payload: packed })
    expect(reply.statusCode).toBe(400)
    expect(await species()).toEqual(before)
  })

  it('does what its method says and nothing else, whatever a header or a field calls it', async () => {
    const { id } = await farm.species('Остаётся')
    const path = `/api/crud/species/${id}`
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      expect((await post(path, '{}', cookie, `${name}: DELETE`)).status).toBe(404)
      expect(
        (await raw(ask('GET /api/crud/species', cookie, `${name}: DELETE`, 'x-original-url: /api/logout'))).status,
      ).toBe(200)
    }
    expect((await post(`${path}?_method=DELETE`, JSON.stringify({ _method: 'DELETE' }), cookie)).status).toBe(404)
    expect(await species()).toContain('Остаётся')
  })

  it('is of the first session that it shows, and of nobody by any other header', async () => {
    const other = await farm.company()
    const both = `${cookie}; ${cookieName({ protocol: 'http' })}=${other.cookie}`
    expect((await raw(ask('GET /api/user', both))).text).toContain(farm.session.email)
    for (const header of ['x-sadok-user: 1:1', `authorization: Bearer ${farm.session.cookie}`, 'x-rewrite-url: /api'])
      expect((await raw(ask('GET /api/user', header))).status, header).toBe(401)
  })

  it('of a method that is not served is none: no echo, no tunnel, no permission to other sites', async () => {
    const trace = await raw(ask('TRACE /api/user', cookie, 'x-secret: echo-me'))
    expect([trace.status, trace.text.includes('echo-me')]).toEqual([404, false])
    expect((await raw(ask('CONNECT farm.example:443'))).status).toBe(0)
    for (const method of ['PROPFIND', 'LOCK', 'PURGE', 'NONSENSE'])
      expect([400, 404], method).toContain((await raw(ask(`${method} /api/user`, cookie))).status)
    const preflight = await raw(
      ask('OPTIONS /api/crud/species', 'origin: http://evil.example', 'access-control-request-method: POST'),
    )
    expect(preflight.status).toBe(404)
    expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('for the head of an answer gets it without a body, and holds no stream', async () => {
    const head = await raw(ask('HEAD /api/cages', cookie))
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await raw(ask('HEAD /api/cages'))).status).toBe(401)
    expect((await raw(ask('HEAD /api/events', cookie))).status).toBe(404)
    for (const path of ['/api/logout', '/api/crud/species/1'])
      expect((await raw(ask(`HEAD ${path}`, cookie))).status, path).toBe(404)
  })

  it('says nothing of where it comes from when no proxy is trusted', async () => {
    await farm.sql('delete from guesses')
    const told = [
      'x-forwarded-for: 203.0.113.9',
      'x-real-ip: 203.0.113.9',
      'forwarded: for=203.0.113.9',
      'x-client-ip: 203.0.113.9',
    ]
    await post('/api/login', JSON.stringify({ email: 'a@example.com', password: 'пароль' }), ...told)
    const counted = await farm.sql<{ key: string }>(`select key from guesses where key like '%203.0.113%'`)
    expect(counted).toEqual([])
    const { email } = farm.session
    const credentials = JSON.stringify({ email, password: TEST_PASSWORD })
    const { headers } = await post(
      '/api/login',
      credentials,
      'x-forwarded-proto: https',
      'x-forwarded-host: evil.example',
    )
    expect(headers['set-cookie']).toMatch(/\bsadok_session=/)
    expect(headers['set-cookie']).not.toMatch(/__Host-|Secure|Domain/)
  })
})

describe('signing in', () => {
  it('takes over no session that was planted before', async () => {
    const stranger = await farm.user({ name: 'Чужой' })
    const victim = await farm.user({ name: 'Свой' })
    for (const planted of [stranger.cookie, `${victim.user.company.id}.${'x'.repeat(43)}`]) {
      const body = { email: victim.email, password: TEST_PASSWORD }
      const answer = await send(farm.app, { method: 'POST', path: '/login', body, cookie: planted })
      expect(answer.cookie).toMatch(/^\d+\.[\w-]{43}$/)
      expect(answer.cookie).not.toBe(planted)
      const who = await farm.get('/user', {}, { as: { cookie: planted } })
      expect((who.body as { name?: string }).name).not.toBe('Свой')
    }
  })
})

describe('a letter', () => {
  const EVIL = 'evil.example'
  const body = () => JSON.stringify({ email: farm.session.email })
  const letterAfter = async (asked: () => Promise<unknown>) => {
    await farm.sql('delete from guesses')
    const before = await farm.letters()
    await asked()
    return vi.waitFor(async () => {
      const letters = await farm.letters()
      expect(letters).toHaveLength(before.length + 1)
      return letters.find((one) => !before.includes(one))!
    }, 10_000)
  }

  it('leads to BASE_URL, whatever host the request names', async () => {
    const on = await farm.process({ baseUrl: 'https://farm.example/', trustProxy: 1 })
    const headers = {
      host: EVIL,
      'x-forwarded-host': EVIL,
      'x-forwarded-proto': 'https',
      'content-type': 'application/json',
    }
    const letter = await letterAfter(() =>
      on.inject({ method: 'POST', url: '/api/password/email', headers, payload: body() }),
    )
    expect(letter).toContain('https://farm.example/password/reset#token=')
    expect(letter).not.toContain(EVIL)
  })

  it('without BASE_URL leads to where the request arrived, not to the host it names', async () => {
    const bytes = `content-length: ${body().length}`
    const line = 'POST /api/password/email HTTP/1.1'
    for (const head of [line, line.replace('/api', `http://${EVIL}/api`)]) {
      const request = [head, `host: ${EVIL}`, `x-forwarded-host: ${EVIL}`, json, bytes, 'connection: close', '', body()]
      const letter = await letterAfter(() => raw(request.join('\r\n')))
      expect(letter).toMatch(/http:\/\/127\.0\.0\.1:\d+\/password\/reset#token=/)
      expect(letter).not.toContain(EVIL)
    }
  })

  it('goes to one address: what would be more of its head is no address', async () => {
    const before = await farm.letters()
    for (const more of [
      '\r\nBcc: evil@example.com',
      '\nBcc:evil@example.com',
      ',evil@example.com',
      '%0aBcc:evil@example.com',
    ]) {
      const { status } = await post('/api/password/email', JSON.stringify({ email: `${farm.session.email}${more}` }))
      expect(status, more).toBe(422)
    }
    expect(await farm.letters()).toEqual(before)
  })
})
