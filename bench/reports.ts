/** Reports of the whole farm: ten years by month, a year by cage, the movement of fish; and that they agree. */
import { setTimeout as pause } from 'node:timers/promises'
import { addDays } from '../src/shared/dates'
import { assignFeeds } from './feeding'
import { load, ms, spread } from './figures'
import { addSums } from './postgres'
import type { Run } from './run'

interface Series {
  datasets: { data: (number | null)[] }[]
}

interface Figures {
  left_start_weight: number
  stocking_weight: number
  income_weight: number
  outcome_weight: number
  withdrawal_weight: number
  retreat_weight: number
  correction_weight: number
  growth: number
  left_end_weight: number
  feedings: number
}

const mg = (kilograms: number) => Math.round(kilograms * 1e6)
const sumOf = (text: string) =>
  (JSON.parse(text) as Series).datasets.reduce(
    (sum, { data }) => sum + data.reduce<number>((own, one) => own + mg(one ?? 0), 0),
    0,
  )

const BY_MONTH = ['feedings-by-months', 'retreats-by-period', 'withdrawals-by-months', 'weights-total']

/** Throws unless what was there and what moved and grew is what is left. */
function checkMovement({ rows, total }: { rows: Figures[]; total: Figures }, fed: number): void {
  for (const row of [...rows, total]) {
    const moved = row.stocking_weight + row.income_weight - row.outcome_weight
    const left = row.left_start_weight + moved - row.withdrawal_weight - row.retreat_weight + row.correction_weight
    if (mg(left + row.growth) !== mg(row.left_end_weight)) throw new Error('movement of fish: it does not close')
  }
  if (mg(total.feedings) !== fed) throw new Error('movement of fish: other feed than that of the cages')
}

const TURNS = 12
/** seconds in which hot code is compiled, as it is in a process that runs for weeks */
const WARM_UP = 3

/**
 * A report is read by few people, seldom: its time alone counts, of the first one too, which waits for the compiler.
 * Answers its text.
 */
async function ask({ app, add }: Run, what: string, path: string, budget: number | null): Promise<string> {
  const read = async () => {
    const answer = await app.send('GET', path)
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer
  }
  const first = await read()
  await load(1, WARM_UP, async () => (await read()).ms)
  const times: number[] = []
  for (let turn = 0; turn < TURNS; turn++) times.push((await read()).ms)
  const { p50, most } = spread(times)
  add({
    what: `GET ${what}`,
    figure: `p50 ${ms(p50)}, most ${ms(most)}, first ${ms(first.ms)}, ${Math.round(first.text.length / 1000)} kB`,
    gate: budget === null ? undefined : `p50 <= ${ms(budget)}`,
  })
  return first.text
}

/** What an owner opens first. */
const overviewsOf = ({ lastDay }: Run): [what: string, path: string, budget: number][] => {
  const year = `start=${addDays(lastDay, -364)}&end=${lastDay}`
  return [
    ['consolidated-report, a day', `/consolidated-report?date=${lastDay}`, 50],
    ['consolidated-report-for-period, a year', `/consolidated-report-for-period?${year}`, 200],
    ['annual-report', `/annual-report?year=${lastDay.slice(0, 4)}`, 500],
    ['reports/dashboard, a year', `/reports/dashboard?${year}`, 150],
    ['fish-cost, now', '/reports/fish-cost', 300],
    ['fish-cost/months, a year', `/reports/fish-cost/months?start=${addDays(lastDay, -364)}`, 400],
  ]
}

/** Days ago: the months that are kept since then go. */
const CHANGED = 40
const LONGEST_WAIT_MS = 180_000

/** A loss of the past, as somebody remembers it. Answers how long it takes until all months are there again. */
async function changePast({ app, admin, lastDay }: Run): Promise<() => Promise<number>> {
  const kept = async () => (await admin.query('select count(*)::int as many from fish_cost_months')).rows[0] as object
  const before = JSON.stringify(await kept())
  const { rows } = await admin.query<{ from_id: number; generation_id: number; age_category_id: number }>(
    `select cage_id as from_id, generation_id, age_category_id from fish_groups
     where company_id = 1 and closed_at is null order by first_at limit 1`,
  )
  const date = addDays(lastDay, -CHANGED)
  const answer = await app.send('POST', '/retreat', { date, time: '12:00', ...rows[0], count: 1 })
  if (answer.status !== 200) throw new Error(`POST /retreat: ${answer.status} ${answer.text}`)
  const start = performance.now()
  return async () => {
    while (JSON.stringify(await kept()) !== before) {
      if (performance.now() - start > LONGEST_WAIT_MS) throw new Error('the months of the past were not made again')
      await pause(500)
    }
    return performance.now() - start
  }
}

async function measureOverviews(run: Run): Promise<void> {
  const overviews = overviewsOf(run)
  for (const [what, path, budget] of overviews) await ask(run, what, path, budget)
  const again = await changePast(run)
  for (const [what, path, budget] of overviews)
    for (const opening of ['first', 'second']) {
      const { ms: time } = await run.app.send('GET', path)
      const gate = opening === 'second' ? `<= ${ms(budget)}` : undefined
      run.add({ what: `${what}: ${opening} opening after a back-dated loss`, figure: ms(time), gate })
    }
  run.add({ what: 'months of the past are made again after', figure: ms(await again()) })
  for (const [what, path, budget] of overviews) await ask(run, `${what}, then`, path, budget)
}

export async function measureReports(run: Run): Promise<void> {
  await assignFeeds(run)
  await addSums(run.databaseUrl)
  const { lastDay, size } = run
  const year = `start=${addDays(lastDay, -364)}&end=${lastDay}`
  const all = `start=${addDays(lastDay, 1 - size.years * 365)}&end=${lastDay}`
  for (const name of BY_MONTH) await ask(run, `${name}, ${size.years} years`, `/chart/data/${name}?${all}`, 400)
  const byCage = await ask(run, 'feedings, a year by cage', `/chart/data/feedings?${year}`, 80)
  const byMonth = await ask(run, 'feedings-by-months, a year', `/chart/data/feedings-by-months?${year}`, 80)
  if (sumOf(byCage) !== sumOf(byMonth)) throw new Error('feed: months are not what cages are')
  for (const name of ['retreats', 'withdrawals', 'weights'])
    await ask(run, `${name}, a year by cage`, `/chart/data/${name}?${year}`, 80)
  const moved = await ask(run, 'cage-period-report, a year', `/cage-period-report?${year}`, 200)
  checkMovement(JSON.parse(moved) as { rows: Figures[]; total: Figures }, sumOf(byCage))
  await measureOverviews(run)
  for (const name of ['feedings-by-categories', 'feedings-rate-vs-fact'])
    await ask(run, `${name}, a year`, `/chart/data/${name}?${year}`, null)
}
