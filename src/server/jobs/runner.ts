/**
 * Runs jobs beside the calls: each order is taken by one process. pg-boss keeps the queues; its own workers and clock
 * are not used, because they do not await what they write after a run, and such an unhandled rejection would end the
 * process when the database is away.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import PgBoss, { type JobWithMetadata } from 'pg-boss'
import { openOwnerPool } from '../db/pool'
import { lastDue } from './due'
import { faultOf } from './faults'
import type { Job, JobTools, Order } from './job'
import { openProgress } from './progress'

/** The longest wait of a new order. */
const POLL_MS = 1000
/** Jobs due by the clock may be some seconds late. */
const CLOCK_POLL_MS = 5000
const CLOCK_MS = 60_000
const STOP_MS = 5000
const FAULT_MS = 60_000
const DAY_S = 86_400

export interface Runner {
  stop(): Promise<void>
}

/** `of` is the job and its run, for an error inside one */
type OnFault = (error: unknown, of?: { job: string; run: string }) => void

/** Opens the queues with connections of the owner's role: the application's role may only add to them. */
export function openQueues(ownerUrl: string) {
  const pool = openOwnerPool(ownerUrl, 'sadok jobs')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    schedule: false,
    archiveCompletedAfterSeconds: DAY_S,
    archiveFailedAfterSeconds: 14 * DAY_S,
    deleteAfterDays: 30,
  })
  return { boss, pool }
}
type Queues = ReturnType<typeof openQueues>

async function isDone({ pool }: Queues, job: string, due: Date): Promise<boolean> {
  const { rows } = await pool.query('select from job_runs where job = $1 and due_for >= $2', [job, due])
  return rows.length > 0
}

const noteDone = ({ pool }: Queues, job: string, due: Date) =>
  pool.query(
    `insert into job_runs (job, due_for) values ($1, $2)
     on conflict (job) do update set due_for = greatest(job_runs.due_for, excluded.due_for), done_at = now()`,
    [job, due],
  )

/**
 * Orders a job that is due, also when the moment passed while nothing ran; not while an order waits, nor again when it
 * failed for that moment.
 */
async function order(queues: Queues, { name, every }: Job): Promise<void> {
  if (every === undefined) return
  const due = lastDue(every, new Date())
  if (await isDone(queues, name, due)) return
  const { rows } = await queues.pool.query(
    `select from pgboss.job where name = $1 and (created_on >= $2 or state < 'completed') limit 1`,
    [name, due],
  )
  if (rows.length === 0) await queues.boss.send(name, {})
}

/** Runs a job once. Several orders of one moment run once, unless a person ordered one of them. */
async function run(queues: Queues, job: Job, taken: JobWithMetadata<Order | null>, tools: JobTools): Promise<void> {
  const { progress, written } = openProgress(queues.pool, job.name, taken.id)
  const work = { ...tools, progress }
  try {
    if (job.every === undefined) return void (await job.run(work, taken.data!))
    const { asked, company } = taken.data ?? {}
    // what one of them ordered is not what is due for all
    if (!asked && company !== undefined) return void (await job.run(work, { company }))
    const due = lastDue(job.every, new Date(taken.createdOn.getTime() + 1))
    if (!asked && (await isDone(queues, job.name, due))) return
    await job.run(work)
    await noteDone(queues, job.name, due)
  } finally {
    await written()
  }
}

/**
 * The clock was ahead and is right again: what was noted meanwhile would keep jobs waiting until then. A retry may be
 * hours away, so only what is more than a day away counts as that.
 */
const mendAfterClock = ({ pool }: Queues) =>
  pool.query(`
    update job_runs set due_for = now() where due_for > now() + interval '10 minutes';
    update pgboss.job set start_after = now() where state < 'active' and start_after > now() + interval '1 day';
    update pgboss.job set created_on = now(), started_on = case when started_on > now() then now() else started_on end
    where created_on > now() + interval '10 minutes'`)

/** Takes the next order of a job and runs it; false when none waits. A failed one is retried later. */
export async function takeNext(queues: Queues, job: Job, tools: JobTools, onFault: OnFault): Promise<boolean> {
  const { boss } = queues
  const [taken] = await boss.fetch<Order | null>(job.name, { includeMetadata: true })
  if (!taken) return false
  const failed = await run(queues, job, taken, tools).then(
    () => null,
    (error: unknown) => ({ error }),
  )
  if (failed) {
    onFault(failed.error, { job: job.name, run: taken.id })
    await boss.fail(job.name, taken.id, { fault: faultOf(failed.error) })
  } else if (job.kept === false) await boss.deleteJob(job.name, taken.id)
  else await boss.complete(job.name, taken.id)
  return true
}

/** Reports an unreachable database once in a while, not at each poll of each queue. */
function onceIn(span: number, onFault: OnFault): OnFault {
  let next = 0
  return (fault) => {
    if (performance.now() < next) return
    next = performance.now() + span
    onFault(fault)
  }
}

/** Works until it is stopped. Runs in progress then get some seconds; after that they run again elsewhere. */
export async function startRunner(jobs: readonly Job[], tools: JobTools, onFault: OnFault): Promise<Runner> {
  const queues = openQueues(tools.ownerUrl)
  const { boss, pool } = queues
  const away = onceIn(FAULT_MS, onFault)
  const stopping = new AbortController()
  const { signal } = stopping
  // each job pauses on it
  setMaxListeners(jobs.length + 1, signal)
  boss.on('error', away)
  // expires orders of killed processes, and archives
  await boss.start()
  const work = async (job: Job) => {
    while (!signal.aborted) {
      const worked = await order(queues, job)
        .then(() => takeNext(queues, job, tools, onFault))
        .catch(away)
      const span = job.every === undefined ? POLL_MS : CLOCK_POLL_MS
      if (!worked) await pause(span, undefined, { signal }).catch(() => undefined)
    }
  }
  const watchClock = async () => {
    while (!signal.aborted) {
      await mendAfterClock(queues).catch(away)
      await pause(CLOCK_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const working = Promise.all([watchClock(), ...jobs.map(work)])
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([working, pause(STOP_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}
