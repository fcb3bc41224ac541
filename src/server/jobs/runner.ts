/** Runs jobs beside the calls: pg-boss takes each from its queue, one process at a time. */
import cron from 'cron-parser'
import PgBoss, { type JobWithMetadata } from 'pg-boss'
import { openOwnerPool } from '../db/pool'
import type { Job, JobTools, Order } from './job'

/** How long what was just ordered waits at most. */
const POLL_S = 1
/** What is due by the clock may wait for some seconds. */
const CLOCK_POLL_S = 5
const STOP_MS = 5000
const FAULT_MS = 60_000
const DAY_S = 86_400

export interface Runner {
  stop(): Promise<void>
}

type Fault = (error: unknown) => void
type Taken = Pick<JobWithMetadata<Order>, 'data' | 'createdOn'>

const lastDue = (every: string, before: Date): Date =>
  cron.parseExpression(every, { currentDate: before, tz: 'UTC' }).prev().toDate()

/**
 * The queues, on connections of the owner's role: the application's own may only add to them. pg-boss does not wait for
 * what it writes down after a run, and a promise nobody waits for would end the process when the database is away: once
 * `onFault` is given a statement that fails is told there, and its job runs again when its time is over.
 */
export function openQueues(ownerUrl: string) {
  const pool = openOwnerPool(ownerUrl, 'sadok jobs')
  const sent = new Set<Promise<unknown>>()
  let onFault: Fault | null = null
  const ask = async (text: string, values: unknown[]) => {
    const answer = pool.query(text, values)
    sent.add(answer)
    try {
      return await answer
    } catch (error) {
      if (!onFault) throw error
      onFault(error)
      return { rows: [] }
    } finally {
      sent.delete(answer)
    }
  }
  const boss = new PgBoss({
    db: { executeSql: ask },
    migrate: false,
    archiveCompletedAfterSeconds: DAY_S,
    archiveFailedAfterSeconds: 14 * DAY_S,
    deleteAfterDays: 30,
  })
  return {
    boss,
    pool,
    tellFaults: (to: Fault) => void (onFault = to),
    close: async () => {
      await Promise.allSettled(sent)
      await pool.end()
    },
  }
}
type Queues = ReturnType<typeof openQueues>

async function wasDone({ pool }: Queues, job: string, due: Date): Promise<boolean> {
  const { rows } = await pool.query('select from job_runs where job = $1 and due_for >= $2', [job, due])
  return rows.length > 0
}

const noteDone = ({ pool }: Queues, job: string, due: Date) =>
  pool.query(
    `insert into job_runs (job, due_for) values ($1, $2)
     on conflict (job) do update set due_for = greatest(job_runs.due_for, excluded.due_for), done_at = now()`,
    [job, due],
  )

/** One try. A moment that was made up for at a start is not done again by its own tick. */
export async function runOnce(queues: Queues, job: Job, taken: Taken, tools: JobTools): Promise<void> {
  if (job.every === undefined) return void (await job.run(tools, taken.data))
  const due = lastDue(job.every, new Date(taken.createdOn.getTime() + 1))
  if (await wasDone(queues, job.name, due)) return
  await job.run(tools)
  await noteDone(queues, job.name, due)
}

/** What was due while nothing ran is due now; pg-boss alone would lose it. */
async function makeUp(queues: Queues, { name, every }: Job): Promise<void> {
  if (every === undefined || (await wasDone(queues, name, lastDue(every, new Date())))) return
  await queues.boss.send(name, {})
}

async function keepClock({ boss }: Queues, jobs: readonly Job[]): Promise<void> {
  const due = new Map(jobs.flatMap(({ name, every }) => (every === undefined ? [] : [[name, every]])))
  const former = (await boss.getSchedules()).filter(({ name }) => !due.has(name))
  for (const { name } of former) await boss.unschedule(name)
  for (const [name, every] of due) await boss.schedule(name, every)
}

/** A database that is away is told of once in a while, and not at each look into each queue. */
function onceIn(span: number, onFault: Fault): Fault {
  let next = 0
  return (fault) => {
    if (performance.now() < next) return
    next = performance.now() + span
    onFault(fault)
  }
}

/** Works until it is stopped. What is under way then gets some seconds, or runs again at the next start. */
export async function startRunner(jobs: readonly Job[], tools: JobTools, onFault: Fault): Promise<Runner> {
  const queues = openQueues(tools.ownerUrl)
  const { boss } = queues
  const away = onceIn(FAULT_MS, onFault)
  boss.on('error', away)
  await boss.start()
  for (const job of jobs) {
    const pollingIntervalSeconds = job.every === undefined ? POLL_S : CLOCK_POLL_S
    await boss.work<Order>(job.name, { includeMetadata: true, pollingIntervalSeconds }, async ([taken]) => {
      try {
        await runOnce(queues, job, taken!, tools)
      } catch (error) {
        onFault(error)
        throw error
      }
    })
    await makeUp(queues, job)
  }
  await keepClock(queues, jobs)
  queues.tellFaults(away)
  return {
    stop: async () => {
      await boss.stop({ graceful: true, wait: true, timeout: STOP_MS })
      await queues.close()
    },
  }
}
