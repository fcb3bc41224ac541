/** Views that are sent by themselves: to whom, once, what each gets, and what is said when a letter does not leave. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readWorkbook } from '../../../e2e/xlsx'
import { allJobs } from '../../app.server'
import { addDays, dayOf, showDay } from '../../shared/dates'
import { noticesCall } from '../../shared/notices/notices'
import { weekday } from '../../shared/report/period'
import { openTwoModules, type TwoModules } from '../../testing/farm/two-modules'
import { type Session, TEST_PASSWORD } from '../../testing/session'
import { userCalls } from '../people/person/users.contract'
import { viewCalls, type ViewRow } from './kept/views.contract'
import { linkCalls } from './links/link.contract'

let world: TwoModules
let farm: TwoModules['farm']
let colleague: Session
let view: ViewRow
beforeAll(async () => {
  world = await openTwoModules()
  farm = world.farm
  colleague = await farm.user({ permissions: ['access reports'], locations: [world.strait.id], name: 'Ольга' })
  await farm.sql(`update companies set created_at = now() - interval '8 days'`)
})
afterAll(() => farm.close())

const QUERY = { start: '01.02.2026', end: '28.02.2026' }
let made = 0
beforeEach(async () => {
  // what an earlier test has ordered is no part of this one
  await farm.sql(`delete from report_views; delete from guesses where key like 'report%'`)
  view = await farm.call(viewCalls.create, { page: 'consolidatedForPeriod', name: `Февраль ${++made}`, query: QUERY })
})

const me = () => farm.session.user.id
const company = () => farm.session.user.company.id
const daily = (user_ids: number[], hour = 0) =>
  farm.call(viewCalls.setLetter, { id: view.id, every: 'day', hour, user_ids })

/** As if it had been set up days ago. */
async function longAgo(): Promise<void> {
  for (const table of ['report_letters', 'report_letter_readers'])
    await farm.sql(`update ${table} set since = since - interval '3 days'`)
}

const told = async (as: Session = farm.session) =>
  (await farm.call(noticesCall, {}, { as })).filter(({ kind }) => kind === 'report-unsent').map(({ text }) => text)

/** The clock orders what is due, and everything that waits is done. */
async function tick(): Promise<void> {
  await farm.sql(`delete from job_runs where job = 'report-letters'`)
  await farm.sql(`insert into pgboss.job (name, policy) values ('report-letters', 'short')`)
  // letters stand before reports among the jobs
  for (let turn = 0; turn < 2; turn++) await farm.work()
}

const sent = async () => (await farm.letters()).filter((letter) => letter.includes(`Subject: ${view.name},`))
const to = async ({ email }: { email: string }) =>
  (await sent()).filter((letter) => letter.startsWith(`To: ${email}\n`))

async function filesOf(): Promise<Buffer[]> {
  const folder = join(farm.dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.includes(view.name) && name.endsWith('.xlsx'))
  return Promise.all(names.sort().map((name) => readFile(join(folder, name))))
}

const cagesIn = (file: Buffer) => {
  const numbers = readWorkbook(file)
    .get('По садкам')!
    .flatMap(([cell]) => (cell && 'number' in cell ? [cell.number] : []))
  return [...new Set(numbers)]
}

test('each gets once what he may see: rows to read, a link, and the file of the page', async () => {
  await daily([me(), colleague.user.id])
  await tick()
  // it was not there when it would have been due today
  expect(await sent()).toEqual([])
  await longAgo()
  await tick()
  await tick()
  const [mine, theirs] = [await to(farm.session), await to(colleague)]
  expect([mine.length, theirs.length]).toEqual([1, 1])
  expect(mine[0]).toContain('Сводный отчёт за период, 01.02.2026–28.02.2026')
  expect(mine[0]).toMatch(/\/reports\/consolidated-for-period\?end=28\.02\.2026&start=01\.02\.2026&view=\d+/)
  expect(mine[0]).toContain('Отписаться можно в списке сохранённых отчётов')
  const files = await filesOf()
  expect(files.map(cagesIn).sort((one, other) => one.length - other.length)).toEqual([[3], [1, 2, 3]])
  const { bytes } = await farm.get(`/report-views/${view.id}/file`)
  const whole = files.find((file) => cagesIn(file).length === 3)!
  expect([...readWorkbook(whole)]).toEqual([...readWorkbook(bytes)])
})

test('a process that was killed in the middle leaves its letter to the next one, which sends it once', async () => {
  await daily([me()])
  await longAgo()
  const jobs = `from pgboss.job where name = 'report-letter'`
  const again = `update pgboss.job set state = 'retry', completed_on = null, start_after = now() where name = 'report-letter'`
  await farm.sql(`delete ${jobs}`)
  const killed = { name: 'report-letter', title: '', run: () => Promise.reject(new Error('killed')) }
  await farm.sql(`delete from job_runs where job = 'report-letters'`)
  await farm.sql(`insert into pgboss.job (name, policy) values ('report-letters', 'short')`)
  await farm.work([...allJobs.filter(({ name }) => name === 'report-letters'), killed])
  expect(await sent()).toEqual([])
  await farm.sql(again)
  await tick()
  expect(await sent()).toHaveLength(1)
  // the letter was made, but that the job is done was never written
  await farm.sql(again)
  await tick()
  expect(await sent()).toHaveLength(1)
})

test('whoever does not want it gets no more, and stays so when others are chosen', async () => {
  await daily([me(), colleague.user.id])
  await farm.call(viewCalls.subscription, { id: view.id, on: false }, { as: colleague })
  const { letter } = await daily([me(), colleague.user.id])
  expect(letter!.readers.find(({ id }) => id === colleague.user.id)).toMatchObject({ declined: true })
  await longAgo()
  await tick()
  expect([(await to(farm.session)).length, (await to(colleague)).length]).toEqual([1, 0])
  const [seen] = await farm.call(viewCalls.list, {}, { as: colleague })
  expect(seen).toMatchObject({ id: view.id, can_change: false, letter: { mine: false, readers: [] } })
  await farm.call(viewCalls.subscription, { id: view.id, on: true }, { as: colleague })
  await farm.call(viewCalls.subscription, { id: view.id, on: true }, { as: await farm.user(), expect: 404 })
})

test('a letter that cannot be made says why in the bell, to both, and is not tried again', async () => {
  const nobody = await farm.user({ name: 'Без права' })
  await daily([nobody.user.id])
  await longAgo()
  await tick()
  await tick()
  expect(await to(nobody)).toEqual([])
  for (const as of [farm.session, nobody])
    expect(await told(as)).toEqual([
      expect.stringMatching(
        /^Отчёт «Февраль \d+» за .* для Без права не отправлен: У получателя нет права на этот отчёт\.$/,
      ),
    ])
})

test('a place that is closed to the reader is said: in the letter, or why there is none', async () => {
  const asked = { id: view.id, name: view.name, tables: {}, shared: false }
  const cagesId = world.cages.map(String)
  await farm.call(viewCalls.update, { ...asked, query: { ...QUERY, cagesId } })
  await daily([colleague.user.id])
  await longAgo()
  await tick()
  const words = [...(await to(colleague)), ...(await told())]
  expect(words).toEqual([expect.stringContaining('Видны не все садки этого отчёта')])
})

test('it is set up by whoever may change the view, to people of the farm', async () => {
  const asked = { id: view.id, every: 'week' as const, day: 1, hour: 8, user_ids: [me()] }
  await farm.call(viewCalls.setLetter, asked, { as: colleague, expect: 404 })
  const refused = async (more: object) =>
    (await farm.call(viewCalls.setLetter, { ...asked, ...more }, { expect: 422 })).errors
  expect(await refused({ day: 8 })).toEqual({ day: ['Выберите день недели'] })
  expect(await refused({ user_ids: [] })).toEqual({ user_ids: ['Выберите, кому слать'] })
  const stranger = await farm.company()
  expect(await refused({ user_ids: [stranger.user.id] })).toEqual({ user_ids: ['Человек не найден'] })
  expect((await farm.call(viewCalls.setLetter, asked)).letter).toMatchObject({ every: 'week', day: 1, mine: true })
  expect((await farm.call(viewCalls.removeLetter, { id: view.id })).letter).toBeNull()
})

test('it can be had at once, too', async () => {
  await farm.call(viewCalls.send, { id: view.id })
  await tick()
  expect(await to(farm.session)).toHaveLength(1)
})

test('a farm whose subscription has ended is told once, and gets its letters again when it is paid', async () => {
  const unsent = async () =>
    (await farm.call(noticesCall, {})).filter(({ text }) => text.includes('Подписка хозяйства кончилась'))
  const paidFor = (days: number) =>
    farm.sql(`update subscriptions set start_date = start_date - 400, end_date = current_date + ${days}`)
  await daily([me(), colleague.user.id])
  await longAgo()
  await paidFor(-9)
  await tick()
  await farm.sql(`update report_letter_sends set due = due - interval '1 day', ordered_at = now() - interval '1 day'`)
  await tick()
  expect(await sent()).toEqual([])
  expect(await unsent()).toHaveLength(1)
  await paidFor(300)
  await tick()
  expect(await sent()).toHaveLength(2)
})

test('a letter of yesterday that is made today shows yesterday', async () => {
  view = await farm.call(viewCalls.create, { page: 'retreatReports', name: 'За день', query: { period: 'today' } })
  const yesterday = showDay(addDays(dayOf(farm.session.user.now), -1))
  const day = weekday(addDays(dayOf(farm.session.user.now), -1)) + 1
  await farm.call(viewCalls.setLetter, { id: view.id, every: 'week', day, hour: 12, user_ids: [me()] })
  await longAgo()
  await tick()
  const [letter] = await sent()
  expect(letter).toContain(`Subject: За день, ${yesterday}`)
  expect(letter).not.toContain(farm.today())
})

test('more rows than a file has are refused: in the file, by the address, and in the bell instead of the letter', async () => {
  const [feed, stock] = [await farm.good({ name: 'Корм' }), await farm.stock('Склад')]
  await farm.sql(
    `insert into operations (company_id, kind, at, moves_fish, cage_id, good_id, stock_id, volume)
     select $1, 'feeding', date_trunc('minute', now()::timestamp) - n * interval '1 minute', false, $2, $3, $4, 1000000
     from generate_series(1, 10001) n`,
    [farm.session.user.company.id, world.cages[0], feed.id, stock.id],
  )
  const query = { start: farm.daysAgo(9), end: farm.today() }
  view = await farm.call(viewCalls.create, { page: 'journal', path: 'feeding', name: 'Все кормления', query })
  const long = 'За этот период больше 10 000 строк: выберите период короче'
  const file = await farm.get(`/report-views/${view.id}/file`)
  const { token } = await farm.call(linkCalls.create, { id: view.id })
  for (const refused of [file, await farm.get('//external/report', { token }, { as: null })])
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(long)])
  await farm.call(viewCalls.send, { id: view.id })
  await tick()
  expect(await sent()).toEqual([])
  expect(await told()).toEqual([expect.stringContaining(`для ${farm.session.user.name} не отправлен: ${long}`)])
})

describe('strangers', () => {
  const password = { password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD }
  const named = { name: 'Незнакомец', email: 'stranger@elsewhere.example', is_admin: true, role_id: null }

  test('get nothing before they have signed in, and no links that the farm has typed', async () => {
    const name = 'Банк: подтвердите вход на https://evil.example/login'
    view = await farm.call(viewCalls.create, { page: 'retreatReports', name, query: QUERY })
    await farm.sql(`update cages set number = 'www.evil.example' where id = $1`, [world.cages[0]])
    await farm.sql(`update companies set name = 'Ферма evil.example' where company_id = $1`, [company()])
    const { id } = await farm.call(userCalls.create, { ...named, location_id: null, stock_id: null, ...password })
    const letters = async () => (await farm.letters()).filter((letter) => letter.startsWith(`To: ${named.email}\n`))
    await daily([id])
    await longAgo()
    await tick()
    expect(await letters()).toEqual([])
    expect(await told()).toEqual([expect.stringContaining('Получатель ещё не входил в «Садок» с этим адресом.')])
    expect(await farm.sql(`select key from guesses where key like 'report%'`)).toEqual([])
    await farm.post('/login', { email: named.email, password: TEST_PASSWORD }, { as: null })
    await farm.sql('delete from report_letter_sends')
    await tick()
    const [letter] = await letters()
    expect(letter).toContain('Отчёт «Банк: подтвердите вход на …», хозяйство «Ферма …».')
    expect(letter).not.toContain('evil.example')
  })
})

describe('limits of a day', () => {
  const ordered = async () => {
    const rows = await farm.sql<{ ordered: number; over: number }>(`
      select count(*) filter (where fault is null)::int as ordered, count(fault)::int as over from report_letter_sends`)
    return rows[0]
  }
  const many = async (views: number, readers: number[]) => {
    for (let at = 0; at < views; at++) {
      view = await farm.call(viewCalls.create, { page: 'retreatReports', name: `Вид ${++made}`, query: QUERY })
      await daily(readers)
    }
    await longAgo()
    await farm.due(allJobs.find(({ name }) => name === 'report-letters')!)
    return ordered()
  }

  test('of a young farm are ten, whatever it deletes; the bell tells of the rest, which come when they may', async () => {
    await farm.sql(`update companies set created_at = now()`)
    expect(await many(12, [me()])).toEqual({ ordered: 10, over: 2 })
    const over = 'Больше писем с отчётами сегодня нельзя: в сутки их до 500'
    expect(await told()).toEqual([expect.stringContaining(over), expect.stringContaining(over)])
    const refused = await farm.call(viewCalls.send, { id: view.id }, { expect: 429 })
    expect(refused.message).toContain(over)
    await farm.sql('delete from report_views where id <> $1', [view.id])
    await tick()
    expect(await sent()).toEqual([])
    await farm.sql(`delete from guesses where key like 'report%'`)
    await tick()
    expect(await sent()).toHaveLength(1)
    expect(await told()).toEqual([])
    await farm.sql(`update companies set created_at = now() - interval '8 days'`)
  })

  test('keep nobody behind those who have theirs', async () => {
    const readers = await farm.sql<{ id: number }>(
      `insert into users (company_id, name, email, role_id, password_hash, is_admin)
       select company_id, 'Ч' || n, 'r' || n || '@x.example', role_id, password_hash, is_admin
       from users, generate_series(1, 20) n where id = $1 and company_id = $2 returning id`,
      [me(), company()],
    )
    const ids = readers.map(({ id }) => id)
    const entered = `insert into security_events (company_id, user_id, kind) select $1, unnest($2::int[]), 'signed-in'`
    await farm.sql(entered, [company(), ids])
    expect(await many(15, ids)).toEqual({ ordered: 300, over: 0 })
    // twenty to one address
    expect(await many(12, ids)).toEqual({ ordered: 400, over: 140 })
  })
})
