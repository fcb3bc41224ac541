/** The figures of the farm in a period, for «Панель хозяйства»: asked once for now, once for a year before. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { planFigures } from '../plan/plan.contract'

const answer = z.object({
  /** DD.MM.YYYY */
  start: z.string(),
  end: z.string(),
  /** pieces and kg as the period ends */
  fish_count: z.number(),
  biomass: z.number(),
  /** kg: weighings, growth by feed, differences of typed weights */
  growth: z.number(),
  /** kg */
  fed: z.number(),
  /** fed / growth; null without growth */
  feed_coefficient: z.number().nullable(),
  lost_count: z.number(),
  /** of the fish of the beginning and those that came from elsewhere */
  lost_percent: z.number().nullable(),
  caught_count: z.number(),
  caught_weight: z.number(),
  /** roubles of sales with a price, as their journal has them; null without such a sale */
  revenue: z.number().nullable(),
  /** roubles; null for whoever may not read it */
  spending: z.number().nullable(),
  /** kg that the plans of its days proposed, and what was fed to their cages on those days; null without plans */
  plan: z.object({ planned: z.number(), fed: z.number(), percent: z.number().nullable() }).nullable(),
  /** null for whoever does not see all modules, and where nothing is planned */
  target: planFigures.nullable(),
  /** some months of the period are planned, others are not */
  target_gap: z.boolean(),
  /** rows of the harvest plan on its days, and how many of them are lifted; null without rows */
  harvest: z.object({ rows: z.number(), done: z.number() }).nullable(),
  /** tasks of today that are not completed, and those whose time is over; null for whoever sees no tasks */
  tasks: z.object({ today: z.number(), overdue: z.number() }).nullable(),
  /** modules that the user may not see are left out */
  limited: z.boolean(),
})
export type Figures = z.infer<typeof answer>

export const dashboardCall = endpoint({
  method: 'GET',
  path: '/reports/dashboard',
  name: 'getFarmFigures',
  reads: ['fish', 'goods', 'spending', 'plans', 'places', 'tasks'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Панель хозяйства: показатели периода',
  details: 'Затраты видит тот, кто читает затраты, планы — тот, кто читает расчёты кормления; остальным там null.',
  input: z.object({ start: f.instant('start'), end: f.instant('end') }),
  answer,
  example: { start: '01.06.2026', end: '30.06.2026' },
})
