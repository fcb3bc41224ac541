/**
 * Feeding norms of feeds and of brands: their shape in calls, and the calls. Weights in grams and kilograms, rates in %
 * of biomass a day; inside they are a `Season` of whole milligrams and millionths.
 */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'
import { type Fault, type NormGrid, type Place } from '../../shared/feeding/norm-grid'
import type { Season } from '../../shared/feeding/norm'
import { toKg, toUnits } from '../../shared/numbers'
import { MATCHINGS } from '../../shared/settings'
import { importAnswer, importInput, MAX_IMPORT_BYTES } from '../../shared/sheets/import'

export const NORMS_FAILED =
  'Ошибка при загрузке норм! Удостоверьтесь, что клетки не содержат нечисловых и пустых значений. А также укажите период.'

const monthDay = z.object({ day: z.number(), month: z.number() })
const perTemperature = z.record(z.string(), z.number())
const rateSet = z
  .object({
    /** days of the year, both included; it may go over New Year */
    range: z.object({ from: monthDay, to: monthDay }),
    table: z.array(
      z.object({
        /** in grams, and the same in kilograms */
        weight: z.object({ min_g: z.number(), max_g: z.number(), min: z.number(), max: z.number() }),
        feed_conversion_rate: z.number(),
        /** °C → % of biomass a day */
        feeding_rates: perTemperature,
      }),
    ),
    /** °C → what the conversion rate is multiplied by */
    temperature_fcr: perTemperature,
  })
  .meta({ id: 'FeedingRateSet' })
export type RateSet = z.infer<typeof rateSet>

const byTemperature = (temperatures: readonly number[], values: readonly number[]) =>
  Object.fromEntries(temperatures.map((degrees, column) => [degrees, toUnits(values[column]!)]))

const rateSetOf = ({ from, to, temperatures, coefficients, rows }: Season): RateSet => ({
  range: { from, to },
  table: rows.map(({ min, max, fcr, rates }) => ({
    weight: { min_g: min / 1000, max_g: max / 1000, min: toKg(min), max: toKg(max) },
    feed_conversion_rate: toUnits(fcr),
    feeding_rates: byTemperature(temperatures, rates),
  })),
  temperature_fcr: byTemperature(temperatures, coefficients),
})

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const cellOf = (cells: unknown, key: string) => {
  const of = objectOf(cells)
  return Object.hasOwn(of, key) ? of[key] : undefined
}
const dayOf = (value: unknown) => ({ day: cellOf(value, 'day'), month: cellOf(value, 'month') })

/** Far more than any norms have: what is beyond is refused as a whole. */
const MOST_READ = 100

/** What a call sends, as a grid: a column for each temperature that any row names. */
export function gridOfSent(sent: unknown): NormGrid<unknown> {
  const { range, table, temperature_fcr } = objectOf(sent)
  const rows = listOf(table).slice(0, MOST_READ).map(objectOf)
  const keys = new Set(
    [temperature_fcr, ...rows.map((row) => row.feeding_rates)].flatMap((of) => Object.keys(objectOf(of))),
  )
  const temperatures = [...keys].slice(0, MOST_READ)
  return {
    from: dayOf(cellOf(range, 'from')),
    to: dayOf(cellOf(range, 'to')),
    temperatures,
    coefficients: temperatures.map((key) => cellOf(temperature_fcr, key)),
    rows: rows.map((row) => ({
      min: cellOf(row.weight, 'min_g'),
      max: cellOf(row.weight, 'max_g'),
      fcr: row.feed_conversion_rate,
      rates: temperatures.map((key) => cellOf(row.feeding_rates, key)),
    })),
  }
}

/** The field of a call that holds a place of a grid. */
function fieldOf(place: Place, { temperatures }: NormGrid<unknown>): string {
  switch (place.in) {
    case 'season':
      return 'table'
    case 'range':
      return 'range'
    case 'temperature':
    case 'coefficient':
      return `temperature_fcr.${String(temperatures[place.column])}`
    case 'min':
    case 'max':
      return `table.${place.row}.weight.${place.in}_g`
    case 'fcr':
      return `table.${place.row}.feed_conversion_rate`
    case 'rate':
      return `table.${place.row}.feeding_rates.${String(temperatures[place.column])}`
  }
}

/** The name of a fault's field: `rates.0.table.2.feeding_rates.6`. */
export const faultField = ({ set, place }: Fault, grids: readonly NormGrid<unknown>[]): string =>
  grids[set] && place.in !== 'season' ? `rates.${set}.${fieldOf(place, grids[set])}` : `rates.${set}`

/** Seasons as they are sent. */
export const sentOf = (seasons: readonly Season[]) => seasons.map(rateSetOf)

const area = 'feeding'
const ability = 'access library'
const LISTS = ['lists'] as const

/** The version that the edit began with: 0 when there were no norms. Without it nothing is compared. */
const version = f.optional(f.count(0))
const rates = z.unknown().meta({ type: 'array', items: { type: 'object' } })
const answer = z.array(rateSet)

const dayTexts = z.object({ day: z.string(), month: z.string() })
/** A season as it is typed, right or wrong. */
const typedGrid = z.object({
  from: dayTexts,
  to: dayTexts,
  temperatures: z.array(z.string()),
  coefficients: z.array(z.string()),
  rows: z.array(z.object({ min: z.string(), max: z.string(), fcr: z.string(), rates: z.array(z.string()) })),
})

const saved = z.object({
  ...importAnswer,
  /** what should be looked at, though it is no error */
  warnings: z.array(z.string()),
  /** the norms of the file; none while it has errors */
  rates: answer,
  /** the cells of the file as they are typed, to be mended */
  typed: z.array(typedGrid),
})
export type NormsUpload = z.infer<typeof saved>

const reading = <S extends z.ZodRawShape>(path: string, input: S, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    reads: LISTS,
    ability,
    area,
    summary,
    input: z.object(input),
    answer,
  })

const upload = <S extends z.ZodRawShape>(path: string, input: S, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    ability,
    area,
    upload: MAX_IMPORT_BYTES,
    fileField: 'feeding-rates',
    summary,
    input: z.object({ ...input, version, ...importInput }),
    answer: saved,
  })

const saving = <S extends z.ZodRawShape>(path: string, input: S, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    ability,
    area,
    summary,
    input: z.object({ ...input, version, rates }),
    answer,
  })

const ofFeed = { feedTypeId: f.id() }
const ofBrand = { brandId: f.id() }

/** Whose norms they are; the numbers of the calls' paths. */
export type NormOwner = { kind: 'feed' | 'brand'; id: number }
const ownerKinds = ['feed', 'brand'] as const

export const normCalls = {
  ofFeed: reading('/feeding-rates/1/{feedTypeId}', ofFeed, 'Нормы кормления корма по сезонам'),
  ofBrand: reading('/feeding-rates/0/{brandId}', ofBrand, 'Нормы кормления марки по сезонам'),
  take: endpoint({
    method: 'POST',
    path: '/feeding-rates/{feedTypeId}/{feedBrandId}',
    ability,
    area,
    summary: 'Взять нормы кормления у марки вместо своих',
    input: z.object({ ...ofFeed, feedBrandId: f.id(), version }),
    answer,
  }),
  saveOfFeed: saving('/save-feeding-rates/1/{feedTypeId}', ofFeed, 'Сохранить нормы кормления корма, все наборы сразу'),
  saveOfBrand: saving('/save-feeding-rates/0/{brandId}', ofBrand, 'Сохранить нормы кормления марки, все наборы сразу'),
  uploadOfFeed: upload(
    '/upload-feeding-rates/1/{feedTypeId}',
    ofFeed,
    'Загрузить нормы кормления корма из Excel; с preview только показать, что будет загружено',
  ),
  uploadOfBrand: upload(
    '/upload-feeding-rates/0/{brandId}',
    ofBrand,
    'Загрузить нормы кормления марки из Excel; с preview только показать, что будет загружено',
  ),
  download: endpoint({
    method: 'GET',
    path: '/download-feeding-rates/{feedTypeId}',
    ability,
    area,
    download: true,
    summary: 'Нормы кормления корма, книга Excel',
    input: z.object(ofFeed),
    answer: z.unknown(),
  }),
  downloadOfBrand: endpoint({
    method: 'GET',
    path: '/download-brand-feeding-rates/{brandId}',
    ability,
    area,
    download: true,
    summary: 'Нормы кормления марки, книга Excel',
    input: z.object(ofBrand),
    answer: z.unknown(),
  }),
  template: endpoint({
    method: 'GET',
    path: '/download/feeding-rates/template.xlsx',
    ability,
    area,
    download: true,
    name: 'downloadFeedingRatesTemplate',
    summary: 'Шаблон норм кормления, книга Excel',
    input: z.object({}),
    answer: z.unknown(),
  }),
  editing: endpoint({
    method: 'GET',
    path: '/feeding-norms/{owner}/{owner_id}',
    reads: ['lists', 'people'],
    ability,
    area,
    summary: 'Нормы кормления и все их версии',
    input: z.object({
      owner: f.oneOf(ownerKinds),
      owner_id: f.id(),
      /** an older one */
      version: f.optionalId(),
    }),
    answer: z.object({
      /** of the newest, 0 when there is none: what an edit begins with */
      latest: z.number(),
      /** of the rates here */
      version: z.number(),
      rates: answer,
      /** parts of the year without norms, «01.04–31.05» */
      gaps: z.array(z.string()),
      matching: z.enum(MATCHINGS),
      /** newest first, at most 100 */
      versions: z.array(
        z.object({
          version: z.number(),
          /** farm time, ISO */
          datetime: z.string(),
          user_name: z.string().nullable(),
          /** how many sets */
          sets: z.number(),
        }),
      ),
    }),
  }),
}
