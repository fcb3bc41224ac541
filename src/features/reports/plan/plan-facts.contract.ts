/** The plan of the farm beside what came of it, month by month: the call, and the table that page and files have. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { PLANNED } from '../../../shared/report/farm-plan'
import { planFigures, type PlanFigures } from './plan.contract'

const beside = z.object({
  /** DD.MM.YYYY: a month that goes on ends today, and so does its part of the plan */
  start: z.string(),
  end: z.string(),
  plan: planFigures,
  fact: planFigures,
  /** fact / plan · 100, two decimals */
  percent: planFigures,
})
export type Beside = z.infer<typeof beside>

export const planFactsCall = endpoint({
  method: 'GET',
  path: '/farm-plan/facts',
  name: 'getFarmPlanFacts',
  ability: 'access reports',
  area: 'reports',
  reads: ['plans', 'fish', 'goods', 'spending', 'places'],
  summary: 'План и факт хозяйства по месяцам года, которые начались',
  details: 'Без плана на эти месяцы ответ пуст. План на всё хозяйство: кому открыты не все модули, тому не сравнивают.',
  input: z.object({ year: f.integer(1990, 2100) }),
  answer: z.object({
    months: z.array(beside),
    /** of all of them; null without any */
    total: beside.nullable(),
    /** not all modules are open to whoever asks */
    limited: z.boolean(),
  }),
  example: { year: 2026 },
})

/** What stands in the table, in the order of the plan. */
export const COMPARED = {
  biomass: PLANNED.biomass,
  growth: PLANNED.growth,
  fed: PLANNED.fed,
  feed_coefficient: { title: 'Корм на кг прироста', unit: 'кг' },
  lost_count: PLANNED.lost_count,
  caught_weight: PLANNED.caught_weight,
  revenue: PLANNED.revenue,
  spending: PLANNED.spending,
} as const satisfies Record<keyof PlanFigures, { title: string; unit: string }>
export type Compared = keyof typeof COMPARED

export const FACTS_TITLE = 'План и факт'

const LINES = { plan: '{{measure}}, план', fact: '{{measure}}, факт', percent: '{{measure}}, %' } as const
export type LineOf = keyof typeof LINES

/** A measure as planned, as it was, or the one in per cent of the other. */
export interface FactLine {
  id: string
  measure: Compared
  of: LineOf
  name: string
  unit: string
  total: number | null
  [month: `m${number}`]: number | null
}

/** As fine as a plan is read: pieces and roubles are whole. */
export function decimalsOf({ measure, of }: Pick<FactLine, 'measure' | 'of'>): number {
  if (of === 'percent') return 1
  if (measure === 'feed_coefficient') return 2
  return COMPARED[measure].unit === 'кг' ? 1 : 0
}

function rounded(line: Pick<FactLine, 'measure' | 'of'>, value: number | null): number | null {
  const parts = 10 ** decimalsOf(line)
  return value === null ? null : Math.round(value * parts) / parts
}

type Translate = (key: string, values?: Readonly<Record<string, string>>) => string

/** Three lines for each measure that is planned in any of the months. */
export function factLines(months: readonly Beside[], total: Beside | null, t: Translate): FactLine[] {
  const measures = (Object.keys(COMPARED) as Compared[]).filter((key) => months.some(({ plan }) => plan[key] !== null))
  return measures.flatMap((measure) =>
    (Object.keys(LINES) as LineOf[]).map((of): FactLine => ({
      ...{ id: `${measure}.${of}`, measure, of },
      name: t(LINES[of], { measure: t(COMPARED[measure].title) }),
      unit: of === 'percent' ? '%' : COMPARED[measure].unit,
      total: total && rounded({ measure, of }, total[of][measure]),
      ...Object.fromEntries(months.map((month, index) => [`m${index}`, rounded({ measure, of }, month[of][measure])])),
    })),
  )
}

/** @param names of the months, short */
export const factColumns = (months: readonly Beside[], names: readonly string[]): Column[] => [
  { key: 'name', title: 'Показатель', type: 'text', always: true, unsorted: true },
  { key: 'unit', title: 'Ед.', type: 'text', words: true, unsorted: true },
  { key: 'total', title: 'С начала года', type: 'amount', headline: 'unit', unsorted: true },
  ...months.map((_, index): Column => ({ key: `m${index}`, title: names[index]!, type: 'amount', unsorted: true })),
]
