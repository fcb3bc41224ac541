/**
 * Tells one program outside what waits for it, one after another. What it did not take is tried again later, with
 * what came meanwhile behind it.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { deliver, type Delivered } from '../../../server/hooks/deliver'
import { JobFault } from '../../../server/jobs/faults'
import { enqueue, type Job, type RunTools } from '../../../server/jobs/job'
import { pushJob } from '../telling/push.server'
import { openSecrets } from './hook-secrets.server'

export const HOOK_JOB = 'alarm-hook'

export interface HookOrder {
  hook: number
}

interface Waiting {
  id: number
  delivery: string
  body: string
  address: string
  secret: string
  old_secret: string | null
}

/** The first that waits, unless another process has it: longer than an answer may take, it was killed. */
const take = (tx: Tx, company: number, hook: number) =>
  tx.maybe<Waiting>(sql`
    update alarm_hook_sends s set taken_at = now()
    from alarm_hooks h
    where s.company_id = ${company} and h.company_id = ${company} and h.id = ${hook} and h."on"
      and s.id = (
        select id from alarm_hook_sends
        where company_id = ${company} and hook_id = ${hook} and sent_at is null and given_up_at is null
        order by id limit 1 for update)
      and (s.taken_at is null or s.taken_at < now() - interval '20 seconds')
    returning s.id, s.delivery, s.body, h.address, h.secret,
      case when h.old_until > now() then h.old_secret end as old_secret`)

/** What came of it stands with the program. */
async function note(tx: Tx, company: number, hook: number, { id }: Waiting, { code, ms, fault }: Delivered) {
  await tx.run(sql`
    update alarm_hook_sends set taken_at = null, sent_at = case when ${fault}::text is null then now() end
    where company_id = ${company} and id = ${id}`)
  await tx.run(sql`
    update alarm_hooks set last_at = now(), last_code = ${code}, last_ms = ${ms}, last_fault = ${fault},
      given_up_at = case when ${fault}::text is not null then given_up_at end
    where company_id = ${company} and id = ${hook}`)
}

/** False when nothing waits. */
async function tellNext({ database, secrets, publish }: RunTools, company: number, hook: number): Promise<boolean> {
  const waiting = await database.transaction(company, (tx) => take(tx, company, hook))
  if (!waiting) return false
  const { delivery: id, body, address } = waiting
  const outcome = await deliver(address, { id, body, secrets: await openSecrets(secrets, company, waiting) })
  await database.transaction(company, (tx) => note(tx, company, hook, waiting, outcome))
  publish(company, ['alarms'])
  if (outcome.fault) throw new JobFault(outcome.fault)
  return true
}

/** Others wait too; what is left is told by an order of its own. */
const RUN_MS = 60_000

async function tellAll(tools: RunTools, company: number, order: HookOrder): Promise<void> {
  const end = Date.now() + RUN_MS
  while (Date.now() < end) if (!(await tellNext(tools, company, order.hook))) return
  await tools.database.transaction(company, (tx) => Promise.resolve(enqueue(tx, HOOK_JOB, order)))
}

export const hookJob: Job = {
  name: HOOK_JOB,
  title: 'Тревога программе',
  kept: false,
  run: (tools, { company, input }) => tellAll(tools, company, input as HookOrder),
}

/** What tells of alarms beside letters. */
export const tellingJobs: Job[] = [pushJob, hookJob]
