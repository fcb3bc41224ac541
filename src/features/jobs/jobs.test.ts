/** Who looks after a farm or an installation sees how jobs run, and nothing of what they carry. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditCalls, type AuditRow } from '../audit/audit.contract'
import { openDatabase } from '../../server/db/client'
import type { Job } from '../../server/jobs/job'
import { letters } from '../../server/jobs/letters'
import { readToken } from '../../server/session'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { makeOperator, type Session } from '../../testing/session'
import { installationCalls, jobCalls } from './jobs.contract'

const SECRET = 'тайна-7431'

let farm: Farm
let other: Session
let operator: Session
beforeAll(async () => {
  farm = await openFarm({ logLevel: 'silent' })
  other = await farm.company('Ферма «Восток»')
  operator = await farm.company('Хозяин установки')
  await makeOperator(farm.sql, operator.user)
})
afterAll(() => farm.close())

const failing = (error: unknown): Job => ({ name: 'letter', title: 'Письмо', run: () => Promise.reject(error) })
const away = Object.assign(new Error(`connect smtp://farm:${SECRET}@mail.example`), {
  code: 'ESOCKET',
  command: 'CONN',
})

/** A letter of this farm that was tried for the last time. */
async function failedLetter(email: string, as: Session = farm.session, error: unknown = away) {
  await farm.post('/users', { name: 'Анна Белова', email }, { as })
  await farm.sql(`update pgboss.job set retry_limit = 0 where name = 'letter' and state = 'created'`)
  await farm.work([failing(error)])
  return (await list(as))[0]!
}

const list = (as: Session = farm.session) => farm.call(jobCalls.list, {}, { as })
const all = (input: object = {}) => farm.call(installationCalls.jobs, input, { as: operator })
const clock = () => farm.call(installationCalls.clock, {}, { as: operator })
const to = async (email: string) => (await farm.letters()).filter((letter) => letter.includes(`To: ${email}`)).length
const stateOf = async (id: string, as?: Session) => (await list(as)).find((row) => row.id === id)!.state

describe('an administrator', () => {
  it('sees the jobs of the farm alone, and why one failed in words that quote nothing of the error', async () => {
    const own = await failedLetter('own@example.com')
    const foreign = await failedLetter('foreign@example.com', other)
    expect(own).toMatchObject({
      job: 'letter',
      title: 'Письмо',
      state: 'failed',
      attempts: 1,
      fault: 'Почтовый сервер не отвечает.',
      can_retry: true,
      finished_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
    })
    const ids = (await list()).map(({ id }) => id)
    expect(ids).toContain(own.id)
    expect(ids).not.toContain(foreign.id)
    const refused = { as: farm.session, expect: 404 }
    await farm.call(jobCalls.retry, { run: foreign.id }, refused)
    expect(await stateOf(foreign.id, other)).toBe('failed')
  })

  it('sends what failed again, once, however often it is asked under one key; it stands in the journal', async () => {
    const { id } = await failedLetter('again@example.com')
    expect(await to('again@example.com')).toBe(0)
    const key = 'f4b7cf0e-8a3e-4c15-9d54-0f2f5b8d1c11'
    const first = await farm.call(jobCalls.retry, { run: id }, { key })
    expect(first).toMatchObject({ id, state: 'retry', fault: null })
    expect(await farm.call(jobCalls.retry, { run: id }, { key })).toEqual(first)
    expect(await to('again@example.com')).toBe(1)
    expect(await stateOf(id)).toBe('completed')
    expect(await farm.call(jobCalls.retry, { run: id }, { key })).toEqual(first)
    await farm.call(jobCalls.retry, { run: id }, { expect: 409 })
    expect(await to('again@example.com')).toBe(1)
    const told = await farm.call(auditCalls.list, { start: farm.today(), end: farm.today() })
    const journal = (told as AuditRow[]).filter(({ entity }) => entity === 'job')
    expect(journal).toHaveLength(1)
    expect(JSON.stringify(journal)).toContain('Письмо')
  })

  it('is told when the letter itself is gone: nothing is sent, and nobody is told that it was', async () => {
    const { id } = await failedLetter('gone@example.com')
    await farm.sql('delete from letters')
    await farm.call(jobCalls.retry, { run: id })
    await farm.work([letters])
    const row = (await list()).find((one) => one.id === id)!
    expect(row).toMatchObject({ state: 'failed', attempts: 2 })
    expect(row.fault).toContain('письма больше нет')
  })

  it('is the only one of the farm who may', async () => {
    const { id } = await failedLetter('refused@example.com')
    const person = await farm.user({ permissions: ['access settings', 'view audit', 'create users'] })
    await farm.call(jobCalls.list, {}, { as: person, expect: 403 })
    await farm.call(jobCalls.retry, { run: id }, { as: person, expect: 403 })
    expect(await stateOf(id)).toBe('failed')
    for (const as of [farm.session, person]) {
      await farm.call(installationCalls.jobs, {}, { as, expect: 403 })
      await farm.call(installationCalls.clock, {}, { as, expect: 403 })
      await farm.call(installationCalls.run, { job: 'cleaning' }, { as, expect: 403 })
      await farm.call(installationCalls.retry, { run: id }, { as, expect: 403 })
    }
  })
})

describe('the operator', () => {
  it('sees the jobs of all farms and of the clock, a page of them, by job and by state', async () => {
    const own = await failedLetter('operator@example.com')
    const { rows, total } = await all({ per_page: 100 })
    expect(rows).toHaveLength(total)
    expect(rows[0]).toMatchObject({ id: own.id, company: 'Ферма «Север»' })
    expect(new Set(rows.map(({ company }) => company))).toContain('Ферма «Восток»')
    const failed = await all({ state: 'failed', job: 'letter' })
    expect(new Set(failed.rows.map(({ state }) => state))).toEqual(new Set(['failed']))
    expect(failed.total).toBe(rows.filter(({ state }) => state === 'failed').length)
    const second = await all({ page: 2, per_page: 2 })
    expect(second.rows.map(({ id }) => id)).toEqual(rows.slice(2, 4).map(({ id }) => id))
    expect(await all({ page: 1000 })).toEqual({ rows: [], total })
    expect(await all({ job: 'cleaning' })).toEqual({ rows: [], total: 0 })
  })

  it('tries again what failed in any farm', async () => {
    const { id } = await failedLetter('any@example.com', other)
    const row = await farm.call(installationCalls.retry, { run: id }, { as: operator })
    expect(row).toMatchObject({ state: 'retry', company: 'Ферма «Восток»' })
    expect(await to('any@example.com')).toBe(1)
    await farm.call(installationCalls.retry, { run: id }, { as: operator, expect: 409 })
  })

  it('sees what each job does next, and runs one now though its moment was done', async () => {
    let runs = 0
    const counted: Job = { name: 'cleaning', title: 'Уборка', every: '0 0 1 1 *', run: async () => void runs++ }
    const cleaning = async () => (await clock()).find(({ id }) => id === 'cleaning')!
    const now = (expect = 200) => farm.call(installationCalls.run, { job: 'cleaning' }, { as: operator, expect })
    await farm.due(counted)
    expect(runs).toBe(1)
    expect(await cleaning()).toMatchObject({
      state: 'completed',
      waiting: 0,
      can_run: true,
      title: 'Уборка устаревшего',
    })
    expect((await cleaning()).next_at).toMatch(/:23$/)
    await now()
    await now()
    expect(await cleaning()).toMatchObject({ state: 'created', waiting: 1 })
    await farm.work([counted])
    expect(runs).toBe(2)
    const letter = (await clock()).find(({ id }) => id === 'letter')!
    expect(letter).toMatchObject({ next_at: null, can_run: false, failed: expect.any(Number) })
    for (const job of ['letter', 'nothing'])
      await farm.call(installationCalls.run, { job }, { as: operator, expect: 404 })
  })

  it('sees how far a long one has come, and does not order it again meanwhile', async () => {
    const seen: unknown[] = []
    const long: Job = {
      name: 'cleaning',
      title: 'Уборка',
      every: '0 0 1 1 *',
      run: async ({ progress }) => {
        progress(3, 8)
        const cleaning = async () => (await clock()).find(({ id }) => id === 'cleaning')!
        await expect.poll(async () => (await cleaning()).done).toBe(3)
        seen.push(await cleaning(), (await all({ job: 'cleaning', state: 'active' })).rows[0])
        await farm.call(installationCalls.run, { job: 'cleaning' }, { as: operator, expect: 409 })
      },
    }
    await farm.call(installationCalls.run, { job: 'cleaning' }, { as: operator })
    await farm.work([long])
    const way = { state: 'active', done: 3, total: 8, fault: null }
    expect(seen).toEqual([expect.objectContaining(way), expect.objectContaining({ ...way, company: null })])
    expect((await clock()).find(({ id }) => id === 'cleaning')).toMatchObject({ state: 'completed', done: null })
  })
})

it('nobody else opens the functions of the operator, even inside the database', async () => {
  const database = openDatabase(farm.database.webUrl, 1)
  const { id } = await failedLetter('inside@example.com')
  const calls = (asking: number, hash: string) => [
    sql`select * from installation_jobs(${asking}::int, ${hash}::text, null, null, 10, 0)`,
    sql`select * from installation_clock(${asking}::int, ${hash}::text)`,
    sql`select installation_run(${asking}::int, ${hash}::text, 'cleaning')`,
    sql`select installation_retry(${asking}::int, ${hash}::text, ${id}::uuid)`,
  ]
  for (const { cookie } of [other, farm.session])
    for (const asking of [readToken(cookie)!.company, operator.user.company.id])
      for (const query of calls(asking, readToken(cookie)!.hash))
        await expect(database.transaction(readToken(cookie)!.company, (tx) => tx.run(query))).rejects.toMatchObject({
          code: '42501',
        })
  // nor does it reach what another company waits for, or the queues themselves
  const inside = (query: ReturnType<typeof calls>[number]) =>
    database.transaction(other.user.company.id, (tx) => tx.rows(query))
  expect(await inside(sql`select * from company_jobs(10, ${id}::uuid)`)).toEqual([])
  expect(await inside(sql`select company_retry(${id}::uuid) as again`)).toEqual([{ again: false }])
  for (const closed of [sql`select try_again(${id}::uuid, null)`, sql`select from pgboss.run`])
    await expect(inside(closed)).rejects.toMatchObject({ code: '42501' })
  await database.close()
})

it('no answer holds what an order carries, nor what an error said', async () => {
  await failedLetter(`${SECRET}@example.com`)
  await failedLetter('other-error@example.com', farm.session, new Error(`password ${SECRET}`))
  // as it stood before a reason was a word
  await farm.sql(
    `insert into pgboss.job (name, data, state, output, started_on, completed_on)
     values ('letter', $1, 'failed', $2, now(), now())`,
    [
      { company: farm.session.user.company.id, input: { id: 0, link: SECRET } },
      { message: SECRET, stack: SECRET, value: { message: SECRET } },
    ],
  )
  const stored = await farm.sql<{ output: string }>(`select output::text from pgboss.job where output ? 'fault'`)
  expect(JSON.stringify(stored)).not.toContain(SECRET)
  const shown = JSON.stringify([await list(), await all({ per_page: 100 }), await clock()])
  expect(shown).toContain('Сбой программы')
  expect(shown).not.toContain(SECRET)
  expect(shown).not.toMatch(/token=|stack|@example/)
})

it('what runs each minute leaves nothing behind when it went well', async () => {
  const quiet: Job = { name: 'statistics', title: 'Статистика', kept: false, every: '* * * * *', run: async () => 0 }
  await farm.due(quiet)
  expect(await farm.sql(`select from pgboss.job where name = 'statistics'`)).toEqual([])
  expect((await clock()).find(({ id }) => id === 'statistics')!.last_at).toMatch(/^\d{4}-/)
})
