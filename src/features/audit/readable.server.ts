/** Whether a user may read an object, and so its changes: the same rows as in its journal or list. */
import { sql } from 'kysely'
import { can } from '../../shared/abilities'
import type { Context } from '../../server/http/route'
import { scope } from '../../server/scope'
import { kindServers } from '../../core/documents/kinds/kinds.server'
import { isInJournal } from '../../core/documents/reading/reading.server'
import { isThere } from '../../core/documents/change-log/names.server'
import { ENTITIES } from './entities.contract'

const kindOf = (entity: string) => Object.values(kindServers).find(({ contract }) => contract.kind === entity)

const isReading = async ({ tx, company, user }: Context, id: number) =>
  (await tx.maybe(sql`select 1 from measurements
    where company_id = ${company.id} and id = ${id} ${scope(user).modules('location_id')}`)) !== undefined

export async function mayRead(context: Context, entity: string, id: number): Promise<boolean> {
  const known = ENTITIES.get(entity)
  if (!known || known.reading === null || (known.reading && !can(context.user, known.reading))) return false
  const kind = kindOf(entity)
  if (kind) return isInJournal(kind, id, context)
  if (entity === 'measurement') return isReading(context, id)
  if (known.self) return isThere(context, { to: known.self.to, id })
  // the one that there is of its kind
  return id === context.company.id
}
