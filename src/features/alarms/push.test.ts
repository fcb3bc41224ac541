/** Alarms on a device: a push service of our own hears each once; a browser that is gone is forgotten. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarmRules } from '../../app.alarms.server'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { initialTerms } from '../../shared/alarms/rules'
import { type Database, openDatabase } from '../../server/db/client'
import { ownKeys } from '../../server/push/keys'
import { openSecretBox } from '../../server/second-factor/secret-box'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { TEST_PASSWORD } from '../../testing/session'
import { sessionCalls } from '../../shared/user'
import { accessCalls } from '../access/sign-in/access.contract'
import { sessionsCalls } from '../access/sessions/sessions.contract'
import { alarmCalls } from './alarms.contract'
import { watchCompany } from './alarms-job.server'
import { pushCalls } from './telling/push.contract'
import { pushJob } from './telling/push.server'

interface Heard {
  path: string
  authorization: string
  body: Buffer
}

let farm: Farm
let database: Database
let service: Server
let origin: string
let heard: Heard[] = []
let status = 201
const services = process.env['PUSH_SERVICES']

beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 1)
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      heard.push({ path: request.url!, authorization: request.headers.authorization!, body: Buffer.concat(parts) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  process.env['PUSH_SERVICES'] = origin
  const module = await farm.module('Северный')
  const parameter = await farm.parameter({ location: module.id, type: 'oxygen' })
  const reading = { measure_parameter_id: parameter.id, value: 4, depth: 2, time: '23:00', date: farm.daysAgo(1) }
  await farm.call(measurementCalls.create, reading)
})
afterAll(async () => {
  process.env['PUSH_SERVICES'] = services
  if (services === undefined) delete process.env['PUSH_SERVICES']
  await new Promise((resolve) => service.close(resolve))
  await database.close()
  await farm.close()
})
beforeEach(async () => {
  heard = []
  status = 201
  for (const table of ['alarm_rules', 'push_devices', `pgboss.job where name = 'alarm-push'`])
    await farm.sql(`delete from ${table}`)
})

/** A browser: its keys, and what it reads of a message. */
function browser(name: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
  const read = (body: Buffer) => {
    const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, by, info, length))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
    const secret = derive(pair.computeSecret(theirs), auth, info, 32)
    const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
    const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(text.subarray(0, -1).toString()) as { title: string; body: string }
  }
  return { subscription: { endpoint: `${origin}/${name}`, ...keys }, read }
}

const me = () => farm.session.user
/** The same person in another browser. */
const another = async ({ email }: { email: string } = farm.session) => {
  const body = { email, password: TEST_PASSWORD }
  return { cookie: (await farm.post(accessCalls.login.path, body, { as: null })).cookie! }
}
const ring = (people = [me().id]) =>
  farm.call(alarmCalls.save, {
    kind: 'oxygen',
    on: true,
    terms: initialTerms('oxygen'),
    push: true,
    people,
  } as never)
const watch = () => watchCompany({ database, secrets: openSecretBox(farm.dataDir) }, me().company.id, alarmRules)

test('the keys are made once, whoever starts first', async () => {
  expect((await farm.call(pushCalls.key, {})).key).toBeNull()
  const made = await Promise.all([1, 2].map(() => ownKeys(farm.database.url)))
  expect(await ownKeys(farm.database.url)).toEqual(made[0])
  expect(made[1]).toEqual(made[0])
  const { key } = await farm.call(pushCalls.key, {})
  expect(Buffer.from(key!, 'base64url')).toHaveLength(65)
  await expect(
    database.transaction(me().company.id, (tx) => tx.rows({ text: 'select private_key from push_keys' } as never)),
  ).rejects.toThrow()
})

test('each device hears of an alarm once, in words that only it can read', async () => {
  const [phone, tablet] = [browser('phone'), browser('tablet')]
  await farm.call(pushCalls.subscribe, phone.subscription)
  await farm.call(pushCalls.subscribe, tablet.subscription, { as: await another() })
  await ring()
  for (let turn = 0; turn < 2; turn++) {
    await watch()
    await farm.work([pushJob])
  }
  expect(heard.map(({ path }) => path).sort()).toEqual(['/phone', '/tablet'])
  const told = phone.read(heard.find(({ path }) => path === '/phone')!.body)
  expect(told.title).toBe('Опасность. Мало кислорода: Северный')
  expect(told.body).toContain('4 мг/л')
  expect(() => tablet.read(heard.find(({ path }) => path === '/phone')!.body)).toThrow()
  const [alarm] = await farm.call(alarmCalls.open, {})
  expect(alarm!.told).toEqual([expect.not.stringContaining('ещё не ушло')])
})

test('a browser that is gone is forgotten; a service that is away is asked again', async () => {
  await farm.call(pushCalls.subscribe, browser('gone').subscription)
  await ring()
  status = 503
  await watch()
  await farm.work([pushJob])
  expect((await farm.call(alarmCalls.open, {}))[0]!.told).toEqual([expect.stringContaining('ещё не ушло')])
  status = 410
  await farm.sql(`update pgboss.job set start_after = now() where name = 'alarm-push'`)
  await farm.work([pushJob])
  expect(heard).toHaveLength(2)
  expect(await farm.sql('select from push_devices')).toEqual([])
})

describe('a browser is told no longer than its session lasts', () => {
  const told = async (as: { cookie: string }) => (await farm.call(pushCalls.key, {}, { as })).on
  const pushed = async () => {
    heard = []
    await farm.sql('delete from alarm_tells')
    await watch()
    await farm.work([pushJob])
    return heard.map(({ path }) => path)
  }
  const newest = 'where id = (select max(id) from sessions)'

  for (const [how, end] of [
    ['signing out', (as) => farm.call(sessionCalls.logout, {}, { as })],
    ['ending the others', () => farm.call(sessionsCalls.endOthers, {})],
    ['its last day', () => farm.sql(`update sessions set expires_at = now() ${newest}`)],
    ['disuse', () => farm.sql(`update sessions set last_seen_at = now() - interval '169 hours' ${newest}`)],
  ] as [string, (as: { cookie: string }) => Promise<unknown>][])
    test(`ends by ${how}`, async () => {
      const phone = await another()
      await farm.call(pushCalls.subscribe, browser('desk').subscription)
      await farm.call(pushCalls.subscribe, browser('phone').subscription, { as: phone })
      await ring()
      expect((await pushed()).sort()).toEqual(['/desk', '/phone'])
      await end(phone)
      expect(await pushed()).toEqual(['/desk'])
    })

  test('ends by a new password, but for where it was typed', async () => {
    const desk = await farm.user()
    const phone = await another(desk)
    await farm.call(pushCalls.subscribe, browser('desk').subscription, { as: desk })
    await farm.call(pushCalls.subscribe, browser('phone').subscription, { as: phone })
    const fresh = `${TEST_PASSWORD} и щуки`
    const typed = { current: TEST_PASSWORD, password: fresh, password_confirmation: fresh }
    await farm.call(accessCalls.changePassword, typed, { as: desk })
    await ring([desk.user.id])
    expect(await pushed()).toEqual(['/desk'])
  })

  test('has one address, and is told by the session that it is', async () => {
    const phone = await another()
    for (const name of ['old', 'new']) await farm.call(pushCalls.subscribe, browser(name).subscription, { as: phone })
    expect([await told(phone), await told(farm.session)]).toEqual([true, false])
    await ring()
    expect(await pushed()).toEqual(['/new'])
    await farm.call(pushCalls.unsubscribe, {})
    expect(await told(phone)).toBe(true)
    await farm.call(pushCalls.unsubscribe, {}, { as: phone })
    expect([await told(phone), await pushed()]).toEqual([false, []])
  })
})

test('the server writes to services of browsers alone', async () => {
  for (const endpoint of ['http://169.254.169.254/', 'https://localhost/x', 'https://fcm.googleapis.com.example.com/'])
    await farm.call(pushCalls.subscribe, { ...browser('x').subscription, endpoint }, { expect: 422 })
})

describe('between the order and the message', () => {
  /** The service is away at first, and there again for the second try. */
  const orderFor = async (person: number) => {
    await ring([person])
    status = 503
    await watch()
    await farm.work([pushJob])
    heard = []
    status = 201
  }
  const tryAgain = async () => {
    await farm.sql(`update pgboss.job set start_after = now() where name = 'alarm-push'`)
    await farm.work([pushJob])
  }

  test('a tablet that changes hands tells the next person nothing of the one before', async () => {
    const tablet = browser('tablet')
    await farm.call(pushCalls.subscribe, tablet.subscription)
    await orderFor(me().id)
    const next = await farm.user({ permissions: ['view tasks'], name: 'Смена' })
    await farm.call(pushCalls.subscribe, tablet.subscription, { as: next })
    await tryAgain()
    expect(heard).toEqual([])
  })

  test('whoever loses the module is told nothing of it', async () => {
    const [north] = await farm.sql<{ id: number }>(`select id from locations where name = 'Северный'`)
    const south = await farm.module('Южный')
    const crew = await farm.user({ permissions: ['view tasks'], locations: [north!.id], name: 'Бригада' })
    await farm.call(pushCalls.subscribe, browser('phone').subscription, { as: crew })
    await orderFor(crew.user.id)
    await farm.sql(`update users set location_ids = $1 where id = $2`, [[south.id], crew.user.id])
    await tryAgain()
    expect(heard).toEqual([])
  })

  test('nobody else hinders it', async () => {
    await farm.call(pushCalls.subscribe, browser('own').subscription)
    await orderFor(me().id)
    await tryAgain()
    expect(heard).toHaveLength(1)
  })
})

test('a key that no browser can have is refused', async () => {
  const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
  await farm.call(pushCalls.subscribe, { endpoint: `${origin}/none`, ...keys }, { expect: 422 })
})
