/** Alarms: what rings, what rang, and what people did about it. */
import { sql } from 'kysely'
import { notFound } from '../../server/errors'
import { limitOf, orderBy, type Sorts, truncateRows } from '../../server/http/max-rows'
import { type Context, route, type Route } from '../../server/http/route'
import type { AnyAlarmRule } from '../../server/alarms/rule'
import { instantOf, minutesOf } from '../../shared/alarms/moments'
import type { ParsedOf } from '../../shared/contract'
import { alarmCalls } from './alarms.contract'
import { countAlarms, readAlarms } from './alarm-rows.server'
import { hookRoutes } from './hooks/hooks.server'
import { tellAcknowledged } from './hooks/tell-hooks.server'
import { pushRoutes } from './telling/push.server'
import { ruleRoutes } from './alarm-rules.server'

const MOST_OPEN = 500

const open = route(alarmCalls.open, (_, context) =>
  readAlarms(
    context,
    sql`and a.ended is null order by a.rang is null, a.danger desc, a.rang desc, a.started desc, a.id limit ${MOST_OPEN}`,
  ),
)

const SORTS: Sorts = new Map([
  ['started', [sql`a.started`]],
  ['kind_name', [sql`a.kind`]],
  ['location_name', [sql`l.name`]],
  ['cage_number', [sql`length(c.number)`, sql`c.number`]],
  ['ended', [sql`a.ended`]],
  ['acknowledged_by', [sql`u.name`]],
  ['word', [sql`a.word`]],
])

async function list(input: ParsedOf<typeof alarmCalls.list>, context: Context) {
  const { page, per_page, sort = '-started', kind, location_id, cages_id } = input
  const where = sql`and a.started >= ${input.start}::timestamp and a.started <= ${input.end}::timestamp
    ${kind === undefined ? sql`` : sql`and a.kind = ${kind}`}
    ${location_id === null ? sql`` : sql`and a.location_id = ${location_id}`}
    ${cages_id === null ? sql`` : sql`and a.cage_id = any(${cages_id}::int[])`}`
  const { first, direction } = orderBy(SORTS, sort)
  const rows = truncateRows(
    await readAlarms(
      context,
      sql`${where} order by ${first} a.started ${direction}, a.id ${direction} ${limitOf({ page, per_page })}`,
    ),
    context,
  )
  return page === undefined ? rows : { rows, total: await countAlarms(context, where), footer: {} }
}

/** One that this person may see, also when it is over. Throws 404. */
async function lockAlarm(id: number, context: Context): Promise<void> {
  const [alarm] = await readAlarms(context, sql`and a.id = ${id} for update of a`)
  if (!alarm) throw notFound('Тревога не найдена.')
}

const read = async (id: number, context: Context) => (await readAlarms(context, sql`and a.id = ${id}`))[0]!

const acknowledge = route(alarmCalls.acknowledge, async ({ id, word }, context) => {
  const { tx, company, author, audit, changed } = context
  await lockAlarm(id, context)
  await tx.run(sql`
    update alarms set acknowledged_at = ${company.now}::timestamp, acknowledged_by = ${author.id}, word = ${word}
    where company_id = ${company.id} and id = ${id}`)
  await tellAcknowledged(tx, company.id, id)
  audit({ action: 'update', entity: 'alarm', id, after: { acknowledged: true, word } })
  changed('alarms')
  return read(id, context)
})

const snooze = route(alarmCalls.snooze, async ({ id, hours }, context) => {
  const { tx, company, audit, changed } = context
  await lockAlarm(id, context)
  const until = instantOf(minutesOf(company.now) + hours * 60)
  await tx.run(sql`
    update alarms set snoozed_until = ${until}::timestamp where company_id = ${company.id} and id = ${id}`)
  audit({ action: 'update', entity: 'alarm', id, after: { snoozed_until: until } })
  changed('alarms')
  return read(id, context)
})

export const alarmRoutes = (rules: readonly AnyAlarmRule[]): Route[] => [
  open,
  route(alarmCalls.list, list),
  acknowledge,
  snooze,
  ...ruleRoutes(rules),
  ...pushRoutes,
  ...hookRoutes,
]
