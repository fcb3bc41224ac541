/** Operations entered now, by one client and by eight in parallel. */
import { showDay, timeOf, wallClock } from '../src/shared/dates'
import { connect, replay, type Script, slowestOf } from './bare'
import { CATEGORY, FEEDS, placesOf, STOCKS } from './farm-plan'
import { load, ms, type Rate, spread } from './figures'
import { TIME_ZONE } from './load'
import type { Run } from './run'
import { measureYardstick } from './yardstick'

interface Post {
  path: string
  body: Record<string, unknown>
}

export const now = () => {
  const instant = wallClock(TIME_ZONE)
  return { date: showDay(instant), time: timeOf(instant) }
}

/** The largest group of each cage. */
export async function largestGroups({ admin }: Run) {
  const { rows } = await admin.query<{ id: number; cage: number; generation: number }>(
    `select distinct on (g.cage_id) g.id, g.cage_id as cage, g.generation_id as generation from fish_groups g
     cross join lateral (select count_after from fish_entries e where e.company_id = g.company_id and e.group_id = g.id
       order by at desc, operation_id desc limit 1) e
     order by g.cage_id, e.count_after desc`,
  )
  return rows
}

/** Cage → generation of its largest group. */
export async function livingGroups(run: Run): Promise<Map<number, number>> {
  return new Map((await largestGroups(run)).map(({ cage, generation }) => [cage, generation]))
}

const retreat = (cage: number, generation: number): Post => ({
  path: '/retreat',
  body: { ...now(), from_id: cage, generation_id: generation, age_category_id: CATEGORY, count: 1 },
})

async function slowestIn({ databaseUrl }: Run, scripts: Script[]): Promise<string> {
  const client = await connect(databaseUrl)
  return slowestOf(client, scripts, BUDGET).finally(() => client.end())
}

let turn = 0
const feeding = (cage: number): Post => ({
  path: '/feeding',
  body: {
    ...now(),
    cage_id: cage,
    feed_type_id: 1 + (turn++ % FEEDS),
    stock_id: 1 + (cage % STOCKS),
    volume: 0.1,
    appetite: 3,
  },
})

async function throughApp({ app, seconds }: Run, clients: number, next: () => Post): Promise<Rate> {
  return load(clients, seconds, async () => {
    const { path, body } = next()
    const answer = await app.send('POST', path, body)
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.ms
  })
}

/** Each client repeats recorded statements for its own cages, so that none waits for another's lock. */
async function bareLoop({ databaseUrl, seconds }: Run, clients: number, scripts: Script[]): Promise<Rate> {
  const connections = await Promise.all(Array.from({ length: clients }, () => connect(databaseUrl)))
  let turns = 0
  const share = scripts.length / clients
  const rate = await load(clients, seconds, (client) =>
    replay(connections[client]!, scripts[client * share + (turns++ % share)]!),
  )
  await Promise.all(connections.map((connection) => connection.end()))
  return rate
}

/** time for a call with one client, and so for each of its statements */
const BUDGET = 5
const gateOf = (clients: number, fewest: number) =>
  clients === 1 ? `p50 <= ${BUDGET} ms` : `>= ${Math.round(fewest / 4)}/s, p99 <= 40 ms`

export async function measurePosts(run: Run): Promise<void> {
  const living = await largestGroups(run)
  const fewest = await measureYardstick(run, living)
  const groups = new Map(living.map(({ cage, generation }) => [cage, generation]))
  const { open, bare } = placesOf(run.size)
  const cages = open.filter((cage) => groups.has(cage))
  const any = () => cages[Math.floor(Math.random() * cages.length)]!
  const kinds = {
    retreat: (cage: number) => retreat(cage, groups.get(cage)!),
    feeding,
  }
  for (const [name, post] of Object.entries(kinds)) {
    const scripts: Script[] = []
    for (const cage of bare) {
      const { path, body } = post(cage)
      scripts.push(await run.recorder.record('POST', path, body))
    }
    const statements = scripts[0]!.rounds.reduce((sum, round) => sum + round.length, 0)
    // a process that runs for weeks has compiled its hot code; after some 10 000 requests its processor time stays the
    // same
    await load(8, 20, () => run.app.send('POST', ...request(post(any()))).then(({ ms: time }) => time))
    for (const clients of [1, 8]) {
      const loop = await bareLoop(run, clients, scripts)
      const before = run.app.cpu()
      const rate = await throughApp(run, clients, () => post(any()))
      const cpu = (run.app.cpu() - before) / rate.times.length
      const { p50, p99 } = spread(rate.times)
      run.add({
        what: `POST /${name}, ${clients} client${clients > 1 ? 's' : ''}`,
        figure: `${rate.perSecond}/s, p50 ${ms(p50)}, p99 ${ms(p99)}, ${cpu.toFixed(2)} ms of processor`,
        gate: gateOf(clients, fewest),
        bare: `${loop.perSecond}/s (${statements} statements, ${scripts[0]!.rounds.length} rounds), p99 ${ms(spread(loop.times).p99)}`,
        slowest: clients === 1 ? await slowestIn(run, scripts) : undefined,
      })
    }
  }
}

const request = ({ path, body }: Post) => [path, body] as const
