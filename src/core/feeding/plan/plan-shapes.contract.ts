/**
 * Plans of feeding: what each cage is to get on a day, with which growth. Kilograms and °C outside, whole milligrams
 * and millionths inside; days are DD.MM.YYYY.
 */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { TEMPERATURE_SOURCES } from '../../../shared/feeding/strategies'

export const NO_NORM =
  'Невозможно посчитать прирост для выбранного корма при заданной навеске и температуре! Перейдите в раздел "Нормы кормления" и установите соответствующие коэффициенты'
export const PLAN_FAILED = 'Не удалось сохранить план кормления! Проверьте правильность введенных данных'

export const MAX_ROWS = 1000
/** So many days after today may be planned. */
export const DAYS_AHEAD = 60

export const place = { cage_id: z.number(), cage_number: z.string(), location_id: z.number() }
export const fish = { avg_weight: z.number(), count: z.number(), weight: z.number() }

export const planRow = z
  .object({
    date: z.string(),
    ...place,
    feed_type_id: z.number(),
    feed_type_name: z.string(),
    ...fish,
    temperature: z.number().nullable(),
    /** kg of feed, and of the growth it gives, as a person left them */
    rate: z.number(),
    growth: z.number().nullable(),
    /** the ration, and the growth that the entered feed gives, by the norms; null where they say nothing */
    calc_rate: z.number().nullable(),
    calc_growth: z.number().nullable(),
    is_rate_alert_dismissed: z.boolean(),
    is_growth_alert_dismissed: z.boolean(),
  })
  .meta({ id: 'FeedingPlanRow' })
export type PlanRow = z.infer<typeof planRow>

const monthDay = z.object({ day: z.number(), month: z.number() })

/** Where a ration comes from. */
export const planWhy = z
  .object({
    norm_version: z.number(),
    season: z.object({ from: monthDay, to: monthDay }),
    /** kg, of the row of the norms */
    weight_min: z.number(),
    weight_max: z.number(),
    /** °C, the column of the norms */
    norm_temperature: z.number(),
    /** % of the biomass a day */
    feeding_rate: z.number(),
    feed_conversion_rate: z.number(),
    temperature_fcr: z.number(),
    /** of the calculation */
    coefficient: z.number(),
    temperature: z.number(),
    temperature_source: z.enum(TEMPERATURE_SOURCES).nullable(),
    temperature_on: z.string().nullable(),
    /** how much of the ration the water allows, 1 is all, and why it is less */
    water_share: z.number(),
    water: z.array(z.string()),
  })
  .meta({ id: 'FeedingPlanReason' })
export type Why = z.infer<typeof planWhy>

/** What is known of a cage on a day before anything is planned. */
const situation = {
  date: z.string(),
  /** the calculation in force */
  feed_type_id: z.number().nullable(),
  feed_calc_id: z.number().nullable(),
  feed_calc_name: z.string().nullable(),
  coefficient: z.number(),
  temperature: z.number().nullable(),
  temperature_source: z.enum(TEMPERATURE_SOURCES).nullable(),
  temperature_on: z.string().nullable(),
  /** the newest reading of the day; of tomorrow that of today */
  oxygen: z.object({ value: z.number(), unit: z.enum(['mg/l', '%']), datetime: z.string() }).nullable(),
}
export const planSituation = z.object(situation).meta({ id: 'FeedingPlanSituation' })
export type PlanSituation = z.infer<typeof planSituation>

export const planCage = z.object({ ...place, ...fish, ...situation }).meta({ id: 'FeedingPlanCage' })

/** The norms of a feed: weights in whole milligrams, rates, FCR and coefficients in whole millionths. */
export const planNorms = z.object({
  feed_type_id: z.number(),
  version: z.number(),
  seasons: z.array(
    z.object({
      from: monthDay,
      to: monthDay,
      temperatures: z.array(z.number()),
      coefficients: z.array(z.number()),
      rows: z.array(z.object({ min: z.number(), max: z.number(), fcr: z.number(), rates: z.array(z.number()) })),
    }),
  ),
})
export type PlanNorms = z.infer<typeof planNorms>

export const stored = {
  /** of the stored rows: whoever saves names the one they began with */
  version: z.string(),
  rows: z.array(planRow),
}

export const proposed = planRow
  .omit({ rate: true })
  .extend({
    /** null where the norms say nothing of such fish in such water */
    rate: z.number().nullable(),
    feed_calc_name: z.string(),
    why: planWhy.nullable(),
    /** what is missing, for people */
    fault: z.string().nullable(),
  })
  .meta({ id: 'FeedingPlanProposal' })
export type Proposed = z.infer<typeof proposed>

interface Titles {
  avg_weight: string
  count: string
  weight: string
  temperature: string
  rate: string
  growth: string
}

const columnsOf = (titles: Titles, unit: (text: string) => string | undefined): Column[] => {
  const number = (key: keyof Titles, of: string, decimals: number): Column => ({
    key,
    title: titles[key],
    type: 'number',
    unit: unit(of),
    decimals,
  })
  return [
    number('avg_weight', 'кг', 4),
    { key: 'count', title: titles.count, type: 'count', unit: unit('шт') },
    number('weight', 'кг', 2),
    number('temperature', '°C', 1),
    { key: 'feed_type_name', title: 'Корм', type: 'text' },
    { ...number('rate', 'кг', 2), footer: true },
    { ...number('growth', 'кг', 2), footer: true },
  ]
}

const DAY: Titles = {
  avg_weight: 'Навеска',
  count: 'Кол-во',
  weight: 'Биомасса',
  temperature: 'Темп.',
  rate: 'Корм',
  growth: 'Прирост',
}
/** The specification names them with their units. */
const CAGE: Titles = {
  avg_weight: 'Навеска кг',
  count: 'Кол-во шт',
  weight: 'Биомасса кг',
  temperature: 'Темп. ℃',
  rate: 'Корм кг',
  growth: 'Прирост кг',
}

export const dayColumns: Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  ...columnsOf(DAY, (text) => text),
]
export const cageColumns: Column[] = [
  { key: 'date', title: 'Дата', type: 'day', always: true },
  ...columnsOf(CAGE, () => undefined),
]
