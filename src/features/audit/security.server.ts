import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { truncateRows, limitOf } from '../../server/http/max-rows'
import { type Context, preparedRoute, type Route } from '../../server/http/route'
import { deviceOf } from '../../server/device'
import { tellReason } from '../../server/security-events'
import { periodOf } from './period.server'
import { securityCalls, type SecurityRow } from './security.contract'

type SecurityFilters = ParsedOf<typeof securityCalls.list>

const within = ({ company }: Context, { user_id, kind, address, ...period }: SecurityFilters) => sql`
  e.company_id = ${company.id} and ${periodOf(company, 'e.at', period)}
  ${user_id === null ? sql`` : sql`and (e.user_id = ${user_id} or e.by_user_id = ${user_id})`}
  ${kind === undefined ? sql`` : sql`and e.kind = ${kind}`}
  ${address === null ? sql`` : sql`and starts_with(e.address, ${address})`}`

type StoredSecurityEvent = Omit<SecurityRow, 'device'> & { user_agent: string | null }

async function list(input: SecurityFilters, context: Context) {
  const { tx, company } = context
  const { page, per_page, sort } = input
  const where = within(context, input)
  const direction = sort === 'datetime' ? sql`asc` : sql`desc`
  const rows = tx.rows<StoredSecurityEvent>(sql`
    select e.id, (e.at at time zone ${company.time_zone})::timestamp as datetime, e.kind, e.user_id, u.name as user,
      e.by_user_id, b.name as by_user, e.address, e.user_agent, e.details
    from security_events e
    left join users u on u.company_id = ${company.id} and u.id = e.user_id
    left join users b on b.company_id = ${company.id} and b.id = e.by_user_id
    where ${where} order by e.at ${direction}, e.id ${direction}
    ${limitOf({ page, per_page })}`)
  const total =
    page === undefined
      ? null
      : tx.one<{ total: number }>(sql`select count(*)::int as total from security_events e where ${where}`)
  const [stored, counted] = await Promise.all([rows, total])
  const found = stored.map(({ user_agent, details, ...row }) => ({
    ...row,
    device: user_agent && deviceOf(user_agent),
    details: tellReason(details, context.speak),
  }))
  return counted ? { rows: found, total: counted.total, footer: {} } : truncateRows(found, context)
}

/** What was refused a moment ago is among them. */
export const securityRoutes: Route[] = [
  preparedRoute(securityCalls.list, ({ services }) => services.refusals.written(), list),
]
