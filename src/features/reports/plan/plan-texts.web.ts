/** Cells of the plan as text: by month and measure, '2026-11.growth'. */
import { MILLIONTHS, parseDecimal } from '../../../shared/numbers'
import { type Planned, PLANNED_NAMES } from '../../../shared/report/farm-plan'
import { toShown, toText } from '../../../web/ui/fields/decimal-text'
import type { PlanCell } from './plan.contract'

export const keyOf = (month: string, measure: string) => `${month}.${measure}`

export const textsOf = (cells: readonly PlanCell[]): ReadonlyMap<string, string> =>
  new Map(cells.map(({ month, measure, value }) => [keyOf(month, measure), toShown(toText(value))]))

/** What is sent of typed texts; an emptied one takes its cell away. */
export const cellsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([key, text]) => {
    const [month = '', measure = ''] = key.split('.')
    return { month, measure: measure as Planned, value: text.trim() }
  })

/** The year's sums of what adds up, and kilograms of feed for one of growth; null where nothing is typed. */
export function sumsOf(months: readonly string[], textOf: (key: string) => string) {
  const sums = Object.fromEntries(
    PLANNED_NAMES.filter((name) => name !== 'biomass').map((name) => {
      const values = months.flatMap((month) => parseDecimal(textOf(keyOf(month, name)), 6) ?? [])
      return [name, values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / MILLIONTHS : null]
    }),
  ) as Record<Exclude<Planned, 'biomass'>, number | null>
  const { fed, growth } = sums
  return { ...sums, ratio: fed !== null && growth ? fed / growth : null }
}
