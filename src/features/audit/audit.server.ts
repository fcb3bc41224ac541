/** The audit journal and the history of one object, in words. */
import { type RawBuilder, sql } from 'kysely'
import { can } from '../../shared/abilities'
import type { ParsedOf } from '../../shared/contract'
import { notFound } from '../../server/errors'
import { truncateRows, limitOf } from '../../server/http/max-rows'
import { type Context, route, type Route } from '../../server/http/route'
import { byName } from '../../core/lists/kit/crud.server'
import { describeChanges } from '../../core/documents/change-log/change-log.server'
import { auditCalls, type AuditRow, OWN_SETTINGS } from './audit.contract'
import { entityOf } from './entities.contract'
import { periodOf } from './period.server'
import { mayRead } from './readable.server'
import { securityRoutes } from './security.server'

interface StoredAuditLine extends Omit<AuditRow, 'name' | 'changes'> {
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

const columns = (
  zone: string,
) => sql`a.id, (a.at at time zone ${zone})::timestamp as datetime, a.user_id, u.name as user,
  a.action, a.entity, a.entity_id, a.before, a.after`

const nameIn = ({ before, after }: StoredAuditLine, key: string): string | null => {
  const name = after?.[key] ?? before?.[key]
  return name === undefined || name === null ? null : String(name)
}

async function describeRows(context: Context, rows: StoredAuditLine[]): Promise<AuditRow[]> {
  const told = await describeChanges(
    context,
    rows.map((row) => {
      const { fields, self, shownBefore, always } = entityOf(row.entity)
      const { before, entity_id: id } = row
      // a deletion that only archives is no edit
      const after = row.action === 'delete' ? null : row.after
      const unnamed = self && nameIn(row, self.key) === null
      return { fields, before, after, shownBefore, always, self: unnamed ? { to: self.to, id } : null }
    }),
  )
  return rows.map(({ before: _, after: __, ...row }, index) => {
    const { self } = entityOf(row.entity)
    const own = self ? nameIn(rows[index]!, self.key) : null
    const user = row.user ?? (row.user_id === null && row.entity === 'task' ? context.speak('Правило') : null)
    return { ...row, user, name: own ?? told[index]!.name, changes: told[index]!.changes }
  })
}

type AuditFilters = ParsedOf<typeof auditCalls.list>

const given = (column: string, value: unknown) => (value == null ? sql`` : sql`and ${sql.ref(column)} = ${value}`)

/** Where a document refers to an object: in a column of its own, or in a line. */
const NAMED_IN = {
  cage: {
    entities: ['cage'],
    places: (id: number) => [{ cage_id: id }, { to_cage_id: id }, { lines: [{ cage_id: id }] }],
  },
  good: {
    entities: ['good', 'workshop_good'],
    places: (id: number) => [{ good_id: id }, { lines: [{ good_id: id }] }],
  },
}

/**
 * SQL: the object itself was changed, or what referred to it before or after, so that deleted and moved documents are
 * found as well.
 */
function about(what: keyof typeof NAMED_IN, id: number | null): RawBuilder<unknown> {
  if (id === null) return sql``
  const { entities, places } = NAMED_IN[what]
  const named = sql`any(${places(id).map((place) => JSON.stringify(place))}::jsonb[])`
  return sql`and (a.entity = any(${entities}::text[]) and a.entity_id = ${id} or a.before @> ${named}
    or a.after @> ${named})`
}

const within = (company: Context['company'], input: AuditFilters): RawBuilder<unknown> => sql`
  a.company_id = ${company.id} and ${periodOf(company, 'a.at', input)} and a.entity <> ${OWN_SETTINGS}
  ${given('a.user_id', input.user_id)} ${given('a.entity', input.entity)} ${given('a.entity_id', input.entity_id)}
  ${given('a.action', input.action)} ${about('cage', input.cage_id)} ${about('good', input.good_id)}`

async function list(input: AuditFilters, context: Context) {
  const { tx, company } = context
  const { page, per_page, sort = '-datetime' } = input
  const where = within(company, input)
  const direction = sort === 'datetime' ? sql`asc` : sql`desc`
  const rows = tx.rows<StoredAuditLine>(sql`
    select ${columns(company.time_zone)}
    from (
      select a.id from audit_log a where ${where}
        order by a.at ${direction}, a.id ${direction} ${limitOf({ page, per_page })}
    ) picked
    join audit_log a on a.company_id = ${company.id} and a.id = picked.id
    left join users u on u.company_id = ${company.id} and u.id = a.user_id
    order by a.at ${direction}, a.id ${direction}`)
  const total =
    page === undefined
      ? null
      : tx.one<{ total: number }>(sql`select count(*)::int as total from audit_log a where ${where}`)
  const [found, counted] = await Promise.all([rows, total])
  const told = await describeRows(context, truncateRows(found, context))
  return counted ? { rows: told, total: counted.total, footer: {} } : told
}

/** Lines of one thing that are told. */
const MAX_CHANGES = 200

async function history({ entity, id }: ParsedOf<typeof auditCalls.history>, context: Context) {
  const { tx, company, user } = context
  if (!(can(user, 'view audit') || (await mayRead(context, entity, id)))) throw notFound()
  const rows = await tx.rows<StoredAuditLine>(sql`
    select ${columns(company.time_zone)} from audit_log a
    left join users u on u.company_id = ${company.id} and u.id = a.user_id
    where a.company_id = ${company.id} and a.entity = ${entity} and a.entity_id = ${id} and a.entity <> ${OWN_SETTINGS}
    order by a.id desc limit ${MAX_CHANGES + 1}`)
  const told = await describeRows(context, rows.slice(0, MAX_CHANGES))
  const name = told.find((row) => row.name !== null)?.name ?? null
  return {
    name,
    rows: told.map(({ entity: _, entity_id: __, name: ___, ...line }) => line),
    more: rows.length > MAX_CHANGES,
  }
}

const people = async (_: object, { tx, company }: Context) => {
  const rows = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from users where company_id = ${company.id}`,
  )
  return rows.sort(byName)
}

export const auditRoutes: Route[] = [
  route(auditCalls.list, list),
  route(auditCalls.people, people),
  route(auditCalls.history, history),
  ...securityRoutes,
]
