import { sql } from 'kysely'
import { can } from '../../../shared/abilities'
import { notFound } from '../../../server/errors'
import { type Context, route, type Route } from '../../../server/http/route'
import type { KindServer } from '../engine/document.server'
import { waybillHas } from '../engine/goods-lines.server'
import { readOperations } from '../engine/journal.server'
import { type JournalInput, journalWhere } from '../engine/journal-where.server'
import { kindServers } from '../kinds/kinds.server'
import { type FoundDocument, readingCalls } from './reading.contract'

const kinds: readonly KindServer[] = Object.values(kindServers)
const withWaybill = kinds.filter(({ contract }) => 'waybill_number' in (contract.filter ?? {}))

const EVER: JournalInput = { start: '-infinity', end: 'infinity', cages_id: null, location_id: null, per_page: 1 }

const mayRead = ({ user }: Context, { contract: { reading } }: KindServer) => !reading || can(user, reading)

/** Whether the user sees a document in the journal of its kind. */
export async function isInJournal(kind: KindServer, id: number, context: Context): Promise<boolean> {
  if (!mayRead(context, kind)) return false
  const where = await journalWhere(kind, EVER, context)
  return (await context.tx.maybe(sql`select 1 from operations o where o.id = ${id} and ${where}`)) !== undefined
}

const one = route(readingCalls.one, async ({ id }, context) => {
  const { tx, company } = context
  const stored = await tx.maybe<{ kind: string }>(
    sql`select kind from operations where company_id = ${company.id} and id = ${id}`,
  )
  const kind = stored && kinds.find(({ contract }) => contract.kind === stored.kind)
  if (!kind || !(await isInJournal(kind, id, context))) throw notFound('Документ не найден: возможно, его уже удалили.')
  const [row] = await readOperations(kind, [id], context)
  return { kind: kind.contract.kind, row: row! }
})

const FOUND = 10

const search = route(readingCalls.search, async ({ waybill_number }, context) => {
  const open = withWaybill.filter((kind) => mayRead(context, kind))
  const journals = await Promise.all(open.map((kind) => journalWhere(kind, EVER, context)))
  if (journals.length === 0) return []
  return context.tx.rows<FoundDocument>(sql`
    select o.id, o.kind, o.at as datetime, o.extra ->> 'waybill_number' as waybill_number, c.name as counterparty
    from operations o
    left join counterparties c on c.company_id = ${context.company.id} and c.id = o.counterparty_id
    where o.company_id = ${context.company.id} and o.extra ->> 'waybill_number' is not null
      and ${waybillHas(waybill_number)}
      and (${sql.join(
        journals.map((where) => sql`(${where})`),
        sql` or `,
      )})
    order by o.at desc, o.id desc limit ${FOUND}`)
})

export const readingRoutes: Route[] = [one, search]
