/** The forecast of all cages: sixty days ahead, one cage of them, and what weighings say of the norms. */
import { addDays, dayOf, wallClock } from '../src/shared/dates'
import { assignFeeds } from './feeding'
import { compare } from './reads'
import type { Run } from './run'

/** It is reckoned anew each time: few are enough. */
const TURNS = 20

interface Answer {
  cages: { cage_id: number; groups: { days: { low: number; avg_weight: number; high: number }[] }[] }[]
}

export async function measureForecast(run: Run): Promise<void> {
  await assignFeeds(run)
  const today = dayOf(wallClock('Europe/Moscow'))
  const period = `start=${addDays(today, 1)}&end=${addDays(today, 60)}`
  const what = `GET /forecast, ${run.size.cages} cages and 60 days`
  const text = await compare(run, what, 400, () => `/forecast?${period}`, TURNS)
  const { cages } = JSON.parse(text) as Answer
  const days = cages.flatMap(({ groups }) => groups.flatMap((group) => group.days))
  if (
    cages.length < run.size.cages / 2 ||
    days.some(({ low, avg_weight, high }) => low > avg_weight || avg_weight > high)
  )
    throw new Error(`forecast: ${cages.length} cages, ${days.length} days`)
  const one = cages[0]!.cage_id
  await compare(run, 'GET /forecast, one cage and 60 days', 50, () => `/forecast?${period}&cage_ids=${one}`, TURNS)
  await compare(run, 'GET /forecast/factors', null, () => '/forecast/factors', TURNS)
}
