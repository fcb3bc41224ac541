/** Which cage lost how many fish on which day of a period: what a picture of days and cages is made of. */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { type AnswerOf, endpoint } from '../../../shared/contract'
import { addDays, parseDay, showDay } from '../../../shared/dates'
import { filterFields } from '../../../shared/filters'
import { reportPeriod } from '../../../shared/report/report'

export const CALENDAR_TITLE = 'Календарь отхода'

/** Days of a period: a year. */
export const MOST_CALENDAR_DAYS = 366

const cageLosses = z.object({
  cage_id: z.number(),
  cage_number: z.string(),
  location_name: z.string(),
  /** days of the period on which fish died, from 0 on */
  days: z.array(z.number()),
  /** of each of these days: pieces, and % of those there were in the morning */
  dead: z.array(z.number()),
  dead_percent: z.array(z.number()),
})
export type CageLosses = z.infer<typeof cageLosses>

export const lossCalendarCall = endpoint({
  method: 'GET',
  path: '/loss-calendar',
  reads: ['fish', 'places'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Календарь отхода: садки по дням',
  input: z.object({ ...reportPeriod, ...filterFields('cages', 'module') }),
  answer: z.object({
    /** DD.MM.YYYY */
    start: z.string(),
    end: z.string(),
    /** by module and number; those without a loss are left out */
    cages: z.array(cageLosses),
  }),
  example: { start: '01.06.2026', end: '30.06.2026' },
})

export interface CalendarRow {
  id: number
  cage_id: number
  cage_number: string
  location_name: string
  date: string
  dead: number
  dead_percent: number
}

/** A row for each day of a cage, the worst share first. */
export function calendarRows({ start, cages }: AnswerOf<typeof lossCalendarCall>): CalendarRow[] {
  const first = parseDay(start)!
  return cages
    .flatMap(({ days, dead, dead_percent, ...cage }) =>
      days.map((day, index) => ({
        ...cage,
        date: showDay(addDays(first, day)),
        dead: dead[index]!,
        dead_percent: dead_percent[index]!,
      })),
    )
    .toSorted((one, other) => other.dead_percent - one.dead_percent)
    .map((row, id) => ({ id, ...row }))
}

export const calendarColumns: readonly Column[] = [
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'location_name', title: 'Модуль', type: 'text', optional: true },
  { key: 'date', title: 'Дата', type: 'day' },
  { key: 'dead', title: 'Отход', type: 'count', unit: 'шт', footer: true },
  { key: 'dead_percent', title: 'Доля', type: 'percent', unit: '%' },
]
