/** What has not been measured for long: parameters by people, sensors by themselves. */
import { type RawBuilder, sql } from 'kysely'
import { minutesOf } from '../../../shared/alarms/moments'
import { groupBy } from '../../../shared/collections'
import { showDay } from '../../../shared/dates'
import { hrefOf } from '../../../shared/pages'
import { say } from '../../../shared/say'
import type { AlarmPeriod, AlarmReader, AlarmRule, Series } from '../../../server/alarms/rule'

interface Spoken {
  id: number
  name: string
  location: number | null
  from: string
  to: string
}

/**
 * Readings without a pause of more than so many minutes, by whom or what they are of.
 *
 * @param sources SQL of `id`, `name`, `location`, whose readings are those with `of`
 */
const readSpoken = (
  { tx, company }: AlarmReader,
  { start, end }: AlarmPeriod,
  minutes: number,
  { sources, of }: { sources: RawBuilder<unknown>; of: string },
) =>
  tx.rows<Spoken>(sql`
    with sources as (${sources}), readings as (
      select s.id, s.name, s.location, m.at, coalesce(m.at - lag(m.at) over (partition by s.id order by m.at)
        > make_interval(mins => ${minutes}::int), false) as paused
      from sources s
      join measurements m on m.company_id = ${company.id} and ${sql.ref(of)} = s.id
        and m.at >= ${start}::timestamp and m.at <= ${end}::timestamp
    ), runs as (
      select *, count(*) filter (where paused) over (partition by id order by at) as run from readings
    )
    select id, name, location, to_char(min(at), 'YYYY-MM-DD"T"HH24:MI') as "from",
      to_char(max(at), 'YYYY-MM-DD"T"HH24:MI') as "to"
    from runs group by id, name, location, run order by id, min(at)`)

const seriesOf = (rows: readonly Spoken[]): Series<null>[] =>
  [...groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    key: String(id),
    location: own[0]!.location,
    cage: null,
    stock: null,
    name: own[0]!.name,
    runs: own.map(({ from, to }) => {
      return { level: 'good' as const, from: minutesOf(from), to: minutesOf(to), worst: 0, detail: null }
    }),
  }))

/** They have rules of their own, which tell it. */
const TOLD_ELSEWHERE = ['temperature', 'oxygen', 'saturation']

const nothing = () => say('Нет данных', {})

export const measurementAlarm: AlarmRule<'measurement', null> = {
  kind: 'measurement',
  observe: async (reader, { silence }, period) => {
    const sources = sql`
      select p.id, p.name, p.location_id as location from measure_parameters p
      join locations l on l.company_id = ${reader.company.id} and l.id = p.location_id and l.archived_at is null
      where p.company_id = ${reader.company.id} and p.archived_at is null
        and p.measure_type <> all(${TOLD_ELSEWHERE}::text[])`
    return seriesOf(await readSpoken(reader, period, silence * 60, { sources, of: 'm.measure_parameter_id' }))
  },
  tell: nothing,
  href: ({ location }, { from }) => hrefOf('measurements', { locationId: location!, date: showDay(from) }),
}

export const sensorAlarm: AlarmRule<'sensor', null> = {
  kind: 'sensor',
  observe: async (reader, { silence }, period) => {
    const sources = sql`
      select id, name, case when cardinality(location_ids) = 1 then location_ids[1] end as location
      from external_users where company_id = ${reader.company.id} and removed_at is null`
    return seriesOf(await readSpoken(reader, period, silence * 60, { sources, of: 'm.external_user_id' }))
  },
  tell: nothing,
  href: () => hrefOf('externalApps'),
}
