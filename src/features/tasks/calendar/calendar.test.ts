/** The calendar of tasks outside: what it says to a program that reads the standard, whom it serves, when it ends. */
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { COMPLETED } from '../../../shared/task-statuses'
import { openTwoModules, type TwoModules } from '../../../testing/farm/two-modules'
import { send, type Session } from '../../../testing/session'
import { taskCalls } from '../common/tasks.contract'
import { calendarCalls, type Which } from './calendar.contract'

let world: TwoModules
let farm: TwoModules['farm']
let colleague: Session
const RIGHTS = ['view tasks', 'create tasks', 'update tasks'] as const
beforeAll(async () => {
  world = await openTwoModules()
  farm = world.farm
  colleague = await farm.user({ permissions: [...RIGHTS], locations: [world.strait.id], name: 'Ольга' })
})
afterAll(() => farm.close())
beforeEach(async () => {
  await farm.sql(`delete from guesses where key like 'outside %'`)
  await farm.sql('delete from tasks')
})

const make = (fields: object, as: { cookie: string } = farm.session) =>
  farm.call(taskCalls.create, { title: 'Сменить сетку', ...fields } as never, { as })
const address = async (which: Which = 'all', as: { cookie: string } = farm.session) =>
  (await farm.call(calendarCalls.create, { which }, { as })).token
const ask = (token: string, headers: Record<string, string> = {}) =>
  send(farm.app, { method: 'GET', path: '//external/calendar.ics', query: { token }, headers })

async function read(token: string) {
  const { status, text, headers } = await ask(token)
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
  return { text, calendar, events, titles: events.map(({ summary }) => summary) }
}
const refusal = async (token: string) => {
  const { status, body } = await ask(token)
  return [status, (body as { message: string }).message]
}
const today = () => farm.today()
const iso = (day: string) => day.split('.').reverse().join('-')

describe('what it says', () => {
  it('times are those of the farm, whatever zone the calendar is in; whole days are days', async () => {
    await farm.sql(`update companies set time_zone = 'Asia/Vladivostok'`)
    const day = iso(farm.daysAgo(1))
    await make({ title: 'В час', start: `${day}T09:00`, end: `${day}T11:30` })
    await make({ title: 'Миг', start: `${day}T12:00`, end: `${day}T12:00` })
    await make({ title: 'Днём', start: day, end: day, all_day: true })
    const { events, calendar, text } = await read(await address())
    const found = Object.fromEntries(events.map((event) => [event.summary, event]))
    expect(found['В час']!.startDate.toJSDate().toISOString()).toBe(`${iso(farm.daysAgo(2))}T23:00:00.000Z`)
    expect(found['В час']!.endDate.toJSDate().toISOString()).toBe(`${day}T01:30:00.000Z`)
    expect(found['Миг']!.component.hasProperty('dtend')).toBe(false)
    const whole = found['Днём']!
    expect([whole.startDate.isDate, String(whole.startDate), String(whole.endDate)]).toEqual([true, day, iso(today())])
    expect(calendar.getFirstPropertyValue('x-wr-timezone')).toBe('Asia/Vladivostok')
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
    expect(text).not.toContain('VALARM')
    await farm.sql(`update companies set time_zone = 'Europe/Moscow'`)
  })

  it('whatever a person typed comes out as typed, in lines of no more than 75 octets', async () => {
    const title = `Сеть; садок 3, «север» \\ ${'🐟 корма'.repeat(20)}`.slice(0, 180).trim()
    const note = 'первая\r\nвторая\nBEGIN:VEVENT\nTITLE: Ж'
    await make({ title, note, start: today(), end: today(), all_day: true, executor_id: farm.session.user.id })
    const { text, events } = await read(await address())
    expect(events).toHaveLength(1)
    expect(events[0]!.summary).toBe(title)
    expect(events[0]!.description.split('\n')).toEqual([
      farm.session.user.name,
      'Новая',
      ...note.split(/\r?\n/),
      expect.stringMatching(/^http.*\/tasks\?show=day&date=/),
    ])
    const lengths = text.split('\r\n').map((line) => Buffer.byteLength(line))
    expect(Math.max(...lengths)).toBeLessThanOrEqual(75)
    expect(Math.max(...lengths)).toBeGreaterThan(70)
    // folded between characters, and no line ends but as the standard says
    expect(text).not.toMatch(/\uFFFD|[^\r]\n|\r[^\n]/)
  })

  it('a changed task keeps its UID under a higher SEQUENCE; a completed one says so', async () => {
    const made = await make({ start: today(), end: today(), all_day: true })
    const token = await address()
    const [before] = (await read(token)).events
    await farm.call(taskCalls.update, { id: made.id, status_id: COMPLETED } as never)
    const [after] = (await read(token)).events
    expect([after!.uid, after!.summary]).toEqual([before!.uid, '✓ Сменить сетку'])
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
    const modified = (event: typeof after) => String(event!.component.getFirstPropertyValue('last-modified'))
    expect(modified(after) >= modified(before)).toBe(true)
    expect(after!.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  })

  it('holds the last 30 days and a year ahead', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const days of [-40, -29, 0, 360, 380])
      await make({ title: `${days}`, start: day(days), end: day(days), all_day: true })
    expect((await read(await address())).titles).toEqual(['-29', '0', '360'])
  })

  it('answers 304 while nothing has changed', async () => {
    const made = await make({ start: today(), end: today(), all_day: true })
    const token = await address()
    const { etag } = (await ask(token)).headers
    const again = await ask(token, { 'if-none-match': `"x", W/${String(etag)}` })
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag])
    await farm.call(taskCalls.update, { id: made.id, title: 'Другое' } as never)
    expect((await ask(token, { 'if-none-match': String(etag) })).status).toBe(200)
  })

  it('speaks the language in which it was made', async () => {
    await make({ start: today(), end: today(), all_day: true, cage_id: world.cages[0] })
    const headers = { 'accept-language': 'en' }
    const { body } = await farm.post('/task-calendar', { which: 'all' }, { headers })
    const { events, calendar } = await read((body as { token: string }).token)
    expect(events[0]!.location).toMatch(/, cage 1$/)
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toMatch(/^Tasks: /)
  })
})

describe('whom it serves', () => {
  it('one person: their own tasks, or all that they may see, and a change keeps the secret', async () => {
    const whole = { start: today(), end: today(), all_day: true }
    await make({ ...whole, title: 'Всем' })
    await make({ ...whole, title: 'Чужой модуль', cage_id: world.cages[0] })
    await make({ ...whole, title: 'Ольге', cage_id: world.cages[0], executor_id: colleague.user.id })
    const token = await address('mine', colleague)
    const { titles, events } = await read(token)
    expect(titles).toEqual(['Ольге'])
    // the module is closed to her
    expect(events[0]!.location).toBe('садок 1')
    await farm.call(calendarCalls.change, { which: 'all' }, { as: colleague })
    expect((await read(token)).titles).toEqual(['Всем', 'Ольге'])
    expect((await read(await address())).titles).toEqual(['Всем', 'Чужой модуль', 'Ольге'])
  })

  it('not after its owner has left, lost the right, or the subscription is over', async () => {
    const leaver = await farm.user({ permissions: ['view tasks'], name: 'Уволенный' })
    const token = await address('all', leaver)
    await farm.sql(`update roles set permissions = '{}' where id = (select role_id from users where id = $1)`, [
      leaver.user.id,
    ])
    expect((await refusal(token))[0]).toBe(403)
    await farm.sql(`update users set archived_at = now() where id = $1`, [leaver.user.id])
    expect(await refusal(token)).toEqual([401, 'Того, кто создал этот адрес, в хозяйстве больше нет.'])
    const own = await address()
    await farm.sql('update subscriptions set end_date = end_date - 10000')
    const over = await refusal(own)
    await farm.sql('update subscriptions set end_date = end_date + 10000')
    expect(over).toEqual([403, 'Подписка хозяйства кончилась.'])
  })

  it('until it is revoked or made anew; a phone that asks on is told so, and is no guess', async () => {
    const first = await address()
    const second = await address()
    expect(await refusal(first)).toEqual([401, 'Адрес создали заново, этот больше не действует.'])
    expect((await ask(second)).status).toBe(200)
    await farm.call(calendarCalls.remove, {})
    expect(await refusal(second)).toEqual([401, 'Этот адрес календаря отозван.'])
    expect(await refusal('1.wrong')).toEqual([401, 'Токен не принят.'])
    const company = farm.session.user.company.id
    expect(await refusal(`${company}.${'x'.repeat(43)}`)).toEqual([401, 'Токен не принят.'])
    const guesses =
      await farm.sql(`select failures from guesses where key like 'outside %' and key not like '%calendar%'
      and key not like '% unknown'`)
    expect(guesses).toEqual([{ failures: 1 }])
    expect((await farm.call(calendarCalls.own, {})).known).toBeNull()
    await farm.call(calendarCalls.change, { which: 'mine' }, { expect: 404 })
    await farm.call(calendarCalls.remove, {}, { expect: 404 })
  })

  it('thirty times a minute', async () => {
    const token = await address()
    const statuses: number[] = []
    for (let times = 0; times < 31; times++) statuses.push((await ask(token)).status)
    expect(statuses.indexOf(429)).toBe(30)
  })

  it('nobody learns the secret again, and it is kept as a hash', async () => {
    const token = await address()
    const own = await farm.call(calendarCalls.own, {})
    expect(own.known!.value).toMatch(/^\d+\.••••.{4}$/)
    await ask(token)
    expect((await farm.call(calendarCalls.own, {})).known).toMatchObject({ last_address: expect.any(String) })
    const secret = token.split('.')[1]!
    for (const table of ['task_calendars', 'audit_log', 'security_events', 'idempotency_keys'])
      expect(JSON.stringify(await farm.sql(`select * from ${table}`)), table).not.toContain(secret)
    const audited = await farm.sql(`select action from audit_log where entity = 'task_calendar' order by id desc`)
    expect(audited.length).toBeGreaterThan(0)
  })
})
