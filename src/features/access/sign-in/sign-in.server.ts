/** Signing in and out, and the registration that ends in being signed in. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../../server/db/client'
import { CallError, forbidden } from '../../../server/errors'
import { publicRoute, route, type PublicContext } from '../../../server/http/route'
import { answerUser, byUser, cookieName, newToken, SESSION_DAYS, sessionOf } from '../../../server/session'
import { accessCalls } from './access.contract'
import { noteSecurity } from '../../../server/security-events'
import { accountLimit, addressLimit, forgive, registrationLimit, slowDown } from '../../../server/http/guesses'
import { isPassword } from '../../../server/passwords'
import { createCompany } from '../../../core/lists/new-company.server'

export const WRONG_PASSWORD = 'Неверный пароль'
const wrongPassword = () =>
  new CallError(422, WRONG_PASSWORD, { errors: { password: [WRONG_PASSWORD] }, msgShouldBeShown: true })

const MAX_USER_AGENT = 300

/** A new session and the user as the answer shows them. */
async function openSession(tx: Tx, company: number, user: number, { request }: PublicContext) {
  const { token, hash } = newToken(company)
  const agent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null
  const [known] = await Promise.all([
    byUser(tx, company, user),
    tx.run(sql`insert into sessions (company_id, token_hash, user_id, expires_at, user_agent)
      values (${company}, ${hash}, ${user}, now() + make_interval(days => ${SESSION_DAYS}), ${agent})`),
  ])
  return { token, answer: answerUser(known) }
}

const cookieOptions = ({ request }: PublicContext) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: request.protocol === 'https',
})

const setCookie = (context: PublicContext, token: string) =>
  void context.reply.setCookie(cookieName(context.request), token, {
    ...cookieOptions(context),
    maxAge: SESSION_DAYS * 86_400,
  })

/** What a company no longer needs goes when someone signs in. */
const cleanUp = (tx: Tx, company: number) => [
  tx.run(sql`delete from sessions where company_id = ${company} and expires_at < now()`),
  tx.run(sql`delete from password_resets where company_id = ${company} and expires_at < now()`),
  tx.run(sql`delete from idempotency_keys where company_id = ${company} and created_at < now() - interval '30 days'`),
]

interface Account {
  company: number
  user: number
  password_hash: string
  /** the company is in the archive */
  closed: boolean
}

const CLOSED = 'Доступ хозяйства закрыт. Обратитесь к тому, кто держит программу.'

/** The company and the user of an address; zeros, which belong to nobody, when it is unknown. */
export async function findLogin(database: Database, email: string): Promise<{ company: number; user: number }> {
  const found = await database.beforeLogin(email, (tx) =>
    tx.maybe<{ company: number; user: number }>(
      sql`select company_id as company, user_id as user from logins where email = ${email}`,
    ),
  )
  return found ?? { company: 0, user: 0 }
}

/** Asks the same of the database whether the address is known or not. */
async function findAccount(database: Database, email: string): Promise<Account | null> {
  const { company, user } = await findLogin(database, email)
  const row = await database.transaction(company, (tx) =>
    tx.maybe<Pick<Account, 'password_hash' | 'closed'>>(
      sql`select u.password_hash, c.archived_at is not null as closed from users u join companies c on c.company_id = u.company_id
        where u.company_id = ${company} and u.id = ${user} and u.archived_at is null`,
    ),
  )
  return row ? { company, user, ...row } : null
}

export const login = publicRoute(accessCalls.login, async ({ email, password }, context) => {
  const { database } = context.services
  const address = addressLimit(context.request.ip)
  await slowDown(database, email, [accountLimit(email), address])
  const account = await findAccount(database, email)
  if (!(await isPassword(account?.password_hash ?? null, password)) || !account) throw wrongPassword()
  // only whoever knows the password learns of it
  if (account.closed) throw forbidden(CLOSED)
  const { company, user } = account
  const { token, answer } = await database.transaction(company, async (tx) => {
    const [opened] = await Promise.all([openSession(tx, company, user, context), ...cleanUp(tx, company)])
    noteSecurity(tx, company, context.request, { kind: 'signed-in', user, by: user })
    return opened
  })
  await forgive(database, email, address)
  setCookie(context, token)
  return answer
})

export const register = publicRoute(accessCalls.register, async (input, context) => {
  const { database, registration } = context.services
  if (!registration) throw forbidden('Регистрация здесь закрыта. Обратитесь к тому, кто держит программу.')
  await slowDown(database, input.email, [registrationLimit(context.request.ip)])
  const { token, answer } = await createCompany(database, input, (tx, company, user) =>
    openSession(tx, company, user, context),
  )
  setCookie(context, token)
  return answer
})

export const logout = route(accessCalls.logout, async (_, context) => {
  const { tx, company, user, request, reply } = context
  const { hash } = sessionOf(request)!
  noteSecurity(tx, company.id, request, { kind: 'signed-out', user: user.id, by: user.id })
  await tx.run(sql`delete from sessions where company_id = ${company.id} and token_hash = ${hash}`)
  reply.clearCookie(cookieName(request), cookieOptions(context))
  // a page that the browser kept for «Back» would show the farm to the next person
  reply.header('clear-site-data', '"cache"')
  return { ok: true as const }
})
