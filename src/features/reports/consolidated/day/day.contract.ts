/** The consolidated report of a day: cages with their fish, feed, losses and catches, in modules and on the farm. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import { endpoint } from '../../../../shared/contract'
import * as f from '../../../../shared/fields'

/** Kilograms, pieces; what stands of a day and of its month until the end of that day. */
const figures = {
  start_count: z.number(),
  start_biomass: z.number(),
  fish_count: z.number(),
  biomass: z.number(),
  fish_avg_weight: z.number(),
  /** what the norms propose for the fish of the morning; null without them */
  feeding_rate: z.number().nullable(),
  feedings_fact: z.number(),
  feedings: z.array(z.object({ feed_type_id: z.number(), volume: z.number() })),
  /** fact of norm, % */
  eatability_coefficient: z.number().nullable(),
  /** feed for a kilogram of growth by the norms of what was fed */
  feed_conversion_rate: z.number().nullable(),
  /** what the fed kilograms grow by the norms */
  norm_growth: z.number().nullable(),
  /** what the ledger grew: weighings, feedings, differences of typed weights */
  growth: z.number(),
  /** stocked, moved and corrected; out is negative */
  moved_count: z.number(),
  moved_biomass: z.number(),
  retreats_count_day: z.number(),
  retreats_biomass_day: z.number(),
  retreats_count_month: z.number(),
  retreats_biomass_month: z.number(),
  /** of the fish of the month's beginning and those that came */
  retreats_percent_month: z.number().nullable(),
  withdrawals_count_day: z.number(),
  withdrawals_biomass_day: z.number(),
  withdrawals_count_month: z.number(),
  withdrawals_biomass_month: z.number(),
}

const cage = z.object({
  cage_id: z.number(),
  cage_name: z.string(),
  color: z.number(),
  generation_names: z.string(),
  age_category_names: z.string(),
  ...figures,
  /** kg/m³ at the end of the day */
  density: z.number(),
  /** °C */
  temperature: z.number().nullable(),
  /** % of the morning's biomass */
  feeding_rate_percents: z.number().nullable(),
  /** what is wrong with how the cage was fed, in words */
  feed_warning: z.string().nullable(),
})
export type DayCage = z.infer<typeof cage>

const total = z.object(figures)
export type DayFigures = z.infer<typeof total>

const module = z.object({
  location_id: z.number(),
  location_name: z.string(),
  cage_names: z.array(z.string()),
  cages: z.array(cage),
  ...figures,
})
export type DayModule = z.infer<typeof module>

const area = 'reports'
const ability = 'access reports'

export const dayCalls = {
  day: endpoint({
    method: 'GET',
    path: '/consolidated-report',
    reads: ['fish', 'water', 'places', 'lists', 'people'],
    ability,
    area,
    summary: 'Сводный отчёт за день',
    details:
      'Без date сегодня. Садки без рыбы, в которых ничего не было с начала месяца, пропущены. Норма считается по рыбе утра, остаток стоит на конец дня.',
    input: z.object({ date: f.optional(f.day()) }),
    answer: z.object({
      date: z.string(),
      all_feed_types: z.array(z.object({ id: z.number(), name: z.string() })),
      locations_data: z.array(module),
      total,
      /** modules that the user may not see are left out */
      limited: z.boolean(),
    }),
    example: { date: '20.11.2026' },
  }),
  download: endpoint({
    method: 'GET',
    path: '/consolidated-report/download',
    ability,
    area,
    summary: 'Сводный отчёт за день: книга Excel',
    input: z.object({ date: f.optional(f.day()) }),
    answer: z.unknown(),
    download: true,
    slow: true,
  }),
}

const kg = { type: 'kg', unit: 'кг', footer: true, noZero: true } as const
const pieces = { type: 'count', unit: 'шт', footer: true, noZero: true } as const
const percent = { type: 'percent', unit: '%', footer: true } as const

/** A column for each feed of the day. */
const feedKey = (id: number) => `feed_${id}`

/** Columns of cages as of modules; those that a module has no value for are `ofCage`. */
export function dayColumns(
  feeds: readonly { id: number; name: string }[],
  first: readonly Column[],
  ofCage: boolean,
): Column[] {
  const own = (column: Column): Column[] => (ofCage ? [column] : [])
  return [
    ...first,
    { key: 'fish_count', title: 'Количество', ...pieces },
    { key: 'biomass', title: 'Биомасса', ...kg },
    { key: 'fish_avg_weight', title: 'Навеска', type: 'average', noZero: true, footer: true },
    ...own({ key: 'density', title: 'Плотность', type: 'number', unit: 'кг/м³', decimals: 1, noZero: true }),
    ...own({ key: 'temperature', title: 'Темп. ℃', type: 'number', decimals: 1 }),
    ...own({ key: 'feeding_rate_percents', title: 'Норма', type: 'percent', unit: '%' }),
    { key: 'feeding_rate', title: 'По норме', ...kg, noZero: false },
    { key: 'feedings_fact', title: 'Корм', ...kg },
    ...feeds.map(({ id, name }): Column => ({ key: feedKey(id), title: name, ...kg })),
    { key: 'eatability_coefficient', title: 'Поедаемость', ...percent },
    { key: 'feed_conversion_rate', title: 'КК по норме', type: 'number', decimals: 2, footer: true },
    { key: 'norm_growth', title: 'Прирост по норме', ...kg, noZero: false },
    { key: 'growth', title: 'Прирост', ...kg },
    { key: 'retreats_count_day', title: 'Отход', ...pieces },
    { key: 'retreats_biomass_day', title: 'Отход', ...kg },
    { key: 'retreats_count_month', title: 'Отход с начала месяца', ...pieces },
    { key: 'retreats_biomass_month', title: 'Отход с начала месяца', ...kg },
    { key: 'retreats_percent_month', title: 'Отход с начала месяца', ...percent },
    { key: 'withdrawals_count_day', title: 'Подъём', ...pieces },
    { key: 'withdrawals_biomass_day', title: 'Подъём', ...kg },
    { key: 'withdrawals_count_month', title: 'Подъём с начала месяца', ...pieces },
    { key: 'withdrawals_biomass_month', title: 'Подъём с начала месяца', ...kg },
    { key: 'start_count', title: 'На начало дня', ...pieces, optional: true },
    { key: 'start_biomass', title: 'На начало дня', ...kg, optional: true },
    { key: 'moved_count', title: 'Зарыблено, пересажено, исправлено', ...pieces, optional: true },
    { key: 'moved_biomass', title: 'Зарыблено, пересажено, исправлено', ...kg, optional: true },
    ...own({ key: 'generation_names', title: 'Генерация', type: 'text', optional: true }),
    ...own({ key: 'age_category_names', title: 'Категория', type: 'text', optional: true }),
  ]
}

/** With a field for each feed, as columns read them. */
export const withFeeds = <R extends DayFigures>(row: R) => ({
  ...row,
  ...Object.fromEntries(row.feedings.map(({ feed_type_id, volume }) => [feedKey(feed_type_id), volume])),
})

export const MODULE_HEAD: Column = { key: 'location_name', title: 'Модуль', type: 'text', always: true }
export const CAGE_HEAD: Column = { key: 'cage_name', title: 'Садок', type: 'cage', always: true }
