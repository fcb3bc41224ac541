/**
 * What lies before the minimal operation date is closed: no call of the whole API enters, changes or removes anything
 * there.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../app.server'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import type { Endpoint } from '../../shared/contract'
import { openFarm, type Farm } from '../../testing/farm/farm'
import { fieldsOf, rightValues, type World } from '../../testing/calls/fuzz'
import { makeWorld } from '../../testing/calls/fuzz-world'
import { send } from '../../testing/session'

let farm: Farm
let world: World
let past: string
beforeAll(async () => {
  farm = await openFarm()
  world = await makeWorld(farm, farm.session, 'Я')
  past = farm.daysAgo(9)
  for (const path of ['/transact-good/{id}', '/transact-workshop-good/{id}'])
    world.places[path] = { ...world.places[path], reason: '' }
  const closed = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': farm.daysAgo(8) }
  await farm.call(accessCalls.companySettings, closed)
})
afterAll(() => farm.close())

const endpoints = allRoutes.map(({ endpoint }) => endpoint as Endpoint).filter(({ area }) => area !== 'external')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function ask({ method, path }: Endpoint, values: Record<string, unknown>) {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? 1)))
  const parts = method === 'DELETE' ? { query: values } : { body: values }
  return send(farm.app, { method, path: address, ...parts, cookie: farm.session.cookie })
}

const MODELS = ['operations', 'measurements'] as const
const stored = () =>
  Promise.all(
    MODELS.map((table) =>
      farm.sql(`select to_jsonb(t) as row from ${table} t where at < $1 order by id`, [
        past.split('.').reverse().join('-') + 'T23:59',
      ]),
    ),
  )

/** Of lists: a generation, the coefficient of a calculation has a date of its own, which is no operation's. */
const DATED_LISTS = ['generation', 'feed_calc/coef']

describe('before the minimal operation date', () => {
  it('nothing is entered or moved there, by any call that takes a day', async () => {
    const before = await stored()
    const writes = endpoints.filter(
      (endpoint) =>
        endpoint.method !== 'GET' &&
        fieldsOf(endpoint).includes('date') &&
        !DATED_LISTS.some((list) => endpoint.path.includes(list)),
    )
    const taken: string[] = []
    for (const endpoint of writes) {
      const { status, body, text } = await ask(endpoint, rightValues(endpoint, world, { start: past, end: past }))
      const { errors } = body as { errors?: object }
      // what stands there already is refused altogether
      const closed = status === 403 && text.includes('минимальной даты операций')
      const entered = status === 422 && Object.keys(errors ?? {}).some((field) => field.endsWith('date'))
      if (!closed && !entered) taken.push(`${nameOf(endpoint)}: ${status} ${text}`)
    }
    expect(taken).toEqual([])
    expect(writes.length).toBeGreaterThan(40)
    expect(await stored()).toEqual(before)
  })

  it('nothing is removed or edited that stands there, each kind of document and readings', async () => {
    const before = await stored()
    for (const { update, remove } of Object.values(kinds)) {
      const id = world.ids[update.path]!
      const input = rightValues(update, world, { start: farm.daysAgo(1), end: farm.today() })
      for (const [call, values] of [
        [update, { ...input, id }],
        [remove, { id }],
      ] as const) {
        const { status, text } = await ask(call as Endpoint, values)
        expect([status, text], nameOf(call as Endpoint)).toEqual([
          403,
          expect.stringContaining('минимальной даты операций'),
        ])
      }
    }
    const id = world.ids['/measurements/{id}']!
    const move = {
      measure_parameter_id: Number(world.fields.measure_parameter_id),
      value: 7,
      date: farm.today(),
      time: '00:00',
    }
    await farm.call(measurementCalls.update, { id, ...move }, { expect: 403 })
    await farm.call(measurementCalls.remove, { id }, { expect: 403 })
    for (const changes of [{ updated: [{ id, value: 7 }] }, { deleted: [id] }])
      await farm.call(measurementCalls.table, { date: farm.today(), measurements_data: changes }, { expect: 403 })
    expect(await stored()).toEqual(before)
  })

  it('the first open day takes them', async () => {
    const { cage_id: from_id, generation_id, age_category_id } = world.fields as Record<string, number>
    const loss = { from_id: from_id!, generation_id, age_category_id, count: 1, date: farm.daysAgo(8), time: '00:00' }
    await farm.call(kinds.retreat.create, loss as never)
    const reading = { measure_parameter_id: Number(world.fields.measure_parameter_id), depth: 2, value: 7 }
    await farm.call(measurementCalls.create, { ...reading, date: farm.daysAgo(8), time: '00:00' })
  })
})
