/** The cages whose average weight is known worst, by what not knowing it better costs. Weights in kg. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'

/** So many are told: nobody weighs more in a day. */
export const MOST_TOLD = 100
/** So many are weighed in a day. */
export const FIRST = 3

const toWeighRow = z.object({
  id: z.number(),
  cage_id: z.number(),
  number: z.string(),
  location: z.string(),
  count: z.number(),
  /** expected, and where nine weighings of ten would lie */
  avg_weight: z.number(),
  low: z.number(),
  high: z.number(),
  /** ± % */
  percent: z.number(),
  /** half of the band for all fish of the cage */
  mass: z.number(),
  /** the feed that this mass took, roubles; null without norms or a price, and for who may not read stocks */
  money: z.number().nullable(),
  /** the last weighing, 'YYYY-MM-DD' */
  weighed_on: z.string().nullable(),
  days: z.number().nullable(),
  sample: z.number().nullable(),
})
export type ToWeighRow = z.infer<typeof toWeighRow>

export const toWeighCall = endpoint({
  method: 'GET',
  path: '/to-weigh',
  reads: ['fish', 'goods', 'water', 'lists', 'places'],
  ability: 'view feed calcs',
  area: 'feeding',
  summary: 'Что взвесить: садки, где незнание навески обходится дороже всего',
  details:
    `Не больше ${MOST_TOLD}, дорогие первыми: половина полосы, помноженная на число рыб, и корм, который на неё ушёл. ` +
    'По корму, когда цена и нормы известны у всех садков, иначе по биомассе.',
  input: z.object({}),
  answer: z.array(toWeighRow),
})

export const toWeighColumns: Column[] = [
  { key: 'number', title: 'Садок', type: 'cage', always: true },
  { key: 'location', title: 'Модуль', type: 'text', yields: true },
  { key: 'mass', title: 'Биомасса ±', type: 'kg', unit: 'кг', footer: true },
  { key: 'money', title: 'Корма на неё', type: 'number', unit: '₽', decimals: 0, footer: true },
  { key: 'avg_weight', title: 'Ожидаемая навеска', type: 'average' },
  { key: 'percent', title: 'Навеска ±', type: 'number', unit: '%', decimals: 1 },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт' },
  { key: 'weighed_on', title: 'Взвешивали', type: 'day' },
  { key: 'days', title: 'Дней назад', type: 'number' },
  { key: 'sample', title: 'Проба', type: 'count', unit: 'шт', yields: true },
]

/** What to weigh first, of rows whose dearest stand first: nobody is sent to a cage that was weighed today. */
export function toWeighFirst<R extends Pick<ToWeighRow, 'days' | 'percent'>>(rows: readonly R[], least: number): R[] {
  const due = rows.filter(({ days }) => days !== 0)
  const doubtful = due.filter(({ percent }) => percent >= least)
  return (doubtful.length > 0 ? doubtful : due).slice(0, FIRST)
}
