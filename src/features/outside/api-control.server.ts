import { sql } from 'kysely'
import { dayOf } from '../../shared/dates'
import { addressOf, type Endpoint } from '../../shared/contract'
import { type Context, route, type Route } from '../../server/http/route'
import { isOutside } from '../../server/openapi/operation'
import { type ApiCallRow, apiControlCalls, type ApplicationUseRow, MONTH_DAYS, WEEK_DAYS } from './api-control.contract'
import { openApps } from './external-apps.server'

function present(endpoint: Endpoint): ApiCallRow {
  const { method, summary, area, ability } = endpoint
  const address = addressOf(endpoint)
  return {
    id: `${method} ${address}`,
    method,
    address,
    summary,
    area,
    right: isOutside(endpoint) ? 'token' : ability,
    // its schema asks for no token
    outside: !address.startsWith('/api/'),
  }
}

function readUses(context: Context): Promise<ApplicationUseRow[]> {
  const { tx, company } = context
  const today = sql`${dayOf(company.now)}::date`
  const sum = (which: ReturnType<typeof sql>) => sql`coalesce(sum(u.calls) filter (where ${which}), 0)::int`
  const since = sql`${today} - ${MONTH_DAYS}::int`
  return tx.rows<ApplicationUseRow>(sql`
    select e.id, e.name, (e.last_used_at at time zone ${company.time_zone})::timestamp as last_used_at, e.last_address,
      ${sum(sql`u.day = ${today}`)} as today, ${sum(sql`u.day > ${today} - ${WEEK_DAYS}::int`)} as week,
      ${sum(sql`true`)} as month, ${sum(sql`u.use = 'readings'`)} as readings, ${sum(sql`u.use = 'export'`)} as exports,
      ${sum(sql`u.use = 'assistant'`)} as assistant
    from external_users e left join (
      select external_user_id, day, use, calls from external_uses where company_id = ${company.id} and day > ${since}
      union all
      select external_user_id, day, 'assistant', calls from assistant_uses
      where company_id = ${company.id} and day > ${since}) u on u.external_user_id = e.id
    where ${openApps(context)}
    group by e.company_id, e.id order by e.name, e.id`)
}

export const apiControlRoutes = (endpoints: () => Endpoint[]): Route[] => [
  route(apiControlCalls.calls, async () => endpoints().map(present)),
  route(apiControlCalls.uses, (_, context) => readUses(context)),
]
