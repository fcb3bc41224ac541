/** Charts of control: the losses of each day against what is usual in that cage. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { filterFields } from '../../../shared/filters'
import { reportPeriod } from '../../../shared/report/report'

export const TITLE = 'Контроль отхода'

/** Days of a period: two years. */
export const MOST_DAYS = 732

const reads = ['fish', 'places'] as const
const ability = 'access reports'
const area = 'reports'
const ratio = z.number().nullable()

const row = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  location_id: z.number(),
  location_name: z.string(),
  /** pieces that died in the period */
  lost: z.number(),
  /** days of the period that rang */
  signals: z.number(),
  /** the last of them, DD.MM.YYYY; null without one */
  signal_date: z.string().nullable(),
  /** its losses, in pieces and in % of those there were in the morning, and what was usual then */
  dead: ratio,
  dead_percent: ratio,
  usual: ratio,
  usual_percent: ratio,
})
export type ControlRow = z.infer<typeof row>

const controlDay = z.object({
  /** DD.MM.YYYY */
  date: z.string(),
  dead: z.number(),
  dead_percent: z.number(),
  /** null before fourteen days to compare with */
  usual_percent: ratio,
  /** the cumulative sum rang, or half a per cent a day was reached */
  signal: z.enum(['sum', 'line']).nullable(),
})
export type ControlDayRow = z.infer<typeof controlDay>

export const mortalityCalls = {
  control: endpoint({
    method: 'GET',
    path: '/mortality-control',
    reads,
    ability,
    area,
    summary: 'Контроль отхода: садки по сигналам',
    input: z.object({ ...reportPeriod, ...filterFields('cages', 'module') }),
    answer: z.object({
      /** DD.MM.YYYY */
      start: z.string(),
      end: z.string(),
      /** the latest signal first; cages without a signal follow */
      rows: z.array(row),
    }),
    example: { start: '01.01.2026', end: '30.06.2026' },
  }),
  days: endpoint({
    method: 'GET',
    path: '/mortality-control/days',
    reads,
    ability,
    area,
    summary: 'Контроль отхода: садок по дням',
    input: z.object({ ...reportPeriod, cage_id: f.id() }),
    answer: z.object({ days: z.array(controlDay) }),
    example: { start: '01.01.2026', end: '30.06.2026', cage_id: 12 },
  }),
}

export const controlColumns: readonly Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'location_name', title: 'Модуль', type: 'text', optional: true },
  { key: 'signal_date', title: 'Сигнал', type: 'text', unsorted: true },
  { key: 'dead', title: 'Отход в тот день', type: 'count', unit: 'шт' },
  { key: 'dead_percent', title: 'Доля', type: 'percent', unit: '%' },
  { key: 'usual_percent', title: 'Обычно', type: 'percent', unit: '%' },
  { key: 'signals', title: 'Дней с сигналом', type: 'count', noZero: true },
  { key: 'lost', title: 'Отход за период', type: 'count', unit: 'шт', noZero: true },
]
