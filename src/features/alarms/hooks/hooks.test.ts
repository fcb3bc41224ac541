/** Programs outside that are told of alarms: a receiver of our own hears each once, in order, and knows who sent it. */
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarmRules } from '../../../app.alarms.server'
import { measurementCalls } from '../../../core/cages/measurement.contract'
import { type Database, openDatabase } from '../../../server/db/client'
import { openSecretBox } from '../../../server/second-factor/secret-box'
import { initialTerms } from '../../../shared/alarms/rules'
import { noticesCall } from '../../../shared/notices/notices'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { alarmCalls } from '../alarms.contract'
import { watchCompany } from '../alarms-job.server'
import { hookJob } from './hook-job.server'
import { hookCalls, type HookRow } from './hooks.contract'

interface Heard {
  path: string
  delivery: string
  signature: string
  text: string
  body: Record<string, unknown>
}

let farm: Farm
let database: Database
let program: Server
let origin: string
let heard: Heard[] = []
let status = 200
/** called in the middle of a delivery */
let meanwhile: () => unknown = () => undefined
let parameter: number
const kept = process.env['HOOK_ORIGINS']

beforeAll(async () => {
  farm = await openFarm()
  database = openDatabase(farm.database.webUrl, 1)
  program = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const text = Buffer.concat(parts).toString()
      const { 'x-sadok-delivery': delivery, 'x-sadok-signature': signature } = request.headers as Record<string, string>
      heard.push({ path: request.url!, delivery: delivery!, signature: signature!, text, body: JSON.parse(text) })
      await meanwhile()
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(program.address() as AddressInfo).port}`
  process.env['HOOK_ORIGINS'] = origin
  const module = await farm.module('Северный')
  parameter = (await farm.parameter({ location: module.id, type: 'oxygen' })).id
})
afterAll(async () => {
  if (kept === undefined) delete process.env['HOOK_ORIGINS']
  else process.env['HOOK_ORIGINS'] = kept
  await new Promise((resolve) => program.close(resolve))
  await database.close()
  await farm.close()
})
beforeEach(async () => {
  heard = []
  status = 200
  meanwhile = () => undefined
  for (const table of ['alarm_rules', 'alarm_hooks', 'measurements', `pgboss.job where name = 'alarm-hook'`])
    await farm.sql(`delete from ${table}`)
  await farm.sql(`delete from guesses where key like 'hooks tried%'`)
})

const fields = (more: object = {}) => ({ name: 'Бот', address: `${origin}/alarms`, on: true, ...more })
const add = (more: object = {}) => farm.call(hookCalls.create, fields(more) as never)
const measure = (days: number, value: number) =>
  farm.call(measurementCalls.create, {
    ...{ date: farm.daysAgo(days), time: '23:00', measure_parameter_id: parameter, value, depth: 2 },
  })
const switchOn = (more: object = {}) => {
  const terms = { ...initialTerms('oxygen'), recover: 0, silence: 336 }
  return farm.call(alarmCalls.save, { kind: 'oxygen', on: true, terms, people: [], ...more } as never)
}
const watch = () =>
  watchCompany({ database, secrets: openSecretBox(farm.dataDir) }, farm.session.user.company.id, alarmRules)
const work = () => farm.work([hookJob])
const again = () => farm.sql(`update pgboss.job set start_after = now() where name = 'alarm-hook' and state = 'retry'`)
const events = () => heard.map(({ body }) => body['event'])
const stored = async (): Promise<HookRow> => (await farm.call(hookCalls.list, {}))[0]!
const isSignedBy = ({ signature, text }: Heard, secret: string) => {
  const [time, ...signed] = signature.split(',')
  return signed.includes(
    `v1=${createHmac('sha256', secret)
      .update(`${time!.slice(2)}.${text}`)
      .digest('hex')}`,
  )
}
const ring = async () => {
  await switchOn()
  await measure(2, 4)
  await watch()
}

test('an alarm is told from its beginning to its end, each step once and signed', async () => {
  const { secret } = await add()
  await ring()
  await watch()
  await work()
  await work()
  expect(events()).toEqual(['alarm.danger'])
  const [first] = heard as [Heard]
  expect(isSignedBy(first, secret)).toBe(true)
  expect(first.body).toMatchObject({
    ...{ id: first.delivery, farm: farm.session.user.company.name, rule: 'oxygen', danger: true, module: 'Северный' },
    title: 'Опасность. Мало кислорода: Северный',
    text: expect.stringContaining('Кислород 4 мг/л'),
    value: expect.any(Number),
    link: expect.stringMatching(/^http.*\/alarms$/),
  })
  expect(Date.parse(String(first.body['at']))).toBeGreaterThan(Date.now() - 3 * 86_400_000)

  const [alarm] = await farm.call(alarmCalls.open, {})
  const word = { id: alarm!.id, word: 'Включили аэратор' }
  await farm.call(alarmCalls.acknowledge, word)
  await farm.call(alarmCalls.acknowledge, word)
  await measure(1, 14)
  await watch()
  await work()
  expect(events()).toEqual(['alarm.danger', 'alarm.acknowledged', 'alarm.resolved'])
  expect(heard[1]!.body).toMatchObject({ by: farm.session.user.name, word: 'Включили аэратор' })
  expect(new Set(heard.map(({ delivery }) => delivery)).size).toBe(3)
  expect(await stored()).toMatchObject({ waiting: 0, last: { code: 200, fault: null } })
})

test('what was not taken comes again with its id, before what came later', async () => {
  await add()
  status = 503
  await ring()
  await work()
  expect(await stored()).toMatchObject({
    waiting: 1,
    last: { code: 503, fault: 'Программа отказалась принять тревогу.' },
  })
  await measure(1, 14)
  await watch()
  status = 200
  await again()
  await work()
  expect(events()).toEqual(['alarm.danger', 'alarm.danger', 'alarm.resolved'])
  const [first, second] = heard as [Heard, Heard]
  expect([second.delivery, second.text]).toEqual([first.delivery, first.text])
})

test('a process killed in the middle: the next one sends the same again, and nothing of it is lost', async () => {
  await add()
  await ring()
  const hook = (await stored()).id
  // as it stands when a process took it, and was gone before it could say what came of it
  const lost = openDatabase(farm.database.webUrl, 1)
  meanwhile = () => lost.close()
  const tools = { database: lost, secrets: openSecretBox(farm.dataDir), publish: () => undefined }
  const order = { company: farm.session.user.company.id, input: { hook } }
  await expect(hookJob.run(tools as never, order)).rejects.toThrow()
  meanwhile = () => undefined
  expect(events()).toEqual(['alarm.danger'])
  // while it may still be at it, nobody else is
  await work()
  expect(heard).toHaveLength(1)
  await farm.sql(`update alarm_hook_sends set taken_at = now() - interval '1 minute'`)
  await farm.call(alarmCalls.acknowledge, { id: (await farm.call(alarmCalls.open, {}))[0]!.id, word: null } as never)
  await work()
  expect(events()).toEqual(['alarm.danger', 'alarm.danger', 'alarm.acknowledged'])
  expect(heard[1]!.delivery).toBe(heard[0]!.delivery)
})

test('two processes at once send each once', async () => {
  await add()
  await ring()
  meanwhile = () => new Promise((resolve) => setTimeout(resolve, 300))
  const hook = (await stored()).id
  const tools = { database, secrets: openSecretBox(farm.dataDir), publish: () => undefined } as never
  const other = openDatabase(farm.database.webUrl, 1)
  const order = { company: farm.session.user.company.id, input: { hook } }
  await Promise.all([hookJob.run(tools, order), hookJob.run({ ...(tools as object), database: other } as never, order)])
  await other.close()
  expect(heard).toHaveLength(1)
})

test('after a day it is given up, and the bell says so until something gets through', async () => {
  await add()
  status = 500
  await ring()
  await work()
  const deaf = async () => (await farm.call(noticesCall, {})).filter(({ kind }) => kind === 'hook-deaf')
  expect(await deaf()).toEqual([])
  await farm.sql(`update alarm_hook_sends set ordered_at = now() - interval '25 hours'`)
  await watch()
  expect(await deaf()).toMatchObject([{ text: expect.stringContaining('«Бот» не взяла тревоги за сутки') }])
  expect(await stored()).toMatchObject({ waiting: 0, given_up_at: expect.any(String) })
  status = 200
  await measure(1, 14)
  await watch()
  await again()
  await work()
  expect(events().at(-1)).toBe('alarm.resolved')
  expect(await deaf()).toEqual([])
})

describe('which alarms', () => {
  test('only of its rules, only dangerous ones, none while it is off', async () => {
    await add({ name: 'Отход', kinds: ['mortality'] })
    await add({ name: 'Кислород', kinds: ['oxygen'], danger_only: true, address: `${origin}/oxygen` })
    const { hook } = await add({ name: 'Выключена', on: false, address: `${origin}/off` })
    await ring()
    await work()
    expect(heard.map(({ path }) => path)).toEqual(['/oxygen'])
    // switched on it is told of what goes on
    await farm.call(hookCalls.update, { id: hook.id, ...fields({ address: `${origin}/off` }) } as never)
    await watch()
    await work()
    expect(heard.map(({ path }) => path)).toEqual(['/oxygen', '/off'])
  })

  test('what waited for one that was switched off or removed is told to nobody', async () => {
    const { hook } = await add()
    await ring()
    await farm.call(hookCalls.update, { id: hook.id, ...fields({ on: false }) } as never)
    await work()
    await farm.call(hookCalls.remove, { id: hook.id })
    await watch()
    await work()
    expect(heard).toEqual([])
  })
})

describe('its secret', () => {
  test('signs beside the next one for a day, and is shown once', async () => {
    const { hook, secret } = await add()
    const renewed = await farm.call(hookCalls.renew, { id: hook.id })
    await farm.call(hookCalls.test, { id: hook.id })
    expect([secret, renewed.secret].map((one) => isSignedBy(heard[0]!, one))).toEqual([true, true])
    await farm.sql(`update alarm_hooks set old_until = now()`)
    await farm.call(hookCalls.test, { id: hook.id })
    expect([secret, renewed.secret].map((one) => isSignedBy(heard[1]!, one))).toEqual([false, true])
    for (const table of ['alarm_hooks', 'audit_log', 'security_events', 'idempotency_keys'])
      expect(JSON.stringify(await farm.sql(`select * from ${table}`)), table).not.toContain(renewed.secret)
    expect(JSON.stringify(await farm.call(hookCalls.list, {}))).not.toContain(renewed.secret)
  })
})

describe('a trial', () => {
  test('says what came back, stores nothing, and is no way to knock at doors', async () => {
    const { hook } = await add()
    expect(await farm.call(hookCalls.test, { id: hook.id })).toMatchObject({ code: 200, fault: null })
    expect(heard[0]!.body).toMatchObject({ event: 'test', alarm: null, id: heard[0]!.delivery })
    status = 404
    expect(await farm.call(hookCalls.test, { id: hook.id })).toMatchObject({
      ...{ code: 404, fault: 'Программа отказалась принять тревогу.' },
    })
    expect((await stored()).last).toBeNull()
    for (let times = 0; times < 4; times++) await farm.call(hookCalls.test, { id: hook.id })
    await farm.call(hookCalls.test, { id: hook.id }, { expect: 429 })
    await farm.call(hookCalls.test, { id: hook.id + 100 }, { expect: 404 })
  })

  test('of an address that leads into the own network says so, and knocks at nothing', async () => {
    const { hook } = await add()
    delete process.env['HOOK_ORIGINS']
    const outcome = await farm.call(hookCalls.test, { id: hook.id })
    process.env['HOOK_ORIGINS'] = origin
    expect(outcome).toMatchObject({
      code: null,
      fault: 'Адрес ведёт во внутреннюю сеть сервера: туда ничего не отправлено.',
    })
    expect(heard).toEqual([])
  })
})

describe('who may', () => {
  test('whoever sets up the whole farm; five programs, and addresses of the Internet', async () => {
    const other = await farm.user({ permissions: [] })
    await farm.call(hookCalls.create, fields() as never, { as: other, expect: 403 })
    const limited = await farm.user({ permissions: ['access settings'], locations: [(await farm.module()).id] })
    await farm.call(hookCalls.create, fields() as never, { as: limited, expect: 403 })
    await farm.call(hookCalls.list, {}, { as: limited, expect: 403 })
    for (const address of ['https://10.0.0.1/', 'http://bot.example/', 'https://2130706433/', 'не адрес'])
      await farm.call(hookCalls.create, fields({ address }) as never, { expect: 422 })
    await farm.call(hookCalls.create, fields({ kinds: [] }) as never, { expect: 422 })
    for (let times = 0; times < 5; times++) await add()
    const refused = await farm.call(hookCalls.create, fields() as never, { expect: 409 })
    expect(refused.message).toContain('Больше пяти программ')
    const audited = await farm.sql<{ after: object }>(`select after from audit_log where entity = 'alarm_hook'`)
    // the address may hold a secret of the program
    expect(JSON.stringify(audited)).not.toContain('/alarms')
    expect(audited.at(-1)!.after).toMatchObject({ name: 'Бот', host: new URL(origin).host })
  })
})
