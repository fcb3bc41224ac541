/** When the fish of cages reach a weight: as a band, since nobody knows the day. */
import type { ParsedOf } from '../../../shared/contract'
import { addDays, showDay } from '../../../shared/dates'
import { toKg } from '../../../shared/numbers'
import { flatSlowly } from '../../../server/base/breath'
import type { Context } from '../../../server/http/route'
import { checkSize, periodOf, readFarm } from './forecast.server'
import { type forecastCalls, type TargetCage, TARGET_DAYS } from './forecast.contract'
import { daysOfGroups, type GroupDay } from './group-days.server'
import { readCages } from './reading.server'

type Edge = 'high' | 'average' | 'low'

/** Of all fish of a cage on each day, kg: the mean of its groups. */
function meansOf(groups: readonly GroupDay[][]) {
  const dates = groups[0]!.map(({ date }) => date)
  return dates.map((date, index) => {
    const days = groups.map((days) => days[index]!)
    const count = days.reduce((sum, day) => sum + day.count, 0)
    const mean = (edge: Edge) => days.reduce((sum, day) => sum + toKg(day[edge]) * day.count, 0) / count
    return { date, count, high: mean('high'), average: mean('average'), low: mean('low') }
  })
}

export async function target({ weight, ...input }: ParsedOf<typeof forecastCalls.target>, context: Context) {
  const { at } = periodOf({ ...input, start: null, end: null }, context)
  const period = { at, start: at, end: addDays(at, TARGET_DAYS), step: 1 }
  const chosen = await readCages(context, input, at)
  checkSize(chosen.length, TARGET_DAYS + 1)
  const { past, farm } = await readFarm(
    context,
    chosen.map(({ cage_id }) => cage_id),
    period,
    { level: input.level ?? 0.9, alone: true },
  )
  const cages = await flatSlowly(chosen, (cage): TargetCage[] => {
    const groups = [...daysOfGroups(cage.cage_id, past, farm).values()]
    if (groups.length === 0) return []
    const days = meansOf(groups)
    const [now] = days
    const reached = (edge: Edge) => days.find((day) => Math.round(day[edge] * 1_000_000) >= weight)?.date ?? null
    return [
      {
        ...cage,
        count: now!.count,
        avg_weight: Math.round(now!.average * 1_000_000) / 1_000_000,
        earliest: reached('high'),
        expected: reached('average'),
        latest: reached('low'),
      },
    ]
  })
  return { at: showDay(at), cages }
}
