/** What every answer carries, whoever makes it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, openSite, type RawAnswer, type Site } from '../../testing/net/raw-http'
import { projectRoot } from '../base/project-root'

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

describe('every answer', () => {
  const answers: Record<string, () => Promise<RawAnswer>> = {
    'a page': () => raw(ask('GET /')),
    'a file of a page': () => raw(ask('GET /assets/page.js')),
    'a file that is not there': () => raw(ask('GET /assets/other.js')),
    'an answer': () => raw(ask('GET /api/cages', cookie)),
    'a spreadsheet': () => raw(ask('GET /api/cages/download-all', cookie)),
    'a stream': () => raw(ask('GET /api/events', cookie), true),
    'the description of the API': () => raw(ask('GET /api/openapi.json')),
    'the same to read': () => raw(ask('GET /api')),
    health: () => raw(ask('GET /api/health')),
    '401': () => raw(ask('GET /api/cages')),
    '401 of a stream': () => raw(ask('GET /api/events')),
    '403': () => post('/api/crud/species', '{}', cookie, 'origin: http://evil.example'),
    '404': () => raw(ask('GET /api/nowhere', cookie)),
    '404 of a method': () => raw(ask('DELETE /api/health')),
    '413': () => post('/api/crud/species', JSON.stringify({ name: 'x'.repeat(1_000_001) }), cookie),
    '415': () => raw(ask('POST /api/crud/species', cookie, 'content-type: text/plain', 'content-length: 1') + 'x'),
    '422': () => post('/api/crud/species', '{}', cookie),
    '429': async () => {
      const guess = () => post('/api/login', JSON.stringify({ email: 'nobody@example.com', password: 'пароль' }))
      for (let turn = 0; turn < 5; turn++) await guess()
      return guess()
    },
    '500': async () => {
      await farm.sql('alter table species rename to hidden')
      return raw(ask('GET /api/crud/species', cookie)).finally(() => farm.sql('alter table hidden rename to species'))
    },
    'an address that cannot be read': () => raw(ask('GET /api/cages/%ZZ')),
    'an address that is too long': () => raw(ask(`GET /api/cages/${'1'.repeat(5000)}`)),
    'headers that are too long': () => raw(ask('GET /', `x-long: ${'x'.repeat(20_000)}`)),
    'what is no HTTP': () => raw('привет\r\n\r\n'),
  }

  it.each(Object.keys(answers))(
    'carries the headers that protect it, and tells nothing of the inside: %s',
    async (name) => {
      const { status, headers, text } = await answers[name]!()
      if (/^\d+/.test(name)) expect(status).toBe(Number(name.slice(0, 3)))
      expect(status).toBeGreaterThanOrEqual(200)
      // by it a page knows an answer of this server from one of whatever stands between
      expect(Number(headers['x-sadok'])).toBeGreaterThan(Date.now() - 60_000)
      expect(headers['content-security-policy']).toMatch(/default-src '(self|none)'/)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-type']).toMatch(/; charset=utf-8$|^text\/event-stream$|spreadsheetml\.sheet$/i)
      expect(headers['cache-control']).toMatch(/^no-store$|^no-cache$|^public, max-age=31536000, immutable$/)
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('access-control-allow-origin')
      expect(text).not.toMatch(/node_modules|\bat .*:\d+:\d+|select .* from|FST_|HPE_|postgres/i)
      if (status >= 400) expect(text).toMatch(/"message":"[А-ЯЁ]/)
    },
  )

  it('is kept by nobody, but for the files that hold no data of anybody', async () => {
    for (const [name, get] of Object.entries(answers)) {
      const { headers } = await get()
      const open = ['a page', 'a file of a page', 'the description of the API', 'the same to read']
      if (!open.includes(name)) expect(headers['cache-control'], name).toBe('no-store')
    }
  })

  it('forbids scripts written into pages, other bases, plugins and frames', async () => {
    const { headers } = await raw(ask('GET /'))
    const policy = new Map(
      headers['content-security-policy']!.split(';').map((one) => {
        const [name = '', ...values] = one.trim().split(' ')
        return [name, values.join(' ')]
      }),
    )
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'script-src-attr': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'font-src': "'self' data:",
    })
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    const page = readFileSync(join(projectRoot, 'index.html'), 'utf8')
    expect([...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|javascript:|<base/g)]).toEqual([])
  })

  it('asks for https for a year where the site has it, of refusals too', async () => {
    const on = await farm.process({ baseUrl: 'https://farm.example', trustProxy: 1 })
    for (const [url, proto] of [
      ['/api/user', 'https'],
      ['/api/user', 'http'],
      ['/api/%ZZ', 'https'],
    ] as const) {
      const { headers } = await on.inject({ url, headers: { 'x-forwarded-proto': proto } })
      expect(headers['strict-transport-security'], url).toMatch(/^max-age=31536000; includeSubDomains/)
    }
  })
})
