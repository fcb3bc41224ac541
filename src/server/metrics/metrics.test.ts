import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { speciesLibrary } from '../../core/lists/libraries/species.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { type Metrics, openMetrics } from './metrics'

let farm: Farm
let metrics: Metrics
beforeAll(async () => {
  metrics = await openMetrics(0)
  farm = await openFarm({ metrics })
})
afterAll(async () => {
  await farm.close()
  await metrics.close()
})

const read = async () => (await fetch(metrics.address)).text()
const lineOf = (text: string, start: string) => text.split('\n').find((line) => line.startsWith(start))
const countOf = (text: string, labels: string) =>
  Number(lineOf(text, `sadok_http_request_duration_seconds_count{${labels}}`)?.split(' ').at(-1) ?? 0)

it('requests are counted by route and class of status, never by what is in them', async () => {
  const species = await farm.call(speciesLibrary.create, { name: 'Сиг' })
  const before = await read()
  await farm.call(cageCalls.list, {})
  await farm.call(speciesLibrary.update, { id: species.id, name: 'Чир' })
  await farm.call(speciesLibrary.update, { id: species.id, name: '' }, { expect: 422 })
  await farm.get('/cages', {}, { as: null })
  await farm.get('/no-such-call/7')
  await farm.app.inject({ method: 'PUT', url: '/anything?token=secret-1' })
  const after = await read()
  const added = (labels: string) => countOf(after, labels) - countOf(before, labels)
  expect(added('method="GET",route="/api/cages",status="2xx"')).toBe(1)
  expect(added('method="GET",route="/api/cages",status="4xx"')).toBe(1)
  expect(added('method="PUT",route="/api/crud/species/:id",status="2xx"')).toBe(1)
  expect(added('method="PUT",route="/api/crud/species/:id",status="4xx"')).toBe(1)
  expect(added('method="any",route="none",status="4xx"')).toBe(2)
  const secrets = ['secret-1', 'no-such-call', farm.session.email, farm.session.user.company.name, 'company']
  for (const secret of secrets) expect(after).not.toContain(secret)
})

it('the pool, spreadsheets, streams and the process are there', async () => {
  const address = await farm.app.listen({ port: 0, host: '127.0.0.1' })
  const request = get(`${address}/api/events`, {
    agent: false,
    headers: { cookie: `sadok_session=${farm.session.cookie}` },
  })
  const [stream] = (await once(request, 'response')) as [IncomingMessage]
  stream.resume().on('error', () => undefined)
  const text = await read()
  expect(lineOf(text, 'sadok_event_streams')).toBe('sadok_event_streams 1')
  expect(lineOf(text, 'sadok_events_listening')).toBe('sadok_events_listening 1')
  const connections = ['used', 'idle', 'waiting'].map((state) =>
    Number(lineOf(text, `sadok_database_connections{state="${state}"}`)?.split(' ')[1]),
  )
  expect(connections[0]! + connections[1]!).toBeGreaterThan(0)
  expect(connections[2]).toBe(0)
  for (const state of ['working', 'waiting'])
    expect(lineOf(text, `sadok_sheet_jobs{state="${state}"}`)).toBe(`sadok_sheet_jobs{state="${state}"} 0`)
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect(Number(lineOf(text, `${name} `)?.split(' ')[1]), name).toBeGreaterThan(0)
  request.destroy()
  await vi.waitFor(async () => expect(lineOf(await read(), 'sadok_event_streams')).toBe('sadok_event_streams 0'), {
    timeout: 10_000,
  })
})

it('they are asked on their own address, which only this machine reaches', async () => {
  expect(new URL(metrics.address).hostname).toBe('127.0.0.1')
  expect((await fetch(metrics.address)).headers.get('content-type')).toContain('version=0.0.4')
  expect((await fetch(metrics.address, { method: 'POST' })).status).toBe(404)
  expect((await fetch(metrics.address.replace('/metrics', '/'))).status).toBe(404)
  for (const path of ['/metrics', '/api/metrics'])
    expect((await farm.app.inject({ url: path })).statusCode, path).toBe(404)
})

it('a taken port is told', async () => {
  await expect(openMetrics(Number(new URL(metrics.address).port))).rejects.toThrow(/METRICS_PORT: порт \d+ занят/)
})
