/** Where the audit journal tells what a person has just loaded. */
import { can } from '../../../shared/abilities'
import { dayOf, showDay } from '../../../shared/dates'
import type { Context } from '../../../server/http/route'

/** The page of their changes of today, of one thing with its `id`; null for whoever may not read it. */
export function journalLink({ user, company }: Context, entity: string, id?: number): string | null {
  if (!can(user, 'view audit')) return null
  const today = showDay(dayOf(company.now))
  const query = { start: today, end: today, person: String(user.id), entity, ...(id && { thing: String(id) }) }
  return `/audit?${new URLSearchParams(query).toString()}`
}
