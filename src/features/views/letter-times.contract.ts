/** When a view is sent: moments of the farm's wall clock. */
import { addDays, dayOf } from '../../shared/dates'
import { weekday } from '../../shared/report/period'

export const EVERY = { day: 'Каждый день', week: 'Каждую неделю', month: 'Каждый месяц' } as const
export type Every = keyof typeof EVERY

export const WEEKDAYS = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'] as const

export interface Times {
  every: Every
  /** of the week, Monday is 1, or of the month; the last one of a shorter month */
  day: number
  hour: number
}

const lastOfMonth = (day: string) => addDays(`${addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7)}-01`, -1)

function isDay({ every, day }: Times, on: string): boolean {
  if (every === 'day') return true
  if (every === 'week') return weekday(on) + 1 === day
  return Number(on.slice(8, 10)) === Math.min(day, Number(lastOfMonth(on).slice(8, 10)))
}

const momentOn = ({ hour }: Times, day: string) => `${day}T${String(hour).padStart(2, '0')}:00`

/** No two days of sending are further apart. */
const MOST_DAYS = 31

/** The moment nearest to `now`, 'YYYY-MM-DDTHH:mm', in one direction: not after it, or after it. */
function nearest(times: Times, now: string, step: 1 | -1): string {
  for (let days = 0; days <= MOST_DAYS; days++) {
    const day = addDays(dayOf(now), days * step)
    const moment = momentOn(times, day)
    if (isDay(times, day) && moment > now === step > 0) return moment
  }
  throw new Error('a month has every day of sending')
}

/** The last moment that was due, now or before. */
export const lastMoment = (times: Times, now: string): string => nearest(times, now, -1)
export const nextMoment = (times: Times, now: string): string => nearest(times, now, 1)
