/** Periods that move with the calendar: an address or a saved view keeps their word, and each opening its days. */
import { addDays, daysBetween, showDay } from '../dates'
import type { Query } from '../query'

interface Days {
  /** 'YYYY-MM-DD', both included */
  start: string
  end: string
}

const monthStart = (day: string) => `${day.slice(0, 7)}-01`
const yearOf = (day: string) => Number(day.slice(0, 4))
/** Monday is 0. */
export const weekday = (day: string) => ((daysBetween('1950-01-02', day) % 7) + 7) % 7

const last = (days: number) => (today: string) => ({ start: addDays(today, 1 - days), end: today })
const until = (end: string, start: (end: string) => string): Days => ({ start: start(end), end })

/** Word in the address → its title, and the days it means today. */
export const PERIODS = {
  today: { title: 'Сегодня', days: last(1) },
  yesterday: { title: 'Вчера', days: (today) => last(1)(addDays(today, -1)) },
  'last-7': { title: 'Последние 7 дней', days: last(7) },
  'last-30': { title: 'Последние 30 дней', days: last(30) },
  'last-week': {
    title: 'Прошлая неделя',
    days: (today) => last(7)(addDays(today, -1 - weekday(today))),
  },
  'this-month': { title: 'Этот месяц', days: (today) => ({ start: monthStart(today), end: today }) },
  'last-month': { title: 'Прошлый месяц', days: (today) => until(addDays(monthStart(today), -1), monthStart) },
  'this-year': { title: 'Этот год', days: (today) => ({ start: `${yearOf(today)}-01-01`, end: today }) },
  'last-year': {
    title: 'Прошлый год',
    days: (today) => ({ start: `${yearOf(today) - 1}-01-01`, end: `${yearOf(today) - 1}-12-31` }),
  },
} as const satisfies Record<string, { title: string; days: (today: string) => Days }>
export type PeriodWord = keyof typeof PERIODS

export const PERIOD_WORDS = Object.keys(PERIODS) as [PeriodWord, ...PeriodWord[]]
/** The name of such a period in an address. */
export const PERIOD = 'period'

export const isPeriod = (word: unknown): word is PeriodWord => PERIOD_WORDS.includes(word as PeriodWord)

/** What else an address may hold of time; a period takes their place. */
export const DATED = ['start', 'end', 'date', 'year'] as const

/** The query with the days that its period means today, for pages of a period, of a day and of a year. */
export function datedQuery(query: Query, today: string): Query {
  const word = query[PERIOD]
  if (!isPeriod(word)) return query
  const { start, end } = PERIODS[word].days(today)
  return { ...query, start: showDay(start), end: showDay(end), date: showDay(end), year: end.slice(0, 4) }
}
