/** The tester: what feeding by the norms would be in coming days, and how the fish would grow. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import { TEMPERATURE_SOURCES } from '../../../shared/feeding/strategies'
import * as f from '../../../shared/fields'

/** So many days from today on, at most. */
export const MAX_DAYS = 400
/** Of all cages together. */
export const MAX_CAGE_DAYS = 20_000

/** Why a cage gets nothing on a day. */
export const PROBLEMS = ['no_calc', 'no_norms', 'no_temperature', 'no_norm'] as const
export type Problem = (typeof PROBLEMS)[number]

const cageDay = z.object({
  /** kg and pieces as the day begins */
  biomass: z.number(),
  avg_weight: z.number(),
  /** among `calcs` */
  calc_id: z.number().nullable(),
  /** °C */
  temperature: z.number().nullable(),
  temperature_source: z.enum(TEMPERATURE_SOURCES).nullable(),
  /** DD.MM.YYYY of the reading */
  temperature_on: z.string().nullable(),
  /** kg: the row of the norms is for these weights */
  weight_from: z.number().nullable(),
  weight_to: z.number().nullable(),
  /** feed conversion rate by weight, and what the temperature multiplies it by */
  weight_fcr: z.number().nullable(),
  temperature_fcr: z.number().nullable(),
  /** % of biomass, before the calculation's coefficient */
  feeding_rate: z.number().nullable(),
  coefficient: z.number(),
  /** kg */
  rate: z.number(),
  gain: z.number(),
  problem: z.enum(PROBLEMS).nullable(),
})
export type CageDay = z.infer<typeof cageDay>

const testedCage = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  count: z.number(),
  /** why it gets nothing: among `days` the first such day, from 0, and how many there are */
  problems: z.array(z.object({ problem: z.enum(PROBLEMS), first: z.number(), days: z.number() })),
  /** the day that was asked for by `date` */
  day: cageDay.nullable(),
})
export type TestedCage = z.infer<typeof testedCage>

export const testerAnswer = z.object({
  days: z.array(
    z.object({
      /** 1, 2, 3 … */
      day: z.number(),
      /** DD.MM.YYYY */
      date: z.string(),
      /** kg, of all cages: as the day begins, what they get, what they gain */
      biomass: z.number(),
      feeding_norm: z.number(),
      weight_gain: z.number(),
    }),
  ),
  /** the average of the fish in these cages as each of the last days began, kg; days without fish are left out */
  past: z.array(z.object({ date: z.string(), avg_weight: z.number() })),
  cages: z.array(testedCage),
  calcs: z.array(z.object({ id: z.number(), name: z.string(), feed_type_id: z.number(), feed_type: z.string() })),
})
export type TesterAnswer = z.infer<typeof testerAnswer>

export const testerCall = endpoint({
  method: 'GET',
  path: '/calculate-feedings',
  reads: ['fish', 'water', 'lists', 'places', 'people'],
  ability: 'view feed calcs',
  area: 'feeding',
  summary: 'Проверка расчётов: норма кормления и прирост по дням вперёд',
  input: z.object({
    location_id: f.idFilter(),
    age_category_id: f.idFilter(),
    /** cages */
    id: f.idFilter(),
    /** from today on, and 29 days ahead when left out */
    start: f.optional(f.day()),
    end: f.optional(f.day()),
    /** one of these days: what each cage gets then, and what it is made of */
    date: f.optional(f.day()),
    /** as if this calculation were in force for all of them */
    calc_id: f.optionalId(),
  }),
  answer: testerAnswer,
})
