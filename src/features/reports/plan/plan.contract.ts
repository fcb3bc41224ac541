/** The plan of the farm: what it means to reach, month by month. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { PLANNED_NAMES } from '../../../shared/report/farm-plan'

const area = 'reports'
const year = f.integer(1990, 2100)
const measure = f.oneOf(PLANNED_NAMES)

const cell = z.object({
  /** 'YYYY-MM' */
  month: z.string(),
  measure: z.enum(PLANNED_NAMES),
  /** kilograms, pieces or roubles */
  value: z.number(),
})
export type PlanCell = z.infer<typeof cell>

const known = z.number().nullable()

/** Kilograms, pieces and roubles; null where nothing is planned, or not told. */
export const planFigures = z.object({
  biomass: known,
  growth: known,
  fed: known,
  /** kilograms of feed for one of growth */
  feed_coefficient: known,
  lost_count: known,
  caught_weight: known,
  revenue: known,
  /** null for whoever may not read expenses */
  spending: known,
})
export type PlanFigures = z.infer<typeof planFigures>

/** Three years at once. */
const MOST_CELLS = 36 * PLANNED_NAMES.length

export const planCalls = {
  get: endpoint({
    method: 'GET',
    path: '/farm-plan',
    name: 'getFarmPlan',
    ability: 'access reports',
    area,
    reads: ['plans'],
    summary: 'План хозяйства: показатели по месяцам года',
    details: 'Чего в ответе нет, то не запланировано. Затраты видит тот, кто читает затраты.',
    input: z.object({ year }),
    answer: z.array(cell),
    example: { year: 2026 },
  }),
  set: endpoint({
    method: 'PUT',
    path: '/farm-plan',
    name: 'setFarmPlan',
    ability: 'access settings',
    area,
    summary: 'Записать показатели плана хозяйства; остальные остаются, `null` убирает',
    details: 'Затраты пишет тот, кто читает затраты.',
    input: z.object({
      cells: z
        .array(z.object({ month: f.month(), measure, value: f.optional(f.amountFromZero()) }))
        .min(1)
        .max(MOST_CELLS),
    }),
    answer: z.array(cell),
    example: { cells: [{ month: '2026-06', measure: 'biomass', value: 125000 }] },
  }),
  foretold: endpoint({
    method: 'GET',
    path: '/farm-plan/forecast',
    name: 'getFarmPlanForecast',
    ability: 'view feed calcs',
    area,
    reads: ['fish', 'water', 'lists', 'places', 'plans'],
    slow: true,
    summary: 'Биомасса, прирост и корм по прогнозу кормления, по месяцам года',
    details: 'Рыба, которая есть сегодня, без будущих зарыблений, подъёмов и отхода; не дальше года вперёд.',
    input: z.object({ year }),
    answer: z.array(cell),
    example: { year: 2026 },
  }),
}
