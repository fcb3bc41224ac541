/** Shows and ends sessions. Pages of an ended session learn it at once: they are notified and fetch the user. */
import { sql } from 'kysely'
import { deviceOf } from '../../../server/device'
import { fieldErrors, notFound } from '../../../server/errors'
import { type Context, preparedRoute, route, type Route } from '../../../server/http/route'
import { noteSecurity } from '../../../server/security-events'
import { sessionOf } from '../../../server/session'
import { endSessions, renewSession, setSessionCookie } from '../../../server/sign-in'
import { requireTouchable } from '../../../server/accounts/touchable'
import { type Proved, proveOwn, requireCode } from '../second-factor/own-code.server'
import { requirePassword } from '../sign-in/own-check.server'
import { type SessionRow, sessionsCalls } from './sessions.contract'

/** A program that signs in anew each time leaves many. */
const MAX_SESSIONS = 100

type StoredSession = Omit<SessionRow, 'device'> & { user_agent: string | null }

/** Sessions that are still valid: the current one first, then by last use. */
async function readSessions({ tx, company, request }: Context, user: number): Promise<SessionRow[]> {
  const rows = await tx.rows<StoredSession>(sql`
    select id, user_agent, address, token_hash = ${sessionOf(request)?.hash ?? ''} as current,
      (created_at at time zone ${company.time_zone})::timestamp as created_at,
      (last_seen_at at time zone ${company.time_zone})::timestamp as last_seen_at
    from sessions
    where company_id = ${company.id} and user_id = ${user} and expires_at > now()
      and last_seen_at > now() - make_interval(hours => ${company.settings['session-idle-hours']}::int)
    order by current desc, sessions.last_seen_at desc, id desc limit ${MAX_SESSIONS}`)
  return rows.map(({ user_agent, ...row }) => ({ ...row, device: deviceOf(user_agent) }))
}

async function endOne(context: Context, user: number, session: number): Promise<void> {
  const { tx, company, request, changed } = context
  const ended = await tx.maybe<{ user_agent: string | null }>(sql`
    delete from sessions where company_id = ${company.id} and user_id = ${user} and id = ${session}
      returning user_agent`)
  if (!ended) throw notFound('Этот сеанс уже завершён.')
  const details = { device: deviceOf(ended.user_agent) }
  noteSecurity(tx, company.id, request, { kind: 'session-ended', user, by: context.user.id, details })
  changed('people')
}

async function endMany(context: Context, user: number) {
  const { tx, company, request, changed } = context
  const ended = await endSessions(tx, company.id, user, sessionOf(request)?.hash ?? null)
  if (ended > 0) {
    const details = { ended }
    noteSecurity(tx, company.id, request, { kind: 'session-ended', user, by: context.user.id, details })
    changed('people')
  }
  return { ok: true as const, ended }
}

const done = { ok: true as const }

/** The session gets a new token, so that whoever has seen the old one gains nothing from the confirmation. */
const confirm = preparedRoute(
  sessionsCalls.confirm,
  async (given): Promise<Proved | null> => {
    const { password, code } = given.input()
    await requirePassword(given, password, 'password')
    if (!given.user.second_factor) return null
    if (code === null) throw fieldErrors({ code: 'Введите код второго фактора' })
    return proveOwn(given, code, true)
  },
  async (_, context, proved) => {
    const { tx, company, request } = context
    if (proved) await requireCode(context, proved.proof)
    const hash = sessionOf(request)!.hash
    await tx.run(
      sql`update sessions set confirmed_at = now() where company_id = ${company.id} and token_hash = ${hash}`,
    )
    setSessionCookie(context, renewSession(tx, company.id, hash))
    return done
  },
)

export const sessionRoutes: Route[] = [
  route(sessionsCalls.list, (_, context) => readSessions(context, context.user.id)),
  route(sessionsCalls.end, (input, context) => endOne(context, context.user.id, input.id).then(() => done)),
  route(sessionsCalls.endOthers, (_, context) => endMany(context, context.user.id)),
  confirm,
  route(sessionsCalls.listOf, async ({ id }, context) => {
    const { name, second_factor } = await requireTouchable(context, id)
    return { name, second_factor, sessions: await readSessions(context, id) }
  }),
  route(sessionsCalls.endOf, async ({ id, session }, context) => {
    await requireTouchable(context, id)
    await endOne(context, id, session)
    return done
  }),
  route(sessionsCalls.endAllOf, async ({ id }, context) => {
    await requireTouchable(context, id)
    return endMany(context, id)
  }),
]
