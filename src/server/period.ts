/** When something may be entered: from the company's earliest day to now. */
import { dayOf } from '../shared/dates'
import { at, say, type Phrase } from '../shared/say'
import { fieldErrors } from './errors'
import type { CurrentCompany } from './session'

/** The first day that takes entries, YYYY-MM-DD; null is any. */
export const earliest = ({ settings }: CurrentCompany): string | null =>
  settings['minimal-operation-date-enabled'] ? settings['minimal-operation-date'] : null

/** Why nothing can be entered at the instant yet; null when it can. */
export const futureFault = ({ now }: Pick<CurrentCompany, 'now'>, instant: string): Phrase | null =>
  instant > now ? say('Время ещё не наступило: сейчас {{now}}', { now: at(now) }) : null

/** The field that a fault of the instant stands under. */
export const instantField = ({ now }: Pick<CurrentCompany, 'now'>, instant: string): 'date' | 'time' =>
  dayOf(instant) > dayOf(now) ? 'date' : 'time'

/** Not after the company's now, not before its minimal operation date. */
export function checkInstant(company: CurrentCompany, instant: string): void {
  const future = futureFault(company, instant)
  if (future) throw fieldErrors({ [instantField(company, instant)]: future })
  const day = earliest(company)
  if (day && dayOf(instant) < day)
    throw fieldErrors({ date: say('Операции раньше {{day}} не принимаются', { day: at(day) }) })
}
