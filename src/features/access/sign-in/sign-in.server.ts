/** Signing in, in one step or with a code in two, and signing out. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../../server/db/client'
import { CallError, forbidden, fieldErrors } from '../../../server/errors'
import { resetAttempts, attemptLimits, type AttemptSource, slowDown } from '../../../server/http/limits/failed-attempts'
import { publicRoute, route, type PublicContext } from '../../../server/http/route'
import { isPassword } from '../../../server/passwords'
import { type Factor, placeOf, type Proof, proofOf, readFactor, spend } from '../../../server/second-factor/codes'
import { agentOf, noteSecurity, type SecurityEvent } from '../../../server/security-events'
import { newToken, readToken, sessionOf } from '../../../server/session'
import { clearSessionCookie, deviceOf, type OpenedSession, openSession } from '../../../server/sign-in'
import { accessCalls } from './access.contract'

export const WRONG_PASSWORD = 'Неверный пароль'
const wrongPassword = () =>
  new CallError(422, WRONG_PASSWORD, { errors: { password: [WRONG_PASSWORD] }, msgShouldBeShown: true })
export const WRONG_CODE = 'Неверный код'
const STEP_OVER = 'Время для кода вышло. Введите пароль ещё раз.'

const STEP_MINUTES = 10
const STEP_ATTEMPTS = 5

/** Whose it is; zeros belong to nobody. */
interface Login {
  company: number
  user: number
}

interface Account extends Login {
  password_hash: string
  /** hash of what makes the browser known to it */
  device: string | null
  /** a code is asked for besides */
  factor: boolean
  /** the company is in the archive */
  closed: boolean
}

const CLOSED = 'Доступ хозяйства закрыт. Обратитесь к администратору сервиса.'

/** The company and the user of an address; zeros when it is unknown. */
export async function findLogin(database: Database, email: string): Promise<Login> {
  const found = await database.beforeLogin(email, (tx) =>
    tx.maybe<Login>(sql`select company_id as company, user_id as user from logins where email = ${email}`),
  )
  return found ?? { company: 0, user: 0 }
}

/** The browser's secret, if the account knows it. */
const knownDevice = (company: number, user: number, hash: string | null) =>
  sql<string | null>`(select token_hash from known_devices
    where company_id = ${company} and user_id = ${user} and token_hash = ${hash})`

/** Runs the same queries whether the address is known or not. */
async function findAccount({ services, request }: PublicContext, email: string): Promise<Account | null> {
  const { company, user } = await findLogin(services.database, email)
  const row = await services.database.transaction(company, (tx) =>
    tx.maybe<Omit<Account, keyof Login>>(sql`
      select u.password_hash, f.confirmed_at is not null as factor, c.archived_at is not null as closed,
        ${knownDevice(company, user, deviceOf(request, company, user))} as device
      from users u join companies c on c.company_id = u.company_id
        left join second_factors f on f.company_id = u.company_id and f.user_id = u.id
      where u.company_id = ${company} and u.id = ${user} and u.archived_at is null`),
  )
  return row ? { company, user, ...row } : null
}

/** Noted beside the refusal, which must not take longer for a known account. */
function noteRefusal({ services, request, log }: PublicContext, company: number, event: SecurityEvent): void {
  services.database
    .transaction(company, async (tx) => noteSecurity(tx, company, request, event))
    .catch((error: unknown) => log.error({ err: error }, 'security event'))
}

/**
 * For an unknown address: only an external log collector gets it. The typed text may be a password in the wrong field.
 */
function noteStranger({ services, request }: PublicContext): void {
  const { method, path, summary } = accessCalls.login
  const from = { company: null, user: null, address: request.ip, agent: agentOf(request) }
  services.refusals.note({
    kind: 'sign-in-failed',
    ...from,
    call: `${method} ${path}`,
    summary,
    reason: WRONG_PASSWORD,
  })
}

/** Also ends the browser's session in another company. */
async function leaveOther({ services, request }: PublicContext, company: number): Promise<void> {
  const before = sessionOf(request)
  if (!before || before.company === company) return
  await services.database.transaction(before.company, (tx) =>
    tx.run(sql`delete from sessions where company_id = ${before.company} and token_hash = ${before.hash}`),
  )
}

export const login = publicRoute(accessCalls.login, async ({ email, password }, context) => {
  const { database } = context.services
  const account = await findAccount(context, email)
  const limits = attemptLimits('password', email, { ip: context.request.ip, device: account?.device ?? null })
  await slowDown(database, email, limits)
  const right = await isPassword(account?.password_hash ?? null, password)
  if (!right || !account) {
    if (account) noteRefusal(context, account.company, { kind: 'sign-in-failed', user: account.user })
    else noteStranger(context)
    throw wrongPassword()
  }
  // only whoever knows the password learns of it
  if (account.closed) throw forbidden(CLOSED)
  const { company, user } = account
  const done = await database.transaction(company, async (tx) => {
    if (account.factor) return { second_step: await openStep(tx, account) }
    return openSession(tx, company, user, context)
  })
  await resetAttempts(database, email, limits)
  if ('second_step' in done) return done
  return welcome(context, company, done)
})

/** After the commit: sets the session cookie, and notifies the user's other pages of the new session. */
async function welcome(context: PublicContext, company: number, { answer, newDevice, setCookies }: OpenedSession) {
  await leaveOther(context, company)
  setCookies()
  if (newDevice) context.services.publish(company, ['people'])
  return answer
}

/** Answers the token with which the code has to be sent, after a right password. */
async function openStep(tx: Tx, { company, user }: Login): Promise<string> {
  const { token, hash } = newToken(company)
  await tx.run(sql`insert into half_sessions (company_id, token_hash, user_id, expires_at)
    values (${company}, ${hash}, ${user}, now() + make_interval(mins => ${STEP_MINUTES}))`)
  return token
}

interface Step extends Login {
  hash: string
  factor: Factor
  guesser: AttemptSource
}

/** Identifies the attempts of one sign-in in the journal. */
const stepOf = (hash: string) => hash.slice(0, 16)

const theStep = (company: number, hash: string) =>
  sql`company_id = ${company} and token_hash = ${hash} and expires_at > now() and attempts < ${STEP_ATTEMPTS}`

/** The sign-in that waits for a code, while it is valid. */
async function findStep({ services, request }: PublicContext, token: string): Promise<Step> {
  const given = readToken(token)
  if (!given) throw fieldErrors({ token: STEP_OVER })
  const { company, hash } = given
  const step = await services.database.transaction(company, async (tx) => {
    const half = await tx.maybe<{ user: number }>(
      sql`select user_id as user from half_sessions where ${theStep(company, hash)}`,
    )
    if (!half) return null
    const { user } = half
    const [factor, { device }] = await Promise.all([
      readFactor(tx, company, user),
      tx.one<{ device: string | null }>(
        sql`select ${knownDevice(company, user, deviceOf(request, company, user))} as device`,
      ),
    ])
    return factor?.confirmed ? { company, user, hash, factor, guesser: { ip: request.ip, device } } : null
  })
  if (!step) throw fieldErrors({ token: STEP_OVER })
  return step
}

/** Counts the code against its sign-in, uses it up and opens the session; null when it is wrong. Commits either way. */
async function enter(tx: Tx, { company, user, hash }: Step, proof: Proof, context: PublicContext) {
  const counted = sql`update half_sessions set attempts = attempts + 1 where ${theStep(company, hash)}`
  if ((await tx.run(counted)) === 0) throw fieldErrors({ token: STEP_OVER })
  const here = await tx.maybe(
    sql`select 1 from users u join companies c on c.company_id = ${company}
      where u.company_id = ${company} and u.id = ${user} and u.archived_at is null and c.archived_at is null`,
  )
  const taken = here ? await spend(tx, company, user, proof) : null
  if (!taken) {
    noteSecurity(tx, company, context.request, { kind: 'second-factor-failed', user, details: { step: stepOf(hash) } })
    return null
  }
  if (taken === 'recovery') noteSecurity(tx, company, context.request, { kind: 'recovery-code-used', user, by: user })
  tx.later(sql`delete from half_sessions where company_id = ${company} and token_hash = ${hash}`)
  const opened = await openSession(tx, company, user, context, { factor: taken, step: stepOf(hash) })
  return opened
}

export const secondStep = publicRoute(accessCalls.secondStep, async ({ token, code }, context) => {
  const { database, secrets } = context.services
  const step = await findStep(context, token)
  const { company, user, factor, guesser } = step
  const limits = attemptLimits('code', `${company}.${user}`, guesser)
  await slowDown(database, '', limits)
  const proof = await proofOf(secrets, placeOf(company, user), factor, code)
  const opened = await database.transaction(company, (tx) => enter(tx, step, proof, context))
  if (!opened) {
    // whoever is signed in elsewhere hears of it
    context.services.publish(company, ['people'])
    throw fieldErrors({ code: WRONG_CODE })
  }
  await resetAttempts(database, '', limits)
  return welcome(context, company, opened)
})

export const logout = route(accessCalls.logout, async (_, context) => {
  const { tx, company, user, request, reply } = context
  const { hash } = sessionOf(request)!
  noteSecurity(tx, company.id, request, { kind: 'signed-out', user: user.id, by: user.id })
  await tx.run(sql`delete from sessions where company_id = ${company.id} and token_hash = ${hash}`)
  clearSessionCookie(context)
  // a page kept by the browser for «Back» would show the farm to the next person
  reply.header('clear-site-data', '"cache"')
  return { ok: true as const }
})
