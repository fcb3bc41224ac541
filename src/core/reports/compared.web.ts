/** The bars and lines of the earlier period that a report is compared with. */
import { type Before, THEN } from '../../shared/report/compared-table'
import type { SeriesAnswer } from '../../shared/report/report'
import type { Series } from '../../web/ui/chart/chart-model'

/** Bars of the earlier period stand beside those of now, in one piece where these are stacked; lines are thin. */
export function comparedSeries(then: readonly Series[], now: readonly Series[], name: string): Series[] {
  const stacked = then.length > 1 && new Set(then.map(({ stack }) => stack)).size === 1 && then[0]!.stack !== undefined
  if (stacked) {
    const sums = new Map<string, number>()
    for (const { points } of then) for (const { at, value } of points) sums.set(at, (sums.get(at) ?? 0) + value)
    const points = [...sums].map(([at, value]) => ({ at, value }))
    return [{ ...then[0]!, key: THEN, name, shade: now.length, stack: THEN, points }]
  }
  return then.map((one, index) => ({
    ...one,
    key: THEN + one.key,
    name: then.length === 1 ? name : `${one.name}, ${name.toLowerCase()}`,
    shade: now.length + index,
    ...(one.stack === undefined ? { look: 'thin' as const } : { stack: THEN + one.key }),
  }))
}

/** The answer as it was in the earlier period, along the axis of now. */
export const answerThen = (answer: SeriesAnswer, { data }: Before): SeriesAnswer => ({
  ...answer,
  datasets: answer.datasets.map((one, index) => ({
    ...one,
    data: answer.labels.map((_, label) => data[index]?.[label] ?? null),
  })),
})
