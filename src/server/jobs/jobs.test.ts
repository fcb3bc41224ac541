/** Work beside the calls: it comes with the write that ordered it, is done once, and is made up for after a stop. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allJobs } from '../../app.server'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { openDatabase } from '../db/client'
import { openMailer } from '../mail'
import { openSecretBox } from '../second-factor/secret-box'
import { enqueue, type Job, type JobTools } from './job'
import { startRunner } from './runner'

let farm: Farm
beforeAll(async () => void (farm = await openFarm({ logLevel: 'silent' })))
afterAll(() => farm.close())

const invite = (email: string) => farm.post('/users', { name: 'Анна Белова', email })
const to = async (email: string) => (await farm.letters()).filter((letter) => letter.includes(`To: ${email}`)).length

/** A runner of a process, until the test is over. */
async function running<T>(jobs: readonly Job[], during: (faults: unknown[]) => Promise<T>): Promise<T> {
  const { url, webUrl } = farm.database
  const database = openDatabase(webUrl, 1)
  const mailer = openMailer(null, farm.dataDir, () => undefined)
  const publish = () => undefined
  const own = { ownerUrl: url, secrets: openSecretBox(farm.dataDir), backup: null, files: null }
  const tools: JobTools = { database, mailer, publish, ...own }
  const faults: unknown[] = []
  const runner = await startRunner(jobs, tools, (fault) => faults.push(fault))
  try {
    return await during(faults)
  } finally {
    await runner.stop()
    await database.close()
  }
}

/** As of a process that was never started before. */
async function nothingRan(): Promise<void> {
  await farm.sql('delete from job_runs')
  await farm.sql('delete from pgboss.job')
}

/** A job by the clock, due each minute, that counts its runs. */
function counted(name: 'statistics' | 'cleaning', every = '* * * * *') {
  const runs: Date[] = []
  return { runs, job: { name, title: name, every, run: async () => void runs.push(new Date()) } satisfies Job }
}

it('each job has a queue, and each queue a job', async () => {
  const queues = await farm.sql<{ name: string }>('select name from pgboss.queue')
  expect(queues.map(({ name }) => name).sort()).toEqual(allJobs.map(({ name }) => name).sort())
})

it('a letter leaves when the write is stored, and not when it is refused', async () => {
  expect((await invite('anna@example.com')).status).toBe(200)
  expect((await invite('anna@example.com')).status).toBe(422)
  expect(await to('anna@example.com')).toBe(1)
  expect(await to('anna@example.com')).toBe(1)
  expect(await farm.sql('select from letters')).toEqual([])
})

it('what waits cannot be read in the database: neither the letter nor its link', async () => {
  const { body } = await invite('sealed@example.com')
  const [letter] = await farm.sql<{ sealed: string }>('select sealed from letters')
  const queued = await farm.sql(`select data from pgboss.job where name = 'letter' and state = 'created'`)
  const { link } = (body as { invitation: { link: string } }).invitation
  const token = link.split('token=')[1]!
  expect(letter!.sealed).not.toContain(token)
  expect(Buffer.from(letter!.sealed, 'base64url').toString()).not.toContain('sealed@example.com')
  expect(JSON.stringify(queued)).not.toMatch(/sealed@example|token/)
  expect(await to('sealed@example.com')).toBe(1)
})

it('a letter that the mail server refuses waits, and is sent later, once', async () => {
  await invite('later@example.com')
  const refusing: Job = {
    name: 'letter',
    title: 'Письмо',
    run: async () => {
      throw new Error('the mail server is away')
    },
  }
  await farm.work([refusing])
  expect(await farm.sql(`select from pgboss.job where name = 'letter' and state = 'retry'`)).toHaveLength(1)
  expect(await to('later@example.com')).toBe(0)
  await farm.sql(`update pgboss.job set start_after = now() where state = 'retry'`)
  expect(await to('later@example.com')).toBe(1)
})

it('a process that was killed in the middle leaves its job to the next one, which sends nothing twice', async () => {
  await invite('killed@example.com')
  expect(await to('killed@example.com')).toBe(1)
  // the letter was sent and is gone, but that the job is done was never written
  await farm.sql(`update pgboss.job set state = 'retry', completed_on = null, start_after = now()
    where name = 'letter' and id = (select id from pgboss.job where name = 'letter' order by created_on desc limit 1)`)
  expect(await to('killed@example.com')).toBe(1)
})

it('what was due while nothing ran is done at the next start, once however long that was', async () => {
  const { job, runs } = counted('cleaning', '0 * * * *')
  await farm.sql(`insert into job_runs (job, due_for) values ('cleaning', now() - interval '3 days')
    on conflict (job) do update set due_for = excluded.due_for`)
  await running([job], async () => {
    await expect.poll(() => runs.length, { timeout: 15_000 }).toBe(1)
    const noted = `select due_for from job_runs where job = 'cleaning' and due_for > now() - interval '1 hour'`
    await expect.poll(async () => (await farm.sql(noted)).length).toBe(1)
  })
  // the tick of that moment, late
  await farm.sql(`insert into pgboss.job (name, policy) values ('cleaning', 'short')`)
  await farm.work([job])
  expect(runs).toHaveLength(1)
})

it('goes on after a clock that was a year ahead: jobs and letters do not wait for that year', async () => {
  const { job, runs } = counted('cleaning', '0 * * * *')
  await nothingRan()
  await farm.sql(`insert into job_runs (job, due_for) values ('cleaning', now() + interval '1 year')`)
  await farm.sql(`insert into pgboss.job (name, policy, state, created_on, completed_on)
    values ('cleaning', 'short', 'completed', now() + interval '1 year', now() + interval '1 year')`)
  await invite('ahead@example.com')
  await farm.sql(`update pgboss.job set start_after = now() + interval '1 year' where name = 'letter'`)
  const waits = `select from pgboss.job where name = 'letter' and start_after > now()`
  const late = `update job_runs set due_for = due_for - interval '2 hours' where job = 'cleaning' and due_for <= now()`
  await running([job], async () => {
    await expect.poll(async () => (await farm.sql(waits)).length, { timeout: 15_000 }).toBe(0)
    // the next hour has come
    await farm.sql(late)
    await farm.sql(`update pgboss.job set created_on = now() - interval '2 hours' where name = 'cleaning'`)
    await expect.poll(() => runs.length, { timeout: 15_000 }).toBe(1)
  })
  expect(await to('ahead@example.com')).toBe(1)
})

it('two processes do what is due once', async () => {
  const { job, runs } = counted('cleaning', '30 * * * *')
  await nothingRan()
  await running([job], () =>
    running([job], () => expect.poll(() => runs.length, { timeout: 15_000 }).toBeGreaterThan(0)),
  )
  await farm.work([job])
  expect(runs).toHaveLength(1)
})

it('what fails is told, and the others go on', async () => {
  const { job, runs } = counted('statistics')
  const failing: Job = {
    name: 'cleaning',
    title: 'Уборка',
    every: '0 * * * *',
    run: () => Promise.reject(new Error('no room')),
  }
  await nothingRan()
  await running([failing, job], async (faults) => {
    await expect.poll(() => runs.length, { timeout: 15_000 }).toBe(1)
    await expect.poll(() => faults.join(), { timeout: 15_000 }).toContain('no room')
  })
})

it('what cannot be written down after a run is told, and ends no process', async () => {
  await farm.work()
  const gone: Job = {
    name: 'letter',
    title: 'Письмо',
    run: async () => farm.sql('alter table pgboss.job rename to job_away'),
  }
  await farm.sql(`insert into pgboss.job (name, data) values ('letter', '{}')`)
  await running([gone], async (faults) => {
    await expect.poll(() => faults.join(), { timeout: 15_000 }).toContain('pgboss.job')
    await farm.sql('alter table pgboss.job_away rename to job')
  })
  await farm.sql(`delete from pgboss.job where state = 'active'`)
})

it('what failed for a moment waits for its retries, and is not ordered anew at each look', async () => {
  const failing: Job = {
    name: 'cleaning',
    title: 'Уборка',
    every: '0 * * * *',
    run: () => Promise.reject(new Error('no room')),
  }
  await nothingRan()
  for (let turn = 0; turn < 2; turn++)
    await running([failing, counted('statistics').job], async (faults) => {
      const taken = `select from pgboss.job where name = 'statistics' and state = 'completed'`
      await expect.poll(async () => (await farm.sql(taken)).length, { timeout: 15_000 }).toBeGreaterThan(0)
      if (turn === 0) await expect.poll(() => faults.length, { timeout: 15_000 }).toBe(1)
    })
  expect(await farm.sql(`select state from pgboss.job where name = 'cleaning'`)).toEqual([{ state: 'retry' }])
})

it('the application adds work of its own company alone, and neither reads nor changes what waits', async () => {
  const database = openDatabase(farm.database.webUrl, 1)
  const company = farm.session.user.company.id
  const run = (text: string) => database.transaction(company, (tx) => tx.run(sql.raw(text)))
  try {
    await database.transaction(company, async (tx) => enqueue(tx, 'letter', { id: 0, company: 999 }))
    const [job] = await farm.sql<{ data: object }>(
      `select data from pgboss.job where name = 'letter' order by created_on desc limit 1`,
    )
    expect(job!.data).toEqual({ company, input: { id: 0, company: 999 } })
    const unknown = database.transaction(company, async (tx) => enqueue(tx, 'nothing', {}))
    await expect(unknown).rejects.toThrow(/no queue/)
    for (const text of ['select from pgboss.job', 'delete from pgboss.job', 'select from job_runs'])
      await expect(run(text)).rejects.toThrow(/permission denied/)
  } finally {
    await database.close()
    await farm.work()
  }
})
