/**
 * Runs jobs beside the calls: each is taken from its queue by one process. pg-boss keeps the queues, its own workers
 * and clock stay unused: they do not wait for what they write down after a run, and a promise nobody waits for ends the
 * process when the database is away.
 */
import { setTimeout as pause } from 'node:timers/promises'
import PgBoss, { type JobWithMetadata } from 'pg-boss'
import { openOwnerPool } from '../db/pool'
import { lastDue } from './due'
import { faultOf } from './faults'
import type { Job, JobTools, Order } from './job'
import { openProgress } from './progress'

/** How long what was just ordered waits at most. */
const POLL_MS = 1000
/** What is due by the clock may wait for some seconds. */
const CLOCK_POLL_MS = 5000
const STOP_MS = 5000
const FAULT_MS = 60_000
const DAY_S = 86_400

export interface Runner {
  stop(): Promise<void>
}

/** `of`: the job and its run, of an error in one */
type OnFault = (error: unknown, of?: { job: string; run: string }) => void

/** The queues, on connections of the owner's role: the application's own may only add to them. */
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
 * Orders what is due, also what was due while nothing ran; not again while it waits, nor when it failed for that
 * moment.
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

/** One try. Several orders of one moment are done once, unless a person asked for one of them. */
async function run(queues: Queues, job: Job, taken: JobWithMetadata<Order | null>, tools: JobTools): Promise<void> {
  const { progress, written } = openProgress(queues.pool, job.name, taken.id)
  const work = { ...tools, progress }
  try {
    if (job.every === undefined) return void (await job.run(work, taken.data!))
    const due = lastDue(job.every, new Date(taken.createdOn.getTime() + 1))
    if (!taken.data?.asked && (await isDone(queues, job.name, due))) return
    await job.run(work)
    await noteDone(queues, job.name, due)
  } finally {
    await written()
  }
}

/** Takes the next from the queue of a job and tries it; false when none waits. What fails is tried later. */
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

/** A database that is away is told of once in a while, and not at each look into each queue. */
function onceIn(span: number, onFault: OnFault): OnFault {
  let next = 0
  return (fault) => {
    if (performance.now() < next) return
    next = performance.now() + span
    onFault(fault)
  }
}

/** Works until it is stopped. What is under way then gets some seconds, or runs again when its time is over. */
export async function startRunner(jobs: readonly Job[], tools: JobTools, onFault: OnFault): Promise<Runner> {
  const queues = openQueues(tools.ownerUrl)
  const { boss, pool } = queues
  const away = onceIn(FAULT_MS, onFault)
  const stopping = new AbortController()
  const { signal } = stopping
  boss.on('error', away)
  // expires what a killed process had taken, and archives
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
  const working = Promise.all(jobs.map(work))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.race([working, pause(STOP_MS, undefined, { ref: false })])
      await boss.stop({ graceful: false })
      await pool.end()
    },
  }
}
