/** The period in which entries are allowed: from the company's earliest day to now. */
import { dayOf } from '../shared/dates'
import { at, say, type Phrase } from '../shared/say'
import { fieldErrors, forbidden } from './errors'
import type { CurrentCompany } from './session'

type CompanyOfPeriod = Pick<CurrentCompany, 'settings'>

/** The first day that allows entries, YYYY-MM-DD; null is no limit. */
export const earliest = ({ settings }: CompanyOfPeriod): string | null =>
  settings['minimal-operation-date-enabled'] ? settings['minimal-operation-date'] : null

/** Why an instant takes no entry, under the field that says it; nothing when it takes one. */
export function instantFaults(
  { settings, now }: CompanyOfPeriod & Pick<CurrentCompany, 'now'>,
  instant: string,
): Record<string, Phrase> {
  const first = earliest({ settings })
  if (instant > now) {
    const field = dayOf(instant) > dayOf(now) ? 'date' : 'time'
    return { [field]: say('Время ещё не наступило: сейчас {{now}}', { now: at(now) }) }
  }
  return first && dayOf(instant) < first
    ? { date: say('Операции раньше {{day}} не принимаются', { day: at(first) }) }
    : {}
}

/** Refuses changes before the minimal operation date. */
export function requireOpenPeriod(company: CompanyOfPeriod, instants: Iterable<string>): void {
  const day = earliest(company)
  if (day && [...instants].some((instant) => dayOf(instant) < day))
    throw forbidden(say('Запись раньше минимальной даты операций {{day}}.', { day: at(day) }))
}

/** Refuses an instant after the company's now, or before its minimal operation date. */
export function checkInstant(company: CurrentCompany, instant: string): void {
  const faults = instantFaults(company, instant)
  if (Object.keys(faults).length > 0) throw fieldErrors(faults)
}
