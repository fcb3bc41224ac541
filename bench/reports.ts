/** Reports of the whole farm: ten years by month, a year by cage, the movement of fish; and that they agree. */
import { addDays } from '../src/shared/dates'
import { assignFeeds } from './feeding'
import { compare } from './reads'
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

export async function measureReports(run: Run): Promise<void> {
  await assignFeeds(run)
  const { lastDay, size } = run
  const year = `start=${addDays(lastDay, -364)}&end=${lastDay}`
  const all = `start=${addDays(lastDay, 1 - size.years * 365)}&end=${lastDay}`
  for (const name of BY_MONTH)
    await compare(run, `GET ${name}, ${size.years} years by month`, 400, () => `/chart/data/${name}?${all}`)
  const byCage = await compare(run, 'GET feedings, a year by cage', 80, () => `/chart/data/feedings?${year}`)
  const byMonth = await compare(
    run,
    'GET feedings-by-months, a year',
    80,
    () => `/chart/data/feedings-by-months?${year}`,
  )
  if (sumOf(byCage) !== sumOf(byMonth)) throw new Error('feed: months are not what cages are')
  for (const name of ['retreats', 'withdrawals', 'weights'])
    await compare(run, `GET ${name}, a year by cage`, 80, () => `/chart/data/${name}?${year}`)
  const moved = await compare(run, 'GET /cage-period-report, a year', 200, () => `/cage-period-report?${year}`)
  checkMovement(JSON.parse(moved) as { rows: Figures[]; total: Figures }, sumOf(byCage))
  for (const name of ['feedings-by-categories', 'feedings-rate-vs-fact'])
    await compare(run, `GET ${name}, a year`, null, () => `/chart/data/${name}?${year}`)
}
