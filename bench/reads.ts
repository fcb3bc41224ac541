/** The farm at any moment, and pages of journals. */
import { kindServers } from '../src/core/documents/kinds/kinds.server'
import { addDays } from '../src/shared/dates'
import { connect, replay, type Script, slowestOf } from './bare'
import { load, ms, spread } from './figures'
import type { Run } from './run'

const TURNS = 200
/** seconds of load before measuring, so that hot code is compiled as in a process that runs for weeks */
const WARM_UP = 5

const pick = (most: number) => Math.floor(Math.random() * most)

/** Measures a reading through the application and its statements alone. Answers the last answer. */
export async function compare(
  run: Run,
  what: string,
  budget: number | null,
  path: () => string,
  turns = TURNS,
): Promise<string> {
  const scripts: Script[] = []
  for (let turn = 0; turn < Math.min(20, turns); turn++) scripts.push(await run.recorder.record('GET', path()))
  await load(4, WARM_UP, () => run.app.send('GET', path()).then((answer) => answer.ms))
  const client = await connect(run.databaseUrl)
  const times: number[] = []
  const bare: number[] = []
  let text = ''
  for (let turn = 0; turn < turns; turn++) {
    const answer = await run.app.send('GET', path())
    if (answer.status !== 200) throw new Error(`GET ${what}: ${answer.status} ${answer.text}`)
    const alone = await replay(client, scripts[pick(scripts.length)]!)
    text = answer.text
    times.push(answer.ms)
    bare.push(alone)
  }
  const slowest = budget === null ? undefined : await slowestOf(client, scripts, budget)
  await client.end()
  const { p50, p95 } = spread(times)
  run.add({
    what,
    figure: `p50 ${ms(p50)}, p95 ${ms(p95)}, ${Math.round(text.length / 1000)} kB`,
    gate: budget === null ? undefined : `p50 <= ${ms(budget)}`,
    bare: `p50 ${ms(spread(bare).p50)}`,
    slowest,
  })
  return text
}

export async function measureFarm(run: Run): Promise<void> {
  const days = run.size.years * 365 - 30
  await compare(
    run,
    'GET /cages-on-date, any day',
    15,
    () => `/cages-on-date?date=${addDays(run.lastDay, -pick(days))}`,
  )
  await compare(run, 'GET /cages, now', 25, () => '/cages')
}

export async function measureJournals(run: Run): Promise<void> {
  const { rows } = await run.admin.query<{ kind: string; count: number }>(
    'select kind, count(*)::int as count from operations group by kind order by count desc',
  )
  const days = run.size.years * 365 - 60
  for (const { kind, count } of rows) {
    const path = Object.values(kindServers).find(({ contract }) => contract.kind === kind)?.contract.path
    if (!path) continue
    await compare(run, `GET /${path}, 30 days of ${(count / 1e6).toFixed(2)} M rows`, 5, () => {
      const start = addDays(run.lastDay, -30 - pick(days))
      return `/${path}?start=${start}&end=${addDays(start, 29)}&page=1&per_page=50`
    })
  }
}
