/** Plans of feeding: the proposal and the plan of a day for all cages of the farm, saving it, and fact beside it. */
import { addDays, dayOf, wallClock } from '../src/shared/dates'
import { assignFeeds } from './feeding'
import { load, ms, spread } from './figures'
import { compare } from './reads'
import type { Run } from './run'

interface Row {
  rate: number | null
  growth: number | null
  temperature: number | null
}

export async function measurePlans(run: Run): Promise<void> {
  await assignFeeds(run)
  const tomorrow = addDays(dayOf(wallClock('Europe/Moscow')), 1)
  const proposed = await compare(
    run,
    'GET /get-feed-calc-cages, all cages',
    null,
    () => `/get-feed-calc-cages?date=${tomorrow}`,
  )
  const rows = (JSON.parse(proposed) as Row[]).filter(({ rate, temperature }) => rate !== null && temperature !== null)
  if (rows.length < run.size.cages / 2) throw new Error(`plans: ${rows.length} proposed rows`)
  let turn = 0
  const save = async () => {
    turn++
    const plan = rows.map((row) => ({ ...row, rate: row.rate! + (turn % 2) / 100 }))
    const answer = await run.app.send('POST', '/set-plan-of-day', { date: tomorrow, plan })
    if (answer.status !== 200) throw new Error(`POST /set-plan-of-day: ${answer.status} ${answer.text.slice(0, 300)}`)
    return answer.ms
  }
  await load(1, 1, save)
  const { p50, p95, most } = spread((await load(1, run.seconds, save)).times)
  run.add({
    what: `POST /set-plan-of-day, ${rows.length} rows changed`,
    figure: `p50 ${ms(p50)}, p95 ${ms(p95)}, most ${ms(most)}`,
    gate: '<= 400 ms',
  })
  await compare(run, `GET /get-plan-of-day, ${rows.length} rows`, 150, () => `/get-plan-of-day/${tomorrow}`)
  await compare(run, 'GET /get-dates-color, three months', 150, () => '/get-dates-color')
  await compare(run, 'GET /feeding-plan-fact', 20, () => `/feeding-plan-fact?date=${tomorrow}`)
}
