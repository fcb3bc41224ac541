/**
 * Runs of jobs. The queues are read and written only through the functions of migration 0048, which reveal neither the
 * content of an order nor an error's text; those for the installation check the operator's session themselves.
 */
import { type RawBuilder, sql } from 'kysely'
import { wallClock } from '../../shared/dates'
import { conflict, notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { nextDue } from '../../server/jobs/due'
import { faultText } from '../../server/jobs/faults'
import type { Job } from '../../server/jobs/job'
import { sessionOf } from '../../server/session'
import {
  type ClockRow,
  installationCalls,
  type InstallationJobRow,
  jobCalls,
  type JobRow,
  MAX_JOBS,
} from './jobs.contract'

type Jobs = () => readonly Job[]

type Run = Omit<JobRow, 'title' | 'can_retry'>
type InstallationRun = Run & { company: string | null; matching: number }

const GONE = 'Задание не найдено.'
const NOT_FAILED = 'Задание уже не среди неудавшихся.'
const UNDER_WAY = 'Задание уже выполняется.'
const MAY_RETRY = new Set(['failed', 'retry'])

const titleOf = (jobs: Jobs, name: string) => jobs().find((job) => job.name === name)?.title ?? name

const present = <R extends Run>(jobs: Jobs, row: R) => ({
  ...row,
  title: titleOf(jobs, row.job),
  fault: row.fault && faultText(row.fault),
  can_retry: MAY_RETRY.has(row.state),
})

/** In the farm's own time. */
const columns = ({ company: { time_zone } }: Context) => sql`
  r.id, r.job, r.state, r.attempts, r.fault, r.done, r.total,
  (r.ordered_at at time zone ${time_zone})::timestamp as ordered_at,
  (r.started_at at time zone ${time_zone})::timestamp as started_at,
  (r.finished_at at time zone ${time_zone})::timestamp as finished_at,
  (r.next_at at time zone ${time_zone})::timestamp as next_at`

/** The operator, whose session the functions look for. */
const asking = ({ company, request }: Context) => sql`${company.id}::int, ${sessionOf(request)!.hash}::text`

/** `run`: which of them, of one that is tried again. */
const record = ({ audit, company }: Context, asked: 'retry' | 'run', job: string, run?: string) =>
  audit({ action: 'update', entity: 'job', id: company.id, after: { job, asked, run } })

const readOwn = (context: Context, run: string | null = null) =>
  context.tx.rows<Run>(sql`select ${columns(context)} from company_jobs(${MAX_JOBS}::int, ${run}::uuid) r`)

interface Wanted {
  job?: string | null
  state?: string
  page: number
  per_page: number
}

/** A page of those that match, or the one of an id. */
const readAll = (context: Context, { job, state, page, per_page }: Wanted, run: string | null = null) =>
  context.tx.rows<InstallationRun>(sql`
    select ${columns(context)}, r.company_name as company, r.matching from installation_jobs(
      ${asking(context)}, ${job ?? null}::text, ${state ?? null}::text, ${per_page}::int, ${(page - 1) * per_page}::int,
      ${run}::uuid) r`)

const ONE: Wanted = { page: 1, per_page: 1 }

/** Retries a failed run that the user may see. */
async function again<R extends Run>(
  context: Context,
  jobs: Jobs,
  read: () => Promise<R[]>,
  retry: RawBuilder<{ again: boolean }>,
): Promise<R> {
  const [before] = await read()
  if (!before) throw notFound(GONE)
  const { again } = await context.tx.one(retry)
  if (!again) throw conflict(NOT_FAILED)
  record(context, 'retry', titleOf(jobs, before.job), before.id)
  return (await read())[0]!
}

type Clock = Omit<ClockRow, 'id' | 'title' | 'next_at' | 'can_run'> & { job: string }

async function readClock(context: Context, jobs: Jobs): Promise<ClockRow[]> {
  const { tx, company } = context
  const rows = await tx.rows<Clock>(sql`
    select r.job, (r.done_at at time zone ${company.time_zone})::timestamp as last_at, r.waiting, r.failed, r.state,
      r.fault,
      r.done, r.total
    from installation_clock(${asking(context)}) r`)
  return rows.map(({ job, fault, ...row }) => {
    const every = jobs().find(({ name }) => name === job)?.every
    return {
      ...row,
      id: job,
      title: titleOf(jobs, job),
      fault: fault && faultText(fault),
      next_at: every === undefined ? null : wallClock(company.time_zone, nextDue(every)),
      can_run: every !== undefined,
    }
  })
}

async function runNow(context: Context, jobs: Jobs, job: string): Promise<ClockRow> {
  if (jobs().find(({ name }) => name === job)?.every === undefined) throw notFound(GONE)
  const { ordered } = await context.tx.one<{ ordered: boolean }>(
    sql`select installation_run(${asking(context)}, ${job}::text) as ordered`,
  )
  if (!ordered) throw conflict(UNDER_WAY)
  record(context, 'run', titleOf(jobs, job))
  return (await readClock(context, jobs)).find(({ id }) => id === job)!
}

const shown = (jobs: Jobs, { matching: _, ...row }: InstallationRun): InstallationJobRow => present(jobs, row)

/** `jobs`: those of the application. */
export const jobRoutes = (jobs: Jobs): Route[] => [
  route(jobCalls.list, async (_, context) => (await readOwn(context)).map((row) => present(jobs, row))),
  route(jobCalls.retry, async ({ run }, context) => {
    const retry = sql<{ again: boolean }>`select company_retry(${run}::uuid) as again`
    return present(jobs, await again(context, jobs, () => readOwn(context, run), retry))
  }),
  route(installationCalls.jobs, async (input, context) => {
    const rows = await readAll(context, input)
    // beyond the last page the total is still needed
    const [first] = rows.length > 0 || input.page === 1 ? rows : await readAll(context, { ...input, ...ONE })
    return { rows: rows.map((row) => shown(jobs, row)), total: first?.matching ?? 0 }
  }),
  route(installationCalls.clock, (_, context) => readClock(context, jobs)),
  route(installationCalls.run, ({ job }, context) => runNow(context, jobs, job)),
  route(installationCalls.retry, async ({ run }, context) => {
    const retry = sql<{ again: boolean }>`select installation_retry(${asking(context)}, ${run}::uuid) as again`
    return shown(jobs, await again(context, jobs, () => readAll(context, ONE, run), retry))
  }),
]
