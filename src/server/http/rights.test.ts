/** Every call against every permission, as docs/rights.md expects it. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { allRoutes } from '../../app.server'
import { NO_RIGHT, NO_SUBSCRIPTION, ROLE_ABILITIES, TRIPLETS } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import { type Farm, openFarm } from '../testing/farm'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { makeWorld } from '../testing/fuzz-world'
import { rightValues, type Values, type World } from '../testing/fuzz'
import { type Answer, send, type Session } from '../testing/session'

interface Expected {
  right: string
  /** a write that is taken after the subscription has ended */
  always: boolean
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The tables of docs/rights.md: method and path → what is expected. */
function readExpectations(): Map<string, Expected> {
  const text = readFileSync(new URL('../../../docs/rights.md', import.meta.url), 'utf8')
  const rows = text.split('\n').filter((line) => /^\| +\//.test(line))
  return new Map(
    rows.flatMap((line) => {
      const [path, ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('\\', ''))
      return cells.flatMap((cell, index): [string, Expected][] =>
        cell === ''
          ? []
          : [[`${METHODS[index]} ${path}`, { right: cell.replace(/ \*$/, ''), always: / \*$/.test(cell) }]],
      )
    }),
  )
}

const expectations = readExpectations()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpoints = allRoutes.map(({ endpoint }) => endpoint)
const expectedOf = (endpoint: Endpoint) => expectations.get(nameOf(endpoint)) ?? { right: 'missing', always: false }
const OWN = ROLE_ABILITIES

/** Rights that any one of these permissions gives to a row that somebody else has written. */
const givenBy = (right: string): readonly string[] => (right === 'journal row' ? ['delete from journals'] : [right])
const OPEN_TO_ALL = ['public', 'signed-in', 'own change']
/** Of nobody. */
const NO_TOKEN = `1.${'x'.repeat(43)}`
/** What no session opens. */
const NEVER = ['token', 'operator']

let farm: Farm
let world: World
beforeAll(async () => {
  farm = await openFarm()
  world = await makeWorld(farm, farm.session, 'своё')
})
afterAll(() => farm.close())

/** Nothing typed: enough to tell who may, since rights are asked before the input is read. */
const EMPTY: Values = { id: 2_147_483_647 }
const right = (endpoint: Endpoint): Values => ({
  ...rightValues(endpoint, world, { start: farm.daysAgo(3), end: farm.today() }),
  // of a batch, its rows
  ...(endpoint.path in BATCHES && { ids: [world.ids[BATCHES[endpoint.path]!]] }),
})
const BATCHES: Record<string, string> = {
  '/feedings': kinds.feeding.remove.path,
  '/retreats': kinds.retreat.remove.path,
}

function ask(endpoint: Endpoint, values: Values, as: Session): Promise<Answer> {
  const { method } = endpoint
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? EMPTY.id))
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !endpoint.path.includes(`{${name}}`)))
  const parts = method === 'GET' || method === 'DELETE' ? { query: rest } : { body: rest }
  return send(farm.app, { method, path, ...parts, cookie: as.cookie })
}

const isRefused = ({ status, body }: Answer) =>
  status === 401 || (status === 403 && (body as { message?: string }).message === NO_RIGHT)

/** Calls that end the session come last. */
const inOrder = [...endpoints].sort((one, other) => Number(one.path === '/logout') - Number(other.path === '/logout'))

/** As the matrix of roles gives them: whoever changes a thing also sees it. */
const readBeside = (ability: string): readonly string[] =>
  Object.values(TRIPLETS).flatMap(({ read, write }) => ((write as readonly string[]).includes(ability) ? [read] : []))

/** Of each call, whether this person was let in; as who, for the message. */
async function letIn(as: Session, who: string, expected: (right: string) => boolean): Promise<string[]> {
  // wrong tokens are counted by address, and all of these come from one
  await farm.sql('delete from guesses')
  const tryOne = async (endpoint: Endpoint) => {
    const { right: needed } = expectedOf(endpoint)
    // which row it is about is asked of the row itself, as a token is
    const asked = needed === 'journal row' || needed === 'token' ? right(endpoint) : EMPTY
    const values = needed === 'token' ? { ...asked, token: NO_TOKEN } : asked
    const answer = await ask(endpoint, values, as)
    const wrong = answer.status >= 500 || isRefused(answer) === expected(needed)
    return wrong ? [`${nameOf(endpoint)} with ${who}: ${answer.status}, ${needed} is needed`] : []
  }
  // four at once, but the last by itself
  const queue = inOrder.slice(0, -1)
  const worker = async () => {
    const wrong: string[] = []
    for (let next = queue.shift(); next; next = queue.shift()) wrong.push(...(await tryOne(next)))
    return wrong
  }
  const wrong = await Promise.all([worker(), worker(), worker(), worker()])
  return [...wrong.flat(), ...(await tryOne(inOrder.at(-1)!))]
}

test('each call is told about in docs/rights.md, and nothing else is', () => {
  expect([...expectations.keys()].sort()).toEqual(endpoints.map(nameOf).sort())
})

test('a permission that the table names is one', () => {
  const known = new Set<string>([...OWN, ...OPEN_TO_ALL, ...NEVER, 'journal row', 'admin'])
  expect([...expectations].filter(([, { right }]) => !known.has(right))).toEqual([])
})

describe('with one permission', () => {
  it.each(OWN.filter((ability) => ability !== 'delete from journals'))(
    '%s: what it opens, and nothing else',
    async (ability) => {
      const as = await farm.user({ permissions: [ability] })
      const wrong = await letIn(
        as,
        `«${ability}» alone`,
        (right) =>
          OPEN_TO_ALL.includes(right) || [ability, ...readBeside(ability)].some((one) => givenBy(right).includes(one)),
      )
      expect(wrong).toEqual([])
    },
  )
})

test('with none, only what is open to everyone of the farm', async () => {
  const as = await farm.user()
  expect(await letIn(as, 'none', (right) => OPEN_TO_ALL.includes(right))).toEqual([])
})

test('with all but one, all but what that one opens', async () => {
  const wrong: string[] = []
  for (const missing of OWN) {
    const as = await farm.user({
      permissions: OWN.filter((one) => one !== missing && !readBeside(one).includes(missing)),
    })
    for (const endpoint of inOrder) {
      const { right: needed } = expectedOf(endpoint)
      if (!givenBy(needed).includes(missing)) continue
      const answer = await ask(endpoint, needed === 'journal row' ? right(endpoint) : EMPTY, as)
      if (!isRefused(answer)) wrong.push(`${nameOf(endpoint)} without «${missing}»: ${answer.status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('rows of others in journals are changed by whoever may delete from journals', async () => {
  const as = await farm.user({ permissions: ['delete from journals'] })
  const open = [...OPEN_TO_ALL, 'journal row']
  expect(await letIn(as, '«delete from journals» alone', (right) => open.includes(right))).toEqual([])
})

test('one’s own rows are changed by whoever may delete their own', async () => {
  const as = await farm.user({ permissions: OWN.filter((one) => one !== 'delete from journals') })
  const foreign = world
  world = await makeWorld(farm, farm.session, 'собственное')
  await farm.sql(`update operations set user_id = $1`, [as.user.id])
  const rows = endpoints.filter((endpoint) => expectedOf(endpoint).right === 'journal row')
  const refused: string[] = []
  for (const endpoint of rows) if (isRefused(await ask(endpoint, right(endpoint), as))) refused.push(nameOf(endpoint))
  world = foreign
  expect(rows.length).toBeGreaterThan(50)
  expect(refused).toEqual([])
})

test('an administrator is let in everywhere but to what is the operator’s', async () => {
  const as = await farm.user({ is_admin: true })
  expect(await letIn(as, 'is_admin', (right) => !NEVER.includes(right))).toEqual([])
})

test('after the subscription has ended everything is read, and only what the table says is written', async () => {
  const as = await farm.user({ is_admin: true })
  await farm.sql(`update subscriptions set end_date = current_date - 2 where company_id = $1`, [as.user.company.id])
  const wrong: string[] = []
  for (const endpoint of inOrder) {
    const { right: needed, always } = expectedOf(endpoint)
    if (needed === 'public' || NEVER.includes(needed)) continue
    const { status, body } = await ask(endpoint, EMPTY, as)
    const ended = status === 403 && (body as { message?: string }).message === NO_SUBSCRIPTION
    if (ended !== (endpoint.method !== 'GET' && !always)) wrong.push(`${nameOf(endpoint)}: ${status}`)
  }
  expect(wrong).toEqual([])
})
