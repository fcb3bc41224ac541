/** Each rule against records entered through the API: the year before, what rings now, what the bell tells once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarmRules } from '../../app.alarms.server'
import { cageCalls } from '../../core/cages/cage.contract'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { type AlarmKind, initialTerms } from '../../shared/alarms/rules'
import { noticesCall } from '../../shared/notices/notices'
import { COMPLETED } from '../../shared/task-statuses'
import { type Database, openDatabase } from '../../server/db/client'
import { openSecretBox } from '../../server/second-factor/secret-box'
import { openPond, type Pond } from '../../testing/farm/pond'
import { taskCalls } from '../tasks/common/tasks.contract'
import { alarmCalls } from './alarms.contract'
import { watchCompany } from './alarms-job.server'

let pond: Pond
let farm: Pond['farm']
let database: Database
let store: number
let feed: { id: number; name: string }
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  database = openDatabase(farm.database.webUrl, 1)
  // 11 °C: water holds 11.03 mg/l
  const lake = JSON.stringify({ 'lake-temperatures': Array.from({ length: 12 }, () => 11) })
  await farm.sql(`update companies set settings = settings || $1::jsonb`, [lake])
  store = (await farm.stock('Понтон')).id
  feed = await farm.good({ name: 'Корм 5 мм' })
  await farm.adding({ good: feed.id, stock: store, count: 1000, date: farm.daysAgo(100) })
})
afterAll(async () => {
  await database.close()
  await farm.close()
})

const company = () => farm.session.user.company.id
const iso = (days: number, time: string) => `${farm.daysAgo(days).split('.').reverse().join('-')}T${time}`
const tried = async (kind: AlarmKind, terms: object = {}) =>
  (await farm.call(alarmCalls.history, { kind, terms: { ...initialTerms(kind), ...terms } } as never)).episodes
const switchOn = (kind: AlarmKind, terms: object = {}, on = true) =>
  farm.call(alarmCalls.save, { kind, on, terms: { ...initialTerms(kind), ...terms } } as never)
const watch = () => watchCompany({ database, secrets: openSecretBox(farm.dataDir) }, company(), alarmRules)
/** What rings by one rule once it has looked. */
const ringing = async (kind: AlarmKind) => {
  expect((await watch()).errors).toEqual([])
  return (await farm.call(alarmCalls.open, {})).filter((one) => one.kind === kind)
}
const bell = async (as?: { cookie: string }) =>
  (await farm.call(noticesCall, {}, { as })).map(({ kind, text }) => [kind, text] as const)

const feedOn = (cage: number, day: number, time = '10:00') =>
  farm.call(kinds.feeding.create, {
    ...pond.on(day, time),
    ...{ cage_id: cage, feed_type_id: feed.id, stock_id: store, volume: 1 },
  })
/** Kilograms of feed that the plan of a day gives a cage. */
const planned = (cage: number, day: number, kilograms: number) =>
  farm.sql(
    `insert into feeding_plan_rows (company_id, day, cage_id, good_id, avg_weight, count, weight, rate)
      values ($1, $2, $3, $4, 1, 1, 1, $5)`,
    [company(), iso(day, '').slice(0, 10), cage, feed.id, kilograms * 1_000_000],
  )

describe('feeding', () => {
  test('a cage that was fed day after day and then not; a day of fasting is none', async () => {
    const [one, other] = [await pond.cage(), await pond.cage()]
    for (const { id } of [one, other]) {
      await pond.stock(id, 30, 100)
      for (const day of [12, 11, 8, 7, 5]) await feedOn(id, day)
    }
    await feedOn(other.id, 10, '21:00')
    await feedOn(other.id, 9)
    await planned(one.id, 6, 0)
    const both = [one.number, other.number].sort((a, b) => Number(a) - Number(b)).join(', ')
    expect(await tried('unfed')).toMatchObject([
      { started: iso(6, '20:00'), ended: iso(5, '10:00'), text: `Не кормлены садки ${other.number}` },
      { started: iso(10, '20:00'), ended: iso(9, '20:00'), text: `Не кормлены садки ${both}` },
    ])
    expect(await tried('unfed', { hour: 22 })).toMatchObject([{}, { text: `Не кормлены садки ${one.number}` }])
    // of both only one was fed on three days before
    expect(await tried('unfed', { days: 3 })).toMatchObject([{ started: iso(6, '20:00') }])
  })

  test('the plan of the day, which the bell tells once', async () => {
    const cage = await pond.cage()
    await pond.stock(cage.id, 4, 100)
    for (const day of [3, 1]) await planned(cage.id, day, 5)
    await feedOn(cage.id, 2, '08:00')
    const told = async () => (await bell()).filter(([, text]) => text.includes(`садки ${cage.number}`))
    expect(await tried('plan')).toMatchObject([
      { started: iso(1, '20:00') },
      { started: iso(3, '20:00'), ended: iso(2, '08:00'), text: `Не кормлены садки ${cage.number}` },
    ])
    expect((await told()).map(([kind]) => kind)).toEqual(['unfed-by-plan'])
    await switchOn('plan')
    await watch()
    expect((await told()).filter(([kind]) => kind !== 'alarm')).toEqual([])
    await switchOn('plan', {}, false)
    expect((await told()).map(([kind]) => kind)).toEqual(['unfed-by-plan'])
  })

  test('what the rule of the plan tells is not told by the other again', async () => {
    const cage = await pond.cage()
    await pond.stock(cage.id, 30, 100)
    for (const day of [27, 26]) await feedOn(cage.id, day)
    await planned(cage.id, 25, 5)
    const own = async (kind: AlarmKind) =>
      (await tried(kind)).filter(({ text }) => text === `Не кормлены садки ${cage.number}`).length
    expect([await own('unfed'), await own('plan')]).toEqual([1, 1])
    await switchOn('plan')
    expect([await own('unfed'), await own('plan')]).toEqual([0, 1])
    await switchOn('plan', {}, false)
  })
})

describe('water', () => {
  test('a parameter that was not measured for longer than it should', async () => {
    const module = await farm.module('Залив')
    const parameter = await farm.parameter({ location: module.id, name: 'Прозрачность', type: 'transparency' })
    for (const day of [9, 8, 5])
      await farm.call(measurementCalls.create, {
        ...pond.on(day, '08:00'),
        ...{ measure_parameter_id: parameter.id, depth: 2, value: 3 },
      })
    const found = (await tried('measurement')).filter(({ location_name }) => location_name === 'Залив')
    expect(found).toMatchObject([
      { started: iso(4, '14:00'), ended: null, text: `«Прозрачность»: нет данных, последние ${farm.daysAgo(5)} 08:00` },
      { started: iso(7, '14:00'), ended: iso(5, '08:00') },
    ])
  })

  test('more oxygen than water holds, in either unit', async () => {
    const module = await farm.module('Протока')
    const parameter = await farm.parameter({ location: module.id, type: 'oxygen' })
    for (const [time, value] of [
      ['08:00', 11],
      ['12:00', 13.5],
      ['14:00', 13],
      ['18:00', 11],
    ] as const)
      await farm.call(measurementCalls.create, {
        ...pond.on(3, time),
        ...{ measure_parameter_id: parameter.id, depth: 2, value },
      })
    expect(await tried('supersaturation', { recover: 0 })).toMatchObject([
      {
        started: iso(3, '12:00'),
        ended: iso(3, '18:00'),
        text: `Кислород 13,5 мг/л (122,4 %) при 11 °C, ${farm.daysAgo(3)} 12:00: выше 13,2 мг/л (120 %)`,
      },
    ])
    expect(await tried('supersaturation', { limit: 125 })).toEqual([])
  })
})

describe('cages', () => {
  test('density above the limit of the cage, or of the farm, until fish leave', async () => {
    const cage = await pond.cage()
    // 100 m³
    await pond.stock(cage.id, 20, 10_000, 0.15)
    const own = async (terms: object = {}) =>
      (await tried('density', terms)).filter((one) => one.cage_number === cage.number)
    expect(await own()).toEqual([])
    await pond.weigh(cage.id, 10, 0.21)
    await pond.lift(cage.id, 5, 500)
    await pond.lift(cage.id, 4, 1000)
    expect(await own()).toMatchObject([
      {
        started: iso(10, '10:00'),
        ended: iso(4, '10:00'),
        text: `Плотность 21 кг/м³, ${farm.daysAgo(10)} 10:00, при предельной 20 кг/м³`,
      },
    ])
    expect(await own({ gap: 0 })).toMatchObject([{ ended: iso(5, '10:00') }])
    expect(await own({ share: 70 })).toMatchObject([{ started: iso(20, '10:00'), ended: null }])
    const { location_id, number, cage_type_id, volume } = cage
    await farm.call(cageCalls.update, {
      ...{ id: cage.id, location_id, number, cage_type_id, volume, net_id: null },
      density_limit: 30,
    } as never)
    expect(await own()).toEqual([])
  })

  test('a net that hangs for longer than it should, until it is changed', async () => {
    const [old, fresh] = [
      await farm.item({ stock: store, date: farm.daysAgo(300) }),
      await farm.item({ stock: store, date: farm.daysAgo(300) }),
    ]
    const module = await farm.module()
    const cage = await farm.cage({ location: module.id, net: old.id })
    const back = (net: number, role: string, days: number) =>
      farm.sql(
        `update operations set at = $3 where id in (select operation_id from operation_lines
          where item_id = $1 and role = $2)`,
        [net, role, iso(days, '10:00')],
      )
    await back(old.id, 'tied', 200)
    expect(await tried('net')).toMatchObject([
      { started: iso(110, '10:00'), ended: null, text: `Дель «${old.name}» стоит с ${farm.daysAgo(200)}` },
    ])
    const { location_id, number, cage_type_id, volume } = cage
    await farm.call(cageCalls.update, {
      id: cage.id,
      location_id,
      number,
      cage_type_id,
      volume,
      net_id: fresh.id,
    } as never)
    await back(old.id, 'untied', 50)
    await back(fresh.id, 'tied', 50)
    expect(await tried('net')).toMatchObject([{ started: iso(110, '10:00'), ended: iso(50, '10:00') }])
    expect(await tried('net', { days: 40 })).toHaveLength(2)
    expect(await tried('net', { days: 160 })).toEqual([])
  })
})

describe('what is known of today alone', () => {
  test('a lot rings before its last day, as a danger after it, and no more once it is used up', async () => {
    const good = await farm.good({ name: 'Премикс' })
    const came = async (amount: number, days: number) =>
      farm.call(kinds.receipt.create, {
        ...pond.on(20),
        stock_id: store,
        lines: [{ good_id: good.id, amount, price: 1, best_before: farm.daysAgo(days) }],
      } as never)
    await came(3, -10)
    await came(4, -90)
    expect((await tried('best_before')).map(({ text }) => text)).toEqual([
      `«Премикс»: срок до ${farm.daysAgo(-10)}, осталось 3 кг`,
    ])
    await switchOn('best_before')
    const [first] = await ringing('best_before')
    expect(first).toMatchObject({ state: 'active', danger: false, stock_name: 'Понтон' })
    await farm.sql(`update operation_lines set best_before = best_before - 15 where best_before = $1`, [
      iso(-10, '').slice(0, 10),
    ])
    expect(await ringing('best_before')).toMatchObject([
      { id: first!.id, danger: true, text: `«Премикс»: срок истёк ${farm.daysAgo(5)}, осталось 3 кг` },
    ])
    const closed = await farm.user({ permissions: ['read stocks'], stocks: [(await farm.stock()).id] })
    expect(await farm.call(alarmCalls.open, {}, { as: closed })).toEqual([])
    await farm.call(kinds.writeOff.create, {
      ...pond.on(0, '00:00'),
      stock_id: store,
      lines: [{ good_id: good.id, amount: 3 }],
    } as never)
    expect(await ringing('best_before')).toEqual([])
    const past = await farm.call(alarmCalls.list, {
      start: farm.daysAgo(40),
      end: farm.daysAgo(0),
      kind: 'best_before',
    } as never)
    expect(past).toMatchObject([{ id: first!.id, ending: 'Причина прошла' }])
    await switchOn('best_before', {}, false)
  })

  test('a task that is late, which the bell tells its executor once', async () => {
    const late = (title: string) =>
      farm.call(taskCalls.create, {
        title,
        ...{ start: `${farm.daysAgo(2)} 09:00`, end: `${farm.daysAgo(2)} 11:00`, executor_id: farm.session.user.id },
      } as never)
    const task = await late('Осмотр якорей')
    const told = async () => (await bell()).flatMap(([kind, text]) => (text.includes('якорей') ? [kind] : []))
    expect(await told()).toEqual(['task-due'])
    expect(await tried('task')).toMatchObject([
      {
        started: iso(2, '11:00'),
        text: `«Осмотр якорей», ${farm.session.user.name}: срок прошёл ${farm.daysAgo(2)} 11:00`,
      },
    ])
    expect(await tried('task', { hours: 100 })).toEqual([])
    await switchOn('task')
    expect(await ringing('task')).toHaveLength(1)
    expect(await told()).toEqual(['alarm'])
    const other = await late('Осмотр буёв')
    await watch()
    expect((await bell()).map(([, text]) => text)).toContain('Задача просрочена: тревог 2')
    for (const { id } of [task, other]) await farm.call(taskCalls.update, { id, status_id: COMPLETED } as never)
    expect([await ringing('task'), await told()]).toEqual([[], []])
  })

  test('a subscription that ends, for whoever may renew it', async () => {
    const end = (days: number) =>
      farm.sql('update subscriptions set end_date = $2 where company_id = $1', [company(), iso(-days, '').slice(0, 10)])
    await end(14)
    await switchOn('subscription')
    expect(await ringing('subscription')).toMatchObject([
      { danger: false, text: `Последний день подписки — ${farm.daysAgo(-14)}` },
    ])
    expect(await farm.call(alarmCalls.open, {}, { as: await farm.user() })).toEqual([])
    await end(15)
    expect(await ringing('subscription')).toEqual([])
  })
})
