/** Forgotten and changed passwords. A new password ends the sessions opened with the old one. */
import { sql } from 'kysely'
import { hrefOf } from '../../../shared/pages'
import type { ParsedOf } from '../../../shared/contract'
import { say } from '../../../shared/say'
import type { Database, Tx } from '../../../server/db/client'
import { fieldErrors } from '../../../server/errors'
import { preparedRoute, type Preparing, publicRoute, type PublicContext } from '../../../server/http/route'
import { newToken, readToken, sessionOf } from '../../../server/session'
import { accessCalls } from '../sign-in/access.contract'
import { resetAttempts, attemptLimits, letterLimits, slowDown } from '../../../server/http/limits/failed-attempts'
import { originOf } from '../../../server/http/origin'
import { post } from '../../../server/jobs/letters'
import { harmless } from '../../../server/mail'
import { checkPassword, hashPassword } from '../../../server/passwords'
import { noteSecurity } from '../../../server/security-events'
import { renewSession, setPassword, setSessionCookie } from '../../../server/sign-in'
import { requirePassword, WRONG_CURRENT } from '../sign-in/own-check.server'
import { findLogin } from '../sign-in/sign-in.server'

const LINK_MINUTES = 60

type ChangeInput = ParsedOf<typeof accessCalls.changePassword>

interface Reader {
  name: string
  email: string
}

const LETTER = `Здравствуйте!

Чтобы задать новый пароль пользователя «{{name}}», откройте ссылку. Она действует один час и только один раз:
{{link}}

Если вы не просили сменить пароль, ничего не делайте: прежний пароль останется в силе.`

/** Replaces an earlier link and mails the new one; does nothing when the address is unknown. */
async function sendLink(context: PublicContext, email: string): Promise<void> {
  const { services, request, speak } = context
  // while the connection is open: later the address of the request is unknown
  const origin = originOf(context)
  const { company, user } = await findLogin(services.database, email)
  const { token, hash } = newToken(company)
  await services.database.transaction(company, async (tx) => {
    tx.later(sql`delete from password_resets where company_id = ${company} and user_id = ${user}`)
    const found = await tx.maybe<Reader>(sql`
      with link as (
        insert into password_resets (company_id, token_hash, user_id, expires_at)
        select company_id, ${hash}, id, now() + make_interval(mins => ${LINK_MINUTES}) from users
        where company_id = ${company} and id = ${user} and archived_at is null
        returning user_id)
      select name, email from users where company_id = ${company} and id = (select user_id from link)`)
    if (!found) return
    noteSecurity(tx, company, request, { kind: 'reset-asked', user })
    const letter = say(LETTER, {
      name: harmless(found.name),
      link: `${origin}${hrefOf('passwordReset')}#token=${token}`,
    })
    const texts = { subject: speak('Садок: новый пароль'), text: speak(letter) }
    await post(tx, services.secrets, company, { to: found.email, ...texts })
  })
}

export const forgotPassword = publicRoute(accessCalls.forgotPassword, async ({ email }, context) => {
  const { services, request, log } = context
  await slowDown(services.database, email, letterLimits(email, request.ip))
  await services.mailer.ready()
  // not awaited, because the time it takes would tell whether the address is known
  sendLink(context, email).catch((error: unknown) => log.error({ err: error }, 'letter'))
  return { ok: true as const }
})

const BAD_LINK = 'Ссылка устарела или уже использована. Запросите новую.'

interface Owner {
  user_id: number
  email: string
  name: string
  company: string
}

/** Whose link it is, while it holds. */
const linkOwner = (tx: Tx, company: number, hash: string) =>
  tx.maybe<Owner>(sql`
    select u.id as user_id, u.email, u.name, c.name as company
    from password_resets link join users u on u.company_id = ${company} and u.id = link.user_id
    join companies c on c.company_id = ${company}
    where link.company_id = ${company} and link.token_hash = ${hash} and link.expires_at > now()
      and u.archived_at is null
    for update of link`)

interface Link {
  company: number
  hash: string
}

async function requireOwner(tx: Tx, { company, hash }: Link) {
  const owner = await linkOwner(tx, company, hash)
  if (!owner) throw fieldErrors({ token: BAD_LINK })
  return owner
}

/** The link of a letter while it is valid, and its user. */
async function requireLink(database: Database, token: string): Promise<{ link: Link; owner: Owner }> {
  const link = readToken(token)
  if (!link) throw fieldErrors({ token: BAD_LINK })
  return { link, owner: await database.transaction(link.company, (tx) => requireOwner(tx, link)) }
}

export const checkLink = publicRoute(accessCalls.checkLink, async ({ token }, { services }) => {
  await requireLink(services.database, token)
  return { ok: true as const }
})

export const resetPassword = publicRoute(accessCalls.resetPassword, async ({ token, password }, context) => {
  const { services, request } = context
  const { database } = services
  const { link, owner } = await requireLink(database, token)
  await checkPassword(password, [owner.company, owner.name, owner.email])
  const { company } = link
  const password_hash = await hashPassword(password)
  const { email } = await database.transaction(company, async (tx) => {
    const { user_id: user, email } = await requireOwner(tx, link)
    tx.later(sql`insert into audit_log (company_id, user_id, action, entity, entity_id)
      values (${company}, ${user}, 'update', 'password', ${user})`)
    noteSecurity(tx, company, request, { kind: 'password-changed', user, by: user })
    await setPassword(tx, company, user, password_hash)
    return { email }
  })
  // open pages of the sessions that are over
  services.publish(company, ['people'])
  await resetAttempts(database, email, attemptLimits('password', email, { ip: request.ip, device: null }))
  return { ok: true as const }
})

interface PasswordChange {
  /** what was compared with the typed one */
  before: string
  after: string
}

/** Comparing and hashing are slow on purpose. */
async function prepareChange(given: Preparing<ChangeInput>): Promise<PasswordChange> {
  const { current, password } = given.input()
  const { user, company } = given
  const before = await requirePassword(given, current, 'current')
  await checkPassword(password, [company.name, user.name, user.email])
  return { before, after: await hashPassword(password) }
}

export const changePassword = preparedRoute(
  accessCalls.changePassword,
  prepareChange,
  async (_, context, { before, after }) => {
    const { tx, company, user, audit, changed, request } = context
    // another change may have come between
    const same = await tx.maybe(sql`select 1 from users
      where company_id = ${company.id} and id = ${user.id} and password_hash = ${before} for no key update`)
    if (!same) throw fieldErrors({ current: WRONG_CURRENT })
    const { hash } = sessionOf(request)!
    await setPassword(tx, company.id, user.id, after, hash)
    const token = renewSession(tx, company.id, hash)
    noteSecurity(tx, company.id, request, { kind: 'password-changed', user: user.id, by: user.id })
    audit({ action: 'update', entity: 'password', id: user.id })
    changed('people')
    setSessionCookie(context, token)
    return { ok: true as const }
  },
)
