import { dayOf, showDay, timeOf } from '../../../shared/dates'

/** «08:12», with the date when it is another day. */
export const moment = (instant: string, now: string): string =>
  dayOf(instant) === dayOf(now) ? timeOf(instant) : `${showDay(instant)}, ${timeOf(instant)}`
