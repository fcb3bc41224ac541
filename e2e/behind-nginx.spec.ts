/** Two processes of the built application behind nginx with https, configured as docs/deploy.md says. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedServer, type EmbeddedServer } from '../src/server/db/embedded-server'
import { workbook } from '../src/testing/workbook'
import { startApp } from './app'
import { openPage } from './browser'
import { prepareSite, type Site, withoutNginx } from './nginx'

const PASSWORD = 'уха из судака'
const person = { company_name: 'Ферма «За прокси»', name: 'Мария Рябова', email: 'm@example.com', password: PASSWORD }

let folder: string
let server: EmbeddedServer
let site: Site
const apps: ChildProcess[] = []
/** all that the applications have written */
const printed: string[] = []
/** where each process answers, and where its figures are read */
const processes: { address: string; metrics: string }[] = []

/** What a started app has printed of its addresses. */
function addressesOf(app: ChildProcess) {
  let output = ''
  return new Promise<{ address: string; metrics: string }>((resolve, reject) => {
    app.stdout!.on('data', (part) => {
      output += String(part)
      const metrics = /http:\S+\/metrics/.exec(output)?.[0]
      if (metrics) resolve({ address: /http:\/\/127\.0\.0\.1:\d+/.exec(output)![0], metrics })
    })
    app.once('exit', () => reject(new Error(`The app ended:\n${output}`)))
  })
}

async function startAll() {
  folder = mkdtempSync(join(tmpdir(), 'sadok-nginx-'))
  chmodSync(folder, 0o711)
  site = await prepareSite(folder)
  server = await startEmbeddedServer({ dataDir: folder, durable: false })
  for (let turn = 0; turn < 2; turn++) {
    const app = startApp({
      DATABASE_URL: server.webUrl,
      DATABASE_OWNER_URL: server.url,
      DATA_DIR: join(folder, `${turn}`),
      BASE_URL: site.address,
      TRUST_PROXY: '1',
      METRICS_PORT: '0',
    })
    app.stderr!.pipe(process.stderr)
    apps.push(app)
    for (const stream of [app.stdout!, app.stderr!]) stream.on('data', (part) => printed.push(String(part)))
    processes.push(await addressesOf(app))
  }
  const portOf = (turn: number) => Number(new URL(processes[turn]!.address).port)
  await site.start([portOf(0), portOf(1)])
}

interface ProxiedRequest {
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** the address that the request comes from */
  from?: string
}

/** Over https, as a program that knows the certificate. */
async function ask(path: string, { method = 'GET', body, headers, from = '127.0.0.1' }: ProxiedRequest = {}) {
  const sent = Buffer.isBuffer(body) || body === undefined ? body : JSON.stringify(body)
  const request = httpsRequest(`${site.address}${path}`, {
    method,
    ca: site.certificate,
    localAddress: from,
    agent: false,
    headers: { ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers },
  })
  request.end(sent)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += String(part)
  return { status: response.statusCode!, headers: response.headers, text }
}

/** Which cipher is agreed on; the code of the failure when none is. */
function cipherOf(options: ConnectionOptions): Promise<string> {
  const { hostname, port } = new URL(site.address)
  const socket = connectTls({ host: hostname, port: Number(port), ca: site.certificate, ...options })
  return new Promise<string>((resolve) => {
    socket.once('secureConnect', () => resolve(socket.getCipher().name))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  }).finally(() => socket.destroy())
}

describe.skipIf(withoutNginx)(`behind nginx${withoutNginx ? `: ${withoutNginx}` : ''}`, () => {
  let cookie: string

  beforeAll(async () => {
    await startAll()
    const registered = await ask('/api/register', {
      method: 'POST',
      body: { ...person, password_confirmation: PASSWORD },
    })
    expect(registered.status, registered.text).toBe(200)
    cookie = registered.headers['set-cookie']![0]!.split(';')[0]!
  }, 120_000)
  afterAll(async () => {
    await site?.stop()
    for (const app of apps) {
      app.kill('SIGTERM')
      if (app.exitCode === null) await once(app, 'exit')
    }
    await server?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a session’s cookie is of this host alone, and https stays', async () => {
    const { email, password } = person
    const signedIn = await ask('/api/login', { method: 'POST', body: { email, password } })
    expect(signedIn.headers['set-cookie']![0]).toMatch(
      /^__Host-sadok_session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(signedIn.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    expect((await ask('/api/user', { headers: { cookie } })).status).toBe(200)
    const plain = await fetch(`${site.plain}/journals/feeding`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([301, `${site.address}/journals/feeding`])
    for (const { address } of processes) expect((await fetch(`${address}/api/user`)).status).toBe(403)
  })

  test('what programs ask without encryption is refused, so that they notice, and pages are led to https', async () => {
    const statusOf = async (path: string) => (await fetch(`${site.plain}${path}`, { redirect: 'manual' })).status
    const programs = ['/api', '/api/user', '/external/input/1', '//external/output/xml', '/api/health']
    expect(await Promise.all(programs.map(statusOf))).toEqual([403, 403, 403, 403, 403])
    expect(await Promise.all(['/', '/external-apps', '/api-control'].map(statusOf))).toEqual([301, 301, 301])
  })

  test('only strong ciphers are agreed on, the strongest first', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    expect(await cipherOf(old)).toContain('ALERT_PROTOCOL_VERSION')
    const second = { maxVersion: 'TLSv1.2' } as const
    const weak = ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'ECDHE-RSA-AES128-SHA256', 'AES128-GCM-SHA256']
    const refused = await Promise.all(weak.map((ciphers) => cipherOf({ ...second, ciphers })))
    expect(refused.map((answer) => answer.includes('HANDSHAKE_FAILURE'))).toEqual([true, true, true, true])
    const given = ['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384']
    expect(await cipherOf({ ...second, ciphers: given.join(':') })).toBe(given[1])
    expect(await cipherOf({})).toMatch(/^TLS_/)
  })

  test('a token in an address is kept in no log', async () => {
    const token = `1.${'T'.repeat(43)}`
    expect((await ask(`/external/output/xml?start=01.01.2026&end=02.01.2026&token=${token}`)).status).toBe(401)
    expect((await ask(`/api/measurements-template?token=${token}`)).status).toBe(401)
    expect((await ask(`/external/output/xml?token=${token}&start=%E0%A4%A`)).status).toBeGreaterThanOrEqual(400)
    // written when the answer has gone, by another process
    await expect
      .poll(() => site.log(), { timeout: 5000 })
      .toMatch(/"GET \/api\/measurements-template HTTP[^]*"GET \/external/)
    expect([site.log(), ...printed].join('')).not.toContain('TTTT')
  })

  test('what is recorded in one process shows on a page that the other one serves', async () => {
    const { page, errors, close } = await openPage({
      context: { baseURL: site.address, ignoreHTTPSErrors: true },
    })
    await page.goto('/lib/species')
    await page.locator('input[type=email]').fill(person.email)
    await page.locator('input[type=password]').fill(PASSWORD)
    const listening = page.waitForResponse((response) => response.url().endsWith('/api/events'))
    await page.locator('button[type=submit]').click()
    await listening
    const streams = await Promise.all(
      processes.map(async ({ metrics }) => /^sadok_event_streams (\d)/m.exec(await (await fetch(metrics)).text())![1]),
    )
    expect(streams.sort()).toEqual(['0', '1'])
    for (const [turn, { address }] of processes.entries()) {
      const written = await fetch(`${address}/api/crud/species`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
        body: JSON.stringify({ name: `Сиг ${turn}` }),
      })
      expect(written.status).toBe(200)
      await page.getByText(`Сиг ${turn}`).first().waitFor()
    }
    expect(errors.filter((text) => !text.includes('401'))).toEqual([])
    await close()
  })

  test('a spreadsheet goes up, and what is too large is stopped on the way', async () => {
    const post = async (path: string, body: object) => {
      const made = await ask(path, { method: 'POST', body, headers: { cookie } })
      expect(made.status, made.text).toBe(200)
      return JSON.parse(made.text) as { id: number }
    }
    const { id: location_id } = await post('/api/crud/location', { name: 'Залив' })
    await post('/api/measure-parameters', { name: 'Вода', measure_type: 'temperature', depth: [2], location_id })
    const send = async (bytes: Buffer) => {
      const form = new FormData()
      form.set('location_id', String(location_id))
      form.set('file', new Blob([new Uint8Array(bytes)]), 'замеры.xlsx')
      const sent = new Response(form)
      return ask('/api/upload-measurements', {
        method: 'POST',
        body: Buffer.from(await sent.arrayBuffer()),
        headers: { cookie, 'content-type': sent.headers.get('content-type')! },
      })
    }
    const day = [new Date('2026-04-01T00:00:00Z'), '08:00', null, null, 7.5]
    const stored = await send(await workbook([['Дата', 'Время', 'Модуль', 'Садок', 'Вода, °C, 2 м'], day]))
    expect(JSON.parse(stored.text)).toMatchObject({ preview: false, created: 1 })
    // larger than nginx holds in memory, and no spreadsheet
    const large = await send(Buffer.alloc(9_000_000))
    expect(large.status).toBe(422)
    expect(large.text).toContain('Это не файл Excel')
    expect((await send(Buffer.alloc(12_000_000))).status).toBe(413)
  })

  test('attempts are counted by the address they come from, whatever they claim', async () => {
    const guess = (turn: number, from: string) =>
      ask('/external/input/1', {
        method: 'POST',
        body: { value: 1 },
        from,
        headers: {
          authorization: `Bearer 1.${'x'.repeat(43)}`,
          'x-forwarded-for': `203.0.113.${turn}`,
          'x-real-ip': `203.0.113.${turn}`,
          forwarded: `for=203.0.113.${turn}`,
        },
      })
    const statuses: number[] = []
    for (let turn = 0; turn < 24; turn++) statuses.push((await guess(turn, '127.0.0.2')).status)
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(401))
    expect(statuses.slice(22)).toEqual([429, 429])
    expect((await guess(99, '127.0.0.3')).status).toBe(401)
  })

  test('a process that ends is passed over, as when another version is put in its place', async () => {
    apps[0]!.kill('SIGTERM')
    await once(apps[0]!, 'exit')
    const statuses = await Promise.all(Array.from({ length: 12 }, () => ask('/api/user', { headers: { cookie } })))
    expect(statuses.map(({ status }) => status)).toEqual(Array<number>(12).fill(200))
  })

  test('the figures of the processes are not to be had', async () => {
    expect((await ask('/metrics')).text).not.toContain('sadok_http')
    expect((await ask('/api/metrics')).status).toBe(404)
  })
})
