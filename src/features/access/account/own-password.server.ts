/** The forgotten and the changed password. A new one ends the sessions that the old one opened. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import type { Database, Tx } from '../../../server/db/client'
import { setPassword } from '../../../server/accounts'
import { fieldErrors } from '../../../server/errors'
import { originOf } from '../../../server/http/origin'
import { preparedRoute, type Preparing, publicRoute, type PublicContext } from '../../../server/http/route'
import { newToken, readToken, sessionOf } from '../../../server/session'
import { accessCalls } from '../sign-in/access.contract'
import { accountLimit, forgive, letterLimits, slowDown } from '../../../server/http/guesses'
import { hashPassword, isPassword } from '../../../server/passwords'
import { findLogin, WRONG_PASSWORD } from '../sign-in/sign-in.server'

const LINK_MINUTES = 60

type ChangeInput = ParsedOf<typeof accessCalls.changePassword>

interface Reader {
  name: string
  email: string
}

/** Remembers a link, in place of an earlier one; null when nobody works here under the address. */
async function makeLink(database: Database, email: string): Promise<{ token: string; reader: Reader } | null> {
  const { company, user } = await findLogin(database, email)
  const { token, hash } = newToken(company)
  const reader = await database.transaction(company, (tx) => {
    tx.later(sql`delete from password_resets where company_id = ${company} and user_id = ${user}`)
    return tx.maybe<Reader>(sql`
      with link as (
        insert into password_resets (company_id, token_hash, user_id, expires_at)
        select company_id, ${hash}, id, now() + make_interval(mins => ${LINK_MINUTES}) from users
        where company_id = ${company} and id = ${user} and archived_at is null
        returning user_id)
      select name, email from users where company_id = ${company} and id = (select user_id from link)`)
  })
  return reader ? { token, reader } : null
}

const letterText = (name: string, link: string) => `Здравствуйте, ${name}!

Чтобы задать новый пароль, откройте ссылку. Она действует один час и только один раз:
${link}

Если вы не просили сменить пароль, ничего не делайте: прежний пароль останется в силе.`

async function sendLink({ services, request }: PublicContext, email: string): Promise<void> {
  const made = await makeLink(services.database, email)
  if (!made) return
  const link = `${originOf({ services, request })}/password/reset?token=${made.token}`
  const text = letterText(made.reader.name, link)
  await services.mailer({ to: made.reader.email, subject: 'Садок: новый пароль', text })
}

export const forgotPassword = publicRoute(accessCalls.forgotPassword, async ({ email }, context) => {
  const { services, request, log } = context
  await slowDown(services.database, email, letterLimits(email, request.ip))
  // not awaited: how long it takes would tell whether the address is known
  sendLink(context, email).catch((error: unknown) => log.error({ err: error }, 'letter'))
  return { ok: true as const }
})

const BAD_LINK = 'Ссылка устарела или уже использована. Запросите новую.'

/** Whose link it is, while it holds. */
const linkOwner = (tx: Tx, company: number, hash: string) =>
  tx.maybe<{ user_id: number; email: string }>(sql`
    select u.id as user_id, u.email from password_resets link join users u on u.company_id = ${company} and u.id = link.user_id
    where link.company_id = ${company} and link.token_hash = ${hash} and link.expires_at > now() and u.archived_at is null
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

/** The link of a letter, while it holds. */
async function requireLink(database: Database, token: string): Promise<Link> {
  const link = readToken(token)
  if (!link) throw fieldErrors({ token: BAD_LINK })
  await database.transaction(link.company, (tx) => requireOwner(tx, link))
  return link
}

export const checkLink = publicRoute(accessCalls.checkLink, async ({ token }, { services }) => {
  await requireLink(services.database, token)
  return { ok: true as const }
})

export const resetPassword = publicRoute(accessCalls.resetPassword, async ({ token, password }, { services }) => {
  const { database } = services
  const link = await requireLink(database, token)
  const { company } = link
  const password_hash = await hashPassword(password)
  const { email } = await database.transaction(company, async (tx) => {
    const owner = await requireOwner(tx, link)
    await Promise.all([
      ...setPassword(tx, company, owner.user_id, password_hash, null),
      tx.run(sql`insert into audit_log (company_id, user_id, action, entity, entity_id)
        values (${company}, ${owner.user_id}, 'update', 'password', ${owner.user_id})`),
    ])
    return owner
  })
  await forgive(database, email)
  return { ok: true as const }
})

interface Change {
  /** what was compared with the typed one */
  before: string
  after: string
}

/** Comparing and hashing are slow on purpose. An attempt is counted before it is compared. */
async function prepareChange({
  input,
  user,
  company,
  services: { database },
}: Preparing<ChangeInput>): Promise<Change> {
  const { current, password } = input()
  await slowDown(database, user.email, [accountLimit(user.email)])
  const { password_hash: before } = await database.transaction(company.id, (tx) =>
    tx.one<{ password_hash: string }>(
      sql`select password_hash from users where company_id = ${company.id} and id = ${user.id}`,
    ),
  )
  if (!(await isPassword(before, current))) throw fieldErrors({ current: WRONG_PASSWORD })
  await forgive(database, user.email)
  return { before, after: await hashPassword(password) }
}

export const changePassword = preparedRoute(
  accessCalls.changePassword,
  prepareChange,
  async (_, { tx, company, user, audit, request }, { before, after }) => {
    // another change may have come between
    const same = await tx.maybe(sql`select 1 from users
      where company_id = ${company.id} and id = ${user.id} and password_hash = ${before} for no key update`)
    if (!same) throw fieldErrors({ current: WRONG_PASSWORD })
    await Promise.all(setPassword(tx, company.id, user.id, after, sessionOf(request)!.hash))
    audit({ action: 'update', entity: 'password', id: user.id })
    return { ok: true as const }
  },
)
