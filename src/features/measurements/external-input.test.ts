import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { send, type Session } from '../../testing/session'
import { measurementCalls, type MeasurementRow } from '../../core/cages/measurement.contract'
import { accessCalls } from '../access/sign-in/access.contract'

let farm: Farm
beforeAll(async () => void (farm = await openFarm()))
afterAll(() => farm.close())

const PATH = (parameter: number) => `//external/input/${parameter}`

interface Options {
  token?: string
  on?: Farm['app']
  headers?: Record<string, string>
}
const push = (parameter: number, body: unknown, { token, on = farm.app, headers }: Options) =>
  send(on, {
    method: 'POST',
    path: PATH(parameter),
    body,
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  })

async function sensor(as: Session = farm.session) {
  const module = await farm.module(undefined, { as })
  const cage = await farm.cage({ location: module.id, as })
  const parameter = await farm.parameter({ location: module.id, depth: [2, 5], as })
  const token = await farm.outsider({ as })
  const rows = async () =>
    (await farm.call(
      measurementCalls.byLocation,
      { locationId: module.id, start: farm.daysAgo(30), end: farm.today(), sort: 'datetime' },
      { as },
    )) as MeasurementRow[]
  return { module, cage, parameter, token, rows }
}

describe('a sensor', () => {
  it('sends one reading or many, and each stands once however often it is sent', async () => {
    const { parameter, cage, token, rows } = await sensor()
    const at = (time: string) => `${farm.daysAgo(1)} ${time}`
    const one = { value: 8.25, datetime: at('08:00') }
    expect((await push(parameter.id, one, { token })).body).toEqual({ created: 1, ignored: 0 })
    expect((await push(parameter.id, { ...one, value: 9 }, { token })).body).toEqual({ created: 0, ignored: 1 })
    const many = [
      one,
      { value: '8,5', datetime: at('09:00'), depth: 5 },
      { value: 7, datetime: at('09:00'), cage_id: cage.id },
    ]
    expect((await push(parameter.id, [...many, many[1]], { token })).body).toEqual({ created: 2, ignored: 2 })
    expect((await push(parameter.id, { list: many }, { token })).body).toEqual({ created: 0, ignored: 3 })
    expect((await rows()).map(({ time, depth, value, cage_id }) => [time, depth, value, cage_id])).toEqual([
      ['08:00', 2, 8.25, null],
      ['09:00', 5, 8.5, null],
      ['09:00', 2, 7, cage.id],
    ])
    expect((await rows())[0]).toMatchObject({ external_input: true, user_id: null, user_name: 'Датчик' })
  })

  it('may say when by the clock of any zone, or not at all', async () => {
    const { parameter, token, rows } = await sensor()
    // Moscow is three hours ahead
    for (const datetime of ['2026-03-01T22:30:00Z', '2026-03-02T03:40:00+02:00', '2026-03-02T04:50'])
      expect((await push(parameter.id, { value: 1, datetime }, { token })).body).toEqual({ created: 1, ignored: 0 })
    await push(parameter.id, { value: 1 }, { token })
    const stored = await farm.sql<{ at: string }>(
      `select to_char(at, 'YYYY-MM-DD"T"HH24:MI') as at from measurements where measure_parameter_id = $1 order by at`,
      [parameter.id],
    )
    expect(stored.slice(0, 3).map(({ at }) => at)).toEqual(['2026-03-02T01:30', '2026-03-02T04:40', '2026-03-02T04:50'])
    expect((await rows()).map(({ date }) => date)).toHaveLength(1)
  })

  it('is told what is wrong, and then nothing is stored', async () => {
    const { parameter, token, rows } = await sensor()
    const { cage } = await sensor()
    const when = { date: farm.daysAgo(1), time: '08:00' }
    const refused = async (body: unknown) => (await push(parameter.id, body, { token })).body as { errors: object }
    expect((await refused({ ...when })).errors).toEqual({ value: ['Заполните поле'] })
    expect((await refused({ ...when, value: 400 })).errors).toEqual({ value: ['Введите число от −5 до 45'] })
    expect((await refused({ value: 4, datetime: '31.02.2026' })).errors).toHaveProperty('datetime')
    expect((await refused({ value: 4, datetime: '2099-01-01T00:00:00Z' })).errors).toHaveProperty('datetime')
    expect((await refused({ value: 4, date: farm.daysAgo(1) })).errors).toHaveProperty('datetime')
    const list = [
      { ...when, value: 4 },
      { ...when, value: 5, depth: 3 },
      { ...when, value: 5, cage_id: cage.id },
    ]
    expect((await refused(list)).errors).toEqual({
      'list.1.depth': ['У параметра нет такой глубины, есть 2; 5 м'],
      'list.2.cage_id': ['Садок другого модуля'],
    })
    expect(await rows()).toEqual([])
  })

  it('writes nothing before the earliest day of the company, and is told so of each reading', async () => {
    const as = await farm.company('Ферма с закрытым периодом')
    const { parameter, token, rows } = await sensor(as)
    const day = farm.daysAgo(5)
    const closed = { 'minimal-operation-date-enabled': true, 'minimal-operation-date': day }
    await farm.call(accessCalls.companySettings, closed, { as })
    const on = (days: number, value: number) => ({ date: farm.daysAgo(days), time: '00:00', value })
    const early = [`Операции раньше ${day} не принимаются`]
    const refused = async (body: unknown) => {
      const { status, body: answer } = await push(parameter.id, body, { token })
      return [status, (answer as { errors: object }).errors]
    }
    expect(await refused(on(6, 4))).toEqual([422, { datetime: early }])
    expect(await refused([on(6, 4), on(5, 5), on(7, 6)])).toEqual([
      422,
      { 'list.0.datetime': early, 'list.2.datetime': early },
    ])
    expect(await rows()).toEqual([])
    expect((await push(parameter.id, on(5, 5), { token })).body).toEqual({ created: 1, ignored: 0 })
  })

  it('shows on the pages of its company within a second', async () => {
    const { parameter, token } = await sensor()
    let heard = ''
    await farm.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = farm.app.server.address() as { port: number }
    const stop = new AbortController()
    const stream = await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { cookie: `sadok_session=${farm.session.cookie}` },
      signal: stop.signal,
    })
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await push(parameter.id, { value: 3 }, { token })
    // what was written for the sensor itself may be told first
    while (!heard.includes('water')) heard += (await reader.read()).value ?? ''
    stop.abort()
  })
})

describe('a token', () => {
  it('opens its own company and nothing without it', async () => {
    const other = await farm.company()
    const [own, theirs] = [await sensor(), await sensor(other)]
    expect((await push(theirs.parameter.id, { value: 4 }, { token: own.token })).status).toBe(404)
    expect((await push(own.parameter.id, { value: 4 }, {})).status).toBe(401)
    const forged = own.token.replace(/^\d+/, String(other.user.company.id))
    expect((await push(theirs.parameter.id, { value: 4 }, { token: forged })).status).toBe(401)
    expect((await push(own.parameter.id, { value: 4 }, { token: farm.session.cookie })).status).toBe(401)
    expect(await theirs.rows()).toEqual([])
    const inBody = await push(own.parameter.id, { value: 4, token: own.token }, {})
    expect(inBody.body).toEqual({ created: 1, ignored: 0 })
  })

  it('that is guessed makes its whole network wait: then no token is even looked up', async () => {
    const { parameter, token } = await sensor()
    const wrong = `${farm.session.user.company.id}.${'x'.repeat(43)}`
    const statuses = []
    for (let turn = 0; turn < 25; turn++)
      statuses.push((await push(parameter.id, { value: 4 }, { token: wrong })).status)
    expect(statuses[0]).toBe(401)
    expect(statuses.at(-1)).toBe(429)
    const waiting = await push(parameter.id, { value: 4 }, { token })
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers['retry-after'])).toBeGreaterThan(0)
    await farm.sql(`delete from guesses where key = 'outside 127.0.0.1'`)
    expect((await push(parameter.id, { value: 4 }, { token })).status).toBe(200)
    const events = await farm.sql(
      `select details from security_events where kind = 'token-refused' and company_id = $1`,
      [farm.session.user.company.id],
    )
    expect(events).toEqual([{ details: { reason: 'unknown' } }])
  })

  it('is slowed to 120 requests a minute over all processes together', async () => {
    const { parameter, token, rows } = await sensor()
    const other = await farm.process()
    const body = (turn: number) => ({
      value: 4,
      datetime: `${farm.daysAgo(2)} ${String(10 + (turn % 12)).padStart(2, '0')}:00`,
    })
    const turns = Array.from({ length: 130 }, (_, turn) => turn)
    const answers = await Promise.all(
      turns.map((turn) => push(parameter.id, body(turn), { token, on: turn % 2 ? farm.app : other })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const slowed = answers.filter(({ status }) => status === 429)
    expect(slowed).toHaveLength(10)
    expect(Number(slowed[0]!.headers['retry-after'])).toBeGreaterThan(0)
    expect(await rows()).toHaveLength(12)
    await farm.sql(`update guesses set last_at = last_at - interval '61 seconds' where key like 'outside %'`)
    expect((await push(parameter.id, body(1), { token })).status).toBe(200)
  })

  it('of a company whose subscription has ended writes nothing', async () => {
    const other = await farm.company()
    const { parameter, token } = await sensor(other)
    await farm.sql(`update subscriptions set end_date = current_date - 3 where company_id = $1`, [
      other.user.company.id,
    ])
    expect((await push(parameter.id, { value: 4 }, { token })).status).toBe(403)
  })
})
