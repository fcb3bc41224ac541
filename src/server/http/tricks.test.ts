/** Headers of every kind of answer, and addresses and headers that mean to reach something else than they say. */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { speciesLibrary } from '../../core/lists/library.contract'
import { projectRoot } from '../base/project-root'
import { type Farm, openFarm } from '../testing/farm'

const SECRET = 'not for the network'
const PAGE = '<!doctype html><title>Садок</title>'

let farm: Farm
let folder: string
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sadok-web-'))
  const webRoot = join(folder, 'web')
  mkdirSync(join(webRoot, 'assets'), { recursive: true })
  for (const [path, content] of [
    ['web/index.html', PAGE],
    ['web/assets/a.js', 'run()'],
    ['web/.env', SECRET],
    ['secret.txt', SECRET],
    ['web-other.txt', SECRET],
  ])
    writeFileSync(join(folder, path!), content!)
  farm = await openFarm({ webRoot, logLevel: 'silent' })
  port = Number(new URL(await farm.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await farm.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What comes back for exactly these bytes: a client library would tidy the address. */
async function answerTo(...lines: string[]): Promise<{ status: number; text: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  const answer = await textOf(socket)
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), text: answer }
}
const cookie = () => `cookie: sadok_session=${farm.session.cookie}`
const asked = (path: string, ...headers: string[]) =>
  answerTo(`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers)

describe('an address', () => {
  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..\\..\\secret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/assets/%252e%252e/%252e%252e/secret.txt',
    '/../web-other.txt',
    '//secret.txt',
    '/./../secret.txt',
    '/secret.txt%00.js',
    '/.env',
    'http://localhost/../secret.txt',
    '/api/../../secret.txt',
  ])('%s reaches no file beside the application', async (path) => {
    const { status, text } = await asked(path)
    expect(text).not.toContain(SECRET)
    // a page of the application, or nothing
    expect([200, 400, 404]).toContain(status)
    if (status === 200) expect(text).toContain(PAGE)
  })

  it.each(['/API/user', '/api//user', '/api/user/', '/api/user;x=1', '/api/user%2f', '/api/./user', '/x/../api/user'])(
    '%s is no other way to a call',
    async (path) => {
      const { text } = await asked(path, cookie())
      expect(text).not.toContain(farm.session.email)
    },
  )

  it('may spell its letters otherwise, and still asks who is there', async () => {
    expect((await asked('/api/%75ser')).status).toBe(401)
    expect((await asked('/%61pi/user', cookie())).status).toBe(200)
  })
})

describe('a header', () => {
  it.each([
    'x-http-method-override: DELETE',
    'x-method-override: DELETE',
    'x-original-url: /api/crud/species',
    'x-rewrite-url: /api/crud/species',
    'x-forwarded-prefix: /api',
    'x-sadok-user: 1:1',
    'authorization: Bearer 1.token',
  ])('%s changes neither what is asked nor who asks', async (header) => {
    const species = await farm.species()
    const { status } = await asked(`/api/crud/species/${species.id}`, cookie(), header)
    expect(status).toBe(404)
    expect((await asked('/api/user', header)).status).toBe(401)
    expect((await farm.call(speciesLibrary.list, {})).map(({ id }) => id)).toContain(species.id)
  })

  it('that tells the length of a body in two ways is refused', async () => {
    const head = ['POST /api/crud/species HTTP/1.1', 'host: localhost', 'connection: close', cookie()]
    const json = 'content-type: application/json'
    const twice = await answerTo(...head, json, 'content-length: 2', 'transfer-encoding: chunked', '', '0', '', '{}')
    expect(twice.status).toBe(400)
    const differing = await answerTo(...head, json, 'content-length: 2', 'content-length: 3', '', '{}')
    expect(differing.status).toBe(400)
  })

  it('of another session beside it leaves the first in force', async () => {
    const other = await farm.company()
    const { text } = await asked('/api/user', `${cookie()}; sadok_session=${other.cookie}`)
    expect(text).toContain(farm.session.email)
  })

  it('that is too long is refused', async () => {
    expect((await asked('/api/user', `x-long: ${'x'.repeat(20_000)}`)).status).toBe(431)
  })
})

describe('what an answer says of itself', () => {
  const kinds: [string, 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'DELETE', string][] = [
    ['a page', 'GET', '/journals/feeding'],
    ['a file', 'GET', '/assets/a.js'],
    ['its head', 'HEAD', '/assets/a.js'],
    ['a missing file', 'GET', '/assets/none.js'],
    ['no session', 'GET', '/api/user'],
    ['no events', 'GET', '/api/events'],
    ['an unknown call', 'GET', '/api/none'],
    ['an unreadable address', 'GET', '/api/%ZZ'],
    ['an unknown method', 'OPTIONS', '/api/user'],
    ['a write without a body', 'POST', '/api/login'],
    ['a deletion of nothing', 'DELETE', '/'],
    ['the list of calls', 'GET', '/api'],
    ['their description', 'GET', '/api/openapi.json'],
    ['an application outside', 'POST', '/external/input/1'],
  ]
  it.each(kinds)('%s: no foreign scripts, frames or guesses of its type', async (_, method, url) => {
    const { headers } = await farm.app.inject({ method, url })
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('SAMEORIGIN')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect([headers['server'], headers['x-powered-by']]).toEqual([undefined, undefined])
  })

  it('also of a stream', async () => {
    const headers = { cookie: `sadok_session=${farm.session.cookie}` }
    const request = get(`http://127.0.0.1:${port}/api/events`, { agent: false, headers })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    request.destroy()
  })

  it('allows scripts from files of the application alone, and the page has no others', async () => {
    const policy = (await farm.app.inject({ url: '/' })).headers['content-security-policy'] as string
    const directives = new Map(
      policy.split(';').map((one) => {
        const [name, ...values] = one.trim().split(/\s+/)
        return [name!, values]
      }),
    )
    expect(directives.get('script-src')).toEqual(["'self'"])
    expect(directives.get('script-src-attr')).toEqual(["'none'"])
    expect(directives.get('object-src')).toEqual(["'none'"])
    expect(directives.get('base-uri')).toEqual(["'self'"])
    expect(directives.get('form-action')).toEqual(["'self'"])
    expect(directives.get('frame-ancestors')).toEqual(["'self'"])
    for (const [name, values] of directives)
      expect(
        values.filter((value) => /^(\*|https?:|'unsafe-eval')/.test(value)),
        name,
      ).toEqual([])
    const page = readFileSync(join(projectRoot, 'index.html'), 'utf8')
    expect(page.match(/<script(?![^>]*\bsrc=)|\son\w+=|javascript:/g)).toBeNull()
  })
})
