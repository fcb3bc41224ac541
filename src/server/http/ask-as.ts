/**
 * Readings and previews in somebody's name without a call of theirs: for a letter, for a file made of several readings,
 * for an assistant.
 */
import { sql } from 'kysely'
import { can } from '../../shared/abilities'
import type { AnswerOf, Endpoint, InputOf } from '../../shared/contract'
import type { Speak } from '../../shared/say'
import type { Tx } from '../db/client'
import { forbidden } from '../errors'
import type { Session } from '../session'
import { parseFor } from './incoming-call'
import { tooLong } from './max-rows'
import type { Context, Route } from './route'
import { readWritten } from './written'

/** In whose name it is read, and in which language. */
export interface Reader extends Pick<Session, 'user' | 'company'> {
  tx: Tx
  speak: Speak
}

const never = () => {
  throw new Error('a reading writes nothing, and has no call of its own')
}

/** The header by which a list says that it leaves rows out: nobody would see it here. */
const reply = {
  header: () => {
    throw tooLong()
  },
}

/** A context for readings alone. */
function contextOf({ user, company, tx, speak }: Reader, more: Partial<Context> = {}): Context {
  const own: Partial<Record<keyof Context, unknown>> = { user, company, tx, speak, reply, confirmed: false, ...more }
  return new Proxy(own, { get: (known, name: keyof Context) => (name in known ? known[name] : never()) }) as Context
}

const given = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null))

/** The route of a call; throws when it may not be asked for. */
function openRoute(routes: readonly Route[], { user }: Reader, endpoint: Endpoint) {
  const { ability, path, method, dry } = endpoint
  const route = routes.find((one) => one.endpoint === endpoint)
  if (route?.access !== 'user' || (method !== 'GET' && !dry)) throw new Error(`no reading: ${path}`)
  if (ability !== 'signed-in' && ability !== 'public' && !can(user, ability)) throw forbidden()
  return route
}

/** Asks calls as this person would: by the same rights, checks and limits. */
export function askAs(routes: readonly Route[], reader: Reader) {
  const context = contextOf(reader)
  return async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> => {
    if (endpoint.method !== 'GET') throw new Error(`no reading: ${endpoint.path}`)
    const route = openRoute(routes, reader, endpoint)
    const answer = await route.run(parseFor(endpoint, given(input as object)), context, undefined)
    return readWritten(answer) as AnswerOf<E>
  }
}

/**
 * Previews as this application would: `dry` calls, whose rows are rolled back. Their author has to be somebody of the
 * company, which an application is not.
 */
export async function previewAs<E extends Endpoint>(
  routes: readonly Route[],
  reader: Reader,
  endpoint: E,
  input: object,
): Promise<AnswerOf<E>> {
  const route = openRoute(routes, reader, endpoint)
  const parsed = parseFor(endpoint, input)
  const { tx, company, user } = reader
  const { id } = await tx.one<{ id: number }>(
    sql`select min(id) as id from users where company_id = ${company.id} and archived_at is null`,
  )
  const author = { id, sent_by: null, recorded_by: null, name: user.name, device: null }
  const nothing = () => undefined
  const context = contextOf(reader, { author, audit: nothing, changed: nothing })
  return (await route.run(parsed, context, undefined)) as AnswerOf<E>
}
