/** Reports of the whole farm: ten years by month, a year by cage, the movement of fish; and that they agree. */
import { addDays } from '../src/shared/dates'
import { assignFeeds } from './feeding'
import { ms, spread } from './figures'
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

/** A report is read by few people, seldom: its time alone counts. Answers its text. */
async function ask({ app, add }: Run, what: string, path: string, budget: number | null): Promise<string> {
  const times: number[] = []
  let text = ''
  for (let turn = 0; turn < TURNS; turn++) {
    const answer = await app.send('GET', path)
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status} ${answer.text.slice(0, 300)}`)
    text = answer.text
    times.push(answer.ms)
  }
  const { p50, most } = spread(times)
  add({
    what: `GET ${what}`,
    figure: `p50 ${ms(p50)}, most ${ms(most)}, ${Math.round(text.length / 1000)} kB`,
    gate: budget === null ? undefined : `p50 <= ${ms(budget)}`,
  })
  return text
}

/** What an owner opens first. */
async function measureOverviews(run: Run): Promise<void> {
  const year = `start=${addDays(run.lastDay, -364)}&end=${run.lastDay}`
  await ask(run, 'consolidated-report, a day', `/consolidated-report?date=${run.lastDay}`, 50)
  await ask(run, 'consolidated-report-for-period, a year', `/consolidated-report-for-period?${year}`, 200)
  await ask(run, 'annual-report', `/annual-report?year=${run.lastDay.slice(0, 4)}`, 500)
  await ask(run, 'reports/dashboard, a year', `/reports/dashboard?${year}`, 150)
}

async function measureCosts(run: Run): Promise<void> {
  await ask(run, 'fish-cost, now', '/reports/fish-cost', 300)
  await ask(run, 'fish-cost/months, a year', `/reports/fish-cost/months?start=${addDays(run.lastDay, -364)}`, 400)
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
  await measureCosts(run)
  await measureOverviews(run)
  for (const name of ['feedings-by-categories', 'feedings-rate-vs-fact'])
    await ask(run, `${name}, a year`, `/chart/data/${name}?${year}`, null)
}
