/** Cages or generations beside each other: how their fish grew, ate and died at equal weight. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { filterFields } from '../../../shared/filters'
import { reportPeriod } from '../../../shared/report/report'
import type { SourceFilter } from '../../../core/reports/sheets/filter-names.contract'

export const TITLE = 'Сравнение садков и поколений'
export const SUBJECTS = { cage: 'Садки', generation: 'Генерации' } as const
const RANGES = { common: 'Общие навески', own: 'Свои навески' } as const
const AXES = { days: 'По дням', degree_days: 'По градусо-дням' } as const
export type AxisName = keyof typeof AXES

/** What the page chooses besides its fish. */
export const COMPARING: readonly SourceFilter[] = [
  { key: 'by', input: 'by', title: 'Сравнить', as: 'choice', words: SUBJECTS },
  { key: 'range', input: 'range', title: 'Навеска', as: 'choice', words: RANGES },
  { key: 'axis', title: 'Кривые', as: 'choice', words: AXES },
]

/** More lines than this an eye cannot tell apart. */
export const MOST_COMPARED = 12
/** Days of a period: three years. */
export const MOST_DAYS = 1100
/** Fewer weighings than this say little. */
export const FEW_WEIGHINGS = 3

const ratio = z.number().nullable()

const point = z.object({
  /** since the first day of the curve */
  days: z.number(),
  degree_days: z.number(),
  /** kg; null where nobody weighed before or after */
  avg_weight: ratio,
  /** % of the fish that did not die */
  survival: z.number(),
})
export type CurvePoint = z.infer<typeof point>

const row = z.object({
  /** of the cage or generation */
  id: z.number(),
  name: z.string(),
  location_name: z.string().nullable(),
  /** weighings behind the numbers; fewer than three say little */
  weighings: z.number(),
  few: z.boolean(),
  /** of the growth that is compared, DD.MM.YYYY; null without two known averages */
  start: z.string().nullable(),
  end: z.string().nullable(),
  /** of the first and the last measurement of the average behind it, DD.MM.YYYY */
  weighed_start: z.string().nullable(),
  weighed_end: z.string().nullable(),
  /** kg */
  avg_weight_start: ratio,
  avg_weight_end: ratio,
  days: ratio,
  degree_days: ratio,
  /** 1000·(w₂^⅓ − w₁^⅓)/degree-days, weights in grams */
  tgc: ratio,
  /** 3·(w₂^⅓ − w₁^⅓)/days */
  km: ratio,
  /** % a day */
  sgr: ratio,
  fcr: ratio,
  /** pieces, and % of the fish that were there or came */
  dead: ratio,
  mortality: ratio,
  curve: z.array(point),
})
export type ComparedRow = z.infer<typeof row>

export const likeForLikeCall = endpoint({
  method: 'GET',
  path: '/like-for-like',
  reads: ['fish', 'water', 'places', 'lists'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Сравнение садков и поколений при равной навеске',
  details:
    'Прирост считается между навесками; сортировка и пересадки за прирост не принимаются. Кривые прорежены до 200 точек. ' +
    'При `by=cage` выбирают садки и модуль, при `by=generation` — генерации.',
  input: z.object({
    ...reportPeriod,
    by: f.oneOf(['cage', 'generation']).optional().default('cage'),
    /** whether only weights are compared that all of them went through */
    range: f.oneOf(['common', 'own']).optional().default('common'),
    ...filterFields('cages', 'module', 'generations'),
  }),
  answer: z.object({
    /** DD.MM.YYYY */
    start: z.string(),
    end: z.string(),
    /** nobody chose: those with most weighings */
    usual: z.boolean(),
    /** kg; null where there is none, or none was asked for: each is told within its own then */
    weights: z.object({ from: z.number(), to: z.number() }).nullable(),
    rows: z.array(row),
  }),
  example: { start: '01.01.2026', end: '30.06.2026', by: 'cage' },
})

const number = (key: keyof ComparedRow, title: string, decimals: number, unit?: string): Column => ({
  key,
  title,
  type: 'number',
  decimals,
  ...(unit && { unit }),
})

export const comparedColumns = (by: keyof typeof SUBJECTS): readonly Column[] => [
  by === 'cage'
    ? { key: 'name', title: 'Садок', type: 'cage', always: true }
    : { key: 'name', title: 'Генерация', type: 'text', always: true },
  ...(by === 'cage' ? [{ key: 'location_name', title: 'Модуль', type: 'text', optional: true } as const] : []),
  { key: 'weighings', title: 'Навесок', type: 'count' },
  { key: 'avg_weight_start', title: 'Навеска в начале', type: 'average' },
  { key: 'avg_weight_end', title: 'Навеска в конце', type: 'average' },
  number('days', 'Дней', 0),
  number('degree_days', 'Градусо-дни', 0),
  number('tgc', 'TGC', 2),
  number('km', 'Км', 3),
  number('sgr', 'SGR', 2, '%/день'),
  number('fcr', 'Кормовой коэффициент', 2),
  { key: 'dead', title: 'Отход', type: 'count', unit: 'шт' },
  { key: 'mortality', title: 'Отход от числа', type: 'percent', unit: '%' },
  { key: 'start', title: 'С', type: 'text', optional: true, unsorted: true },
  { key: 'end', title: 'По', type: 'text', optional: true, unsorted: true },
]
