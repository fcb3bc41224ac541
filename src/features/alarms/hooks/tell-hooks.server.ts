/** Orders what programs outside are told of alarms, and gives up what they have not taken for a day. */
import { sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { enqueue } from '../../../server/jobs/job'
import { keepNews, readHookNews } from './hook-body.server'
import { HOOK_JOB, type HookOrder } from './hook-job.server'

/** What is over is news for so long, and only for whoever was told that it began; what waits is given up then. */
const NEWS = '1 day'
/** What one look tells at most; the rest follows in the next. */
const MOST = 500

/** In the order in which it happened to each alarm: one step in a look. */
const readUntold = (tx: Tx, company: number) =>
  readHookNews(
    tx,
    company,
    sql`case when a.ended is not null then 'resolved' when a.danger then 'danger' else 'active' end`,
    sql`
      and ((a.ended is null and a.recovering is null)
        or a.ended > (now() at time zone c.time_zone) - ${NEWS}::interval)
      and (a.snoozed_until is null or a.ended is not null or a.snoozed_until <= now() at time zone c.time_zone)
      and case e.event
        when 'resolved' then told.events && '{active,danger}' and 'resolved' <> all(told.events)
        when 'danger' then 'danger' <> all(told.events)
        else told.events = '{}' and not h.danger_only end
      order by h.id, a.danger desc, a.id limit ${MOST}`,
  )

/** Answers whether anything was. */
async function giveUp(tx: Tx, company: number): Promise<boolean> {
  const hooks = await tx.rows<{ hook_id: number }>(sql`
    update alarm_hook_sends set given_up_at = now()
    where company_id = ${company} and sent_at is null and given_up_at is null
      and ordered_at < now() - ${NEWS}::interval
    returning hook_id`)
  if (hooks.length > 0)
    await tx.run(sql`
      update alarm_hooks set given_up_at = coalesce(given_up_at, now())
      where company_id = ${company} and id = any(${hooks.map(({ hook_id }) => hook_id)}::int[])`)
  return hooks.length > 0
}

const order = (tx: Tx, hooks: Iterable<number>) => {
  for (const hook of hooks) enqueue(tx, HOOK_JOB, { hook } satisfies HookOrder)
}

/** Answers whether anything is to be told, or has been given up. */
export async function tellHooks(tx: Tx, company: number): Promise<boolean> {
  const gaveUp = await giveUp(tx, company)
  const hooks = await keepNews(tx, company, await readUntold(tx, company))
  order(tx, hooks)
  return gaveUp || hooks.size > 0
}

/** Somebody acknowledged an alarm of which they were told. */
export async function tellAcknowledged(tx: Tx, company: number, alarm: number): Promise<void> {
  const news = await readHookNews(
    tx,
    company,
    sql`'acknowledged'`,
    sql`and a.id = ${alarm} and told.events && '{active,danger}' and 'acknowledged' <> all(told.events)`,
  )
  order(tx, await keepNews(tx, company, news))
}
