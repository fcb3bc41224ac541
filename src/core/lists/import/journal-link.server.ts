/** Link to the audit journal with what was just imported. */
import { hrefOf } from '../../../shared/pages'
import { can } from '../../../shared/abilities'
import { dayOf, showDay } from '../../../shared/dates'
import type { Context } from '../../../server/http/route'

/** The page with the user's changes of today, of one object with its `id`; null for users who may not read it. */
export function journalLink({ user, company }: Context, entity: string, id?: number): string | null {
  if (!can(user, 'view audit')) return null
  const today = showDay(dayOf(company.now))
  return hrefOf('audit', { start: today, end: today, person: user.id, entity, ...(id && { thing: id }) })
}
