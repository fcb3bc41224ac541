/** The period of a report about goods and money: whole days, none of them to come. */
import { fieldErrors } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { addDays, dayOf } from '../../../shared/dates'

/** Its first and last day, and the day after it. */
export function daysOf({ start, end }: { start: string; end: string }, { company }: Pick<Context, 'company'>) {
  const [first, last] = [dayOf(start), dayOf(end)]
  if (first > last) throw fieldErrors({ end: 'Конец периода раньше начала' })
  if (last > dayOf(company.now)) throw fieldErrors({ end: 'День не может быть в будущем' })
  return { first, last, until: addDays(last, 1) }
}

/** A period that goes on beyond today ends now: nothing of the days to come is stored. */
export function untilNow<P extends { start: string; end: string }>(
  period: P,
  { company }: Pick<Context, 'company'>,
): P {
  return dayOf(period.start) <= dayOf(company.now) && period.end > company.now
    ? { ...period, end: company.now }
    : period
}
