/** What the answers about the days of cages share. */
import { periodOf } from '../../../core/reports/series.server'
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { say } from '../../../shared/say'
import { lengthOf } from '../growth/courses.server'

export function boundedPeriod(input: Parameters<typeof periodOf>[0], context: Context, most: number) {
  const period = periodOf(input, context)
  if (lengthOf(period) > most) throw fieldErrors({ end: say('Больше {{most}} дней: выберите период короче', { most }) })
  return period
}

/** In %, with four decimals. */
export const percentOf = (dead: number | null, count: number): number | null =>
  dead === null || count === 0 ? null : Math.round((1e6 * dead) / count) / 1e4
