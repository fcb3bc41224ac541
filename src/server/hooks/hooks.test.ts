/** What a program outside is sent, and the addresses that nothing is sent to. */
import { createHmac } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { deliver, signatureOf } from './deliver'
import { isPublic, openLookup, refusedAddress } from './open-address'

const kept = process.env['HOOK_ORIGINS']
let server: Server | null = null
beforeEach(() => void delete process.env['HOOK_ORIGINS'])
afterEach(async () => {
  if (kept === undefined) delete process.env['HOOK_ORIGINS']
  else process.env['HOOK_ORIGINS'] = kept
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)))
  server = null
})

/** A program on this machine; the origin under which it is found. */
async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const message = { id: 'd1', body: '{"событие":1}', secrets: ['новый', 'прежний'] }

const INNER = [
  ...['127.0.0.1', '127.255.0.1', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
  ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::127.0.0.1'],
  ...['64:ff9b::7f00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', 'localhost', ''],
]
test.each(INNER)('%j is no address of the Internet', (address) => expect(isPublic(address)).toBe(false))
test.each(['93.184.216.34', '8.8.8.8', '172.32.0.1', '2606:2800:220:1::1', '::ffff:8.8.8.8'])('%s is one', (address) =>
  expect(isPublic(address)).toBe(true),
)

describe('an address that a person types', () => {
  const inner = (host: string): [string, string] => [`https://${host}/x`, 'Адрес ведёт во внутреннюю сеть сервера']
  const REFUSED: [string, string][] = [
    ['bot.example', 'Введите адрес целиком: https://…'],
    ['http://bot.example/', 'Адрес начинается с https://'],
    ['ftp://bot.example/', 'Адрес начинается с https://'],
    ['javascript:alert(1)', 'Адрес начинается с https://'],
    ['https://anna:secret@bot.example/', 'Имя и пароль в адресе не передаются'],
    ...['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '10.0.0.7'].map(
      inner,
    ),
    ...['localhost', 'LocalHost.', 'db.localhost', 'scada', 'pump.local', 'a.b.internal', 'nas.home.arpa'].map(inner),
  ]
  it.each(REFUSED)('%s is refused', (typed, refusal) => expect(refusedAddress(typed)).toBe(refusal))
  it('may be any of the Internet, and one in the own network that the operator named', () => {
    expect(refusedAddress('https://api.telegram.org/bot1:x/sendMessage?chat_id=1')).toBeNull()
    process.env['HOOK_ORIGINS'] = 'http://127.0.0.1:8080, http://10.0.0.7'
    expect(refusedAddress('http://10.0.0.7/alarm')).toBeNull()
    expect(refusedAddress('https://localhost.example/')).toBeNull()
    expect(refusedAddress('http://127.0.0.1:8081/')).not.toBeNull()
  })
})

describe('a name', () => {
  const answers = (...addresses: string[]) =>
    openLookup(((_: string, __: object, done: (error: null, found: object[]) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never)
  it.each(INNER.filter((address) => address.includes('.') || address.includes(':')))(
    'that resolves to %s is connected to by nobody',
    async (address) => {
      const outcome = await deliver('https://inner.example/', message, answers(address))
      expect([outcome.code, outcome.fault]).toEqual([null, 'hook-closed'])
    },
  )
  it('is refused whole where one of its addresses is inside', async () => {
    expect((await deliver('https://both.example/', message, answers('8.8.8.8', '127.0.0.1'))).fault).toBe('hook-closed')
  })
  it('of this machine is refused as it resolves', async () => {
    let asked = 0
    const origin = await listen((_, response) => void response.end(String(++asked)))
    for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433', '[::ffff:7f00:1]'])
      expect((await deliver(origin.replace('127.0.0.1', host), message)).fault, host).toBe('hook-closed')
    expect(asked).toBe(0)
  })
})

describe('what is sent', () => {
  const sendTo = async (answer: RequestListener) => {
    const origin = await listen(answer)
    process.env['HOOK_ORIGINS'] = origin
    return deliver(`${origin}/alarms?chat=1`, message)
  }

  it('is signed by both secrets while one takes the place of the other', async () => {
    const heard: { url: string; headers: Record<string, unknown>; body: string }[] = []
    const outcome = await sendTo((request, response) => {
      const parts: Buffer[] = []
      request.on('data', (part: Buffer) => parts.push(part))
      request.on('end', () => {
        heard.push({ url: request.url!, headers: request.headers, body: Buffer.concat(parts).toString() })
        response.writeHead(204).end()
      })
    })
    expect(outcome).toMatchObject({ code: 204, fault: null })
    const [{ url, headers, body }] = heard as [(typeof heard)[0]]
    expect([url, body, headers['x-sadok-delivery']]).toEqual(['/alarms?chat=1', message.body, 'd1'])
    const [time, ...signatures] = String(headers['x-sadok-signature']).split(',')
    const seconds = Number(time!.slice(2))
    expect(Math.abs(seconds - Date.now() / 1000)).toBeLessThan(5)
    const own = (secret: string) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
    expect(signatures).toEqual([own('новый'), own('прежний')])
  })

  // printf '%s' '1700000000.{}' | openssl dgst -sha256 -hmac secret
  it('is signed as a known example', () => {
    expect(signatureOf(['secret'], '{}', 1_700_000_000)).toBe(
      't=1700000000,v1=b8569b78799ff9e3cbff0fc2d63a33a2b57f3282abd07c37ae5e8e7d79a5f163',
    )
  })

  it('follows no redirect, and takes only a good answer for one', async () => {
    let asked = 0
    const outcome = await sendTo((_, response) => {
      asked++
      response.writeHead(302, { location: '/inner' }).end()
    })
    expect([outcome.code, outcome.fault, asked]).toEqual([302, 'hook-moved', 1])
  })

  it('reads nothing of an answer that has no end', async () => {
    let alive = true
    const outcome = await sendTo((_, response) => {
      response.on('close', () => (alive = false))
      response.writeHead(200)
      const pour = () => void (alive && response.write('x'.repeat(65_536), pour))
      pour()
    })
    expect(outcome).toMatchObject({ code: 200, fault: null })
    await expect.poll(() => alive).toBe(false)
  })

  it('waits no longer than ten seconds', async () => {
    const outcome = await sendTo(() => undefined)
    expect([outcome.code, outcome.fault]).toEqual([null, 'hook-away'])
    expect(outcome.ms).toBeLessThan(11_000)
    server!.closeAllConnections()
  })

  it('is away where nobody listens', async () => {
    process.env['HOOK_ORIGINS'] = 'http://127.0.0.1:9'
    expect((await deliver('http://127.0.0.1:9/', message)).fault).toBe('hook-away')
  })
})
