/**
 * Settings as data: each key with its schema and default. Company settings hold for everyone, user settings for one
 * person.
 */
import * as z from 'zod'
import * as f from './fields'
import { optionalInn, optionalKpp } from './papers/requisites'

const stored = <T>(schema: z.ZodType<T>, value: T) => schema.default(value as never)

/** A number within bounds, both included. */
const within = (min: number, max: number, whole = false) => {
  const message = whole ? 'Введите целое число от {{min}} до {{max}}' : 'Введите число от {{min}} до {{max}}'
  const fits = (value: unknown) =>
    typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value))
  const type = whole ? 'integer' : 'number'
  return z.custom<number>(fits, { message, params: { min, max } }).meta({ type, minimum: min, maximum: max })
}

/** Which column of a feeding norm a temperature between two of them belongs to. */
export const MATCHINGS = ['nearest', 'round_up', 'round_down'] as const
export type Matching = (typeof MATCHINGS)[number]

/**
 * Lake Ladoga, °C at the 15th of each month. Only August (15.7) and February and March (about 0) rest on a published
 * figure, of the Karelian Research Centre; the others are a smooth guess.
 */
export const LADOGA = [0.7, 0.2, 0.2, 1.0, 4.0, 9.5, 15.0, 15.7, 12.0, 7.8, 4.2, 2.0]

export const companySettings = z.object({
  'retreat-weight-allowed': stored(f.flag(), false),
  'minimal-operation-date-enabled': stored(f.flag(), false),
  /** 'YYYY-MM-DD' */
  'minimal-operation-date': f.day().nullable().default(null),
  'age-categories-by-weight': stored(f.flag(), false),
  /** feedings grow fish by the norms of their feed */
  'auto-growth': stored(f.flag(), false),
  /** how a temperature between two columns of a feeding norm is matched */
  'feeding-rates': z
    .object({ 'temperature-matching': stored(z.enum(MATCHINGS), 'nearest') })
    .default({ 'temperature-matching': 'nearest' }),
  /** the lake's usual temperature at the middle of each month, °C */
  'lake-temperatures': z.array(within(-2, 40)).length(12).default(LADOGA),
  /**
   * below which saturation fish eat less, % at 7 and at 19 °C; how many points above it the ration begins to fall; the
   * oxygen below which nothing is fed, mg/l; the water in which all is fed, °C (shared/feeding/water-limits.ts)
   */
  'oxygen-cold-percent': stored(within(0, 100), 42),
  'oxygen-warm-percent': stored(within(0, 100), 76),
  'oxygen-attention-points': stored(within(0, 100), 10),
  'oxygen-danger-mg': within(0, 20).nullable().default(5),
  'feeding-temperature-min': within(-2, 40).nullable().default(2),
  'feeding-temperature-max': within(-2, 40).nullable().default(20),
  /** true: the map is twice as high, unless a person chose otherwise for a module */
  'doubled-cages-area': stored(f.flag(), false),
  /** kg/m³ */
  'density-limit': stored(within(0.1, 1000), 20),
  'weighing-age-days': stored(within(1, 3650, true), 30),
  /** the bell names cages whose weight is known no better than ± so many percent */
  'weighing-doubt-percent': stored(within(1, 100), 15),
  /**
   * thresholds of warnings (shared/ledger/warnings.ts): % of a group lost at once, % off the expected average, % of the
   * biomass in one feeding, times yesterday's feed
   */
  'ask-loss-percent': stored(within(0.1, 100), 10),
  'ask-average-percent': stored(within(1, 1000), 50),
  /** an average that lies outside of the band in which so many of a hundred weighings lie */
  'ask-band-percent': stored(within(80, 99.99), 99),
  'ask-ration-percent': stored(within(0.1, 100), 8),
  'ask-ration-times': stored(within(1, 100), 3),
  /** from this hour on the bell names what was planned and not fed */
  'feeding-check-hour': stored(within(0, 23, true), 20),
  /** feed of a supplier of whom nothing else is said: days from an order to the delivery, days before it runs out */
  'feed-lead-days': stored(within(0, 365, true), 7),
  'feed-safety-days': stored(within(0, 365, true), 5),
  /** what fish cost: how feed and medicine are valued, by what spending is divided between groups of fish */
  'cost-method': stored(f.oneOf(['fifo', 'avg']), 'fifo'),
  'cost-share': stored(f.oneOf(['biomass', 'pieces', 'fed']), 'biomass'),
  /** printed on papers; when absent, papers have a blank line to fill in by hand */
  'legal-name': f.optionalText(300),
  inn: optionalInn(),
  kpp: optionalKpp(),
  'legal-address': f.optionalText(500),
  'legal-phone': f.optionalText(60),
  director: f.optionalText(200),
  /** names for the act of a stocking */
  'stocking-head': f.optionalText(200),
  'stocking-commission': f.optionalText(500),
  /** hours after which an unused session ends */
  'session-idle-hours': stored(within(12, 168, true), 168),
  /** somebody has gone through the setup wizard to its end */
  'wizard-completed': stored(f.flag(), false),
  /** for whom a second factor is required */
  'second-factor': stored(f.oneOf(['off', 'admins', 'all']), 'off'),
})
export type CompanySettings = z.infer<typeof companySettings>

/** A table, a column, a module: a plain word. */
const word = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w.:-]*$/, 'Недопустимые знаки')

/** The bell shows the newest notices, and remembers as many as seen. */
export const MAX_NOTICES = 50

export const userSettings = z.object({
  'table-style': stored(z.enum(['default', 'black', 'striped']), 'default'),
  /** table name → keys of the columns shown, in order */
  'table-columns': z.record(word(60), z.array(word(60)).max(60)).default({}),
  /** keys of the columns of the cages table, in order; empty for the default ones */
  'main-table-columns': z.array(word(60)).max(60).default([]),
  /** location id → unit */
  'avg-weight-unit': z.record(word(12), z.enum(['kg', 'g'])).default({}),
  /** location id → the map is twice as high */
  'doubled-cages-area': z.record(word(12), z.boolean()).default({}),
  /** keys of the notices that were visible when the bell was last opened */
  'notices-seen': z.array(word(60)).max(MAX_NOTICES).default([]),
  language: stored(z.enum(['ru', 'en']), 'ru'),
  theme: stored(z.enum(['auto', 'light', 'dark']), 'auto'),
})
export type UserSettings = z.infer<typeof userSettings>
