/** What one farm or one person takes of a process leaves enough for the others. */
import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cageCalls } from '../../core/cages/cage.contract'
import { userCalls } from '../../features/people/person/users.contract'
import { roleCalls } from '../../features/people/roles/roles.contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { TEST_PASSWORD } from '../../testing/session'
import { openPond } from '../../testing/farm/pond'
import { openAnswers } from './limits/limits'
import { dropStuckSockets } from './sockets'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ poolSize: 10 })))
afterAll(() => farm.close())

describe('a farm whose calls all wait', () => {
  it('leaves connections to the others, and its own calls are all answered in the end', async () => {
    const other = await farm.company()
    const role = await farm.call(roleCalls.create, { name: 'Повар' })
    await farm.sql('begin')
    await farm.sql('select from roles where company_id = $1 and id = $2 for update', [
      farm.session.user.company.id,
      role.id,
    ])
    const renamed = Array.from({ length: 20 }, (_, n) =>
      farm.call(roleCalls.update, { id: role.id, name: `Повар ${n}` }),
    )
    const waiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const locked = async () => {
      await farm.sql('select pg_stat_clear_snapshot()')
      return (await farm.sql<{ count: number }>(waiting))[0]!.count
    }
    await expect.poll(locked, { timeout: 5000 }).toBe(4)
    const began = performance.now()
    expect((await farm.get('/user', {}, { as: other })).status).toBe(200)
    expect(performance.now() - began).toBeLessThan(5000)
    await farm.sql('rollback')
    expect(await Promise.all(renamed)).toHaveLength(20)
  })
})

it('a call holds one connection: several new people at once are made by a process that has no other', async () => {
  const on = await farm.process({ poolSize: 1 })
  const as = await farm.company()
  const taken = { name: 'Игорь Судаков', email: farm.session.email }
  const people = Array.from({ length: 4 }, (_, n) => ({ name: 'Анна Белова', email: `at-once-${n}@example.com` }))
  const answers = await Promise.all([...people, taken].map((person) => farm.post('/users', person, { as, on })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 422])
  const several = { people: [taken, { email: 'by-list@example.com' }] }
  expect((await farm.post('/users/invitations', several, { as, on })).status).toBe(200)
})

it('what a cage holds at a moment is told while somebody writes to it', async () => {
  const pond = await openPond()
  const { id: cage_id } = await pond.cage()
  await pond.stock(cage_id, 30, 100, 1)
  const { id: except_id } = await pond.lose(cage_id, 10, 7)
  await pond.farm.sql('select pg_advisory_lock($1, $2)', [pond.farm.session.user.company.id, cage_id])
  const told = await pond.farm.call(cageCalls.countOnDate, { ...pond.on(5), cage_id, except_id })
  expect(told).toMatchObject({ count: 100 })
  await pond.farm.close()
})

it('answers that a person does not take are limited, one alone may be larger', () => {
  const answers = openAnswers(100)
  const [first, second] = [new EventEmitter(), new EventEmitter()]
  answers.check('1.1', 500)
  answers.count('1.1', 60, first as never)
  answers.count('1.1', 40, second as never)
  expect(() => answers.check('1.1', 1)).toThrow('Слишком много данных сразу')
  expect(() => answers.check('1.2', 1)).not.toThrow()
  first.emit('close')
  expect(() => answers.check('1.1', 1)).not.toThrow()
})

it('a connection that takes nothing of its answer is closed, one that waits for it is not', async () => {
  const app = fastify()
  dropStuckSockets(app, 300)
  app.get('/large', async () => Buffer.alloc(50_000_000))
  let answer = () => {}
  app.get('/slow', () => new Promise((resolve) => (answer = () => resolve('at last'))))
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }
  const waits = ask('/slow')
  const stuck = ask('/large')
  const connections = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)))
  await expect.poll(connections).toBe(2)
  await expect.poll(connections, { timeout: 10_000 }).toBe(1)
  answer()
  const [chunk] = (await once(waits, 'data')) as [Buffer]
  expect(String(chunk)).toContain('at last')
  waits.destroy()
  stuck.destroy()
  await app.close()
})

it('a person who has passwords hashed again and again waits', async () => {
  const password = { password: TEST_PASSWORD, password_confirmation: TEST_PASSWORD }
  const make = (n: number) =>
    farm.post(userCalls.create.path, { name: 'Вера', email: `hash${n}@example.com`, ...password })
  const { company, id } = farm.session.user
  const counted = [`hashing ${company.id}.${id}`, 29]
  await farm.sql('insert into guesses (key, failures, last_at) values ($1, $2, clock_timestamp())', counted)
  expect((await make(1)).status).toBe(200)
  expect((await make(2)).status).toBe(429)
})
