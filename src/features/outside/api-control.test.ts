import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allRoutes } from '../../app.server'
import { ABILITIES } from '../../shared/abilities'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { send } from '../../testing/session'
import { apiControlCalls, AREAS, OPEN_TO } from './api-control.contract'
import { outsideCalls } from './outside.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())
beforeEach(() => farm.sql(`delete from guesses where key like 'outside %'`))

const uses = async () => Object.fromEntries((await farm.call(apiControlCalls.uses, {})).map((row) => [row.name, row]))

test('an administrator sees every call with its right, and which of them are made for applications', async () => {
  const calls = await farm.call(apiControlCalls.calls, {})
  expect(calls).toHaveLength(allRoutes.length)
  const of = (id: string) => calls.find((call) => call.id === id)
  expect(of('POST /api/feeding')).toMatchObject({ area: 'operations', right: 'create feedings', outside: false })
  expect(of('POST /external/input/{parameterId}')).toMatchObject({ method: 'POST', right: 'token', outside: true })
  expect(calls.filter(({ outside }) => outside).map(({ id }) => id)).toEqual([
    'GET /external/report',
    'GET /external/calendar.ics',
    'POST /external/input/{parameterId}',
    'GET /external/output/xml',
    'GET /external/output.xsd',
  ])
  expect(calls.filter(({ area }) => !AREAS[area])).toEqual([])
  expect(calls.filter(({ right }) => !OPEN_TO[right] && !ABILITIES.some((ability) => ability === right))).toEqual([])
})

test('how often each application came is counted by days of the farm and by what it came for', async () => {
  const parameter = await farm.parameter({ location: (await farm.module()).id })
  const buoy = await farm.call(outsideCalls.create, { name: 'Буй', export_keys: ['cageRemains'] })
  await farm.call(outsideCalls.create, { name: 'Молчит' })
  const headers = { authorization: `Bearer ${buoy.token}` }
  const push = (as = headers) =>
    send(farm.app, { method: 'POST', path: `//external/input/${parameter.id}`, body: { value: 8 }, headers: as })
  const read = () =>
    send(farm.app, {
      method: 'GET',
      path: '//external/output/xml',
      query: { start: farm.daysAgo(3), end: farm.today() },
      headers,
    })
  for (const answer of [await push(), await push(), await read()]) expect(answer.status).toBe(200)
  // three days ago, and before the last thirty
  await farm.sql(
    `insert into external_uses select company_id, external_user_id, day - ago, use, 10 from external_uses, unnest(array[3, 7, 29, 30]) as ago
     where use = 'readings'`,
  )
  expect((await uses())['Буй']).toMatchObject({ today: 3, week: 13, month: 33, readings: 32, exports: 1 })
  expect((await uses())['Молчит']).toMatchObject({ last_used_at: null, today: 0, week: 0, month: 0 })
  expect((await uses())['Буй']!.last_used_at).toMatch(/^\d{4}-\d{2}-\d{2}T/)

  // what is refused is no use of it, and stands in the security journal
  await farm.call(outsideCalls.renew, { id: buoy.id })
  expect((await push()).status).toBe(401)
  expect((await uses())['Буй']).toMatchObject({ today: 3 })
  await farm.call(outsideCalls.remove, { id: buoy.id })
  expect(await uses()).not.toHaveProperty('Буй')
})

test('nobody else is told: not of another farm, not without being an administrator', async () => {
  const other = await farm.company()
  await farm.call(outsideCalls.create, { name: 'Чужое' }, { as: other })
  expect(await uses()).not.toHaveProperty('Чужое')
  const clerk = await farm.user({ permissions: ['access settings', 'view audit', 'view users'] })
  for (const endpoint of [apiControlCalls.calls, apiControlCalls.uses])
    await farm.call(endpoint, {}, { as: clerk, expect: 403 })
  // an administrator of one module is not told of applications beyond it
  const module = await farm.module('Северный')
  const limited = await farm.user({ is_admin: true, locations: [module.id] })
  await farm.call(outsideCalls.create, { name: 'Всего хозяйства' })
  expect((await farm.call(apiControlCalls.uses, {}, { as: limited })).map(({ name }) => name)).not.toContain(
    'Всего хозяйства',
  )
})
