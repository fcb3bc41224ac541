/** Months of which costs are told. */
import { addDays } from '../../../shared/dates'

/** A month, or so much of it as is over: its first day, and the day after its last. */
export interface Span {
  first: string
  until: string
}

export const monthOf = (day: string) => `${day.slice(0, 7)}-01`
export const nextMonth = (first: string) => monthOf(addDays(first, 31))

/** Months one after another, up to today. */
export function spansOf(first: string, last: string, today: string): Span[] {
  const spans: Span[] = []
  for (let month = first; month <= last && month <= today; month = nextMonth(month)) {
    const next = nextMonth(month)
    spans.push({ first: month, until: next > today ? addDays(today, 1) : next })
  }
  return spans
}
