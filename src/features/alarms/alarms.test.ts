/** Alarms from a threshold to the letter: the year before, the ring, the word, the end. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmRules } from '../../app.alarms.server'
import { measurementCalls } from '../../core/cages/measurement.contract'
import { initialTerms } from '../../shared/alarms/rules'
import { noticesCall } from '../../shared/notices/notices'
import { type Database, openDatabase } from '../../server/db/client'
import type { AnyAlarmRule } from '../../server/alarms/rule'
import { openSecretBox } from '../../server/second-factor/secret-box'
import { openPond, type Pond } from '../../testing/farm/pond'
import { userCalls } from '../people/person/users.contract'
import { alarmCalls } from './alarms.contract'
import { alarmJob, watchCompany } from './alarms-job.server'

let pond: Pond
let farm: Pond['farm']
let database: Database
let module: number
let parameter: number
beforeAll(async () => {
  pond = await openPond()
  farm = pond.farm
  database = openDatabase(farm.database.webUrl, 1)
  // 11 °C: the danger line is 53.3 % of 11.03 mg/l
  const lake = JSON.stringify({ 'lake-temperatures': Array.from({ length: 12 }, () => 11) })
  await farm.sql(`update companies set settings = settings || $1::jsonb`, [lake])
  module = (await farm.module('Северный')).id
  parameter = (await farm.parameter({ location: module, name: 'Кислород', type: 'oxygen' })).id
})
afterAll(async () => {
  await database.close()
  await farm.close()
})
beforeEach(async () => {
  for (const table of ['alarm_rules', 'measurements']) await farm.sql(`delete from ${table}`)
})

const me = () => farm.session.user
const reading = (days: number, time: string, value: number) => {
  return { date: farm.daysAgo(days), time, measure_parameter_id: parameter, value, depth: 2 }
}
const measure = (days: number, time: string, value: number) =>
  farm.call(measurementCalls.create, reading(days, time, value))
const OXYGEN = { ...initialTerms('oxygen'), recover: 0, silence: 336 }
const switchOn = (more: object = {}) =>
  farm.call(alarmCalls.save, { kind: 'oxygen', on: true, terms: OXYGEN, ...more } as never)
const watch = (rules: readonly AnyAlarmRule[] = alarmRules) =>
  watchCompany({ database, secrets: openSecretBox(farm.dataDir) }, me().company.id, rules)
const open = (as?: { cookie: string }) => farm.call(alarmCalls.open, {}, { as })
const bell = async (as?: { cookie: string }) =>
  (await farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'alarm')
const iso = (days: number, time: string) => `${farm.daysAgo(days).split('.').reverse().join('-')}T${time}`

test('before it is switched on a rule says what it would have done', async () => {
  for (const [days, time, value] of [
    [9, '08:00', 9],
    [9, '12:00', 6.2],
    [9, '16:00', 6.6],
    [9, '20:00', 9],
    [8, '08:00', 4.9],
    [7, '08:00', 9],
  ] as const)
    await measure(days, time, value)
  const { count, silent, episodes } = await farm.call(alarmCalls.history, { kind: 'oxygen', terms: OXYGEN })
  expect([count, silent]).toEqual([2, 0])
  expect(episodes).toMatchObject([
    { started: iso(8, '08:00'), ended: iso(7, '08:00'), danger: true, location_name: 'Северный' },
    { started: iso(9, '12:00'), ended: iso(9, '20:00'), danger: false },
  ])
  expect(episodes[0]!.text).toBe(
    `Кислород 4,9 мг/л (44,4 %) при 11 °C, ${farm.daysAgo(8)} 08:00: ниже 6,4 мг/л (58,3 %)`,
  )
  expect(episodes[0]!.href).toContain(`locationId=${module}`)
  const shorter = await farm.call(alarmCalls.history, { kind: 'oxygen', terms: { ...OXYGEN, silence: 12 } })
  expect([shorter.count, shorter.silent]).toEqual([4, 2])
})

test('it rings, is accepted with a word, and ends by itself', async () => {
  await measure(1, '08:00', 9)
  await measure(1, '23:00', 5.5)
  await switchOn()
  await watch()
  const [alarm] = await open()
  expect(alarm).toMatchObject({
    state: 'active',
    danger: true,
    started: iso(1, '23:00'),
    rang: iso(1, '23:15'),
    location_name: 'Северный',
  })
  expect(await bell()).toMatchObject([{ at: iso(1, '23:15'), key: `alarm:${alarm!.id}:danger` }])
  const taken = await farm.call(alarmCalls.acknowledge, { id: alarm!.id, word: 'Включили аэратор' })
  expect(taken).toMatchObject({ acknowledged_by: me().name, word: 'Включили аэратор' })
  expect(await bell()).toEqual([])
  await measure(0, '00:00', 9)
  expect((await watch()).changed).toBe(true)
  expect((await watch()).changed).toBe(false)
  expect(await open()).toEqual([])
  const days = { start: farm.daysAgo(2), end: farm.daysAgo(0) }
  const past = await farm.call(alarmCalls.list, days as never)
  expect(past).toMatchObject([{ state: 'resolved', ended: iso(0, '00:00'), ending: 'Причина прошла' }])
  for (const elsewhere of [{ kind: 'unfed' }, { location_id: module + 1 }, { cages_id: ['1'] }])
    expect(await farm.call(alarmCalls.list, { ...days, ...elsewhere } as never)).toEqual([])
})

test('a corrected record takes its alarm back', async () => {
  const wrong = await measure(1, '23:00', 1.2)
  await switchOn()
  await watch()
  expect(await open()).toHaveLength(1)
  await farm.call(measurementCalls.update, { id: wrong.id, ...reading(1, '23:00', 11.2) })
  await watch()
  const past = await farm.call(alarmCalls.list, { start: farm.daysAgo(2), end: farm.daysAgo(0) } as never)
  expect(past).toMatchObject([{ ending: 'Записи исправлены: причины больше нет' }])
})

test('a changed rule begins anew, one that is switched off is silent', async () => {
  await measure(1, '23:00', 6)
  await switchOn()
  await watch()
  await switchOn({ terms: { ...OXYGEN, margin: 0 } })
  expect(await open()).toEqual([])
  await watch()
  expect(await open()).toEqual([])
  await switchOn()
  await watch()
  expect(await open()).toHaveLength(1)
  await switchOn({ on: false })
  await watch()
  expect(await open()).toEqual([])
})

test('who may not see the module learns nothing, and cannot accept', async () => {
  await measure(1, '23:00', 5)
  await switchOn()
  await watch()
  const [alarm] = await open()
  const elsewhere = await farm.user({ locations: [(await farm.module()).id] })
  expect([await open(elsewhere), await bell(elsewhere)]).toEqual([[], []])
  await farm.call(alarmCalls.acknowledge, { id: alarm!.id }, { as: elsewhere, expect: 404 })
  const here = await farm.user({ locations: [module] })
  expect(await open(here)).toHaveLength(1)
})

test('put off it is silent, and told again later', async () => {
  await measure(1, '23:00', 5)
  await switchOn()
  await watch()
  const [alarm] = await open()
  await farm.call(alarmCalls.snooze, { id: alarm!.id, hours: 2 })
  expect(await bell()).toEqual([])
  await farm.sql(`update alarms set snoozed_until = snoozed_until - interval '3 hours'`)
  expect((await bell())[0]!.key).not.toBe(`alarm:${alarm!.id}:danger`)
})

test('a letter tells once that it rings, and once that it is over', async () => {
  await measure(1, '23:00', 6)
  const other = await farm.user({ locations: [(await farm.module()).id] })
  await switchOn({ letters: true, people: [me().id, other.user.id] })
  const before = (await farm.letters()).length
  for (let turn = 0; turn < 3; turn++) await watch()
  const [letter, ...more] = (await farm.letters()).slice(before)
  expect(more).toEqual([])
  expect(letter).toContain(`To: ${me().email}\nSubject: Тревога. Мало кислорода: Северный`)
  expect((await open())[0]!.told).toEqual([expect.stringContaining(`${me().name}: письмо`)])
  await measure(0, '00:00', 9)
  for (let turn = 0; turn < 2; turn++) await watch()
  const [, over, ...rest] = (await farm.letters()).slice(before)
  expect(rest).toEqual([])
  expect(over).toContain('Subject: Снята тревога. Мало кислорода: Северный')
})

test('who has left stands in no rule, which is saved again as it is shown', async () => {
  const other = await farm.user()
  await switchOn({ letters: true, people: [other.user.id, me().id] })
  await farm.call(userCalls.remove, { id: other.user.id })
  const { people } = (await farm.call(alarmCalls.rules, {})).find(({ kind }) => kind === 'oxygen')!
  expect(people).toEqual([me().id])
  await switchOn({ letters: true, people })
})

test('told again after some hours, until somebody has acknowledged it', async () => {
  await measure(1, '23:00', 6)
  await switchOn({ letters: true, people: [me().id], repeat_hours: 4 })
  const before = (await farm.letters()).length
  const hoursGo = (hours: number) =>
    farm.sql('update alarm_tells set ordered_at = ordered_at - make_interval(hours => $1)', [hours])
  const subjects = async () => {
    for (let turn = 0; turn < 2; turn++) await watch()
    return (await farm.letters()).slice(before).map((letter) => /Subject: ([^.]+)\./.exec(letter)![1])
  }
  expect(await subjects()).toEqual(['Тревога'])
  await hoursGo(3)
  expect(await subjects()).toHaveLength(1)
  await hoursGo(1)
  expect(await subjects()).toEqual(['Тревога', 'Тревога продолжается'])
  const [alarm] = await open()
  expect(alarm!.told).toHaveLength(1)
  await farm.call(alarmCalls.acknowledge, { id: alarm!.id, word: null })
  await hoursGo(9)
  expect(await subjects()).toHaveLength(2)
})

test('a rule that fails says so and stops no other', async () => {
  await measure(1, '23:00', 5)
  await switchOn()
  await farm.call(alarmCalls.save, { kind: 'mortality', on: true, terms: initialTerms('mortality') } as never)
  const broken = alarmRules.map((rule): AnyAlarmRule =>
    rule.kind === 'mortality' ? { ...rule, observe: () => Promise.reject(new Error('broken')) } : rule,
  )
  expect((await watch(broken)).errors).toHaveLength(1)
  const faults = async () => (await farm.call(alarmCalls.rules, {})).flatMap(({ kind, fault }) => (fault ? [kind] : []))
  expect(await faults()).toEqual(['mortality'])
  expect(await open()).toHaveLength(1)
  await watch()
  expect(await faults()).toEqual([])
})

test('nonsense is refused under its field', async () => {
  const refused = await farm.call(
    alarmCalls.save,
    { kind: 'oxygen', on: true, terms: { ...OXYGEN, margin: 80, hold: 1.5 } } as never,
    { expect: 422 },
  )
  expect(refused.errors).toEqual({
    'terms.margin': ['Введите число от 0 до 50'],
    'terms.hold': ['Введите целое число от 0 до 1\u00a0440'],
  })
  const nobody = await farm.call(alarmCalls.save, { kind: 'oxygen', on: true, terms: OXYGEN, letters: true } as never, {
    expect: 422,
  })
  expect(nobody.errors).toEqual({ people: ['Выберите, кому сообщать'] })
})

test('losses above usual ring until they are usual again', async () => {
  const cage = (await pond.cage()).id
  await pond.stock(cage, 60)
  for (let day = 40; day > 5; day--) await pond.lose(cage, day, 1)
  await pond.lose(cage, 5, 14)
  for (let day = 4; day > 0; day--) await pond.lose(cage, day, 1)
  const { episodes } = await farm.call(alarmCalls.history, { kind: 'mortality', terms: initialTerms('mortality') })
  expect(episodes).toMatchObject([{ started: iso(5, '00:00'), ended: iso(3, '00:00'), danger: false }])
  expect(episodes[0]!.text).toBe(`Погибло 14 шт за ${farm.daysAgo(5)} (0,14 %), обычно в день 1 шт`)
})

test('the clock looks at every farm', async () => {
  await measure(1, '23:00', 5)
  await switchOn()
  await farm.due(alarmJob(alarmRules))
  expect(await open()).toHaveLength(1)
})

test('cold and warm water, and a sensor that says nothing, which the bell tells once', async () => {
  const { id } = await farm.parameter({ location: module, name: 'Температура', type: 'temperature' })
  const warm = { measure_parameter_id: id, depth: 2 }
  for (const [time, value] of [
    ['08:00', 21],
    ['12:00', 15],
    ['16:00', 0.1],
    ['20:00', 15],
  ] as const)
    await farm.call(measurementCalls.create, { date: farm.daysAgo(3), time, value, ...warm })
  const terms = { ...initialTerms('temperature'), recover: 0 }
  const { episodes } = await farm.call(alarmCalls.history, { kind: 'temperature', terms })
  expect(episodes.map(({ text }) => text)).toEqual([
    expect.stringContaining('Нет данных, последние'),
    `Вода 0,1 °C, ${farm.daysAgo(3)} 16:00: холоднее 0,5 °C`,
    `Вода 21 °C, ${farm.daysAgo(3)} 08:00: теплее 19 °C`,
  ])
  const crossed = await farm.call(alarmCalls.history, { kind: 'temperature', terms: { ...terms, low: 19 } } as never, {
    expect: 422,
  })
  expect(crossed.errors).toEqual({ 'terms.high': ['Верхний порог не выше нижнего'] })

  await farm.outsider()
  await farm.sql(`update measurements set external_user_id = (select max(id) from external_users), user_id = null`)
  const silent = async () => (await farm.call(noticesCall, {})).map(({ kind, text }) => [kind, text.slice(0, 24)])
  expect(await silent()).toEqual([['app-silent', '«Датчик» молчит больше с']])
  await farm.call(alarmCalls.save, { kind: 'sensor', on: true, terms: initialTerms('sensor') } as never)
  await watch()
  expect(await silent()).toEqual([['alarm', 'Датчик молчит. «Датчик»:']])
})
