/** Where a thumb moves a task to, in words: of each the days from where it stands. */
import { dayOf, daysBetween } from '../../shared/dates'
import type { TaskRow } from './common/tasks.contract'

/** Titles are i18n keys. What is late is counted from today. */
export function movesOf({ start }: Pick<TaskRow, 'start'>, today: string): { title: string; days: number }[] {
  const toToday = daysBetween(dayOf(start), today)
  return [
    { title: 'На сегодня', days: toToday },
    { title: 'На завтра', days: toToday + 1 },
    { title: 'На неделю позже', days: Math.max(0, toToday) + 7 },
  ].filter(({ days }) => days !== 0)
}
