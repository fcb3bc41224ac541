import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { allRoutes as routes } from '../../app.server'
import { sessionsCalls } from '../../features/access/sessions/sessions.contract'
import { accessCalls } from '../../features/access/sign-in/access.contract'
import { companyCalls } from '../../features/companies/companies.contract'
import type { Endpoint } from '../../shared/contract'
import { type Language, LANGUAGES } from '../../shared/i18n/languages'
import { type Farm, openFarm } from '../../testing/farm/farm'
import {
  fieldsOf,
  HUGE,
  INHERITED,
  isDay,
  isTime,
  NASTY,
  NASTY_BODIES,
  NEVER,
  rightValues,
  type Values,
  type World,
} from '../../testing/calls/fuzz'
import { makeWorld } from '../../testing/calls/fuzz-world'
import { watchRows } from '../../testing/row-changes'
import { type Answer, encode, makeOperator, send, type Session } from '../../testing/session'

const MARK = 'ЧУЖОЕ'
/** Nasty values tried per field; which ones differs from field to field and is the same in every run. */
const PER_FIELD = 7

let farm: Farm
let own: World
let foreign: World
let other: Session
let changed: () => Promise<string[]>
beforeAll(async () => {
  farm = await openFarm()
  cookie = farm.session.cookie
  other = await farm.company(`Ферма ${MARK}`)
  own = await makeWorld(farm, farm.session, 'своё')
  foreign = await makeWorld(farm, other, MARK)
  // what is counted or noted of a call that is refused, too
  changed = await watchRows(farm.sql, ['guesses', 'security_events', 'external_uses'])
})
afterAll(() => farm.close())

const refusal = z.strictObject({
  message: z.string().min(1),
  errors: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
  msgShouldBeShown: z.boolean().optional(),
  refusal: z.looseObject({ operation_id: z.number(), kind: z.string() }).optional(),
  differing: z.looseObject({ version: z.string() }).optional(),
  subscriptionEnded: z.literal(true).optional(),
})

/** What people called their things, and what they are called, stays as they wrote it. */
const NAMES = /“[^”]*”|Анна Петрова|Имя \d+|[^ ]* ?(своё|ЧУЖОЕ)/g
/** The texts of a refusal that are not in the language that was asked for. */
const inOther = (language: Language, { message, errors = {} }: z.infer<typeof refusal>) =>
  [message, ...Object.values(errors).flat()].filter(
    (text) => /[а-яё]/i.test(text.replace(NAMES, '')) !== (language === 'ru'),
  )

/** of whoever fuzzes */
let cookie = ''
/** These give the session another token. */
const RENEWING: string[] = [accessCalls.changePassword.path, sessionsCalls.confirm.path]

async function fire(
  { method, path, ability }: Endpoint,
  input: Values | string,
  key: string,
  language: Language,
): Promise<Answer> {
  const rest = typeof input === 'string' ? {} : { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name in rest ? rest[name] : 1
    delete rest[name]
    return encode(String(value)) || '%20'
  })
  const query = method === 'GET' || method === 'DELETE' ? rest : undefined
  const body = typeof input === 'string' ? input : rest
  // entering ends the session that comes along
  const session = ability === 'public' ? undefined : cookie
  const answer = await send(farm.app, {
    method,
    path: filled,
    query,
    body,
    key,
    headers: { 'accept-language': language },
    cookie: session,
  })
  if (RENEWING.includes(path)) cookie = answer.cookie ?? cookie
  return answer
}

const shown = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 120)

/** Everything that is wrong with the answers of one endpoint. */
function inspector(endpoint: Endpoint) {
  const wrong: string[] = []
  let tries = 0
  const name = `${endpoint.method} ${endpoint.path}`
  const ask = async (input: Values | string, what: string, mustRefuse = false): Promise<number> => {
    if (['access', 'external'].includes(endpoint.area)) await farm.sql('delete from guesses')
    const key = `${endpoint.path.replace(/\W/g, '.')}.${++tries}.${endpoint.method}`
    const language = LANGUAGES[tries % LANGUAGES.length]!
    const { status, text, body } = await fire(endpoint, input, key, language)
    const note = (fault: string) => wrong.push(`${name} ${what}: ${fault} ${text.slice(0, 200)}`)
    if (status !== 200 && !(status >= 400 && status < 500)) note(`answers ${status}`)
    const refused = status >= 400 && status < 500 ? refusal.safeParse(body) : null
    if (refused && !refused.success) note('not the agreed answer')
    if (refused?.success && inOther(language, refused.data).length > 0) note(`is not told in ${language}`)
    if (text.includes(MARK)) note('shows what is another company’s')
    if (mustRefuse && status === 200) note('takes what is another company’s')
    return status
  }
  const settle = async (statuses: number[], what: string) => {
    const refused = statuses.filter((status) => status >= 400)
    if (endpoint.method === 'GET' && refused.length === 0) return
    const tables = await changed()
    if (tables.length > 0 && refused.length === statuses.length)
      wrong.push(`${name} ${what}: stored something in ${tables.join(', ')} and refused`)
  }
  return {
    wrong,
    try: async (input: Values | string, what: string, mustRefuse = false): Promise<number> => {
      const status = await ask(input, what, mustRefuse)
      await settle([status], what)
      return status
    },
    /**
     * Each of them. What is stored is looked at once behind all; when some are taken, behind each that was refused too.
     */
    tryAll: async (field: string, sound: Values, values: unknown[]): Promise<void> => {
      if (values.length === 0) return
      const send = (value: unknown) => ask({ ...sound, [field]: value }, `${field} = ${shown(value)}`)
      const statuses: number[] = []
      for (const value of values) statuses.push(await send(value))
      await settle(statuses, field)
      if (endpoint.method === 'GET' || statuses.every((status) => status >= 400)) return
      for (const [index, value] of values.entries())
        if (statuses[index]! >= 400) await settle([await send(value)], `${field} = ${shown(value)}`)
    },
  }
}

/** Values that are wrong for what the field is read as, all of which are tried. */
function poison(name: string, right: unknown): unknown[] {
  if (name === 'sort' || name === 'model') return INHERITED
  if (isTime(name)) return NEVER.time!
  if (isDay(name)) return NEVER.day!
  // ids are tried with the nasty ones
  return typeof right === 'number' && !/id$/i.test(name) ? HUGE : []
}

/** The right input, each field in turn gone, of another company, or nasty. */
async function fuzz(endpoint: Endpoint, seed: number) {
  const { wrong, try: attempt, tryAll } = inspector(endpoint)
  await changed()
  const right = () => rightValues(endpoint, own, { start: farm.daysAgo(3), end: farm.today() })
  const fields = fieldsOf(endpoint)
  const writes = endpoint.method !== 'GET'
  for (const [place, name] of fields.entries()) {
    await attempt({ ...right(), [name]: undefined }, `without ${name}`)
    const theirs = name === 'id' ? foreign.ids[endpoint.path] : foreign.fields[name]
    // a value that both have names nothing of either
    const names = theirs !== undefined && JSON.stringify(theirs) !== JSON.stringify(own.fields[name])
    if (names) await attempt({ ...right(), [name]: theirs }, `their ${name}`, writes)
    const sound = right()
    const nasty = Array.from({ length: PER_FIELD }, (_, i) => NASTY[(seed * 13 + place * 5 + i * 7) % NASTY.length])
    await tryAll(name, sound, nasty)
    await tryAll(name, sound, poison(name, sound[name]))
  }
  if (writes && endpoint.method !== 'DELETE')
    for (const body of NASTY_BODIES) await attempt(body, `body ${shown(body)}`)
  const status = await attempt(right(), 'right input')
  return { wrong, taken: status === 200 }
}

const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Signing out ends the session of the fuzz itself. */
const endpoints = routes.map(({ endpoint }) => endpoint).filter((one) => one !== accessCalls.logout)
// settings last: they change what is refused elsewhere; then what only an operator may, who may read the names of
// others
const areas = [
  'cages',
  'libraries',
  'warehouse',
  'workshop',
  'spending',
  'operations',
  'measurements',
  'feeding',
  'tasks',
  'alarms',
  'proposals',
  'external',
  'reports',
  'notices',
  'access',
  'admin',
  'moving-in',
  'companies',
]

/** Makes the first person the operator, and gives them a company that nothing stands in. */
async function beOperator() {
  const { user } = await farm.company('Пустая ферма')
  await makeOperator(farm.sql, farm.session.user)
  await farm.sql(`update companies set name = 'Вторая ферма' where company_id = $1`, [other.user.company.id])
  const { update, remove, users, archiving } = companyCalls
  for (const { path } of [update, remove, users, archiving.archive, archiving.unarchive])
    own.ids[path] = user.company.id
}

it('knows every area', () => {
  expect([...new Set(endpoints.map(({ area }) => area))].sort()).toEqual([...areas].sort())
})

it.each(areas)(
  'whatever is sent to %s is answered, refused things leave no trace',
  { timeout: 240_000 },
  async (area) => {
    if (area === 'companies') await beOperator()
    const wrong: string[] = []
    const taken: string[] = []
    const inArea = endpoints.filter((endpoint) => endpoint.area === area)
    const sorted = inArea.sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method))
    for (const [seed, endpoint] of sorted.entries()) {
      const result = await fuzz(endpoint, seed)
      wrong.push(...result.wrong)
      if (result.taken) taken.push(`${endpoint.method} ${endpoint.path}`)
    }
    expect.soft(wrong).toEqual([])
    // else the nasty values would have been refused for another reason than themselves
    expect(taken.length, taken.join('\n')).toBeGreaterThanOrEqual(sorted.length * 0.6)
  },
)
