/** An alarm and its rules for a fuzz of the whole API. */
import { alarmCalls } from '../../features/alarms/alarms.contract'
import { hookCalls } from '../../features/alarms/hooks/hooks.contract'
import { pushCalls } from '../../features/alarms/telling/push.contract'
import type { Farm } from '../farm/farm'
import type { Session } from '../session'
import type { World } from './fuzz'

export async function makeAlarms(
  { sql }: Farm,
  { user }: Session,
  mark: string,
  { ids, places }: World,
): Promise<void> {
  const { acknowledge, snooze, save, history } = alarmCalls
  const company = user.company.id
  await sql(
    `insert into alarm_rules (company_id, kind, "on", terms, origin, since) values ($1, 'unfed', true, '{}', '', now())
     on conflict do nothing`,
    [company],
  )
  const [alarm] = await sql<{ id: number }>(
    `insert into alarms (company_id, kind, key, lack, started, rang, danger, worst, message, href)
     values ($1, 'unfed', $2, false, now(), now(), false, 1, '{"key": "Тревога", "values": {}}', '/') returning id`,
    [company, mark],
  )
  for (const { path } of [acknowledge, snooze]) ids[path] = alarm!.id
  places[snooze.path] = { hours: 2 }
  places[save.path] = { ...save.example }
  places[history.path] = { ...history.example }
  const [hook] = await sql<{ id: number }>(
    `insert into alarm_hooks (company_id, name, address, secret, "on", danger_only, language, origin)
     values ($1, $2, 'https://127.0.0.1/', 'x', true, false, 'ru', '') returning id`,
    [company, mark],
  )
  for (const { path } of [hookCalls.update, hookCalls.renew, hookCalls.test, hookCalls.remove]) ids[path] = hook!.id
  for (const { path } of [hookCalls.create, hookCalls.update]) places[path] = { ...hookCalls.create.example }
  places[pushCalls.subscribe.path] = { ...pushCalls.subscribe.example }
}
