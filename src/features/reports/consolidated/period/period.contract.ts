/** The consolidated report for a period: what stood, came, went, grew and was fed, by cage, generation and category. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import { endpoint } from '../../../../shared/contract'
import * as f from '../../../../shared/fields'
import { numbersIn } from '../../../../core/reports/sheets/source.contract'
import { filterFields } from '../../../../shared/filters'
import type { Comparison } from '../../../../shared/report/compared'
import { comparedCells, comparedColumns, comparedRows } from '../../../../shared/report/compared-rows'

/**
 * Pieces and kilograms. left_start + stocking + income − outcome − withdrawal − retreat + correction + recategorized +
 * growth = left_end, to the milligram.
 */
const figures = {
  left_start_count: z.number(),
  left_start_weight: z.number(),
  avg_weight_start: z.number(),
  stocking_count: z.number(),
  stocking_weight: z.number(),
  income_count: z.number(),
  income_weight: z.number(),
  outcome_count: z.number(),
  outcome_weight: z.number(),
  withdrawal_count: z.number(),
  withdrawal_weight: z.number(),
  retreat_count: z.number(),
  retreat_weight: z.number(),
  /** of the fish of the beginning and those that came from elsewhere */
  retreat_percent: z.number().nullable(),
  /** less fish is negative */
  correction_count: z.number(),
  correction_weight: z.number(),
  /** what was unexplained as a cage was emptied, signed */
  close_out_count: z.number(),
  close_out_weight: z.number(),
  /** into another age category, out is negative; nothing for a whole cage */
  recategorized_count: z.number(),
  recategorized_weight: z.number(),
  growth: z.number(),
  left_end_count: z.number(),
  left_end_weight: z.number(),
  avg_weight_end: z.number(),
  /** several groups of a cage share each feeding by their biomass */
  feedings: z.number(),
  /** feed / growth */
  feed_coefficient: z.number().nullable(),
  /** feed / (what is left more, was withdrawn and went out, less what came) */
  economic_coefficient: z.number().nullable(),
}
const figuresOf = z.object(figures)
export type PeriodFigures = z.infer<typeof figuresOf>

const row = z.object({
  id: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  cage_id: z.number(),
  cage_name: z.string(),
  color: z.number(),
  /** of one group of fish; null is the whole cage */
  generation_id: z.number().nullable(),
  generation_name: z.string(),
  age_category_id: z.number().nullable(),
  age_category_name: z.string(),
  /** all fish that the cage had in the period */
  whole: z.boolean(),
  ...figures,
})
export type PeriodRow = z.infer<typeof row>

/** Of so many cages each feed is told. */
export const MOST_WITH_FEEDS = 100

const feeding = z.object({
  cage_id: z.number(),
  /** null where more cages are told than `MOST_WITH_FEEDS`: who wants them asks for a cage by itself */
  feeds: z.array(z.object({ feed_type_id: z.number(), name: z.string(), volume: z.number() })).nullable(),
  /** calculations in force while there was fish */
  calcs: z.array(z.object({ name: z.string(), feed_type_id: z.number(), feed: z.string() })),
  warning: z.string().nullable(),
})
export type CageFeeding = z.infer<typeof feeding>

const input = z.object({
  start: f.optional(f.instant('start')),
  end: f.optional(f.instant('end')),
  ...filterFields('cages', 'module'),
  without_generations: f.flag(),
})
const area = 'reports'
const ability = 'access reports'
const example = { start: '01.01.2026', end: '30.06.2026', without_generations: true }

export const periodCalls = {
  report: endpoint({
    method: 'GET',
    path: '/consolidated-report-for-period',
    reads: ['fish', 'places', 'lists', 'people'],
    ability,
    area,
    slow: true,
    summary: 'Сводный отчёт за период',
    details:
      'Без start и end с начала месяца. Период не длиннее десяти лет. Корма каждого садка стоят в ответе, если садков не больше ста.',
    input,
    answer: z.object({
      start: z.string(),
      end: z.string(),
      report_data: z.array(row),
      additional_data: z.object({
        total: figuresOf,
        locations: z.array(z.object({ location_id: z.number(), location_name: z.string(), ...figures })),
        generations: z.array(z.object({ generation_id: z.number(), generation_name: z.string(), ...figures })),
        feedings: z.array(feeding),
        /** modules that the user may not see are left out */
        limited: z.boolean(),
      }),
    }),
    example,
  }),
  download: endpoint({
    method: 'GET',
    path: '/consolidated-report-for-period/download',
    ability,
    area,
    summary: 'Сводный отчёт за период: книга Excel',
    input: input.extend({ compare: f.oneOf(['previous', 'year']).nullish() }),
    answer: z.unknown(),
    download: true,
    slow: true,
  }),
}

/** The switch of the page, by its name in the address. */
export const WITHOUT_GENERATIONS = {
  key: 'withoutGenerations',
  input: 'without_generations',
  title: 'Без генераций',
  as: 'flag',
} as const

const kg = { type: 'kg', unit: 'кг', footer: true, noZero: true } as const
const pieces = { type: 'count', unit: 'шт', footer: true, noZero: true } as const

const pair = (key: string, title: string, more: Partial<Column> = {}): Column[] => [
  { key: `${key}_count`, title, ...pieces, ...more },
  { key: `${key}_weight`, title, ...kg, ...more },
]

const average = { type: 'average', noZero: true, footer: true } as const
const ratio = { type: 'number', decimals: 2, footer: true } as const

/** What is compared with the earlier period. */
const COMPARED = ['withdrawal_weight', 'retreat_count', 'growth', 'left_end_weight', 'feedings', 'feed_coefficient']

/** After those that name the row. */
export const periodColumns = (
  first: readonly Column[],
  byCategory: boolean,
  comparison: Comparison | null,
  t: (key: string) => string,
): Column[] => comparedColumns([...first, ...figureColumns(byCategory)], COMPARED, comparison, t)

const figureColumns = (byCategory: boolean): Column[] => [
  ...pair('left_start', 'На начало'),
  { key: 'avg_weight_start', title: 'Навеска на начало', ...average },
  ...pair('stocking', 'Зарыбление'),
  ...pair('income', 'Пересажено сюда'),
  ...pair('outcome', 'Пересажено отсюда'),
  ...pair('withdrawal', 'Подъём'),
  ...pair('retreat', 'Отход'),
  { key: 'retreat_percent', title: 'Отход', type: 'percent', unit: '%', footer: true },
  ...pair('correction', 'Коррекция', { yields: true }),
  ...pair('close_out', 'Сверка при облове', { yields: true }),
  ...(byCategory ? pair('recategorized', 'Смена категории', { yields: true }) : []),
  { key: 'growth', title: 'Прирост', ...kg },
  ...pair('left_end', 'На конец'),
  { key: 'avg_weight_end', title: 'Навеска на конец', ...average },
  { key: 'feedings', title: 'Корм', ...kg },
  { key: 'feed_coefficient', title: 'КК по приросту', ...ratio },
  { key: 'economic_coefficient', title: 'КК по балансу', ...ratio, optional: true },
]

export const CAGE: Column = { key: 'cage_name', title: 'Садок', type: 'cage', always: true }
export const MODULE: Column = { key: 'location_name', title: 'Модуль', type: 'text' }
export const GENERATION: Column = { key: 'generation_name', title: 'Генерация', type: 'text' }
export const CATEGORY: Column = { key: 'age_category_name', title: 'Категория', type: 'text' }

interface Answer {
  report_data: PeriodRow[]
  additional_data: {
    total: PeriodFigures
    locations: (PeriodFigures & { location_id: number; location_name: string })[]
    generations: (PeriodFigures & { generation_id: number; generation_name: string })[]
  }
}

/** Rows of the three tables and what stands under them, beside those of the earlier period where it was asked for. */
export function periodTables(
  { report_data, additional_data: { total, locations, generations } }: Answer,
  then?: Answer,
) {
  const modules = ({ additional_data }: Answer) =>
    additional_data.locations.map((one) => ({ id: one.location_id, ...one }))
  const origins = ({ additional_data }: Answer) =>
    additional_data.generations.map((one) => ({ id: one.generation_id, ...one }))
  const now = { report_data, additional_data: { total, locations, generations } }
  if (!then) return { modules: modules(now), cages: report_data, generations: origins(now), total: numbersIn(total) }
  const before = then.additional_data.total
  return {
    modules: comparedRows(modules(now), modules(then), COMPARED, ({ location_name }) => ({ location_name })),
    cages: comparedRows(report_data, then.report_data, COMPARED, headOf),
    generations: comparedRows(origins(now), origins(then), COMPARED, ({ generation_name }) => ({ generation_name })),
    total: numbersIn({ ...total, ...comparedCells(total, before, COMPARED) }),
  }
}

const headOf = ({
  cage_id,
  cage_name,
  color,
  location_id,
  location_name,
  generation_name,
  age_category_name,
}: PeriodRow) => ({
  ...{ cage_id, cage_name, color, location_id, location_name, generation_name, age_category_name },
})
