/** Generic calls for every list: each runs the list's own route, with its ability, input and checks. */
import { can } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import { forbidden, notFound } from '../../server/errors'
import { parseFor } from '../../server/http/incoming-call'
import type { Context, Route } from '../../server/http/route'
import { anyListCalls } from './any-list.contract'
import type { CrudCalls } from './kit/crud.server'

type ListCalls = Partial<CrudCalls> & { list: Endpoint }
type AnyListInput = { model: string } & Record<string, unknown>

const NO_LIST = 'Такого справочника нет.'

/** A list without an archive has no such call, and rows with a creation of their own cannot be created here. */
const OWN: Record<keyof typeof anyListCalls, (calls: ListCalls) => Endpoint | undefined> = {
  list: ({ list }) => list,
  create: ({ create }) => create,
  update: ({ update }) => update,
  remove: ({ remove }) => remove,
  archive: ({ archiving }) => archiving?.archive,
  unarchive: ({ archiving }) => archiving?.unarchive,
}

/** `lists` by model, and the routes of their own calls. */
export function anyListRoutes(lists: Record<string, ListCalls>, routes: readonly Route[]): Route[] {
  const byModel = new Map(Object.entries(lists))
  const byEndpoint = new Map(routes.map((route) => [route.endpoint, route]))
  const ownRoute = (name: keyof typeof OWN, model: string) => {
    const calls = byModel.get(model)
    if (!calls) throw notFound(NO_LIST)
    const endpoint = OWN[name](calls)
    const found = endpoint && byEndpoint.get(endpoint)
    if (found?.access !== 'user') throw notFound(name === 'create' ? NO_LIST : 'У этого справочника нет архива.')
    return found
  }
  return (Object.keys(OWN) as (keyof typeof OWN)[]).map((name) => ({
    endpoint: anyListCalls[name],
    access: 'user',
    run: async (input: unknown, context: Context) => {
      const { model, ...sent } = input as AnyListInput
      const { endpoint, run } = ownRoute(name, model)
      const { ability } = endpoint
      if (ability !== 'signed-in' && ability !== 'public' && !can(context.user, ability)) throw forbidden()
      return run(parseFor(endpoint, sent), context, undefined)
    },
  }))
}
