/** Links by which a newcomer chooses a password: mailed, and shown once to whoever invites. */
import { sql } from 'kysely'
import { showInstant } from '../../../shared/dates'
import { closeAccess } from '../../../server/sign-in'
import { conflict } from '../../../server/errors'
import { originOf } from '../../../server/http/origin'
import { type Context, route } from '../../../server/http/route'
import { noteSecurity } from '../../../server/security-events'
import { quoted } from '../../../server/mail'
import { newToken } from '../../../server/session'
import { lockTouchable, type StoredPerson } from '../person/person.server'
import { type Invitation, userCalls } from '../person/users.contract'

const INVITATION_DAYS = 7

interface Letter {
  name: string
  company: string
  by: string
  until: string
  link: string
}

const letterText = ({ name, company, by, until, link }: Letter) => `Здравствуйте!

Вас приглашают в «Садок», в хозяйство ${quoted(company)}, под именем ${quoted(name)}. Приглашение от ${quoted(by)}.
Откройте ссылку и задайте пароль. Она действует до ${until} и только один раз:
${link}

Если вы не ждали этого письма, ничего не делайте.`

/** Makes a link in the place of an earlier one. A letter goes when the change is stored. */
export async function inviteTo(
  context: Context,
  { id, name, email }: Pick<StoredPerson, 'id' | 'name' | 'email'>,
): Promise<Invitation> {
  const { tx, company, user, services, request } = context
  const { token, hash } = newToken(company.id)
  const [{ until }] = await Promise.all([
    tx.one<{ until: string }>(sql`
      with last as (delete from invitations where company_id = ${company.id} and user_id = ${id})
      select ((now() + make_interval(days => ${INVITATION_DAYS})) at time zone ${company.time_zone})::timestamp as until`),
    tx.run(sql`insert into invitations (company_id, token_hash, user_id, expires_at)
      values (${company.id}, ${hash}, ${id}, now() + make_interval(days => ${INVITATION_DAYS}))`),
  ])
  noteSecurity(tx, company.id, request, { kind: 'user-invited', user: id, by: user.id, details: { email } })
  const link = `${originOf(context)}/invitation?token=${token}`
  const text = letterText({ name, company: company.name, by: user.name, until: showInstant(until), link })
  // beyond what a farm may send in a day the link is handed over by whoever invites
  const { sent } = await tx.one<{ sent: boolean }>(sql`select may_send_letter(${company.id}::int, ${email}) as sent`)
  if (sent) context.afterwards(() => services.mailer({ to: email, subject: 'Садок: приглашение', text }))
  return { link, until, mailed: sent && services.mails }
}

const ENTERED = 'Этот человек уже входил: приглашение ему не нужно.'

async function requireNewcomer(context: Context, id: number): Promise<StoredPerson> {
  const person = await lockTouchable(context, id)
  if (person.entered) throw conflict(ENTERED)
  if (person.archived) throw conflict('Сначала извлеките пользователя из архива.')
  return person
}

export const invite = route(userCalls.invite, async ({ id }, context) => {
  const person = await requireNewcomer(context, id)
  context.audit({ action: 'create', entity: 'invitation', id, after: { email: person.email } })
  context.changed('people')
  return inviteTo(context, person)
})

export const withdraw = route(userCalls.withdraw, async ({ id }, context) => {
  const { tx, company, user, request, audit, changed } = context
  const { email } = await requireNewcomer(context, id)
  await closeAccess(tx, company.id, id)
  noteSecurity(tx, company.id, request, { kind: 'invitation-withdrawn', user: id, by: user.id, details: { email } })
  audit({ action: 'delete', entity: 'invitation', id, before: { email } })
  changed('people')
  return { ok: true as const }
})
