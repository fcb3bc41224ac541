/** «Пересчитать прирост»: a year of 36 cages, and how long other requests take meanwhile. */
import { addDays } from '../src/shared/dates'
import { CATEGORY } from './farm-plan'
import { assignFeeds } from './feeding'
import { load, ms, spread, timed } from './figures'
import type { Run } from './run'

const CAGES = 36
const DAYS = 365
const FISH = { count: 20_000, avg_weight: 0.05, generation_id: 1, age_category_id: CATEGORY }
const CLIENTS = 2
const LIMIT_S = 60

interface Recalculated {
  id: number
  state: string
  changed: number
  reason: string | null
}

async function send<T>(run: Run, method: string, path: string, body?: object): Promise<T> {
  const answer = await run.app.send(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
  return JSON.parse(answer.text) as T
}

/** Cages of their own that have been fed each day, and weighed each month, before feedings grew fish. */
async function addCages(run: Run): Promise<number[]> {
  const { rows } = await run.admin.query<{ id: number }>(
    `insert into cages (company_id, id, location_id, number, cage_type_id, color, volume, x, y)
     select 1, 10000 + i, 1, 'П' || i, 1, 1, 40000, 200 * i, 5000 from generate_series(1, $1::int) i returning id`,
    [CAGES],
  )
  const cages = rows.map(({ id }) => id)
  const on = (days: number) => ({ date: addDays(run.lastDay, -days), time: '08:00' })
  for (const id of cages) await send(run, 'POST', '/stocking', { ...on(DAYS), to_id: id, ...FISH })
  for (let days = DAYS - 30; days > 0; days -= 30)
    for (const id of cages)
      await send(run, 'POST', '/weight', { ...on(days), cage_id: id, avg_weight: 0.05 + (DAYS - days) / 400 })
  await run.admin.query(
    `insert into operations (company_id, kind, at, moves_fish, cage_id, good_id, stock_id, volume)
     select 1, 'feeding', $2::timestamp - make_interval(days => d) + interval '9 hours', false, c, 2, 1, 10000000 + d * 10000
     from unnest($1::int[]) c, generate_series(0, $3::int) d`,
    [cages, run.lastDay, DAYS - 1],
  )
  return cages
}

const readCage = (run: Run) => run.app.send('GET', '/cages-on-date').then((answer) => answer.ms)

/** Other people look at the farm until the work is done. */
async function beside<T>(run: Run, what: string, gate: string, work: () => Promise<T>): Promise<T> {
  let going = true
  let result: T | undefined
  const others = load(
    CLIENTS,
    LIMIT_S,
    () => readCage(run),
    () => going,
  )
  const took = await timed(async () => (result = await work())).finally(() => (going = false))
  const { p50, p99, most } = spread((await others).times)
  run.add({ what, figure: ms(took), gate })
  run.add({
    what: `  others meanwhile`,
    figure: `p50 ${ms(p50)}, p99 ${ms(p99)}, most ${ms(most)}`,
    gate: 'p99 <= 60 ms',
  })
  return result!
}

async function recalculate(run: Run, period: object, digest: string): Promise<Recalculated> {
  const { id } = await send<Recalculated>(run, 'POST', '/growth/recalculate', { ...period, digest })
  for (;;) {
    const rows = await send<Recalculated[]>(run, 'GET', '/growth/recalculations')
    const row = rows.find((one) => one.id === id)!
    if (row.state === 'refused') throw new Error(`growth: ${row.reason}`)
    if (row.state === 'done') return row
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export async function measureGrowth(run: Run): Promise<void> {
  await assignFeeds(run)
  const cages_id = await addCages(run)
  await send(run, 'PUT', '/settings', { 'auto-growth': true })
  const period = { start: addDays(run.lastDay, 1 - DAYS), end: run.lastDay, cages_id }
  const calm = spread((await load(CLIENTS, run.seconds, () => readCage(run))).times)
  run.add({ what: 'GET /cages-on-date, nothing beside', figure: `p50 ${ms(calm.p50)}, p99 ${ms(calm.p99)}` })
  const what = `growth of ${CAGES} cages and a year`
  const { digest, changed } = await beside(run, `${what}, preview`, '<= 3 s', () =>
    send<{ digest: string; changed: number }>(run, 'POST', '/growth/preview', period),
  )
  const done = await beside(run, `${what}, ${changed} feedings`, '<= 3 s', () => recalculate(run, period, digest))
  if (done.changed !== changed || changed === 0) throw new Error(`growth: ${done.changed} of ${changed}`)
  await beside(run, `${what}, taken back`, '<= 3 s', () =>
    send(run, 'POST', `/growth/recalculations/${done.id}/undo`, {}),
  )
}
