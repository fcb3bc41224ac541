/** Who recorded what a write stores, and on which device: whoever sends it, or for whom an administrator sends it. */
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { DEVICE_HEADER, FOR_HEADER } from '../../shared/contract'
import type { Tx } from '../db/client'
import { fieldErrors, forbidden } from '../errors'
import { noteSecurity } from '../security-events'
import type { Session } from '../session'
import type { Context } from './route'

export interface Author {
  /** the owner of the row; the administrator when that person has been deleted since */
  id: number
  /** who sent it, when that is not the author */
  sent_by: number | null
  /** the author's name, when they have been deleted since */
  recorded_by: string | null
  /** the name for messages about it */
  name: string
  /** the device that sends it, when it says so */
  device: string | null
}

const UUID = /^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

function deviceOf({ [DEVICE_HEADER]: device }: FastifyRequest['headers']): string | null {
  return typeof device === 'string' && UUID.test(device) ? device : null
}

const ONLY_ADMINISTRATORS = 'Записи другого человека отправляет администратор хозяйства.'
const OF_ANOTHER_FARM = 'Эту запись сделал человек другого хозяйства.'
const UNKNOWN = 'В этом хозяйстве не было человека, который сделал эту запись.'

const accountOf = (tx: Tx, company: number, id: number) =>
  tx.maybe<{ name: string }>(sql`select name from users where company_id = ${company} and id = ${id}`)

/** A user who wrote nothing is deleted with their account; the audit log still has their name. */
const deletedOf = (tx: Tx, company: number, id: number) =>
  tx.maybe<{ name: string }>(sql`
    select before ->> 'name' as name from audit_log
    where company_id = ${company} and entity = 'user' and entity_id = ${id} and action = 'delete'
      and before ->> 'name' is not null
    order by id desc limit 1`)

/** Throws 403 unless an administrator sends it, 422 when the named person was never in the company. */
export async function authorOf({ headers }: FastifyRequest, session: Session, tx: Tx): Promise<Author> {
  const { user, company } = session
  const device = deviceOf(headers)
  const own = { id: user.id, sent_by: null, recorded_by: null, name: user.name, device }
  const named = headers[FOR_HEADER]
  if (named === undefined || named === `${company.id}:${user.id}`) return own
  if (!user.is_admin) throw forbidden(ONLY_ADMINISTRATORS)
  const [, farm, id] = /^(\d{1,9}):(\d{1,9})$/.exec(String(named)) ?? []
  if (Number(farm) !== company.id) throw fieldErrors({ form: OF_ANOTHER_FARM })
  const person = await accountOf(tx, company.id, Number(id))
  if (person) return { id: Number(id), sent_by: user.id, recorded_by: null, name: person.name, device }
  const deleted = await deletedOf(tx, company.id, Number(id))
  if (!deleted) throw fieldErrors({ form: UNKNOWN })
  return { id: user.id, sent_by: user.id, recorded_by: deleted.name, name: deleted.name, device }
}

/** Notes in the security journal that somebody wrote under another's name, besides the row's audit line. */
export function noteSentFor(author: Author, { tx, company, user, request }: Context): void {
  if (author.sent_by === null) return
  const person = author.recorded_by === null ? author.id : null
  const details = { name: author.name, call: request.routeOptions.url }
  noteSecurity(tx, company.id, request, { kind: 'sent-for-another', user: person, by: user.id, details })
}
