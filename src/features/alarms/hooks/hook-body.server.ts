/** What a program outside is told of an alarm. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../server/db/client'
import { speakIn } from '../../../server/language'
import type { Language } from '../../../shared/i18n/languages'
import { hrefOf } from '../../../shared/pages'
import { headOf, type Named, namesOf } from '../telling/alarm-words.server'

export type HookEvent = 'active' | 'danger' | 'resolved' | 'acknowledged'

export interface HookNews extends Omit<Named, 'state' | 'turn'> {
  hook: number
  language: Language
  event: HookEvent
  farm: string
  /** UTC */
  at: string
  danger: boolean
  worst: number
  /** who acknowledged it, and what was done */
  by: string | null
  word: string | null
}

/**
 * @param event SQL: what has happened to alarm `a`
 * @param where SQL behind the conditions, of hook `h`, alarm `a`, company `c`, and of `told.events` before
 */
export const readHookNews = (
  tx: Tx,
  company: number,
  event: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<HookNews[]> =>
  tx.rows<HookNews>(sql`
    select h.id as hook, h.language, h.origin, e.event, c.name as farm, a.id, a.kind, a.danger, a.worst, a.message,
      l.name as module, n.number as cage, s.name as stock, u.name as by, a.word,
      to_char(case e.event when 'active' then a.rang when 'resolved' then a.ended
          when 'acknowledged' then a.acknowledged_at else now() at time zone c.time_zone
        end at time zone c.time_zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from alarm_hooks h
    join companies c on c.company_id = ${company}
    join alarms a on a.company_id = ${company} and a.rang is not null and (h.kinds is null or a.kind = any(h.kinds))
    cross join lateral (select ${event} as event) e
    cross join lateral (
      select coalesce(array_agg(t.event), '{}') as events from alarm_hook_sends t
      where t.company_id = ${company} and t.hook_id = h.id and t.alarm_id = a.id) told
    ${namesOf(company)}
    left join users u on u.company_id = ${company} and u.id = a.acknowledged_by
    where h.company_id = ${company} and h."on" ${where}`)

const bodyOf = (id: string, news: HookNews): string => {
  const { event, at, farm, kind, danger, module, cage, stock, worst, by, word, message, origin, language } = news
  const speak = speakIn(language)
  return JSON.stringify({
    ...{ id, event: `alarm.${event}`, at, farm, alarm: news.id, rule: kind },
    title: headOf({ ...news, state: event, turn: 0 }, speak),
    text: speak(message),
    ...{ danger, module, cage, warehouse: stock, value: worst, by, word },
    link: origin + hrefOf('alarms', event === 'resolved' ? { show: 'past' } : {}),
  })
}

/** Of the same kind, when a person tries an address. */
export function testBody(farm: string, origin: string, text: string) {
  const id = randomUUID()
  const about = { alarm: null, rule: null, danger: false, module: null, cage: null, warehouse: null, value: null }
  const said = { title: text, text, by: null, word: null, link: origin + hrefOf('alarms', {}) }
  return { id, body: JSON.stringify({ id, event: 'test', at: new Date().toISOString(), farm, ...about, ...said }) }
}

/** Written before anything is sent. Answers the hooks that have something to be told. */
export async function keepNews(tx: Tx, company: number, news: readonly HookNews[]): Promise<Set<number>> {
  const sends = news.map((one) => {
    const delivery = randomUUID()
    return { hook: one.hook, alarm: one.id, event: one.event, delivery, body: bodyOf(delivery, one) }
  })
  if (sends.length > 0)
    await tx.run(sql`
      insert into alarm_hook_sends (company_id, hook_id, alarm_id, event, delivery, body)
      select ${company}::int, s.hook, s.alarm, s.event, s.delivery, s.body
      from jsonb_to_recordset(${JSON.stringify(sends)}::jsonb) as s (hook int, alarm int, event text, delivery uuid,
        body text)
      on conflict do nothing`)
  return new Set(sends.map(({ hook }) => hook))
}
