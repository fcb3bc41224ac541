/** The calls of plans of feeding. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import {
  fish,
  MAX_ROWS,
  place,
  planCage,
  planNorms,
  planSituation,
  planWhy,
  proposed,
  stored,
} from './plan-shapes.contract'

const area = 'feeding'
const reading = 'view feed calcs'
/** A plan stands on the fish, their water, and what calculations and norms say. */
const STANDS_ON = ['plans', 'fish', 'water', 'places', 'lists', 'people'] as const

const sentRow = {
  cage_id: f.id(),
  feed_type_id: f.id(),
  avg_weight: f.kilograms(),
  count: f.count(),
  /** count × average when left out */
  weight: f.optional(f.kilograms()),
  temperature: f.reading(),
  rate: f.kilogramsFromZero(),
  growth: f.kilogramsFromZero(),
  is_rate_alert_dismissed: f.flag(),
  is_growth_alert_dismissed: f.flag(),
}

const rowsOf = <S extends z.ZodRawShape>(shape: S) =>
  z
    .array(z.object(shape, { error: 'Неверная строка' }), { error: 'Нужен список строк' })
    .max(MAX_ROWS, 'Не более 1000 строк')

const version = z.string().max(64).nullish()

const share = { planned: z.number(), fed: z.number(), percent: z.number().nullable() }
const ofCages = { ...share, cages_planned: z.number(), cages_fed: z.number() }

export const planCalls = {
  colors: endpoint({
    method: 'GET',
    path: '/get-dates-color',
    name: 'getPlanDates',
    reads: STANDS_ON,
    ability: reading,
    area,
    summary: 'План кормления: как заполнены дни',
    details:
      'Дата → 1: есть строка у каждого садка с рыбой и расчётом; 2: не у каждого; 0: ни у одного. Дней без садков и строк нет. Не более 400 дней, без границ прошлый, этот и следующий месяц.',
    input: z.object({ start: f.optional(f.day()), end: f.optional(f.day()) }),
    answer: z.record(z.string(), z.number()),
  }),
  day: endpoint({
    method: 'GET',
    path: '/get-plan-of-day/{date}',
    name: 'getPlanOfDay',
    reads: STANDS_ON,
    ability: reading,
    area,
    summary: 'План кормления на день',
    input: z.object({ date: f.day() }),
    answer: z.object({
      date: z.string(),
      ...stored,
      /** cages with fish, and those of the rows */
      cages: z.array(planCage),
      norms: z.array(planNorms),
    }),
  }),
  saveDay: endpoint({
    method: 'POST',
    path: '/set-plan-of-day',
    name: 'setPlanOfDay',
    ability: 'update feed calcs',
    area,
    summary: 'Сохранить план кормления на день',
    details:
      'Строки заменяют прежние. Если назвать version, с которой начинали, а план тем временем сохранил другой, ответ 409 перечислит в differences, что разошлось.',
    input: z.object({ date: f.day(), plan: rowsOf(sentRow), version }),
    answer: z.object({ date: z.string(), ...stored }),
  }),
  proposals: endpoint({
    method: 'GET',
    path: '/get-feed-calc-cages',
    name: 'getFeedCalcCages',
    reads: STANDS_ON,
    ability: reading,
    area,
    summary: 'Садки с назначенным кормом: предложение плана на день',
    input: z.object({ date: f.day() }),
    answer: z.array(proposed),
  }),
  cage: endpoint({
    method: 'GET',
    path: '/get-plan-of-cage/{cageId}',
    name: 'getPlanOfCage',
    reads: STANDS_ON,
    ability: reading,
    area,
    summary: 'План кормления садка по дням',
    input: z.object({ cageId: f.id(), startFromToday: f.flag() }),
    answer: z.object({
      cage: z.object({ ...place, ...fish }),
      ...stored,
      /** what is known of the days that can be planned, today first */
      days: z.array(planSituation),
      norms: z.array(planNorms),
    }),
  }),
  saveCage: endpoint({
    method: 'POST',
    path: '/set-plan-of-cage',
    name: 'setPlanOfCage',
    ability: 'update feed calcs',
    area,
    summary: 'Сохранить план кормления садка',
    details:
      'Строки с сегодняшнего дня заменяют прежние; строки прошлых дней только сверяются. cage_id нужен, если строк нет.',
    input: z.object({
      plan: rowsOf({ date: f.day(), ...sentRow }),
      startFromToday: f.flag(),
      cage_id: f.optionalId(),
      version,
    }),
    answer: z.object(stored),
  }),
  recalc: endpoint({
    method: 'GET',
    path: '/recalc-cage',
    name: 'recalcCage',
    kept: false,
    reads: STANDS_ON,
    ability: reading,
    area,
    summary: 'Рацион и прирост по нормам: для строки плана',
    details: 'С cage_id учитываются коэффициент расчёта садка и кислород; 422 говорит, что норм нет.',
    input: z.object({
      feed_type_id: f.id(),
      rate: f.kilogramsFromZero(),
      temperature: f.reading(),
      avg_weight: f.kilograms(),
      count: f.count(),
      date: f.day(),
      cage_id: f.optionalId(),
    }),
    answer: z.object({
      calc_rate: z.number(),
      calc_growth: z.number(),
      calc_growth_with_calc_rate: z.number(),
      why: planWhy,
    }),
  }),
  fact: endpoint({
    method: 'GET',
    path: '/feeding-plan-fact',
    reads: ['plans', 'fish', 'places', 'lists'],
    ability: reading,
    area,
    summary: 'План кормления и факт за день',
    input: z.object({ date: f.day() }),
    answer: z.object({
      date: z.string(),
      ...ofCages,
      locations: z.array(z.object({ location_id: z.number(), ...ofCages })),
      cages: z.array(z.object({ ...place, ...share })),
    }),
  }),
  downloadDay: endpoint({
    method: 'GET',
    path: '/download-plan-of-day',
    ability: reading,
    area,
    summary: 'Скачать план дня',
    input: z.object({ date: f.day() }),
    answer: z.unknown(),
    download: true,
  }),
  downloadCage: endpoint({
    method: 'GET',
    path: '/download-plan-of-cage',
    ability: reading,
    area,
    summary: 'Скачать план садка',
    input: z.object({ cage_id: f.id(), startFromToday: f.flag() }),
    answer: z.unknown(),
    download: true,
  }),
}
