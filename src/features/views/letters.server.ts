/** Views that are sent by themselves: who set it up, who gets it, who no longer wants it. */
import { sql } from 'kysely'
import { CallError, fieldErrors, notFound, notice } from '../../server/errors'
import { originOf } from '../../server/http/origin'
import { type Context, route, type Route } from '../../server/http/route'
import type { Tx } from '../../server/db/client'
import { enqueue } from '../../server/jobs/job'
import { ownView, viewOf } from './kept/kept-views.server'
import { presentViews } from './present-views.server'
import type { Readable } from './kept/view-sheets.server'
import { viewCalls } from './kept/views.contract'

/** The job that makes one letter. */
export const LETTER_JOB = 'report-letter'

/** More than the farm, or all farms to one address, may send in a day (may_send_report). */
const OVER =
  'Больше писем с отчётами сегодня нельзя: в сутки их до 500 из хозяйства, в его первую неделю до 10, и до 20 на один адрес.'

/** SQL: the letter is not ordered because too many were. */
export const isOver = sql`fault = ${JSON.stringify(OVER)}::jsonb`

export interface LetterOrder {
  view: number
  user: number
  email: string
  /** farm wall clock */
  due: string
  origin: string
}

export const STRANGER = 'Получатель ещё не входил в «Садок» с этим адресом.'

/** Whether the address is that of somebody who has signed in since it was given to them: a stranger gets nothing. */
export const hasEntered = (tx: Tx, company: number, user: number) =>
  tx.maybe(sql`
    select 1 from security_events e
    where e.company_id = ${company} and e.user_id = ${user} and e.kind in ('signed-in', 'invitation-accepted')
      and not exists (
        select from security_events m
        where m.company_id = ${company} and m.user_id = ${user} and m.kind = 'user-changed' and m.at > e.at
          and m.details -> 'before' ->> 'email' <> m.details -> 'after' ->> 'email')
    limit 1`)

/** Why a letter is not ordered now; null when it is. What a stranger does not get is counted for nobody. */
async function hindrance(tx: Tx, company: number, { user, email }: LetterOrder): Promise<string | null> {
  if (!(await hasEntered(tx, company, user))) return STRANGER
  const { may } = await tx.one<{ may: boolean }>(sql`select may_send_report(${company}::int, ${email}) as may`)
  return may ? null : OVER
}

/** Orders a letter for a moment, once. What is hindered keeps its row, which the bell tells of, and answers why. */
export async function orderLetter(
  { tx, company }: { tx: Tx; company: { id: number } },
  order: LetterOrder,
): Promise<string | null> {
  const { view, user, due, origin } = order
  const known = await tx.maybe(sql`
    select 1 from report_letter_sends
    where company_id = ${company.id} and view_id = ${view} and user_id = ${user} and due = ${due}::timestamp
      and (${isOver}) is not true`)
  if (known) return null
  const hindered = await hindrance(tx, company.id, order)
  const fault = hindered && JSON.stringify(hindered)
  const ordered = await tx.maybe(sql`
    insert into report_letter_sends as known (company_id, view_id, user_id, due, origin, fault)
    values (${company.id}, ${view}, ${user}, ${due}::timestamp, ${origin}, ${fault}::jsonb)
    on conflict (company_id, view_id, user_id, due) do update set fault = null, ordered_at = now()
      where known.${isOver} and excluded.fault is null returning 1`)
  if (ordered && !hindered) enqueue(tx, LETTER_JOB, { view, user, due })
  return hindered
}

const answerOf = async (id: number, context: Context, readable: Readable) =>
  (await presentViews([await viewOf(id, context)], context, readable))[0]!

/** Refuses people of another farm, or who are no longer there. */
async function checkReaders(ids: readonly number[], { tx, company }: Context): Promise<void> {
  const [{ count }] = (await tx.rows<{ count: number }>(sql`
    select count(*)::int as count from users
    where company_id = ${company.id} and archived_at is null and id = any(${[...ids]}::int[])`)) as [{ count: number }]
  if (count < new Set(ids).size) throw fieldErrors({ user_ids: 'Человек не найден' })
}

const setLetter = (readable: Readable) =>
  route(viewCalls.setLetter, async ({ id, every, day, hour, user_ids }, context) => {
    const { tx, company, user, audit, changed } = context
    if (every === 'week' && day > 7) throw fieldErrors({ day: 'Выберите день недели' })
    await ownView(id, context)
    await checkReaders(user_ids, context)
    await tx.run(sql`
      insert into report_letters as known (company_id, view_id, user_id, every, day, hour, origin, since)
      values (${company.id}, ${id}, ${user.id}, ${every}, ${day}, ${hour}, ${originOf(context)},
        ${company.now}::timestamp)
      on conflict (company_id, view_id) do update set user_id = excluded.user_id, every = excluded.every,
        day = excluded.day, hour = excluded.hour, origin = excluded.origin,
        since = case when (known.every, known.day, known.hour) = (excluded.every, excluded.day, excluded.hour)
          then known.since else excluded.since end`)
    await tx.run(sql`
      delete from report_letter_readers
      where company_id = ${company.id} and view_id = ${id} and not user_id = any(${user_ids}::int[])`)
    // whoever does not want it stays so
    await tx.run(sql`
      insert into report_letter_readers (company_id, view_id, user_id, since)
      select ${company.id}::int, ${id}::int, reader, ${company.now}::timestamp
      from unnest(${user_ids}::int[]) reader on conflict do nothing`)
    audit({ action: 'update', entity: 'report_view', id, after: { every, day, hour, user_ids } })
    changed('lists')
    return answerOf(id, context, readable)
  })

const removeLetter = (readable: Readable) =>
  route(viewCalls.removeLetter, async ({ id }, context) => {
    const { tx, company, audit, changed } = context
    await ownView(id, context)
    await tx.run(sql`delete from report_letters where company_id = ${company.id} and view_id = ${id}`)
    audit({ action: 'update', entity: 'report_view', id, after: { every: null } })
    changed('lists')
    return answerOf(id, context, readable)
  })

const send = route(viewCalls.send, async ({ id }, context) => {
  const { user, company } = context
  await viewOf(id, context)
  const { id: reader, email } = user
  const hindered = await orderLetter(context, {
    view: id,
    user: reader,
    email,
    due: company.now,
    origin: originOf(context),
  })
  if (hindered === OVER) throw new CallError(429, OVER, { msgShouldBeShown: true })
  if (hindered) throw notice(hindered)
  return { ok: true as const }
})

const subscription = route(viewCalls.subscription, async ({ id, on }, context) => {
  const { tx, company, user, audit, changed } = context
  await viewOf(id, context)
  const count = await tx.run(sql`
    update report_letter_readers set declined_at = ${on ? sql`null` : sql`now()`}, since = ${company.now}::timestamp
    where company_id = ${company.id} and view_id = ${id} and user_id = ${user.id}`)
  if (count === 0 && on) throw notFound('Этот отчёт вам не шлют.')
  if (count === 0) return { ok: true as const }
  audit({ action: 'update', entity: 'report_view', id, after: { subscribed: on } })
  changed('lists')
  return { ok: true as const }
})

const people = route(viewCalls.people, (_, { tx, company }) =>
  tx.rows<{ id: number; name: string }>(sql`
    select id, name from users where company_id = ${company.id} and archived_at is null order by name, id limit 1000`),
)

export const letterRoutes = (readable: Readable): Route[] => [
  people,
  setLetter(readable),
  removeLetter(readable),
  send,
  subscription,
]
