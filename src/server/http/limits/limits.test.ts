/** What one person or one farm may ask of a process, and that an ordinary day does not come near it. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { importCalls } from '../../../features/measurements/import/measurement-import.contract'
import { NO_LIMITS, readSettings } from '../../settings-env'
import { type Farm, openFarm } from '../../../testing/farm/farm'
import { type Answer, send, TEST_PASSWORD } from '../../../testing/session'
import { workbook } from '../../../testing/workbook'
import { openCallLimit } from './limits'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())
afterEach(() => vi.useRealTimers())

const USUAL = readSettings({}).limits
const times = (count: number, one: (turn: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => one(turn)))
const how = (answers: Answer[]) => ({
  taken: answers.filter(({ status }) => status === 200).length,
  refused: answers.filter(({ status }) => status === 429).length,
})

describe('calls in a row', () => {
  it('of one person end at a burst, say how long to wait, and come back with time; others go on', async () => {
    const on = await farm.process({ limits: { ...NO_LIMITS, calls: 5 } })
    const [first, second] = [await farm.user(), await farm.company()]
    const ask = (as: typeof first) => farm.get('/user', {}, { as, on })
    await ask(first)
    await ask(second)
    vi.useFakeTimers({ toFake: ['Date'] })
    const answers = await times(30, () => ask(first))
    expect(how(answers)).toEqual({ taken: 20, refused: 10 })
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.body).toMatchObject({ msgShouldBeShown: true, message: expect.stringContaining('Подождите') })
    expect((await ask(second)).status).toBe(200)
    vi.advanceTimersByTime(1000)
    expect(how(await times(10, () => ask(first)))).toEqual({ taken: 5, refused: 5 })
  })

  it('of a whole company end too, and of an address that shows sessions nobody has', async () => {
    const on = await farm.process({ limits: { ...NO_LIMITS, calls: 1 } })
    const people = await Promise.all(Array.from({ length: 6 }, () => farm.user()))
    const own = await farm.company()
    for (const as of [...people, own]) await farm.get('/user', {}, { as, on })
    vi.useFakeTimers({ toFake: ['Date'] })
    const all = await Promise.all(people.map((as) => times(4, () => farm.get('/user', {}, { as, on }))))
    expect(how(all.flat())).toEqual({ taken: 16, refused: 8 })
    expect((await farm.get('/user', {}, { as: own, on })).status).toBe(200)
    const forged = await times(20, (turn) =>
      farm.get('/user', {}, { as: { cookie: `1.${'x'.repeat(41)}${turn + 10}` }, on }),
    )
    expect(forged.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect((await farm.get('/events', {}, { as: { cookie: `1.${'x'.repeat(43)}` }, on })).status).toBe(429)
    expect((await farm.get('/user', {}, { as: own, on })).status).toBe(200)
  })

  it('stay counted however many others ask meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const limit = openCallLimit({ calls: 1 })
    const ask = (ip: string) => limit({ ip }, null)
    const flood = Array.from({ length: 16 }, () => ask('203.0.113.7'))
    await Promise.all(flood)
    await expect(ask('203.0.113.7')).rejects.toMatchObject({ status: 429 })
    for (let other = 0; other < 30_000; other++) await ask(`10.0.${other >> 8}.${other & 255}`)
    await expect(ask('203.0.113.7')).rejects.toMatchObject({ status: 429 })
  })

  it('of an ordinary day are all taken: an office opens the program, a boat sends what waited', async () => {
    const on = await farm.process({ limits: USUAL })
    const office = await Promise.all(Array.from({ length: 8 }, () => farm.user({ permissions: ['access library'] })))
    const opened = await Promise.all(office.map((as) => times(20, () => farm.get('/locations', {}, { as, on }))))
    expect(how(opened.flat())).toEqual({ taken: 160, refused: 0 })
    const sent = await times(60, (turn) =>
      farm.post('/crud/species', { name: `Вид ${turn}` }, { on, key: `boat-${turn}` }),
    )
    expect(how(sent)).toEqual({ taken: 60, refused: 0 })
  })
})

describe('what a company writes in a day', () => {
  it('is bounded by rows and by bytes; reading, signing out and other companies go on, and so does the next day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    for (const limits of [
      { ...NO_LIMITS, rows: 6 },
      { ...NO_LIMITS, bytes: 2000 },
    ]) {
      const on = await farm.process({ limits })
      const [as, other] = [await farm.company(), await farm.company()]
      const add = (turn: number, who = as) => farm.post('/crud/species', { name: `Вид ${turn}` }, { as: who, on })
      const answers: Answer[] = []
      for (let turn = 0; turn < 30; turn++) answers.push(await add(turn))
      const { taken, refused } = how(answers)
      expect(taken + refused).toBe(30)
      expect(taken).toBeGreaterThan(1)
      expect(refused).toBeGreaterThan(5)
      const last = answers.at(-1)!
      expect(last.body).toMatchObject({ message: expect.stringContaining('завтра'), msgShouldBeShown: true })
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
      expect((await farm.get('/crud/species', {}, { as, on })).body).toHaveLength(taken)
      expect((await add(0, other)).status).toBe(200)
      vi.setSystemTime(Date.now() + Number(last.headers['retry-after']) * 1000)
      expect((await add(99)).status).toBe(200)
      for (let turn = 100; turn < 130; turn++) await add(turn)
      expect((await farm.post('/logout', {}, { as, on })).status).toBe(200)
    }
  })

  it('counts what comes from an application outside', async () => {
    const on = await farm.process({ limits: { ...NO_LIMITS, rows: 10 } })
    const as = await farm.company()
    const module = await farm.module(undefined, { as })
    const parameter = await farm.parameter({ location: module.id, as })
    const token = await farm.outsider({ as })
    const push = (time: number) =>
      send(on, {
        method: 'POST',
        path: `//external/input/${parameter.id}`,
        body: Array.from({ length: 8 }, (_, place) => ({
          value: 8,
          datetime: `${farm.daysAgo(2)} ${10 + time}:0${place}`,
        })),
        headers: { authorization: `Bearer ${token}` },
      })
    expect([(await push(0)).status, (await push(1)).status, (await push(2)).status]).toEqual([200, 200, 429])
  })
})

describe('spreadsheets', () => {
  it('of one company wait in a line of bounded length; those refused may come again', async () => {
    const as = await farm.company()
    const module = await farm.module(undefined, { as })
    await farm.cage({ location: module.id, as })
    const many = await times(20, () => farm.get('/cages/download-all', {}, { as }))
    expect(how(many).taken).toBeGreaterThanOrEqual(6)
    expect(how(many).refused).toBe(20 - how(many).taken)
    expect(how(many).refused).toBeGreaterThan(0)
    expect(how(await times(4, () => farm.get('/cages/download-all', {}, { as })))).toEqual({ taken: 4, refused: 0 })
  })

  it('on their way in stand in the same line, and a template is made of it too', async () => {
    const as = await farm.company()
    const module = await farm.module(undefined, { as })
    await farm.parameter({ location: module.id, name: 'Вода', depth: [2], as })
    const bytes = await workbook([['Дата', 'Время', 'Вода, °C, 2 м']])
    const file = { name: 'замеры.xlsx', bytes }
    const upload = () => farm.upload(importCalls.upload.path, file, { location_id: module.id, preview: true }, { as })
    const template = () => farm.get('/measurements-template', {}, { as })
    const answers = await times(20, (turn) => (turn % 2 ? upload() : template()))
    expect(how(answers).taken).toBeGreaterThanOrEqual(6)
    expect(how(answers).refused).toBe(20 - how(answers).taken)
    expect(how(answers).refused).toBeGreaterThan(0)
    expect((await upload()).status).toBe(200)
  })
})

describe('a server that is closed to new farms', () => {
  it('says so and registers nobody; whoever has an account signs in', async () => {
    const on = await farm.process({ registration: false })
    expect((await farm.get('/health', {}, { as: null, on })).body).toMatchObject({ registration: false })
    const [before] = await farm.sql('select count(*) as count from companies')
    const password = 'длинный пароль'
    const person = { company_name: 'К', name: 'К', email: 'k@example.com', password, password_confirmation: password }
    const refused = await farm.post('/register', person, { as: null, on })
    expect([refused.status, (refused.body as { message: string }).message]).toEqual([
      403,
      'Регистрация здесь закрыта. Обратитесь к администратору сервиса.',
    ])
    expect(await farm.sql('select count(*) as count from companies')).toEqual([before])
    const known = { email: farm.session.email, password: TEST_PASSWORD }
    expect((await farm.post('/login', known, { as: null, on })).status).toBe(200)
  })
})

describe('a database that takes too long or goes away', () => {
  it.each(['pg_cancel_backend', 'pg_terminate_backend'])(
    'is answered as one that may be tried again: %s',
    async (end) => {
      const on = await farm.process({ poolSize: 1 })
      await farm.get('/user', {}, { on })
      await farm.sql('begin')
      await farm.sql('lock table species')
      const waiting = farm.get('/crud/species', {}, { on })
      await vi.waitFor(async () => {
        const ended = await farm.sql(
          `select ${end}(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(ended).toHaveLength(1)
      })
      const answer = await waiting
      await farm.sql('rollback')
      expect(answer.status).toBe(503)
      expect(answer.headers['retry-after']).toBe('10')
      expect(answer.body).toMatchObject({ message: expect.stringContaining('Повторите'), msgShouldBeShown: true })
      expect((await farm.get('/crud/species', {}, { on })).status).toBe(200)
    },
  )
})
