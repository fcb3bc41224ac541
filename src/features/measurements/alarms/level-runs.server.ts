/** Readings of the water against a line of their day, as runs of one level: the database walks all, and answers few. */
import { sql } from 'kysely'
import { minutesOf } from '../../../shared/alarms/moments'
import type { Level, Timing } from '../../../shared/alarms/episodes'
import { groupBy } from '../../../shared/collections'
import type { AlarmPeriod, AlarmReader, Series } from '../../../server/alarms/rule'

/** Of one module and day, for a parameter of one type; whole millionths of its unit. */
export interface DayLine {
  location: number
  day: string
  type: string
  /** worse than this is bad */
  bad: number
  /** from here on all is well */
  good: number
  /** worse than this is danger */
  danger: number
}

export interface LevelDetail {
  location: number
  type: string
  /** millionths */
  value: number
  at: string
}

interface RunRow {
  parameter: number
  cage: number | null
  location: number
  type: string
  level: Level
  from: string
  to: string
  worst: number
  worst_at: string
  danger: boolean
}

interface Levels {
  lines: readonly DayLine[]
  worse: Timing['worse']
  /** minutes without a reading that end a run */
  silence: number
}

/** Of several depths in a minute the worst counts. Upside down, higher is worse. */
const readRuns = ({ tx, company }: AlarmReader, { start, end }: AlarmPeriod, levels: Levels, sign: 1 | -1) => {
  const { lines, silence } = levels
  const types = [...new Set(lines.map(({ type }) => type))]
  return tx.rows<RunRow>(sql`
    with lines as (
      select * from unnest(${lines.map(({ location }) => location)}::int[], ${lines.map(({ day }) => day)}::date[],
        ${lines.map(({ type }) => type)}::text[], ${lines.map(({ bad }) => sign * bad)}::bigint[],
        ${lines.map(({ good }) => sign * good)}::bigint[], ${lines.map(({ danger }) => sign * danger)}::bigint[])
        as l (location, day, type, bad, good, danger)
    ), readings as (
      select m.measure_parameter_id as parameter, m.cage_id as cage, p.location_id as location, p.measure_type as type,
        m.at, min(${sign}::int * m.value) as value
      from measure_parameters p
      join measurements m on m.company_id = ${company.id} and m.measure_parameter_id = p.id
        and m.at >= ${start}::timestamp and m.at <= ${end}::timestamp
      where p.company_id = ${company.id} and p.measure_type = any(${types}::text[]) and p.archived_at is null
      group by 1, 2, 3, 4, 5
    ), levels as (
      select r.*, r.value < l.danger as danger,
        case when r.value < l.bad then 'bad' when r.value >= l.good then 'good' else 'between' end as level,
        coalesce(r.at - lag(r.at) over readings > make_interval(mins => ${silence}::int), false) as silent
      from readings r join lines l on l.location = r.location and l.day = r.at::date and l.type = r.type
      window readings as (partition by r.parameter, r.cage order by r.at)
    ), edges as (
      select *, silent or level is distinct from lag(level) over (partition by parameter, cage order by at) as edge
      from levels
    ), islands as (
      select *, count(*) filter (where edge) over (partition by parameter, cage order by at) as island from edges
    )
    select parameter, cage, location, type, level, to_char(min(at), 'YYYY-MM-DD"T"HH24:MI') as "from",
      to_char(max(at), 'YYYY-MM-DD"T"HH24:MI') as "to", ${sign}::int * min(value) as worst,
      to_char((array_agg(at order by value, at) filter (where level = 'bad'))[1], 'YYYY-MM-DD"T"HH24:MI') as worst_at,
      bool_or(danger) as danger
    from islands group by parameter, cage, location, type, island, level order by parameter, cage, min(at)`)
}

export async function levelRuns(
  reader: AlarmReader,
  period: AlarmPeriod,
  levels: Levels,
): Promise<Series<LevelDetail>[]> {
  const rows = await readRuns(reader, period, levels, levels.worse === 'low' ? 1 : -1)
  return [...groupBy(rows, ({ parameter, cage }) => `${parameter}.${cage ?? ''}`)].map(([key, own]) => ({
    key,
    location: own[0]!.location,
    cage: own[0]!.cage,
    stock: null,
    runs: own.map(({ level, from, to, worst, worst_at, danger, location, type }) => ({
      ...{ level, worst, danger },
      from: minutesOf(from),
      to: minutesOf(to),
      detail: { location, type, value: worst, at: worst_at },
    })),
  }))
}
