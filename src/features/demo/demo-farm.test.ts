import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../app.server'
import { openDatabase } from '../../server/db/client'
import { DEMO_EMAIL, DEMO_PASSWORD, readDemoLogin } from '../../server/db/demo-login'
import { checkLedger } from '../../server/db/ledger/check'
import { replay } from '../../server/db/ledger/replay'
import { freshDatabase, type TestDatabase } from '../../testing/database'
import { query } from '../../testing/server'
import { send } from '../../testing/session'
import { groupBy } from '../../shared/collections'
import { addDays, dayOf, daysBetween, showDay, wallClock } from '../../shared/dates'
import type { AnswerOf } from '../../shared/contract'
import type { User } from '../../shared/user'
import type { CageRow } from '../../core/cages/cage.contract'
import { categoryByWeight } from '../../shared/fish/category-by-weight'
import { fullness, stripOf } from '../../core/cages/cage-state.web'
import { retreat } from '../../core/documents/kinds/retreat/retreat.contract'
import { goodsOf, ledgerReading, registry } from '../../core/documents/kinds/kinds.server'
import type { closeOutCall } from '../reports/close-out/close-out.contract'
import { milestonesUpTo } from './demo-calendar.server'
import { seedDemoFarm } from './demo-farm.server'
import { CAGES, type DemoFarm } from './demo-place.server'
import { withDeliveries } from './demo-supply.server'
import { measureTwoYears } from './demo-water.server'
import { isEmpty } from './filling/demo.server'
import { liveTwoYears } from './demo-years.server'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const PLACE: DemoFarm = {
  people: { owner: 1, zootechnician: 2, feeder: 3, keeper: 4 },
  cages: ids(CAGES.length),
  stocks: [1, 2, 3],
  shore: 3,
  workshop: 4,
  counterparties: ids(4),
  supplier: 5,
  employees: ids(2),
  feeds: [1, 2, 3, 4],
  medicines: [5, 6],
  fuels: [7],
  categories: ids(5),
  generations: [1, 2, 3],
}

const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Operations of a farm seeded at an instant, with ids, before they meet a database. */
function lifeUpTo(now: string) {
  const drafts = withDeliveries(PLACE, liveTwoYears(PLACE, now), milestonesUpTo(dayOf(now)))
  return drafts.map((draft, index) => ({ ...draft, id: index + 1, moves_fish: true }))
}

// each season, and hours at which a morning has not been yet
describe.each(['2026-11-20T16:40', '2026-05-20T05:10', '2027-02-10T12:00', '2026-08-03T00:00', '2028-02-29T09:59'])(
  'a farm seeded at %s',
  (now) => {
    const today = dayOf(now)
    const rows = lifeUpTo(now)
    const { states, refusal } = replay(rows, registry.effectOf)
    const cages = CAGES.flatMap(({ volume }, index) => {
      const groups = [...(states.get(index + 1)?.values() ?? [])].filter(({ count }) => count > 0)
      const mass = groups.reduce((sum, group) => sum + group.mass, 0)
      return groups.length > 0 ? [{ id: index + 1, density: mass / 1e6 / volume }] : []
    })
    const of = (kind: string, cage: number) => rows.filter((row) => row.kind === kind && row.cage_id === cage)

    test('never takes fish that are not there', () => {
      expect(refusal).toBeUndefined()
    })

    test('never takes goods that are not there', () => {
      const lines = rows.flatMap(goodsOf)
      for (const own of groupBy(lines, ({ good, stock }) => `${good}:${stock}`).values()) {
        let left = 0
        expect(Math.min(...own.map(({ amount }) => (left += amount)))).toBeGreaterThanOrEqual(0)
      }
    })

    test('has lived two years up to now and not a minute longer', () => {
      expect(rows.every(({ at, created }) => at <= now && created <= now)).toBe(true)
      expect(daysBetween(rows[0]!.at, now)).toBe(730)
      expect(new Set(rows.map(({ at }) => dayOf(at))).size).toBeGreaterThan(725)
      expect(rows.length).toBeGreaterThan(35_000)
    })

    test('shows every mark of the map', () => {
      expect(cages.length).toBeGreaterThanOrEqual(22)
      expect(cages.length).toBeLessThan(CAGES.length)
      expect(cages.filter(({ density }) => density > 20 && density < 24)).toHaveLength(1)
      expect(cages.filter(({ density }) => density > 18 && density < 20)).toHaveLength(1)
      const unfed = cages.filter(({ id }) => !of('feeding', id).some(({ at }) => dayOf(at) === today))
      expect(unfed).toHaveLength(3)
      const unweighed = cages.filter(({ id }) => daysBetween(of('weighing', id).at(-1)!.at, today) > 30)
      expect(unweighed).toHaveLength(2)
    })

    test('has its water measured each morning, no more than the water allows and not after now', () => {
      const drops = measureTwoYears(now)
      expect(drops.every(({ at }) => at <= now)).toBe(true)
      expect(new Set(drops.filter(({ sensor }) => !sensor).map(({ at }) => dayOf(at))).size).toBeGreaterThan(690)
      expect(drops.filter(({ sensor }) => sensor).length).toBeGreaterThan(59 * 24)
      const places = drops.map(({ parameter, module, cage, at, depth }) => [parameter, module, cage, at, depth].join())
      expect(new Set(places).size).toBe(drops.length)
      for (const { parameter, value } of drops) expect(value / 1e6).toBeLessThan(parameter === 0 ? 26 : 15)
      expect(Math.min(...drops.map(({ value }) => value))).toBeGreaterThanOrEqual(0)
      expect(hash(measureTwoYears(now))).toBe(hash(drops))
    })

    test('is the same every time', () => {
      expect(hash(lifeUpTo(now))).toBe(hash(rows))
    })
  },
)

describe('the demo farm in a database', () => {
  const now = wallClock('Europe/Moscow')
  let databases: TestDatabase[]
  let app: Awaited<ReturnType<typeof buildApp>>
  const said: string[] = []

  beforeAll(async () => {
    databases = await Promise.all([freshDatabase(), freshDatabase()])
    expect(await isEmpty(databases[0]!.url)).toBe(true)
    await Promise.all(databases.map(({ url }) => seedDemoFarm(url, (line) => said.push(line), { now })))
    const { url: databaseUrl } = databases[0]!
    const plain = { dataDir: '', webRoot: null, smtpUrl: null, baseUrl: null, logLevel: 'silent' }
    app = await buildApp({ databaseUrl, ...plain, poolSize: 2 })
  }, 120_000)
  afterAll(async () => {
    await app.close()
    await Promise.all(databases.map((database) => database.drop()))
  })

  const login = async (email: string) => {
    const answer = await send(app, { method: 'POST', path: '/login', body: { email, password: DEMO_PASSWORD } })
    expect(answer.status).toBe(200)
    return { cookie: answer.cookie!, user: answer.body as User }
  }

  test('fills an empty database once', async () => {
    expect(await isEmpty(databases[0]!.url)).toBe(false)
    expect(await readDemoLogin(databases[0]!.url)).toBe('published')
    expect(said).toHaveLength(2)
  })

  test('is the same in two databases seeded at the same minute', async () => {
    const [one, other] = await Promise.all(databases.map(({ adminUrl }) => hashOf(adminUrl)))
    expect(one).toEqual(other)
    expect(one!.count).toBeGreaterThan(40_000)
  })

  test('stands in the ledgers as its operations say', async () => {
    const database = openDatabase(databases[0]!.url, 1)
    expect(await database.transaction(1, (tx) => checkLedger(tx, 1, ledgerReading))).toEqual([])
    await database.close()
  })

  test('has photographs of its last losses', async () => {
    const { cookie } = await login(DEMO_EMAIL)
    const asked = { start: showDay(addDays(dayOf(now), -30)), end: showDay(dayOf(now)) }
    const losses = await send(app, { method: 'GET', path: retreat.list.path, query: asked, cookie })
    const shown = (losses.body as { id: number; photos: number }[]).filter(({ photos }) => photos > 0)
    expect(shown.map(({ photos }) => photos).sort()).toEqual([1, 1, 2])
    const { rows } = (await send(app, { method: 'GET', path: `/documents/${shown[0]!.id}/photos`, cookie })).body as {
      rows: { id: number }[]
    }
    const file = await send(app, { method: 'GET', path: `/photos/${rows[0]!.id}`, cookie })
    expect([file.status, file.text.slice(0, 4)]).toEqual([200, 'RIFF'])
  })

  test('shows its marks to who signs in', async () => {
    const { cookie, user } = await login(DEMO_EMAIL)
    expect(user.company.name).toBe('Ладожская форель')
    expect(user.company.subscription.days_left).toBeGreaterThan(360)
    const cages = (await send(app, { method: 'GET', path: '/cages', cookie })).body as CageRow[]
    expect(cages).toHaveLength(36)
    const kinds = cages.map(fullness)
    expect(new Set(kinds)).toEqual(new Set(['empty', 'fine', 'near', 'over']))
    const { unfed, unweighed, over } = stripOf(cages, { today: dayOf(user.now), weighingAge: 30 })
    expect([unfed.length, unweighed.length, over.length]).toEqual([3, 2, 1])
    expect(new Set(cages.flatMap(({ groups }) => groups.map((group) => group.generation_name))).size).toBe(2)
  })

  test('has a generation that was sold to the last fish, and cages with what nobody could explain', async () => {
    const { cookie } = await login(DEMO_EMAIL)
    const asked = { start: showDay(addDays(dayOf(now), -730)), end: showDay(dayOf(now)) }
    const closed = async (by: 'generation' | 'cage') => {
      const { body } = await send(app, { method: 'GET', path: '/close-out-report', query: { ...asked, by }, cookie })
      return (body as AnswerOf<typeof closeOutCall>).rows
    }
    const [first, ...others] = await closed('generation')
    expect(others).toEqual([])
    expect(first!.close_out_percent).toBeGreaterThan(-1)
    expect(first!.close_out_percent).toBeLessThan(0)
    expect(first!.survival).toBeGreaterThan(80)
    expect((await closed('cage')).filter(({ close_out_count }) => close_out_count < 0).length).toBeGreaterThan(5)
  })

  test('has two cages that have outgrown their category, and says which to weigh first', async () => {
    const { cookie } = await login(DEMO_EMAIL)
    const read = async <T>(path: string) => (await send(app, { method: 'GET', path, cookie })).body as T
    const mg = (kg: number | null) => (kg === null ? null : Math.round(kg * 1e6))
    const categories = (
      await read<{ id: number; avg_weight_from: number | null; avg_weight_to: number | null; archived: boolean }[]>(
        '/age-category',
      )
    ).map(({ id, archived, avg_weight_from, avg_weight_to }) => ({
      id,
      archived,
      from: mg(avg_weight_from),
      to: mg(avg_weight_to),
    }))
    const groups = (await read<CageRow[]>('/cages')).flatMap((cage) => cage.groups)
    const outgrown = groups.filter(({ count, weight, age_category_id: category }) =>
      categoryByWeight({ count, mass: mg(weight)!, category }, categories),
    )
    expect(outgrown).toHaveLength(2)
    const toWeigh = await read<{ mass: number; money: number | null }[]>('/to-weigh')
    expect(toWeigh.length).toBeGreaterThan(20)
    expect(toWeigh[0]!.money).toBeGreaterThan(0)
  })

  test('assigns a feed to every cage with fish, by one calculation', async () => {
    const { cookie } = await login(DEMO_EMAIL)
    const { without, several } = (await send(app, { method: 'GET', path: '/feed-calc-coverage', cookie })).body as {
      without: unknown[]
      several: unknown[]
    }
    expect([without, several]).toEqual([[], []])
  })

  test('has a plan of today and tomorrow for all of them, with a ration to decide on', async () => {
    const { cookie, user } = await login(DEMO_EMAIL)
    const get = async (path: string) => (await send(app, { method: 'GET', path, cookie })).body
    const [today, tomorrow] = [0, 1].map((days) => showDay(addDays(dayOf(user.now), days)))
    expect(await get('/get-dates-color')).toMatchObject({ [today!]: 1, [tomorrow!]: 1 })
    const { rows } = (await get(`/get-plan-of-day/${tomorrow}`)) as { rows: { rate: number; calc_rate: number }[] }
    expect(rows.filter(({ rate, calc_rate }) => Math.abs(rate - calc_rate) > 0.01)).toHaveLength(1)
  })

  test('has people with rights of their own', async () => {
    const { user } = await login('savelev@example.com')
    expect(user.abilities).toContain('create feedings')
    expect(user.abilities).not.toContain('create users')
  })
})

/** Of everything that was stored, but for the secrets. */
async function hashOf(url: string): Promise<{ count: number }> {
  const all = (table: string, order: string) =>
    `(select md5(string_agg(t::text, '|' order by ${order})) from ${table} t) as ${table}`
  const { rows } = await query(url, (client) =>
    client.query<{ count: number }>(
      `select count(*)::int, ${all('operations', 'id')}, ${all('fish_entries', 'operation_id, group_id')},
         ${all('stock_entries', 'operation_id, stock_id')}, ${all('cages', 'id')},
         ${all('stock_days', 'good_id, stock_id, day')}, ${all('measurements', 'id')}, ${all('batches', 'id')} from operations`,
    ),
  )
  return rows[0]!
}
