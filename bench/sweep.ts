/**
 * `npm run bench -- --only=sweep`: every reading of the contract, on a farm whose warehouses, workshop, water and audit
 * log are as large as its fish. A call without parameters here ends the run.
 */
import { allRoutes } from '../src/app.server'
import { kindServers } from '../src/core/documents/kinds/kinds.server'
import { addDays } from '../src/shared/dates'
import { connect, type Script, slowestOf } from './bare'
import { ms, spread } from './figures'
import { BUSY } from './goods-life'
import type { Run } from './run'
import { addSums } from './postgres'
import { makeLife } from './sweep-life'

const TURNS = 12
const P50 = 50
const P95 = 120
/** of sums over all years */
const SUMS = 400
const MAX_KB = 500

/** What parameters are made of. */
interface World {
  /** the last day; and a month, a year and ten years before it */
  day: string
  month: string
  year: string
  ever: string
  cage: number
  receipt: number
  shipment: number
  product: number
  user: number
}

/** Paths of a call with parameters; none for calls that a signed-in user cannot make. */
type Paths = (world: World) => string[]

const journals = new Set(Object.values(kindServers).map(({ contract }) => `/${contract.path}`))

/** Another order: by the first of its columns that has a sum, or else by time. */
const orderOf = (path: string): string => {
  const { columns } = Object.values(kindServers).find(({ contract }) => `/${contract.path}` === path)!.contract
  return columns.find(({ footer }) => footer)?.key ?? 'datetime'
}

/** A year, a far page, other orders, one module, one busy cage, and all years for the footer. */
const ofJournal = (path: string, { year, ever, day, cage }: World): string[] => {
  const within = `${path}?start=${year}&end=${day}&per_page=50`
  return [
    `${within}&page=1`,
    `${within}&page=400`,
    `${within}&page=1&sort=-count`,
    `${within}&page=1&sort=-${orderOf(path)}`,
    `${within}&page=1&sort=${orderOf(path)}`,
    `${within}&page=1&location_id=1`,
    `${within}&page=1&cages_id[]=${cage}`,
    `${path}?start=${ever}&end=${day}&per_page=50&page=1`,
    `${path}?start=${ever}&end=${addDays(ever, 30)}&per_page=50&page=1`,
  ]
}

const period = (path: string, more = '') => [
  ({ month, day }: World) => `${path}?start=${month}&end=${day}${more}`,
  ({ year, day }: World) => `${path}?start=${year}&end=${day}${more}`,
]
const all =
  (made: ((world: World) => string)[]): Paths =>
  (world) =>
    made.map((one) => one(world))
const plain =
  (path: string): Paths =>
  () => [path]

const CALLS: Record<string, Paths> = {
  '/users/{id}/sessions': all([({ user }) => `/users/${user}/sessions`]),
  '/cages-on-date': all([
    ({ year }) => `/cages-on-date?date=${year}`,
    ({ ever }) => `/cages-on-date?date=${addDays(ever, 900)}`,
  ]),
  '/cages/download-all': all([({ day }) => `/cages/download-all?date=${day}`]),
  '/consolidated-report': all([({ day }) => `/consolidated-report?date=${day}`]),
  '/consolidated-report-for-period': all(period('/consolidated-report-for-period')),
  '/cages/info/{cageId}': all([({ cage }) => `/cages/info/${cage}`, () => '/cages/info/7']),
  '/get-cage-info': all([({ cage, year }) => `/get-cage-info?cageId=${cage}&date=${year}`]),
  '/cages/recent/{cageId}': all([({ cage }) => `/cages/recent/${cage}`]),
  '/cages/all-operations/{cageId}': all([
    ({ cage, year, day }) => `/cages/all-operations/${cage}?start=${year}&end=${day}&page=1&per_page=50`,
    ({ cage, year, day }) => `/cages/all-operations/${cage}?start=${year}&end=${day}&page=400&per_page=50`,
  ]),
  '/cage/count-on-date': all([
    ({ cage, day }) => `/cage/count-on-date?date=${day}&time=12:00&cage_id=${cage}&generation_id=12&age_category_id=1`,
  ]),
  '/template-for-batch': all([({ day }) => `/template-for-batch?date=${day}`]),
  '/documents/{id}': all([({ receipt }) => `/documents/${receipt}`]),
  '/documents': plain('/documents?waybill_number=2'),
  '/cage/{id}/why': all([
    ({ cage, day }) => `/cage/${cage}/why?date=${day}&per_page=50`,
    ({ year }) => `/cage/7/why?date=${year}&per_page=50`,
  ]),
  '/custom-item-operations/{id}': () => [],
  '/transactions-data-for-{type}/{id}': all(period(`/transactions-data-for-good/${BUSY.good}`, '&page=1&per_page=50')),
  '/stock-sheet': all([({ day }) => `/stock-sheet?stock_id=1&date=${day}&time=12:00`]),
  '/goods/{id}/lots': all([() => `/goods/${BUSY.good}/lots`, () => `/goods/${BUSY.good + 5}/lots`]),
  '/best-before': plain('/best-before'),
  '/crud/good': all([() => '/crud/good', ({ year }) => `/crud/good?date=${year}`]),
  '/all-goods-amounts': all([() => '/all-goods-amounts', ({ month }) => `/all-goods-amounts?date=${month}`]),
  '/crud/{model}': plain('/crud/location'),
  '/crud/columns/{model}': plain('/crud/columns/good'),
  '/measurements-by-location/{locationId}': all([
    ({ year, day }) => `/measurements-by-location/1?start=${year}&end=${day}&page=1&per_page=50`,
    ({ ever, day }) => `/measurements-by-location/1?start=${ever}&end=${day}&page=100&per_page=50`,
  ]),
  '/measurements-calendar-counts/{locationId}': all([
    ({ month }) => `/measurements-calendar-counts/1?month=${month.slice(0, 7)}`,
  ]),
  '/chart/data/measurements': all([
    ({ year, day }) => `/chart/data/measurements?start=${year}&end=${day}&paramNames[]=Температура`,
    ({ ever, day }) => `/chart/data/measurements?start=${ever}&end=${day}&paramNames[]=Температура&locationId=1`,
  ]),
  '/measurements-template': plain('/measurements-template?location_id=1'),
  '/goods-value': all([({ day }) => `/goods-value?date=${day}`, ({ day }) => `/goods-value?date=${day}&method=avg`]),
  '/goods-value/{id}': all([({ day }) => `/goods-value/${BUSY.good}?date=${day}`]),
  '/goods-balance/{id}': all(period(`/goods-balance/${BUSY.good}`)),
  '/workshop-goods-value': all([({ day }) => `/workshop-goods-value?date=${day}`]),
  '/workshop-goods-value/{id}': all([({ day, product }) => `/workshop-goods-value/${product}?date=${day}`]),
  '/workshop-goods-balance/{id}': all([
    ({ year, day, product }) => `/workshop-goods-balance/${product}?start=${year}&end=${day}`,
  ]),
  '/batches': all([({ ever, day }) => `/batches?start=${ever}&end=${day}&page=1`]),
  '/goods-transforms': all([({ ever, day }) => `/goods-transforms?start=${ever}&end=${day}&page=1`]),
  '/workshop-goods/shipping/journal': all([
    ({ year, day }) => `/workshop-goods/shipping/journal?start=${year}&end=${day}&page=1`,
  ]),
  '/spending/totals': all(period('/spending/totals')),
  '/papers/receipt/{id}': all([({ receipt }) => `/papers/receipt/${receipt}`]),
  '/papers/workshop-receipt/{id}': () => [],
  '/papers/shipment/{id}': all([({ shipment }) => `/papers/shipment/${shipment}`]),
  // external applications and operators: not for a farm's own people
  '/external-token/{id}': () => [],
  '/external/output/xml': () => [],
  '/companies': () => [],
  '/installation/jobs': () => [],
  '/installation/clock': () => [],
  '/users-for-company/{id}': () => [],
  '/annual-report': all([({ day }) => `/annual-report?year=${day.slice(0, 4)}`]),
  '/annual-report/goods': all([({ day }) => `/annual-report/goods?year=${day.slice(0, 4)}`]),
  '/annual-report/download': () => [],
  '/good-turnover-balance': all(period('/good-turnover-balance', '&page=1')),
  '/workshop-good-turnover-balance': all(period('/workshop-good-turnover-balance', '&page=1')),
  '/chart/data/goods-by-items': all(period('/chart/data/goods-by-items')),
  '/chart/data/goods-by-dates': all(period('/chart/data/goods-by-dates')),
  '/chart/data/workshop-goods-transactions': all(period('/chart/data/workshop-goods-transactions')),
  '/trace/shipment/{id}': all([({ shipment }) => `/trace/shipment/${shipment}`]),
  // its batches hold no fish
  '/trace/batch/{id}': () => [],
  '/trace/generation/{id}': all([() => '/trace/generation/1', () => '/trace/generation/5']),
  '/feeding-rates/1/{feedTypeId}': plain('/feeding-rates/1/1'),
  '/get-plan-of-day/{date}': all([({ day }) => `/get-plan-of-day/${day}`]),
  '/get-plan-of-cage/{cageId}': all([({ cage }) => `/get-plan-of-cage/${cage}`]),
  '/get-feed-calc-cages': all([({ day }) => `/get-feed-calc-cages?date=${day}`]),
  '/feeding-plan-fact': all([({ day }) => `/feeding-plan-fact?date=${day}`]),
  '/download-plan-of-day': all([({ day }) => `/download-plan-of-day?date=${day}`]),
  '/download-plan-of-cage': all([({ cage }) => `/download-plan-of-cage?cage_id=${cage}`]),
  // the farm has neither calculations nor brands nor norms
  '/recalc-cage': () => [],
  '/download-feeding-rates/{feedTypeId}': () => [],
  '/crud/feed_calc/coef/{id}': () => [],
  '/feeding-rates/0/{brandId}': () => [],
  '/feeding-norms/{owner}/{owner_id}': () => [],
  '/download-brand-feeding-rates/{brandId}': () => [],
  '/audit': all([
    ({ ever, day }) => `/audit?start=${ever}&end=${day}&page=1&per_page=50`,
    ({ ever, day }) => `/audit?start=${ever}&end=${day}&page=400&per_page=50`,
    ({ year, day }) => `/audit?start=${year}&end=${day}&entity=retreat&page=1&per_page=50`,
  ]),
  '/history/{entity}/{id}': all([({ receipt }) => `/history/receipt/${receipt}`]),
  '/security-events': all([({ year, day }) => `/security-events?start=${year}&end=${day}&page=1&per_page=50`]),
}

function pathsOf(path: string, input: object | undefined, world: World): string[] {
  if (CALLS[path]) return CALLS[path](world)
  if (journals.has(path)) return ofJournal(path, world)
  const needed = Object.entries(
    (input as { shape?: Record<string, { safeParse(value: unknown): { success: boolean } }> } | undefined)?.shape ?? {},
  )
    .filter(([, field]) => !field.safeParse(undefined).success)
    .map(([name]) => name)
  if (needed.length > 0 || path.includes('{'))
    throw new Error(`bench/sweep.ts gives ${path} no parameters (${needed.join(', ')})`)
  return [path]
}

async function findWorld({ admin, lastDay, size }: Run): Promise<World> {
  const one = async (query: string) => (await admin.query<{ id: number }>(`select (${query})::int as id`)).rows[0]!.id
  const lastOf = (kind: string) => one(`select max(id) from operations where kind = '${kind}'`)
  return {
    day: lastDay,
    month: addDays(lastDay, -30),
    year: addDays(lastDay, -364),
    ever: addDays(lastDay, 1 - size.years * 365),
    cage: size.cages,
    receipt: await lastOf('good_adding'),
    shipment: await lastOf('workshop_good_shipping'),
    product: await one(`select min(id) from goods where kind = 'workshop_good'`),
    user: await one('select min(id) from users'),
  }
}

interface Seen {
  path: string
  p50: number
  p95: number
  kb: number
  /** what it answered instead */
  refused?: string
}

async function ask({ app }: Run, path: string): Promise<Seen> {
  const times: number[] = []
  let kb = 0
  for (let turn = 0; turn < TURNS + 2; turn++) {
    const start = performance.now()
    const answer = await fetch(`${app.origin}/api${path}`, { headers: { cookie: app.cookie } })
    const bytes = await answer.arrayBuffer()
    const taken = performance.now() - start
    if (!answer.ok) return { path, p50: Infinity, p95: Infinity, kb: 0, refused: Buffer.from(bytes).toString() }
    kb = Math.round(bytes.byteLength / 1000)
    if (turn > 1) times.push(taken)
    // what takes seconds is known after three
    if (turn > 3 && taken > 1000) break
  }
  return { path, ...spread(times), kb }
}

/** A journal of all years sums them all. */
const isMet = ({ path, p50, p95, kb }: Seen, { ever, day }: World) =>
  kb <= MAX_KB &&
  (journals.has(path.split('?')[0]!) && path.includes(`start=${ever}&end=${day}`)
    ? p50 <= SUMS
    : p50 <= P50 && p95 <= P95)

/** The slowest statement of a call, with the time allowed for the whole. */
async function reasonOf(run: Run, path: string): Promise<string> {
  const client = await connect(run.databaseUrl)
  const scripts: Script[] = [await run.recorder.record('GET', path)]
  return slowestOf(client, scripts, P50, 3).finally(() => client.end())
}

export async function measureSweep(run: Run): Promise<void> {
  if (!run.size.whole) {
    await makeLife(run.admin, run.lastDay, run.size)
    await addSums(run.databaseUrl)
  }
  const world = await findWorld(run)
  const readings = allRoutes.map(({ endpoint }) => endpoint).filter(({ method }) => method === 'GET')
  const paths = readings.flatMap(({ path, input, ability }) =>
    ability === 'public' || path.startsWith('/external') ? [] : pathsOf(path, input, world),
  )
  const seen: Seen[] = []
  for (const path of paths) seen.push(await ask(run, path))
  seen.sort((one, other) => other.p50 - one.p50)
  const late = seen.filter((one) => !isMet(one, world))
  run.add({
    what: `sweep of ${paths.length} readings`,
    figure: `${paths.length - late.length} within, ${late.length} beyond`,
    gate: `p50 <= ${P50} ms, p95 <= ${P95} ms, ${MAX_KB} kB; sums of all years ${SUMS} ms`,
  })
  for (const one of late.filter(({ refused }) => refused))
    run.add({ what: `GET ${one.path}`, figure: one.refused!.slice(0, 100) })
  for (const one of new Set([...seen.slice(0, 10), ...late])) {
    if (one.refused) continue
    run.add({
      what: `GET ${one.path}`,
      figure: `p50 ${ms(one.p50)}, p95 ${ms(one.p95)}, ${one.kb} kB`,
      slowest: await reasonOf(run, one.path).catch((error: unknown) => String(error).slice(0, 80)),
    })
  }
}
