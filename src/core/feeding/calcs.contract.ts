/** Calculations: which feed cages get in a period, and where the temperature of their water is known from. */
import * as z from 'zod'
import type { Column } from '../../shared/columns'
import { endpoint, nothing, ok } from '../../shared/contract'
import { STRATEGIES, type Strategy } from '../../shared/feeding/strategies'
import * as f from '../../shared/fields'
import { MILLIONTHS, parseDecimal } from '../../shared/numbers'
import { archiveCalls, rowFlags } from '../lists/kit/library-kit.contract'

const area = 'feeding'
const model = 'feed_calc'

export const STRATEGY_NAMES: Record<Strategy, string> = {
  PreviousStrategy: 'Последний подходящий замер',
  FixedStrategy: 'Заданная температура',
  LadogaHistoricalStrategy: 'По озеру: среднее за много лет',
  OwnHistoryStrategy: 'По своим замерам прошлых лет',
}

/** → whole millionths. */
const within = (min: number, max: number) =>
  f.field(
    (value) => {
      const number = parseDecimal(value, 6)
      return number !== null && number >= min * MILLIONTHS && number <= max * MILLIONTHS ? number : undefined
    },
    'Введите число от {{min}} до {{max}}',
    { type: ['number', 'string'], minimum: min, maximum: max },
    { min, max },
  )

const fields = {
  name: f.name(100),
  feed_type_id: f.id(),
  measure_parameter_id: f.optionalId(),
  /** none of a list means all */
  location_ids: f.idFilter(),
  age_category_ids: f.idFilter(),
  cage_ids: f.idFilter(),
  /** today when left out */
  start: f.optional(f.day()),
  end: f.optional(f.day()),
  temp_prediction_strategy: f.optional(f.oneOf(STRATEGIES)),
  /** °C, asked of FixedStrategy alone */
  temp_prediction_strategy_data: f.optional(within(-2, 40)),
}

const coefficient = z.object({
  /** DD.MM.YYYY, from which on it holds */
  date: z.string(),
  coefficient: z.number(),
})

export const calcRow = z.object({
  id: z.number(),
  name: z.string(),
  feed_type_id: z.number(),
  feed_type: z.string(),
  measure_parameter_id: z.number().nullable(),
  measure_parameter: z.string().nullable(),
  /** those open to the user; an empty list means all */
  location_ids: z.array(z.number()),
  age_category_ids: z.array(z.number()),
  cage_ids: z.array(z.number()),
  /** the three lists in words */
  applicability: z.string(),
  /** DD.MM.YYYY; without an end it holds on */
  start: z.string(),
  end: z.string().nullable(),
  period: z.string(),
  temp_prediction_strategy: z.enum(STRATEGIES),
  strategy_name: z.string(),
  /** °C of FixedStrategy */
  temp_prediction_strategy_data: z.number().nullable(),
  /** by day */
  coefficients: z.array(coefficient),
  /** it is about modules closed to the user, too */
  edit_disabled: z.boolean(),
  edit_disabled_reason: z.string().nullable(),
  ...rowFlags,
})
z.globalRegistry.add(calcRow, { id: 'FeedCalc' })
export type CalcRow = z.infer<typeof calcRow>

export const calcColumns: Column[] = [
  { key: 'name', title: 'Название', type: 'text' },
  { key: 'period', title: 'Период', type: 'text' },
  { key: 'feed_type', title: 'Корм', type: 'text' },
  { key: 'applicability', title: 'Для чего', type: 'text', fill: true },
  { key: 'strategy_name', title: 'Прогноз температуры', type: 'text', words: true },
]

const byId = { id: f.id() }
const title = 'Расчёты кормления'
const ofCoefficients = {
  path: '/crud/feed_calc/coef/{id}',
  ability: 'update feed calcs',
  area,
} as const

/** A cage on a day, with the calculations that cover it. */
const coverage = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  /** the one in force first */
  calcs: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type Coverage = z.infer<typeof coverage>

export const calcCalls = {
  list: endpoint({
    method: 'GET',
    path: `/crud/${model}`,
    reads: ['lists', 'places'],
    ability: 'view feed calcs',
    area,
    summary: `${title}: список`,
    input: nothing,
    answer: z.array(calcRow),
  }),
  create: endpoint({
    method: 'POST',
    path: `/crud/${model}`,
    ability: 'create feed calcs',
    area,
    summary: `${title}: создать`,
    input: z.object(fields),
    answer: calcRow,
  }),
  update: endpoint({
    method: 'PUT',
    path: `/crud/${model}/{id}`,
    ability: 'update feed calcs',
    area,
    summary: `${title}: изменить`,
    input: z.object({ ...byId, ...fields, version: f.optionalText(20) }),
    answer: calcRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `/crud/${model}/{id}`,
    ability: 'delete feed calcs',
    area,
    summary: `${title}: удалить`,
    input: z.object(byId),
    answer: ok,
  }),
  archiving: archiveCalls({ model, title, ability: 'update feed calcs', area }, calcRow),
  coefficients: endpoint({
    ...ofCoefficients,
    method: 'GET',
    ability: 'view feed calcs',
    reads: ['lists'],
    summary: 'Коэффициенты расчёта по датам',
    input: z.object(byId),
    answer: z.array(coefficient),
  }),
  setCoefficient: endpoint({
    ...ofCoefficients,
    method: 'POST',
    summary: 'Коэффициент расчёта с даты: записать или изменить',
    input: z.object({ ...byId, date: f.day(), coefficient: within(0, 10) }),
    answer: calcRow,
  }),
  removeCoefficient: endpoint({
    ...ofCoefficients,
    method: 'DELETE',
    summary: 'Коэффициент расчёта с даты: удалить',
    input: z.object({ ...byId, date: f.day() }),
    answer: calcRow,
  }),
  coverage: endpoint({
    method: 'GET',
    path: '/feed-calc-coverage',
    reads: ['lists', 'places', 'fish'],
    ability: 'view feed calcs',
    area,
    summary: 'Садки с рыбой, на которые в этот день не назначен корм или назначен не одним расчётом',
    input: z.object({ date: f.optional(f.day()) }),
    answer: z.object({
      /** DD.MM.YYYY */
      date: z.string(),
      without: z.array(coverage),
      several: z.array(coverage),
    }),
  }),
}
