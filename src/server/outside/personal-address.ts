/**
 * Addresses that a person made for a program that has no session: they serve in that person's name, as far as the thing
 * is open to them at that moment.
 */
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../db/client'
import { forbidden, tooMany } from '../errors'
import { countRequest } from '../http/limits/failed-attempts'
import type { Services } from '../http/route'
import { findUser, needsFactor, type Session } from '../session'
import { meetToken, noteRefusal, type OfPerson, refusedToken, REMEMBER_USE, type Token } from './admission'

export interface PersonalAddress {
  id: number
  company: number
  /** null when they were deleted */
  user: number | null
  /** of what it serves, for the security journal */
  name?: string | null
  dead: 'replaced' | 'revoked' | null
}

interface Kind<A extends PersonalAddress> {
  of: OfPerson
  table: string
  /** requests in a minute */
  most: number
  find(tx: Tx, token: Token): Promise<A | undefined>
  /** why it serves nobody */
  dead: Record<'replaced' | 'revoked', string>
}

/** How many replaced secrets are remembered, to tell them apart from guesses. */
export const REMEMBERED = 10

const noteUse = (tx: Tx, table: string, { company, id }: PersonalAddress, { ip }: FastifyRequest) =>
  tx.later(sql`
    update ${sql.table(table)} set last_used_at = now(), last_address = ${ip}
    where company_id = ${company} and id = ${id}
      and (last_used_at is null or last_used_at < now() - ${REMEMBER_USE}::interval)`)

async function meet<A extends PersonalAddress>(kind: Kind<A>, tx: Tx, token: Token, request: FastifyRequest) {
  const found = await kind.find(tx, token)
  if (!found) return null
  const { id, company, name, dead } = found
  const wait = await countRequest(tx, `outside ${company}.${kind.of}-${id}`, kind.most)
  if (wait === 0 && dead) await noteRefusal(tx, request, { id, company, of: kind.of, ...(name && { name }) }, dead)
  if (wait === 0 && !dead) noteUse(tx, kind.table, found, request)
  return { found, wait }
}

/** The address of a secret. Throws 401 for one that serves nobody, 429 for one that is asked too often. */
export async function admitPersonal<A extends PersonalAddress>(
  kind: Kind<A>,
  services: Services,
  request: FastifyRequest,
  given: string | null,
): Promise<A> {
  const { found, wait } = await meetToken(services, request, given, (tx, token) => meet(kind, tx, token, request))
  if (wait > 0) throw tooMany(wait)
  if (found.dead) throw refusedToken(kind.dead[found.dead])
  return found
}

/** Whoever made the address, unless they could not open the thing themselves now. */
export async function ownerOf(tx: Tx, { company, user }: PersonalAddress): Promise<Session> {
  const session = await findUser(tx, company, user!)
  if (!session) throw refusedToken('Того, кто создал этот адрес, в хозяйстве больше нет.')
  if (needsFactor(session)) throw forbidden('Создавший адрес не завёл второй фактор, который здесь обязателен.')
  if (session.company.subscription.days_left < 0) throw forbidden('Подписка хозяйства кончилась.')
  return session
}
