/**
 * The link with which an invited person sets their first password. It is stored with the account, mailed, and shown
 * once.
 */
import { sql } from 'kysely'
import { hrefOf } from '../../shared/pages'
import { at, say } from '../../shared/say'
import type { Invitation } from '../../shared/user'
import type { Tx } from '../db/client'
import { originOf } from '../http/origin'
import type { Context } from '../http/route'
import { post } from '../jobs/letters'
import { harmless } from '../mail'
import { newToken } from '../session'

export const INVITATION_DAYS = 7

interface Link {
  token: string
  /** farm time */
  until: string
}

/**
 * Makes a new link that replaces the earlier one. The transaction is that of the farm the person is invited to: the
 * inviter's own, or one that an operator is creating.
 */
export async function makeLink(tx: Tx, farm: { id: number; time_zone: string }, user: number): Promise<Link> {
  const { id, time_zone } = farm
  const { token, hash } = newToken(id)
  const [{ until }] = await Promise.all([
    tx.one<{ until: string }>(sql`
      with last as (delete from invitations where company_id = ${id} and user_id = ${user})
      select ((now() + make_interval(days => ${INVITATION_DAYS})) at time zone ${time_zone})::timestamp as until`),
    tx.run(sql`insert into invitations (company_id, token_hash, user_id, expires_at)
      values (${id}, ${hash}, ${user}, now() + make_interval(days => ${INVITATION_DAYS}))`),
  ])
  return { token, until }
}

const LETTER = `Здравствуйте!

Вас приглашают в «Садок», в хозяйство «{{company}}», под именем «{{name}}». Приглашение от «{{by}}».
Откройте ссылку и задайте пароль. Она действует до {{until}} и только один раз:
{{link}}

Если вы не ждали этого письма, ничего не делайте.`

/** Mails the link once the change is committed. The letter counts against the farm of whoever invites. */
export async function sendLink(
  context: Context,
  { token, until }: Link,
  to: { name: string; email: string; company: string },
): Promise<Invitation> {
  const { tx, company, user, services, speak } = context
  const { email, name, company: farm } = to
  const link = `${originOf(context)}${hrefOf('invitation')}#token=${token}`
  const letter = say(LETTER, {
    name: harmless(name),
    company: harmless(farm),
    by: harmless(user.name),
    until: at(until),
    link,
  })
  // a farm that has used up its letters of the day gets no letter: the inviter hands the link over
  const { sent } = await tx.one<{ sent: boolean }>(sql`select may_send_letter(${company.id}::int, ${email}) as sent`)
  if (sent) {
    const texts = { subject: speak('Садок: приглашение'), text: speak(letter) }
    await post(tx, services.secrets, company.id, { to: email, ...texts })
  }
  return { link, until, mailed: sent && services.mails }
}
