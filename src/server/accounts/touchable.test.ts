/** Nobody touches the account of a person to whom more is open than to them, by whatever call it is named. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allRoutes } from '../../app.server'
import { type Ability, ADMINISTRATOR_ROLE, ROLE_ABILITIES } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import { type Farm, openFarm, type UserOptions } from '../../testing/farm/farm'
import { rightValues } from '../../testing/calls/fuzz'
import { makeOperator, send, type Session } from '../../testing/session'

let farm: Farm
let here: { module: number; stock: number }
beforeAll(async () => {
  farm = await openFarm()
  const module = (await farm.module('Понтон')).id
  here = { module, stock: (await farm.stock('Склад понтона')).id }
})
afterAll(() => farm.close())

/** Where «user» is not a person of one’s own farm. */
const OTHERS = ['/external-users/{id}', '/users-for-company/{id}']
const calls = allRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ path }) => path.includes('user') && path.includes('{id}') && !OTHERS.includes(path))
  // whoever is deleted is nobody to ask about
  .sort((one, other) => Number(one.path === '/users/{id}') - Number(other.path === '/users/{id}'))

function about(endpoint: Endpoint, person: Session, as: Session) {
  const { id } = person.user
  const ids = Object.fromEntries(calls.map(({ path }) => [path, id]))
  const values = rightValues(endpoint, { fields: { role_id: null, session: 1 }, ids, places: {} })
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  const { method } = endpoint
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: values }
  return send(farm.app, { method, path, ...body, cookie: as.cookie })
}

const REFUSED = /Этому человеку доступно больше|Учётную запись администратора меняет только администратор/

/** The calls that let this person reach that account. */
async function reached(person: Session, as: Session): Promise<string[]> {
  const found: string[] = []
  for (const endpoint of calls) {
    const { status, text } = await about(endpoint, person, as)
    if (status !== 409 || !REFUSED.test(text)) found.push(`${endpoint.method} ${endpoint.path}: ${status}`)
  }
  return found
}

const ALL_BUT: Ability[] = ROLE_ABILITIES.filter((ability) => ability !== 'create cages')
const allOf = (person: Session) =>
  farm.sql('update users set role_id = $1 where id = $2', [ADMINISTRATOR_ROLE, person.user.id])
const operator = (person: Session) => makeOperator(farm.sql, person.user)

const cases: [string, UserOptions, UserOptions, ((person: Session) => Promise<unknown>)?][] = [
  ['one ability', { permissions: ALL_BUT }, { permissions: ['create cages'] }],
  ['the role «Администратор»', { permissions: ALL_BUT }, {}, allOf],
  ['all modules', { permissions: [...ROLE_ABILITIES], locations: [] }, {}],
  ['all warehouses', { permissions: [...ROLE_ABILITIES], stocks: [] }, {}],
  ['the rights of an administrator', { permissions: [...ROLE_ABILITIES] }, { is_admin: true }],
  ['all modules, among administrators', { is_admin: true, locations: [] }, { is_admin: true }],
  ['the installation', { is_admin: true }, { is_admin: true }, operator],
]
it.each(cases)('when %s is open to the other alone', async (_, less, more, given) => {
  const [as, person] = [await farm.user(less), await farm.user(more)]
  await given?.(person)
  expect(await reached(person, as)).toEqual([])
})

it('a module or a warehouse is open to the other alone', async () => {
  const right = { permissions: [...ROLE_ABILITIES] }
  const [as, aboard, ashore] = [
    await farm.user({ ...right, locations: [], stocks: [] }),
    await farm.user({ locations: [here.module], stocks: [] }),
    await farm.user({ locations: [], stocks: [here.stock] }),
  ]
  expect([...(await reached(aboard, as)), ...(await reached(ashore, as))]).toEqual([])
})

it('and reaches whoever has no more', async () => {
  const [as, person] = [await farm.user({ permissions: [...ROLE_ABILITIES] }), await farm.user()]
  expect(await reached(person, as)).toHaveLength(calls.length)
  expect(calls.length).toBeGreaterThan(9)
})
