/**
 * `npm run bench -- --only=sweep`: every reading of the contract, on a farm whose warehouses, workshop, water and audit
 * log are as large as its fish. A call without parameters here ends the run.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { addDays } from '../src/shared/dates'
import { connect, type Script, slowestOf } from './bare'
import { ms, spread } from './figures'
import type { Run } from './run'
import { addSums } from './postgres'
import { isReport, journals, sweepPaths, unasked, type World } from './sweep-calls'
import { largestGroups } from './posts'
import { makeLife } from './sweep-life'
import { measureYardstick } from './yardstick'

const TURNS = 12
/** what eight clients of the yardstick store in a second on the machine that the gates were set for */
const QUIET = 1641
const P50 = 50
const P95 = 120
/** of sums over all years */
const SUMS = 400
/** what reckons the growth of all cages anew, as the forecast does */
const GROWTH = 400
/** of calls that have a gate of their own in `--only=reports`, `forecast` or `tester` */
const OWN: Record<string, number> = {
  '/annual-report': 500,
  '/annual-report/fish': 500,
  '/forecast': GROWTH,
  '/forecast/factors': GROWTH,
  '/expected-weights': GROWTH,
  '/feed-supply': GROWTH,
  '/to-weigh': GROWTH,
  '/calculate-feedings': 300,
}
/** as a proxy sends it: docs/deploy.md lets it compress */
const MAX_KB = 500
/** what takes longer is not asked for its reason, ms */
const REASONED = 5_000

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
  /** compressed */
  sent: number
  /** what it answered instead */
  refused?: string
}

const kilobytes = (bytes: ArrayBuffer | Buffer) => Math.round(bytes.byteLength / 1000)
const compressed = promisify(gzip)

async function ask({ app }: Run, path: string): Promise<Seen> {
  const times: number[] = []
  let last = new ArrayBuffer()
  for (let turn = 0; turn < TURNS + 2; turn++) {
    const start = performance.now()
    const answer = await fetch(`${app.origin}/api${path}`, { headers: { cookie: app.cookie } })
    const bytes = await answer.arrayBuffer()
    const taken = performance.now() - start
    const refused = answer.ok ? undefined : Buffer.from(bytes).toString()
    if (refused) return { path, p50: Infinity, p95: Infinity, kb: 0, sent: 0, refused }
    last = bytes
    if (turn > 1) times.push(taken)
    // what takes seconds is known after three
    if (turn > 3 && taken > 1000) break
  }
  return { path, ...spread(times), kb: kilobytes(last), sent: kilobytes(await compressed(last)) }
}

/**
 * A journal and the audit log of all years count them all, so do a farm's own books; a report sums up a year
 * (`--only=reports` has their gates).
 */
function sumsAll(asked: string, { ever, day }: World): boolean {
  const path = asked.split('?')[0]!
  return (
    path === '/moving-in-own' ||
    isReport(path) ||
    ((journals.has(path) || path === '/audit') && asked.includes(`start=${ever}&end=${day}`))
  )
}

/** `slower`: so many times as long as on the machine that the gates were set for. */
function isMet({ path, p50, p95, sent }: Seen, world: World, slower = 1): boolean {
  const own = OWN[path.split('?')[0]!] ?? (sumsAll(path, world) ? SUMS : null)
  return sent <= MAX_KB && (own === null ? p50 <= P50 * slower && p95 <= P95 * slower : p50 <= own * slower)
}

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
  if (unasked().length > 0) throw new Error(`bench/sweep-calls.ts has no parameters of ${unasked().join('; ')}`)
  const paths = sweepPaths(world)
  const seen: Seen[] = []
  for (const path of paths) seen.push(await ask(run, path))
  seen.sort((one, other) => other.p50 - one.p50)
  const late = seen.filter((one) => !isMet(one, world))
  const told = [...new Set([...seen.slice(0, 10), ...late])].filter(({ refused }) => !refused)
  const reasons = new Map<Seen, string>()
  for (const one of told.filter(({ p50 }) => p50 <= REASONED))
    reasons.set(one, await reasonOf(run, one.path).catch((error: unknown) => String(error).slice(0, 80)))
  // last: its losses would be read too
  const slower = Math.max(1, QUIET / (await measureYardstick(run, await largestGroups(run))))
  const beyond = late.filter((one) => !isMet(one, world, slower))
  run.add({
    what: `sweep of ${paths.length} readings`,
    figure:
      `${paths.length - late.length} within, ${late.length} beyond; ` +
      `${beyond.length} beyond in proportion to the yardstick (${slower.toFixed(2)})`,
    gate: `p50 <= ${P50} ms, p95 <= ${P95} ms, ${MAX_KB} kB as sent; sums of all years ${SUMS} ms`,
  })
  for (const one of late.filter(({ refused }) => refused))
    run.add({ what: `GET ${one.path}`, figure: one.refused!.slice(0, 100) })
  const figureOf = (one: Seen) =>
    `p50 ${ms(one.p50)}, p95 ${ms(one.p95)}, ${one.kb} kB, ${one.sent} sent${beyond.includes(one) ? ', BEYOND' : ''}`
  for (const one of told) run.add({ what: `GET ${one.path}`, figure: figureOf(one), slowest: reasons.get(one) })
}
