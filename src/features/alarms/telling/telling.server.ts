/**
 * Tells people of alarms beside the bell. The row that says who is told of what is written with the letter, so that a
 * killed process tells nobody twice.
 */
import { sql } from 'kysely'
import { canSee, type Placed } from '../../../server/alarms/seeing'
import type { Tx } from '../../../server/db/client'
import { enqueue } from '../../../server/jobs/job'
import { post } from '../../../server/jobs/letters'
import { speakIn } from '../../../server/language'
import { lasting } from '../../../server/lasting'
import { harmless } from '../../../server/mail'
import type { SecretBox } from '../../../server/second-factor/secret-box'
import { type CurrentUser, findUser, needsFactor } from '../../../server/session'
import { groupBy } from '../../../shared/collections'
import { hrefOf } from '../../../shared/pages'
import { say, type Speak } from '../../../shared/say'
import { headOf, type Named, namesOf } from './alarm-words.server'
import { PUSH_JOB, type PushOrder } from './push.server'

interface Untold extends Named, Placed {
  user: number
  channel: 'letter' | 'push'
}

/** What is over is news for so long, and only for whoever was told that it began. */
const NEWS = '1 day'
/** What one look tells at most; the rest follows in the next. */
const MOST = 500

const readUntold = (tx: Tx, company: number) =>
  tx.rows<Untold>(sql`
    with news as (
      select a.*, r.origin, r.letters, r.push, r.people, r.repeat_hours,
        case when a.ended is not null then 'resolved' when a.danger then 'danger' else 'active' end as state
      from alarms a
      join alarm_rules r on r.company_id = ${company} and r.kind = a.kind and r."on"
      join companies c on c.company_id = ${company}
      where a.company_id = ${company} and a.rang is not null and r.people <> '{}' and (r.letters or r.push)
        and ((a.ended is null and a.recovering is null)
          or (a.ending in ('over', 'data') and a.ended > (now() at time zone c.time_zone) - ${NEWS}::interval))
        and (a.snoozed_until is null or a.ended is not null or a.snoozed_until <= now() at time zone c.time_zone)
    )
    select a.id, a.kind, a.state, told.turn, u.id as "user", t.channel, a.origin, a.location_id, a.stock_id,
      a.stock_ids, l.name as module, n.number as cage, s.name as stock, a.message
    from news a
    cross join lateral (values ('letter', a.letters), ('push', a.push)) as t (channel, wanted)
    join users u on u.company_id = ${company} and u.id = any(a.people) and u.archived_at is null
    cross join lateral (
      select coalesce(array_agg(state), '{}') as states,
        coalesce(max(turn) filter (where state = a.state) + 1, 0) as turn,
        coalesce(a.acknowledged_at is null and max(ordered_at) <= now() - make_interval(hours => a.repeat_hours), false)
          as again
      from alarm_tells
      where company_id = ${company} and alarm_id = a.id and user_id = u.id and channel = t.channel) told
    ${namesOf(company)}
    where t.wanted and case a.state
      when 'resolved' then told.states <> '{}' and 'resolved' <> all(told.states)
      when 'danger' then 'danger' <> all(told.states) or told.again
      else told.states = '{}' or told.again end
    order by u.id, a.danger desc, l.name, a.id limit ${MOST}`)

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
    insert into alarm_tells (company_id, alarm_id, state, turn, user_id, channel, letter_id)
    select ${company}::int, t.id, t.state, t.turn, t."user", t.channel, ${letter}::int
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as t (id int, state text, turn int, "user" int,
      channel text)`)

/** Browsers of one person. */
const MOST_DEVICES = 10

/** Each browser of a person is told by an order of its own; answers false when they have none. */
async function orderPush(tx: Tx, company: number, user: number, news: readonly Untold[]): Promise<boolean> {
  const devices = await tx.rows<{ id: number }>(sql`
    select d.id from push_devices d
    join sessions k on k.company_id = ${company} and k.id = d.session_id and k.user_id = ${user}
    join companies c on c.company_id = ${company}
    where d.company_id = ${company} and ${lasting} order by d.id desc limit ${MOST_DEVICES}`)
  const told = news.map(({ id, state, turn }) => ({ id, state, turn }))
  for (const { id } of devices) enqueue(tx, PUSH_JOB, { device: id, user, told } satisfies PushOrder)
  return devices.length > 0
}

/** Answers whether anybody was told. */
export async function tellPeople(tx: Tx, company: number, secrets: SecretBox): Promise<boolean> {
  // one process at a time, or both would tell
  await tx.run(sql`select from alarm_rules where company_id = ${company} and "on" order by kind for update`)
  const untold = await readUntold(tx, company)
  let told = false
  for (const [user, own] of groupBy(untold, (one) => one.user)) {
    const session = await findUser(tx, company, user)
    if (!session || needsFactor(session)) continue
    const seen = own.filter((one) => canSee(session.user, one))
    for (const [channel, news] of groupBy(seen, (one) => one.channel)) {
      const letter = channel === 'letter' ? await post(tx, secrets, company, letterOf(news, session.user)) : null
      // whoever has no device yet is told once there is one
      if (channel === 'push' && !(await orderPush(tx, company, user, news))) continue
      await note(tx, company, news, letter)
      told = true
    }
  }
  return told
}
