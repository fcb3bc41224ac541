/** What a caller sends is read: a field that nothing looks at would be lost without a word. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes } from '../../app.server'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { companyCalls } from '../../features/companies/companies.contract'
import type { Endpoint } from '../../shared/contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { fieldsOf, rightValues, type Values, type World } from '../../testing/calls/fuzz'
import { makeWorld } from '../../testing/calls/fuzz-world'
import { encode, makeOperator, send } from '../../testing/session'
import type { Preparing, Route } from './route'

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** call → the fields that its handler has looked at, of calls that were answered */
const read = new Map<string, Set<string>>()
const answered = new Set<string>()

function recording<T>(endpoint: Endpoint, input: T): T {
  const seen = read.get(nameOf(endpoint)) ?? new Set()
  read.set(nameOf(endpoint), seen)
  if (typeof input !== 'object' || input === null) return input
  return new Proxy(input, {
    // a copy is taken, of what was given
    ownKeys: (target) => {
      for (const name of fieldsOf(endpoint)) if (!(name in target)) seen.add(name)
      return Reflect.ownKeys(target)
    },
    has: (target, name) => {
      seen.add(String(name))
      return Reflect.has(target, name)
    },
    get: (target, name, receiver) => {
      seen.add(String(name))
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}

const observed = (route: Route): Route => {
  const { endpoint, run } = route
  const answering = async (input: unknown, ...rest: unknown[]) => {
    const answer = await (run as (...given: unknown[]) => Promise<unknown>)(recording(endpoint, input), ...rest)
    answered.add(nameOf(endpoint))
    return answer
  }
  if (route.access === 'public' || !route.prepare) return { ...route, run: answering } as Route
  const prepare = (given: Preparing) => route.prepare!({ ...given, input: () => recording(endpoint, given.input()) })
  return { ...route, prepare, run: answering } as Route
}

let farm: Farm
let world: World
let cookie: string
beforeAll(async () => {
  farm = await openFarm({ routes: allRoutes.map(observed) })
  cookie = farm.session.cookie
  world = await makeWorld(farm, farm.session, 'своё')
  const other = await farm.company('Вторая ферма')
  await makeOperator(farm.sql, farm.session.user)
  for (const { path } of [companyCalls.update, companyCalls.users]) world.ids[path] = other.user.company.id
})
afterAll(() => farm.close())

async function ask({ method, path, ability }: Endpoint, values: Values) {
  const rest = { ...values }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name] ?? 1
    delete rest[name]
    return encode(String(value))
  })
  const given = method === 'GET' || method === 'DELETE' ? { query: rest } : { body: rest }
  const answer = await send(farm.app, {
    method,
    path: filled,
    ...given,
    cookie: ability === 'public' ? undefined : cookie,
  })
  // a password, new or confirmed, gives the session another token
  if (ability !== 'public') cookie = answer.cookie ?? cookie
}

const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What the contract itself reads, and what has a meaning only beside another field. */
const READ_ELSEWHERE = ['password_confirmation', 'before_id']

it('of every call, by its handler', { timeout: 240_000 }, async () => {
  const endpoints = allRoutes
    .map(({ endpoint }) => endpoint)
    .filter((one) => one !== accessCalls.logout)
    .sort((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method))
  const unread: string[] = []
  for (const endpoint of endpoints) {
    const right = rightValues(endpoint, world, { start: farm.daysAgo(3), end: farm.today() })
    await ask(endpoint, { ...right, page: 1 })
    const seen = read.get(nameOf(endpoint)) ?? new Set()
    const left = fieldsOf(endpoint).filter((name) => !seen.has(name) && !READ_ELSEWHERE.includes(name))
    if (answered.has(nameOf(endpoint)) && left.length > 0) unread.push(`${nameOf(endpoint)}: ${left.join(', ')}`)
  }
  expect(unread).toEqual([])
  // of the others nothing is known: what they need is gone or spent by then
  expect(answered.size).toBeGreaterThan(endpoints.length * 0.75)
})
