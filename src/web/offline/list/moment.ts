import { dayOf, showDay, timeOf } from '../../../shared/dates'

/** «08:12», of another day with its date. */
export const moment = (instant: string, now: string): string =>
  dayOf(instant) === dayOf(now) ? timeOf(instant) : `${showDay(instant)}, ${timeOf(instant)}`
