/**
 * Tells people of alarms beside the bell. The row that says who is told of what is written with the letter, so that a
 * killed process tells nobody twice.
 */
import { sql } from 'kysely'
import { canSee } from '../../server/alarms/seeing'
import type { Tx } from '../../server/db/client'
import { post } from '../../server/jobs/letters'
import { speakIn } from '../../server/language'
import { harmless } from '../../server/mail'
import type { SecretBox } from '../../server/second-factor/secret-box'
import { type CurrentUser, findUser, needsFactor } from '../../server/session'
import { type AlarmKind, ruleData } from '../../shared/alarms/rules'
import { groupBy } from '../../shared/collections'
import { hrefOf } from '../../shared/pages'
import { say, type MessageParts, type Speak } from '../../shared/say'

export interface Untold {
  id: number
  kind: AlarmKind
  state: 'active' | 'danger' | 'resolved'
  user: number
  channel: 'letter' | 'push'
  origin: string
  location_id: number | null
  stock_id: number | null
  module: string | null
  cage: string | null
  stock: string | null
  message: MessageParts
}

/** What is over is news for so long, and only for whoever was told that it began. */
const NEWS = '1 day'
/** What one look tells at most; the rest follows in the next. */
const MOST = 500

const readUntold = (tx: Tx, company: number) =>
  tx.rows<Untold>(sql`
    with news as (
      select a.*, r.origin, r.letters, r.push, r.people,
        case when a.ended is not null then 'resolved' when a.danger then 'danger' else 'active' end as state
      from alarms a
      join alarm_rules r on r.company_id = ${company} and r.kind = a.kind and r."on"
      join companies c on c.company_id = ${company}
      where a.company_id = ${company} and a.rang is not null and r.people <> '{}' and (r.letters or r.push)
        and ((a.ended is null and a.recovering is null)
          or (a.ending in ('over', 'data') and a.ended > (now() at time zone c.time_zone) - ${NEWS}::interval))
        and (a.snoozed_until is null or a.ended is not null or a.snoozed_until <= now() at time zone c.time_zone)
    )
    select n.id, n.kind, n.state, u.id as "user", t.channel, n.origin, n.location_id, n.stock_id, l.name as module,
      g.number as cage, s.name as stock, n.message
    from news n
    cross join lateral (values ('letter', n.letters), ('push', n.push)) as t (channel, wanted)
    join users u on u.company_id = ${company} and u.id = any(n.people) and u.archived_at is null
    cross join lateral (
      select coalesce(array_agg(state), '{}') as states from alarm_tells
      where company_id = ${company} and alarm_id = n.id and user_id = u.id and channel = t.channel) told
    left join locations l on l.company_id = ${company} and l.id = n.location_id
    left join cages g on g.company_id = ${company} and g.id = n.cage_id
    left join stocks s on s.company_id = ${company} and s.id = n.stock_id
    where t.wanted and case n.state
      when 'resolved' then told.states <> '{}' and 'resolved' <> all(told.states)
      when 'danger' then 'danger' <> all(told.states)
      else told.states = '{}' end
    order by u.id, n.danger desc, l.name, n.id limit ${MOST}`)

const WORDS = {
  active: 'Тревога',
  danger: 'Опасность',
  resolved: 'Снята тревога',
} as const

/** «Опасность. Мало кислорода: Северный, садок 3» */
function headOf({ state, kind, module, cage, stock }: Untold, speak: Speak): string {
  const place = [module, cage && speak(say('садок {{number}}', { number: cage })), stock].filter(Boolean).join(', ')
  const head = `${speak(WORDS[state])}. ${speak(ruleData(kind).title)}`
  return place ? `${head}: ${harmless(place)}` : head
}

const lineOf = (one: Untold, speak: Speak) => `${headOf(one, speak)}\n${harmless(speak(one.message))}`

function letterOf(news: readonly Untold[], { email, settings }: CurrentUser) {
  const speak = speakIn(settings.language)
  const [first] = news as [Untold]
  return {
    to: email,
    subject:
      news.length === 1 ? headOf(first, speak) : speak(say('Тревоги хозяйства: {{count}}', { count: news.length })),
    text: [
      ...news.map((one) => lineOf(one, speak)),
      `${speak('Посмотреть и принять')}: ${first.origin}${hrefOf('alarms', {})}`,
    ].join('\n\n'),
  }
}

const note = (tx: Tx, company: number, news: readonly Untold[], letter: number | null) =>
  tx.run(sql`
    insert into alarm_tells (company_id, alarm_id, state, user_id, channel, letter_id)
    select ${company}::int, t.id, t.state, t."user", t.channel, ${letter}::int
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as t (id int, state text, "user" int, channel text)`)

/** Answers whether anybody was told. */
export async function tellPeople(tx: Tx, company: number, secrets: SecretBox): Promise<boolean> {
  const untold = await readUntold(tx, company)
  let told = false
  for (const [user, own] of groupBy(untold, (one) => one.user)) {
    const session = await findUser(tx, company, user)
    if (!session || needsFactor(session)) continue
    const seen = own.filter((one) => canSee(session.user, one))
    for (const [channel, news] of groupBy(seen, (one) => one.channel)) {
      const letter = channel === 'letter' ? await post(tx, secrets, company, letterOf(news, session.user)) : null
      await note(tx, company, news, letter)
      told = true
    }
  }
  return told
}
