/** When something may be entered: from the company's earliest day to now. */
import { dayOf, showDay, showInstant } from '../shared/dates'
import { fieldErrors } from './errors'
import type { CurrentCompany } from './session'

/** The first day that takes entries, YYYY-MM-DD; null is any. */
export const earliest = ({ settings }: CurrentCompany): string | null =>
  settings['minimal-operation-date-enabled'] ? settings['minimal-operation-date'] : null

/** Not after the company's now, not before its minimal operation date. */
export function checkInstant(company: CurrentCompany, at: string): void {
  if (at > company.now)
    throw fieldErrors({
      [dayOf(at) > dayOf(company.now) ? 'date' : 'time']: `Время ещё не наступило: сейчас ${showInstant(company.now)}`,
    })
  const first = earliest(company)
  if (first && dayOf(at) < first) throw fieldErrors({ date: `Операции раньше ${showDay(first)} не принимаются` })
}
