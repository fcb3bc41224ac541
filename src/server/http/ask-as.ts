/** Readings in the name of a person without a call of theirs: for a letter, or a file made of several readings. */
import { can } from '../../shared/abilities'
import type { AnswerOf, Endpoint, InputOf } from '../../shared/contract'
import type { Speak } from '../../shared/say'
import type { Tx } from '../db/client'
import { forbidden } from '../errors'
import type { Session } from '../session'
import { parseFor } from './incoming-call'
import { tooLong } from './max-rows'
import type { Context, Route } from './route'

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
function contextOf({ user, company, tx, speak }: Reader): Context {
  const own: Partial<Record<keyof Context, unknown>> = { user, company, tx, speak, reply, confirmed: false }
  return new Proxy(own, { get: (known, name: keyof Context) => (name in known ? known[name] : never()) }) as Context
}

const given = (input: object) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null))

/** Asks calls as this person would: by the same rights, checks and limits. */
export function askAs(routes: readonly Route[], reader: Reader) {
  const context = contextOf(reader)
  return async <E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<AnswerOf<E>> => {
    const route = routes.find((one) => one.endpoint === endpoint)
    if (route?.access !== 'user' || endpoint.method !== 'GET') throw new Error(`no reading: ${endpoint.path}`)
    const { ability } = endpoint
    if (ability !== 'signed-in' && ability !== 'public' && !can(reader.user, ability)) throw forbidden()
    return (await route.run(parseFor(endpoint, given(input as object)), context, undefined)) as AnswerOf<E>
  }
}
