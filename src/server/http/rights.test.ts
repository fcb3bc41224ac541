/** Every call against every permission, as docs/rights.md expects it. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { allRoutes } from '../../app.server'
import { type Ability, NO_RIGHT, NO_SUBSCRIPTION, ROLE_ABILITIES, TRIPLETS } from '../../shared/abilities'
import type { Endpoint } from '../../shared/contract'
import { type Farm, openFarm } from '../../testing/farm/farm'
import { kinds } from '../../core/documents/kinds/kinds.contract'
import { makeWorld } from '../../testing/calls/fuzz-world'
import { rightValues, type Values, type World } from '../../testing/calls/fuzz'
import { type Answer, send, type Session } from '../../testing/session'

interface Expected {
  /** all of these are needed */
  rights: string[]
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
          : [
              [
                `${METHODS[index]} ${path}`,
                { rights: cell.replace(/ \*$/, '').split(' + '), always: / \*$/.test(cell) },
              ],
            ],
      )
    }),
  )
}

const expectations = readExpectations()
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpoints = allRoutes.map(({ endpoint }) => endpoint)
const expectedOf = (endpoint: Endpoint) => expectations.get(nameOf(endpoint)) ?? { rights: ['missing'], always: false }
const OWN = ROLE_ABILITIES

/** A row that somebody else has written; a call of any list as the one that the world names, species and goods. */
const BY_ROW: Record<string, string> = {
  'journal row': 'delete from journals',
  'list named': 'access library',
  'thing named': 'read stocks',
  'kind proposed': 'create notes',
}
const givenBy = (right: string): string => BY_ROW[right] ?? right
const OPEN_TO_ALL = ['public', 'signed-in', 'own change']
/** Of nobody. */
const NO_TOKEN = `1.${'x'.repeat(43)}`
/** What no session opens. */
const NEVER = ['token', 'operator']

let farm: Farm
let world: World
beforeAll(async () => {
  farm = await openFarm({ logLevel: 'silent' })
  world = await makeWorld(farm, farm.session, 'своё')
})
afterAll(() => farm.close())

/** Nothing typed: enough where no row is named, since rights are asked before the input is read. */
const EMPTY: Values = { id: 2_147_483_647 }
/** What names a row is asked with one that is there, as whose it is may be asked of the row itself. */
const namesRow = ({ path }: Endpoint) => path.includes('{') || path in BATCHES || path === '/update-batch-transform'
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

/**
 * While it holds a write is undone as it commits: what it wrote of itself, which every write does, fails then. So all
 * who are let in find the same rows.
 */
const UNDONE = 503
async function undoWrites(on: boolean): Promise<void> {
  for (const table of ['audit_log', 'security_events'])
    await farm.sql(
      on
        ? `create constraint trigger undo after insert on ${table} deferrable initially deferred for each row
           when (${table === 'audit_log' ? 'true' : `new.kind not in ('refused', 'token-refused')`}) execute function undo()`
        : `drop trigger if exists undo on ${table}`,
    )
}
beforeAll(() =>
  farm.sql(`create function undo() returns trigger language plpgsql as $$
    begin raise exception 'undone' using errcode = 'query_canceled'; end $$`),
)

type May = (right: string) => boolean

/** Of each of these calls, whether this person was let in; as who, for the message. */
async function letIn(as: Session, who: string, may: May, calls = inOrder): Promise<string[]> {
  // wrong tokens are counted by address, and all of these come from one
  await farm.sql('delete from guesses')
  await undoWrites(true)
  const tryOne = async (endpoint: Endpoint) => {
    const { rights } = expectedOf(endpoint)
    const asked = namesRow(endpoint) || rights.includes('token') ? right(endpoint) : EMPTY
    const answer = await ask(endpoint, rights.includes('token') ? { ...asked, token: NO_TOKEN } : asked, as)
    const fails = answer.status >= 500 && answer.status !== UNDONE
    const wrong = fails || isRefused(answer) === rights.every(may) || isMissing(endpoint, answer)
    return wrong ? [`${nameOf(endpoint)} with ${who}: ${answer.status}, ${rights.join(' + ')} is needed`] : []
  }
  // four at once, but the last by itself
  const queue = calls.slice(0, -1)
  const worker = async () => {
    const wrong: string[] = []
    for (let next = queue.shift(); next; next = queue.shift()) wrong.push(...(await tryOne(next)))
    return wrong
  }
  const wrong = await Promise.all([worker(), worker(), worker(), worker()])
  const last = await tryOne(calls.at(-1)!)
  await undoWrites(false)
  return [...wrong.flat(), ...last]
}

/** It was asked of a row that is not there, so that nothing was seen. */
const isMissing = (endpoint: Endpoint, { status }: Answer) =>
  status === 404 && endpoint.path.includes('{') && !NOT_THEIRS.includes(nameOf(endpoint))
/** One's own sessions are nobody else's. */
const NOT_THEIRS = ['DELETE /sessions/{id}']

test('each call is told about in docs/rights.md, and nothing else is', () => {
  expect([...expectations.keys()].sort()).toEqual(endpoints.map(nameOf).sort())
})

test('a permission that the table names is one', () => {
  const known = new Set<string>([...OWN, ...OPEN_TO_ALL, ...NEVER, ...Object.keys(BY_ROW), 'admin'])
  expect([...expectations].filter(([, { rights }]) => !rights.every((one) => known.has(one)))).toEqual([])
})

/** What everybody is let in to is tried with none. */
const closed = inOrder.filter((endpoint) => !expectedOf(endpoint).rights.every((right) => OPEN_TO_ALL.includes(right)))

/** Whoever holds these. */
const holder =
  (held: readonly string[]): May =>
  (right) =>
    OPEN_TO_ALL.includes(right) || held.includes(givenBy(right))

describe('with one permission', () => {
  it.each(OWN)('%s: what it opens, and nothing else', async (ability) => {
    const as = await farm.user({ permissions: [ability] })
    expect(await letIn(as, `«${ability}» alone`, holder([ability, ...readBeside(ability)]), closed)).toEqual([])
  })
})

test('with none, only what is open to everyone of the farm', async () => {
  const as = await farm.user()
  expect(await letIn(as, 'none', holder([]))).toEqual([])
})

test('with all but one, all but what that one opens', async () => {
  const wrong: string[] = []
  for (const missing of OWN) {
    // so many passwords are not set in a minute
    await farm.sql('delete from guesses')
    const as = await farm.user({
      permissions: OWN.filter((one) => one !== missing && !readBeside(one).includes(missing)),
    })
    const needing = inOrder.filter((endpoint) => expectedOf(endpoint).rights.map(givenBy).includes(missing))
    for (const endpoint of needing) {
      const answer = await ask(endpoint, namesRow(endpoint) ? right(endpoint) : EMPTY, as)
      if (!isRefused(answer)) wrong.push(`${nameOf(endpoint)} without «${missing}»: ${answer.status}`)
    }
  }
  expect(wrong).toEqual([])
})

test('rows of others in journals are changed by whoever may delete from journals, and read their kind', async () => {
  const held: Ability[] = ['delete from journals', 'read stocks']
  const as = await farm.user({ permissions: held })
  expect(await letIn(as, held.join(' and '), holder(held), closed)).toEqual([])
})

test('one’s own rows are changed by whoever may delete their own', async () => {
  const as = await farm.user({ permissions: OWN.filter((one) => one !== 'delete from journals') })
  const foreign = world
  world = await makeWorld(farm, farm.session, 'собственное')
  await farm.sql(`update operations set user_id = $1`, [as.user.id])
  const rows = endpoints.filter((endpoint) => expectedOf(endpoint).rights.includes('journal row'))
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
    const { rights, always } = expectedOf(endpoint)
    if (rights.includes('public') || rights.some((one) => NEVER.includes(one))) continue
    const { status, body } = await ask(endpoint, EMPTY, as)
    const ended = status === 403 && (body as { message?: string }).message === NO_SUBSCRIPTION
    if (ended !== (endpoint.method !== 'GET' && !always)) wrong.push(`${nameOf(endpoint)}: ${status}`)
  }
  expect(wrong).toEqual([])
})
