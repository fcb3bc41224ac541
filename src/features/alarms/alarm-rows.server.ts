/** Stored alarms as rows, within what is open to whoever asks. */
import { type RawBuilder, sql } from 'kysely'
import { seenBy } from '../../server/alarms/seeing'
import type { Context } from '../../server/http/route'
import {
  ALARM_STATES,
  type AlarmKind,
  type AlarmState,
  type Ending,
  ENDINGS,
  ruleData,
} from '../../shared/alarms/rules'
import { at, say, type MessageParts } from '../../shared/say'
import type { AlarmRow } from './alarms.contract'

interface Told {
  name: string
  channel: 'letter' | 'push'
  at: string
  /** it has not left yet */
  waits: boolean
}

type StoredRow = Omit<AlarmRow, 'kind_name' | 'state' | 'state_name' | 'text' | 'ending' | 'told'> & {
  kind: AlarmKind
  lack: boolean
  recovering: string | null
  message: MessageParts
  ending: Ending | null
  told: Told[] | null
}

const iso = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI')`

/** SQL: the columns of rows, of an alarm `a` with its names. */
const columns = sql`a.id, a.kind, a.lack, a.danger, a.message, a.location_id, l.name as location_name, a.cage_id,
  c.number as cage_number, s.name as stock_name, ${iso('a.started')} as started, ${iso('a.rang')} as rang,
  ${iso('a.recovering')} as recovering, ${iso('a.ended')} as ended, a.ending,
  ${iso('a.acknowledged_at')} as acknowledged_at, u.name as acknowledged_by, a.word,
  ${iso('a.snoozed_until')} as snoozed_until, a.href`

const names = (company: number) => sql`
  left join locations l on l.company_id = ${company} and l.id = a.location_id
  left join cages c on c.company_id = ${company} and c.id = a.cage_id
  left join stocks s on s.company_id = ${company} and s.id = a.stock_id
  left join users u on u.company_id = ${company} and u.id = a.acknowledged_by`

const toldOf = (company: number, zone: string) => sql`(
  select json_agg(json_build_object('name', p.name, 'channel', t.channel, 'at',
    to_char(t.ordered_at at time zone ${zone}, 'YYYY-MM-DD"T"HH24:MI'),
    'waits', case t.channel when 'letter' then w.id is not null else t.sent_at is null end)
    order by t.ordered_at, p.name, t.channel)
  from (
    -- of those told again and again the last
    select distinct on (state, user_id, channel) * from alarm_tells
    where company_id = ${company} and alarm_id = a.id order by state, user_id, channel, turn desc) t
  join users p on p.company_id = ${company} and p.id = t.user_id
  left join letters w on w.company_id = ${company} and w.id = t.letter_id) as told`

function stateOf({ ended, lack, rang, recovering }: StoredRow): AlarmState {
  if (ended !== null) return 'resolved'
  if (lack) return 'no_data'
  if (rang === null) return 'pending'
  return recovering === null ? 'active' : 'recovering'
}

const CHANNELS = {
  letter: ['{{name}}: письмо {{moment}}', '{{name}}: письмо {{moment}}, ещё не ушло'],
  push: ['{{name}}: на устройство {{moment}}', '{{name}}: на устройство {{moment}}, ещё не ушло'],
} as const

function rowOf(stored: StoredRow, { speak }: Context): AlarmRow {
  const { message, recovering: _, lack: __, ending, told, ...row } = stored
  const state = stateOf(stored)
  return {
    ...row,
    kind_name: speak(ruleData(row.kind).title),
    state,
    state_name: speak(ALARM_STATES[state]),
    text: speak(message),
    ending: ending && speak(ENDINGS[ending]),
    told: (told ?? []).map(({ name, channel, at: moment, waits }) =>
      speak(say(CHANNELS[channel][waits ? 1 : 0], { name, moment: at(moment) })),
    ),
  }
}

/** @param rest SQL behind the conditions: more of them, the order, the limit */
export async function readAlarms(context: Context, rest: RawBuilder<unknown>): Promise<AlarmRow[]> {
  const { tx, company, user } = context
  const rows = await tx.rows<StoredRow>(sql`
    select ${columns}, ${toldOf(company.id, company.time_zone)}
    from alarms a ${names(company.id)}
    where a.company_id = ${company.id} ${seenBy(user)} ${rest}`)
  return rows.map((row) => rowOf(row, context))
}

export const countAlarms = async ({ tx, company, user }: Context, where: RawBuilder<unknown>): Promise<number> =>
  (
    await tx.one<{ total: number }>(sql`
      select count(*)::int as total from alarms a where a.company_id = ${company.id} ${seenBy(user)} ${where}`)
  ).total
