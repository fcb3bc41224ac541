/**
 * Farms for browser tests. Each is registered anew through the API of the built app, so that no test meets another's
 * data.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { kinds } from '../src/core/documents/kinds/kinds.contract'
import { factories } from '../src/testing/farm/factories'
import type { Ability } from '../src/shared/abilities'
import type { AnswerOf, Endpoint, InputOf } from '../src/shared/contract'
import { addDays, showDay } from '../src/shared/dates'
import { measureParameterLibrary } from '../src/core/lists/libraries/measure-parameter.contract'
import { measurementCalls } from '../src/core/cages/measurement.contract'
import { LINES, statesOf } from '../src/features/people/person/rights.contract'
import { userCalls } from '../src/features/people/person/users.contract'
import { roleCalls } from '../src/features/people/roles/roles.contract'
import type { User } from '../src/shared/user'

export interface Session {
  /** value of the session's cookie */
  cookie: string
  email: string
  user: User
}

export const PASSWORD = 'уха из судака'

/** The rows of one statement as superuser, for what no call does or tells: subscriptions, what stands in a table. */
export const sql = <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> =>
  sqlIn<R>(inject('dataDir'), text, values)

/** The same in the database of an app of the test's own. */
export async function sqlIn<R extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
  values: unknown[] = [],
): Promise<R[]> {
  const lineOf = (...path: string[]) => readFileSync(join(dataDir, ...path), 'utf8').split('\n')
  const [password] = lineOf('postgres.password')
  const [, , , port, socket] = lineOf('postgres', 'postmaster.pid')
  const host = socket ? join(dataDir, 'postgres') : '127.0.0.1'
  const client = new pg.Client({ host, port: Number(port), user: 'postgres', password, database: 'sadok' })
  await client.connect()
  const { rows } = await client.query<R>(text, values).finally(() => client.end())
  return rows
}

async function signIn(
  path: '/register' | '/login',
  body: { email: string; password: string },
  base = inject('baseUrl'),
): Promise<Session> {
  const response = await fetch(`${base}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const cookie = /^sadok_session=([^;]+)/.exec(response.headers.getSetCookie()[0] ?? '')?.[1]
  if (!response.ok || !cookie) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return { cookie, email: body.email, user: (await response.json()) as User }
}

export const signInToDemo = (): Promise<Session> =>
  signIn('/login', { email: 'demo@example.com', password: 'demo-farm' })

/** Calls by contract, as `own` or as another person; of another app when its address is given. */
export function callAs(own: { cookie: string }, base = inject('baseUrl')) {
  return async function call<E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    { as = own }: { as?: { cookie: string } } = {},
  ): Promise<AnswerOf<E>> {
    const rest = { ...(input as Record<string, unknown>) }
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return value
    })
    const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    const response = await fetch(`${base}/api${path}${inQuery ? `?${query}` : ''}`, {
      method: endpoint.method,
      headers: { cookie: `sadok_session=${as.cookie}`, ...(!inQuery && { 'content-type': 'application/json' }) },
      ...(!inQuery && { body: JSON.stringify(rest) }),
    })
    if (!response.ok) throw new Error(`${endpoint.method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as AnswerOf<E>
  }
}

/** A colleague with a role of these rights alone. */
async function addColleague(of: Session, permissions: Ability[], name: string, base?: string): Promise<Session> {
  const call = callAs(of, base)
  const email = `${randomUUID().slice(0, 12)}@example.com`
  const role = await call(roleCalls.create, { name: `Роль ${email}` })
  await call(roleCalls.save, { data: { [role.id]: statesOf(LINES, new Set(permissions)) } })
  await call(userCalls.create, { name, email, role_id: role.id, password: PASSWORD, password_confirmation: PASSWORD })
  return signIn('/login', { email, password: PASSWORD }, base)
}

/** A new farm with nothing but its administrator. */
export async function registerFarm(company_name: string, base?: string) {
  // many registrations from one address are slowed, and all of these come from one
  if (!base) await sql(`delete from guesses where key like 'registration %'`)
  const email = `${randomUUID().slice(0, 12)}@example.com`
  const person = { company_name, name: 'Мария Рябова', email, password: PASSWORD, password_confirmation: PASSWORD }
  const session = await signIn('/register', person, base)
  const call = callAs(session, base)
  const today = session.user.now.slice(0, 10)
  return {
    ...session,
    call,
    ...factories(call),
    /** 'DD.MM.YYYY' */
    daysAgo: (days: number) => showDay(addDays(today, -days)),
    colleague: (permissions: Ability[], name = 'Игорь Судаков') => addColleague(session, permissions, name, base),
    /** the subscription ends so many days from now; below 0 it has ended */
    subscribedFor: (days: number) =>
      sql('update subscriptions set end_date = $2 where company_id = $1', [
        session.user.company.id,
        addDays(today, days),
      ]),
  }
}

interface PondOptions {
  cages?: number
  /** how many of them get fish, so many each */
  stocked?: number
  count?: number
  /** address of an app of the test's own */
  base?: string
}

/** A farm with one module, cages 1, 2, … in it, and fish in the first ones. */
export async function registerPond(
  company_name: string,
  { cages = 3, stocked = 1, count = 1000, base }: PondOptions = {},
) {
  const farm = await registerFarm(company_name, base)
  const [species, module, category] = await Promise.all([
    farm.species('Радужная форель'),
    farm.module('Залив'),
    farm.category('Сеголетки'),
  ])
  const generation = await farm.generation({ species: species.id, name: 'Весна 2026' })
  const ids: number[] = []
  for (let n = 1; n <= cages; n++) ids.push((await farm.cage({ location: module.id, number: String(n) })).id)
  const group = { generation_id: generation.id, age_category_id: category.id }
  for (const to_id of ids.slice(0, stocked)) {
    const moment = { date: farm.daysAgo(20), time: '10:00' }
    await farm.call(kinds.stocking.create, { ...moment, to_id, ...group, count, avg_weight: 0.2 })
  }
  return { ...farm, module, group, cages: ids }
}

/** The link in the last letter to this address, or null while none has come. */
export function linkMailedTo(email: string): string | null {
  const folder = join(inject('dataDir'), 'mail')
  const letters = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const own = letters.filter((letter) => letter.includes(`To: ${email}\n`)).at(-1)
  return own ? (/https?:\S+/.exec(own)?.[0] ?? null) : null
}

/** Eleven cages with fish, each given 4 kg yesterday, 200 kg of feed on the barge. */
export async function fedFarm(name: string) {
  const pond = await registerPond(name, { cages: 12, stocked: 11 })
  // the reminder of the trial would take its part of the screen
  await pond.subscribedFor(300)
  const feed = await pond.good({ name: 'Корм 6 мм' })
  const barge = await pond.stock('Баржа')
  await pond.adding({ good: feed.id, stock: barge.id, count: 200, date: pond.daysAgo(10) })
  const given = { feed_type_id: feed.id, stock_id: barge.id, date: pond.daysAgo(1), time: '09:00', appetite: 4 }
  for (const cage_id of pond.cages.slice(0, 11)) await pond.call(kinds.feeding.create, { ...given, cage_id, volume: 4 })
  const water = await pond.call(measureParameterLibrary.create, {
    name: 'Температура воды',
    measure_type: 'temperature',
    depth: '2',
    location_id: pond.module.id,
  })
  const read = { measure_parameter_id: water.id, date: pond.daysAgo(1), time: '09:00', value: 4.1 }
  await pond.call(measurementCalls.create, read)
  return pond
}
