/**
 * Sends views: one job orders what is due, another makes each letter. The row of a letter is its key: it is ordered
 * with its row, and posted with the mark on it, so that a killed process is followed up and nobody gets it twice.
 */
import { sql } from 'kysely'
import { eachCompany, readCompany } from '../../server/db/companies'
import type { Tx } from '../../server/db/client'
import { CallError, notice } from '../../server/errors'
import type { Job, RunTools } from '../../server/jobs/job'
import { post } from '../../server/jobs/letters'
import { speakIn } from '../../server/language'
import { findUser, needsFactor, type Session } from '../../server/session'
import { dayOf } from '../../shared/dates'
import type { Phrase } from '../../shared/say'
import { closedOf, viewOf, type Stored } from './kept/kept-views.server'
import { letterOf } from './letter-text.server'
import { lastMoment, type Times } from './letter-times.contract'
import { hasEntered, isOver, LETTER_JOB, type LetterOrder, orderLetter, STRANGER } from './letters.server'
import { type Readable, readView, type ViewSheet } from './kept/view-sheets.server'

/** How many are looked at in one run. */
const MOST_AT_ONCE = 1000

interface Planned extends Times {
  view: number
  origin: string
  /** farm wall clock */
  since: string
}

/** Who waits for a letter of a moment that is over and has none, or was refused one as too many; those come last. */
const waiting = (tx: Tx, company: number, due: readonly { view: number; origin: string; due: string }[]) =>
  tx.rows<LetterOrder>(sql`
    select d.view, d.origin, d.due, u.id as user, u.email
    from jsonb_to_recordset(${JSON.stringify(due)}::jsonb) d (view int, origin text, due timestamp)
    join report_views v on v.company_id = ${company} and v.id = d.view and (v.shared or v.user_id is not null)
    join report_letter_readers r on r.company_id = ${company} and r.view_id = d.view and r.declined_at is null
      and r.since < d.due
    join users u on u.company_id = ${company} and u.id = r.user_id and u.archived_at is null
    left join report_letter_sends s
      on s.company_id = ${company} and s.view_id = d.view and s.user_id = u.id and s.due = d.due
    where s.view_id is null or s.${isOver}
    order by s.view_id is not null, d.due, d.view, u.id limit ${MOST_AT_ONCE}`)

const ENDED = 'Подписка хозяйства кончилась.'

/**
 * How many letters may be ordered now, by the subscription. Without one a single letter of the farm is, which the bell
 * tells as refused, and no more until it is paid.
 */
async function allowance(tx: Tx, company: number, today: string): Promise<number> {
  const { until, refused } = await tx.one<{ until: string | null; refused: boolean }>(sql`
    select p.until, exists (
      select from report_letter_sends s where s.company_id = ${company}
        and s.fault = ${JSON.stringify(ENDED)}::jsonb and s.ordered_at > coalesce(p.until, 'epoch')) as refused
    from (select max(end_date) as until from subscriptions where company_id = ${company}) p`)
  return until !== null && until >= today ? MOST_AT_ONCE : refused ? 0 : 1
}

/** Answers whether a letter was refused: the bell tells of it. */
async function orderDue(tx: Tx, company: number): Promise<boolean> {
  const planned = await tx.rows<Planned>(sql`
    select view_id as view, every, day, hour, origin, since from report_letters where company_id = ${company}`)
  if (planned.length === 0) return false
  const { now } = await readCompany(tx, company)
  const due = planned.map((one) => ({ ...one, due: lastMoment(one, now) })).filter(({ due, since }) => due > since)
  if (due.length === 0) return false
  const readers = await waiting(tx, company, due)
  const most = await allowance(tx, company, dayOf(now))
  let refused = false
  for (const one of readers.slice(0, most)) if (await orderLetter({ tx, company: { id: company } }, one)) refused = true
  return refused
}

type Order = Pick<LetterOrder, 'view' | 'user' | 'due'>

/** SQL: the row of a letter. */
const theLetter = (company: number, { view, user, due }: Order) =>
  sql`company_id = ${company} and view_id = ${view} and user_id = ${user} and due = ${due}::timestamp`

export interface Made {
  view: Stored
  session: Session
  warning: string | null
  sheets: ViewSheet[]
}

/** The view as its reader may see it now; null when the letter is done, or its reader or view is gone. */
async function readFor(tx: Tx, company: number, order: Order, readable: Readable): Promise<Made | null> {
  const open = await tx.maybe(sql`
    select 1 from report_letter_sends where ${theLetter(company, order)} and posted_at is null and fault is null`)
  const session = open ? await findUser(tx, company, order.user) : null
  if (!session) return null
  const { user } = session
  if (!(await hasEntered(tx, company, user.id))) throw notice(STRANGER)
  if (needsFactor(session)) throw notice('Получатель не завёл второй фактор, который здесь обязателен.')
  if (session.company.subscription.days_left < 0) throw notice(ENDED)
  const whose = { tx, user, company: session.company }
  const view = await viewOf(order.view, whose)
  const [right] = await closedOf([{ ...view, query: {} }], whose, readable)
  if (right) throw notice('У получателя нет права на этот отчёт.')
  const [warning] = await closedOf([view], whose, readable)
  const { language } = user.settings
  const reader = { ...whose, language, speak: speakIn(language) }
  const sheets = await readView(readable, view, reader, dayOf(order.due)).catch((error: unknown) => {
    // a place that is closed is why the calls refuse
    throw warning && error instanceof CallError ? notice(warning) : error
  })
  return { view, session, warning: warning ?? null, sheets }
}

/** Why it was refused, as far as people may know; null for a fault that is tried again. */
const whyOf = (error: unknown): Phrase | null =>
  error instanceof CallError && error.status < 500 && error.status !== 429 ? error.text : null

async function refuse({ database, publish }: RunTools, company: number, order: Order, why: Phrase): Promise<void> {
  await database.transaction(company, (tx) =>
    tx.run(
      sql`update report_letter_sends set fault = ${JSON.stringify(why)}::jsonb where ${theLetter(company, order)}`,
    ),
  )
  publish(company, ['lists'])
}

async function makeLetter(tools: RunTools, company: number, order: Order, readable: Readable): Promise<void> {
  const { database, secrets } = tools
  const made = await database.transaction(company, (tx) => readFor(tx, company, order, readable), {
    reading: true,
    slow: true,
  })
  if (!made) return
  // packing a file takes a thread, and no connection meanwhile
  const letter = await letterOf(made, order.due)
  await database.transaction(company, async (tx) => {
    const row = await tx.maybe<{ origin: string }>(sql`
      update report_letter_sends set posted_at = now()
      where ${theLetter(company, order)} and posted_at is null returning origin`)
    if (!row) return
    const id = await post(tx, secrets, company, letter(row.origin))
    await tx.run(sql`update report_letter_sends set letter_id = ${id} where ${theLetter(company, order)}`)
  })
}

export const letterJobs = (readable: Readable): Job[] => [
  {
    name: 'report-letters',
    title: 'Что пора слать из сохранённых отчётов',
    kept: false,
    // hours begin at quarters in some zones
    every: '*/15 * * * *',
    run: (tools) =>
      eachCompany(tools, async (company) => {
        const refused = await tools.database.transaction(company, (tx) => orderDue(tx, company))
        if (refused) tools.publish(company, ['lists'])
      }),
  },
  {
    name: LETTER_JOB,
    title: 'Отчёт письмом',
    run: async (tools, { company, input }) => {
      const order = input as Order
      try {
        await makeLetter(tools, company, order, readable)
      } catch (error) {
        const why = whyOf(error)
        if (why === null) throw error
        await refuse(tools, company, order, why)
      }
    },
  },
]
