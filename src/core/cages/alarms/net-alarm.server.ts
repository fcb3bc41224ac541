/** Nets that have hung in a cage for longer than they should. */
import { sql } from 'kysely'
import type { AlarmPeriod, AlarmReader, AlarmRule } from '../../../server/alarms/rule'
import type { Run } from '../../../shared/alarms/episodes'
import { minutesOf } from '../../../shared/alarms/moments'
import { groupBy } from '../../../shared/collections'
import { dayOf } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'
import { TYING } from '../../goods/item.contract'

interface Hung {
  cage: number
  location: number
  net: string
  tied: string
  /** from when on it hangs too long */
  due: string
  /** when another took its place, or it was untied */
  until: string | null
}

const iso = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI')`

const readHung = ({ tx, company }: AlarmReader, days: number, { start, end }: AlarmPeriod) =>
  tx.rows<Hung>(sql`
    with steps as (
      select l.cage_id, l.item_id, l.role, o.at, o.at + make_interval(days => ${days}::int) as due,
        lead(o.at) over (partition by l.cage_id order by o.at, o.id, l.role desc) as until
      from operation_lines l
      join operations o on o.company_id = ${company.id} and o.id = l.operation_id and o.kind = ${TYING}
        and o.at <= ${end}::timestamp
      where l.company_id = ${company.id} and l.cage_id is not null and l.role in ('tied', 'untied')
    )
    select s.cage_id as cage, c.location_id as location, i.name as net, ${iso('s.at')} as tied, ${iso('s.due')} as due,
      ${iso('s.until')} as until
    from steps s
    join cages c on c.company_id = ${company.id} and c.id = s.cage_id
    join items i on i.company_id = ${company.id} and i.id = s.item_id
    where s.role = 'tied' and s.due <= ${end}::timestamp
      and (s.until is null or s.until > greatest(s.due, ${start}::timestamp))
    order by s.cage_id, s.at`)

function runsOf(hung: Hung, { start, end }: AlarmPeriod): Run<Hung>[] {
  const run = { worst: 0, detail: hung }
  const from = minutesOf(hung.due < start ? start : hung.due)
  const until = hung.until === null ? null : minutesOf(hung.until)
  const bad = { ...run, level: 'bad' as const, from, to: until ?? minutesOf(end) }
  return until === null ? [bad] : [bad, { ...run, level: 'good', from: until, to: until }]
}

export const netAlarm: AlarmRule<'net', Hung> = {
  kind: 'net',
  observe: async (reader, { days }, period) => {
    const hung = await readHung(reader, days, period)
    return [...groupBy(hung, ({ cage }) => cage)].map(([cage, own]) => ({
      ...{ key: String(cage), location: own[0]!.location, cage, stock: null },
      runs: own.flatMap((one) => runsOf(one, period)),
    }))
  },
  tell: ({ net, tied }) => say('Дель «{{net}}» стоит с {{day}}', { net, day: at(dayOf(tied)) }),
  href: ({ location, cage }) => hrefOf('farm', { locationId: location!, cagesId: [cage!] }),
}
