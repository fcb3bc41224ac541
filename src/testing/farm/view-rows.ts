/**
 * A row in each table of reports (saved views, their letters, closed years, the plan, facts and amounts of months), of
 * alarms, of photographs and of assistants.
 */
import { assistantRows } from '../assistants/assistant-rows'
import type { Sql } from './farm'

const VIEW = '(select max(id) from report_views where company_id = $1)'
const ROWS = [
  ['report_views', 'name, page, query, tables, shared', `'Корм', 'annualReport', '{}', '{}', true`],
  ['report_links', 'view_id, token_hash, token_end, language', `${VIEW}, 'x', 'abcd', 'ru'`],
  ['report_letters', 'view_id, every, day, hour, origin, since', `${VIEW}, 'day', 1, 8, '', now()`],
  ['report_letter_readers', 'view_id, since', `${VIEW}, now()`],
  ['report_letter_sends', 'view_id, due, origin', `${VIEW}, now(), ''`],
  ['operation_photos', 'operation_id, type, width, height, size, sha256', `1, 'image/png', 1, 1, 1, 'x'`],
]

/** An alarm of a rule, and who is told of it. */
const ALARM = `with rule as (insert into alarm_rules (company_id, kind, "on", terms, origin, since)
    values ($1, 'unfed', true, '{}', '', now())),
  alarm as (insert into alarms (company_id, kind, key, lack, started, danger, worst, message, href)
    values ($1, 'unfed', '1', false, now(), false, 1, '{"key": "", "values": {}}', '') returning id)
  insert into alarm_tells (company_id, alarm_id, state, user_id, channel)
    select $1, id, 'active', $2, 'letter' from alarm`

const DEVICE = `insert into push_devices (company_id, session_id, endpoint, p256dh, auth)
  select $1, id, 'x', 'x', 'x' from sessions where company_id = $1 and user_id = $2 limit 1`

const HOOK = `with hook as (
    insert into alarm_hooks (company_id, name, address, secret, "on", danger_only, language, origin)
    values ($1, 'x', 'https://127.0.0.1/', 'x', false, false, 'ru', '') returning id),
  told as (select max(id) as id from alarms where company_id = $1)
  insert into alarm_hook_sends (company_id, hook_id, alarm_id, event, delivery, body)
    select $1, hook.id, told.id, 'active', gen_random_uuid(), '{}' from hook, told where $2::int > 0`

const CLOSED = ['closed_years', 'year, digest', `2020, 'x'`]

export async function fillViews({ sql }: { sql: Sql }, company: number, user: number): Promise<void> {
  for (const row of [
    `farm_plan (company_id, month, measure, value) values ($1, '2020-01-01', 'growth', 1)`,
    `stock_months values ($1, '2020-01-01', '{1}', '{1}', '{1}', '{1}', '{1}')`,
    `month_facts values ($1, 'fed', '2020-01-01', '{1}', '{0}', '{1}', '{0}', '{1}')`,
  ])
    await sql(`insert into ${row}`, [company])
  for (const [table, columns, values] of [...ROWS, CLOSED])
    await sql(`insert into ${table} (company_id, user_id, ${columns}) values ($1, $2, ${values})`, [company, user])
  for (const text of [ALARM, DEVICE, HOOK]) await sql(text, [company, user])
  await assistantRows({ sql }, company)
}
