/** Where the audit journal tells what a person has just loaded. */
import { hrefOf } from '../../../shared/pages'
import { can } from '../../../shared/abilities'
import { dayOf, showDay } from '../../../shared/dates'
import type { Context } from '../../../server/http/route'

/** The page of their changes of today, of one thing with its `id`; null for whoever may not read it. */
export function journalLink({ user, company }: Context, entity: string, id?: number): string | null {
  if (!can(user, 'view audit')) return null
  const today = showDay(dayOf(company.now))
  return hrefOf('audit', { start: today, end: today, person: user.id, entity, ...(id && { thing: id }) })
}
