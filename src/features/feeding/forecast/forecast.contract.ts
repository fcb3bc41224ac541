/** How large the fish are and will be, with the band in which the next weighing should lie. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import { WATER_CLASSES } from '../../../shared/feeding/growth-factors'
import * as f from '../../../shared/fields'
import { parseDecimal, toUnits } from '../../../shared/numbers'

const area = 'feeding'
const ability = 'view feed calcs'
const reads = ['fish', 'water', 'lists', 'places', 'plans'] as const

/** Cages × days of one answer at most: those told of, and those gone through for them. */
export const MAX_CAGE_DAYS = 40_000
export const MAX_CAGE_STEPS = 100_000
/** So many days before and after the day as of which it is foretold. */
export const MOST_DAYS = 400

/** By what the fish grow on a coming day: the norms, the warmth of the water, not at all. */
const CLOCKS = ['norms', 'warmth', 'fasting'] as const

/** kg: an average, and between what it lies with the probability asked for */
const weights = z.object({
  avg_weight: z.number(),
  low: z.number(),
  high: z.number(),
  /** kg of all fish of the group */
  weight: z.number(),
  /** kg; of a day that is over what was fed, null where nothing tells it */
  feed: z.number().nullable(),
})

const forecastDay = z.object({
  /** DD.MM.YYYY; the fish as this day begins, or as it was known when the day was over */
  date: z.string(),
  ...weights.shape,
  count: z.number(),
  /** °C */
  temperature: z.number(),
  /** how much faster than by the norms, or than is usual, they grow by their weighings */
  factor: z.number(),
  /** how many weighings stand behind it */
  weighings: z.number(),
  clock: z.enum(CLOCKS).nullable(),
  /** kg of feed on all coming days before this one; null of a day that is over, and where nothing tells it */
  fed_before: z.number().nullable(),
  without_factor: weights,
})
export type ForecastDay = z.infer<typeof forecastDay>

const weighingShown = z.object({
  /** farm time */
  datetime: z.string(),
  /** kg */
  avg_weight: z.number(),
  /** fish of the sample */
  count: z.number().nullable(),
})

const forecastGroup = z.object({
  group_id: z.number(),
  generation_id: z.number(),
  generation: z.string(),
  age_category_id: z.number(),
  age_category: z.string(),
  species: z.string(),
  /** weighings within the asked period */
  weighings: z.array(weighingShown),
  days: z.array(forecastDay),
})
export type ForecastGroup = z.infer<typeof forecastGroup>

/** How forecasts of weighings came out: the last ones, up to twelve. */
const skill = z.object({
  weighings: z.number(),
  /** mean error, % of the weight measured; null without weighings */
  error: z.number().nullable(),
  /** how many lay within the band of 90 % */
  within: z.number(),
})
export type Skill = z.infer<typeof skill>

const forecastCage = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  skill,
  groups: z.array(forecastGroup),
})
export type ForecastCage = z.infer<typeof forecastCage>

export const forecastAnswer = z.object({
  /** DD.MM.YYYY: what happened after this day is not known */
  at: z.string(),
  level: z.number(),
  skill,
  cages: z.array(forecastCage),
})
export type ForecastAnswer = z.infer<typeof forecastAnswer>

/** A probability, of which the band holds so many weighings. */
const level = () =>
  f.field(
    (value) => {
      const millionths = parseDecimal(value, 6)
      return millionths !== null && millionths > 500_000 && millionths < 999_000 ? toUnits(millionths) : undefined
    },
    'Введите число больше 0,5 и меньше 0,999',
    { type: ['number', 'string'], description: 'between 0.5 and 0.999, both excluded' },
  )

const chosen = { cage_ids: f.idFilter(), location_id: f.idFilter() }
const asOf = { level: f.optional(level()), at: f.optional(f.day()) }

const targetCage = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  count: z.number(),
  /** kg, as of `at` */
  avg_weight: z.number(),
  /** DD.MM.YYYY: the high edge of the band, the average, its low edge reach the weight; null when it is too far */
  earliest: z.string().nullable(),
  expected: z.string().nullable(),
  latest: z.string().nullable(),
})
export type TargetCage = z.infer<typeof targetCage>

/** So many days ahead a weight is looked for. */
export const TARGET_DAYS = 365

const seasonChange = z.object({
  /** days of the year, «01.05–31.10» */
  season: z.string(),
  /** °C of the column, and what it multiplies the conversion rate by */
  temperature: z.number(),
  before: z.number(),
  after: z.number(),
})

const factor = z.object({
  feed_type_id: z.number(),
  feed_type: z.string(),
  species_id: z.number(),
  species: z.string(),
  water: z.enum(WATER_CLASSES),
  /** observed / booked gain, and between what it lies with a probability of 90 % */
  factor: z.number(),
  low: z.number(),
  high: z.number(),
  /** between how many pairs of weighings it was seen */
  spans: z.number(),
  offered: z.boolean(),
  /** of the norms that it would correct, and what that would change; nothing unless it is offered */
  version: z.number(),
  changes: z.array(seasonChange),
})
export type Factor = z.infer<typeof factor>

export const forecastCalls = {
  forecast: endpoint({
    method: 'GET',
    path: '/forecast',
    reads: [...reads],
    ability,
    area,
    summary: 'Прогноз средней навески по садкам и дням, с полосой',
    input: z.object({
      ...chosen,
      /** `at` when left out */
      start: f.optional(f.day()),
      /** 60 days after `at` when left out */
      end: f.optional(f.day()),
      /** tells of every so many days, counted from `at`, and of `end` */
      step: f.integer(1, 31).optional().default(1),
      /** `level` 0.9 when left out; as of the end of `at`, today when left out */
      ...asOf,
    }),
    answer: forecastAnswer,
  }),
  target: endpoint({
    method: 'GET',
    path: '/forecast/target',
    reads: [...reads],
    ability,
    area,
    summary: 'Самый ранний, ожидаемый и самый поздний день, когда рыба садков дорастёт до навески',
    input: z.object({
      ...chosen,
      /** kg */
      weight: f.kilograms(),
      ...asOf,
    }),
    answer: z.object({ at: z.string(), cages: z.array(targetCage) }),
  }),
  factors: endpoint({
    method: 'GET',
    path: '/forecast/factors',
    reads: ['fish', 'lists', 'places'],
    ability,
    area,
    summary: 'Прирост по навескам рядом с приростом по нормам, по корму, виду и воде',
    input: z.object({}),
    answer: z.array(factor),
  }),
  /** opens new norms of the feed, whose conversion rates in that class of water are divided by the factor */
  takeFactor: endpoint({
    method: 'POST',
    path: '/forecast/factors/take',
    ability: 'access library',
    area,
    summary: 'Поправить нормы корма на предложенный множитель',
    input: z.object({
      feed_type_id: f.id(),
      species_id: f.id(),
      water: f.oneOf(WATER_CLASSES),
      /** as it was shown: another one by now refuses, as other norms do */
      factor: f.amount(),
      version: f.count(),
    }),
    answer: z.object({ version: z.number() }),
  }),
}
