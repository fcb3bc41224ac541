/** Readings of the water against the lines of their day. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import type { AlarmPeriod, AlarmReader, Series } from '../../../server/alarms/rule'
import { type LevelRun, levelRuns, runsOf, type Side, type Worst } from '../../../server/alarms/level-runs'

/** Whole millionths of the unit. */
export interface Line {
  /** beyond it is bad */
  bad: number
  /** up to here all is well */
  good: number
  /** beyond it is danger */
  danger?: number
}

/** Of one module and day, for a parameter of one type. */
export interface DayLine extends Partial<Record<Side, Line>> {
  location: number
  day: string
  type: string
}

export interface LevelDetail extends Worst {
  location: number
  type: string
}

interface RunRow extends LevelRun {
  parameter: number
  cage: number | null
  location: number
  type: string
}

/** What was read of a parameter, of the module or of one of its cages. */
export interface Levels {
  key: string
  rows: RunRow[]
}

const bounds = (lines: readonly DayLine[], side: Side) =>
  (['bad', 'good', 'danger'] as const).map((of) => lines.map((line) => line[side]?.[of] ?? null))

/** Minutes into which a day is divided. */
const SLOTS = [1440, 720, 480, 360, 240, 180, 120, 60, 30, 20, 15, 10, 5, 1]

const lowOf = (value: string) => sql`
  case when ${sql.ref(value)} < b.low_bad then 'bad' when ${sql.ref(value)} < b.low_good then 'between' else 'good' end`
const highOf = (value: string) => sql`
  case when ${sql.ref(value)} > b.high_bad then 'bad' when ${sql.ref(value)} > b.high_good then 'between'
    else 'good' end`
const levelsOf = (of: string) => sql`${lowOf(`${of}.lowest`)} as low, ${highOf(`${of}.highest`)} as high,
  coalesce(${sql.ref(`${of}.lowest`)} < b.low_danger, false)
    or coalesce(${sql.ref(`${of}.highest`)} > b.high_danger, false) as danger`

/** SQL: the lines as `l`. */
function linesIn(lines: readonly DayLine[]) {
  const [lowBad, lowGood, lowDanger] = bounds(lines, 'low')
  const [highBad, highGood, highDanger] = bounds(lines, 'high')
  return sql`
    unnest(${lines.map(({ location }) => location)}::int[], ${lines.map(({ day }) => day)}::date[],
      ${lines.map(({ type }) => type)}::text[], ${lowBad}::bigint[], ${lowGood}::bigint[], ${lowDanger}::bigint[],
      ${highBad}::bigint[], ${highGood}::bigint[], ${highDanger}::bigint[]) as l (location, day, type, low_bad,
      low_good, low_danger, high_bad, high_good, high_danger)`
}

/**
 * SQL: readings as what is observed. Hours in which all of them are on the same levels are one observation: they are
 * shorter than the pause that would end a run. Only of others each minute counts, of several depths the lowest and the
 * highest.
 */
function observedIn(
  { company }: AlarmReader,
  { start, end }: AlarmPeriod,
  lines: readonly DayLine[],
  silence: number | null,
) {
  const slot = SLOTS.find((minutes) => minutes <= (silence ?? 1440)) ?? 1
  const types = [...new Set(lines.map(({ type }) => type))]
  return sql`
    with slots as materialized (
      select b.*, ${lowOf('b.lowest')} <> ${lowOf('b.highest')} or ${highOf('b.lowest')} <> ${highOf('b.highest')}
        as mixed
      from (
        select r.*, l.low_bad, l.low_good, l.low_danger, l.high_bad, l.high_good, l.high_danger
        from (
          select m.measure_parameter_id as parameter, m.cage_id as cage, min(m.at) as since, max(m.at) as until,
            min(m.value) as lowest, max(m.value) as highest
          from measure_parameters p
          join measurements m on m.company_id = ${company.id} and m.measure_parameter_id = p.id
            and m.at >= ${start}::timestamp and m.at <= ${end}::timestamp
          where p.company_id = ${company.id} and p.measure_type = any(${types}::text[]) and p.archived_at is null
          group by 1, 2, date_bin(make_interval(mins => ${slot}::int), m.at, '2000-01-01')) r
        join measure_parameters p on p.company_id = ${company.id} and p.id = r.parameter
        join ${linesIn(lines)} on l.location = p.location_id and l.day = r.since::date and l.type = p.measure_type) b)
    select b.parameter, b.cage, b.since as at, b.until, b.lowest, b.highest, ${levelsOf('b')}
    from slots b where not b.mixed
    union all
    select b.parameter, b.cage, r.at, r.at, r.lowest, r.highest, ${levelsOf('r')}
    from slots b cross join lateral (
      select m.at, min(m.value) as lowest, max(m.value) as highest from measurements m
      where m.company_id = ${company.id} and m.measure_parameter_id = b.parameter
        and m.cage_id is not distinct from b.cage and m.at between b.since and b.until group by 1) r
    where b.mixed`
}

/** SQL: when the worst of run `r` was read first, in the hours of which it is known. */
const readAt = (company: number, value: string, since: string) => sql`
  case when ${sql.ref(value)} is not null then (
    select to_char(m.at, 'YYYY-MM-DD"T"HH24:MI') from measurements m
    where m.company_id = ${company} and m.measure_parameter_id = r.parameter and m.cage_id is not distinct from r.cage
      and m.at >= ${sql.ref(since)}::timestamp and m.at <= r."to"::timestamp and m.value = ${sql.ref(value)}
    order by m.at limit 1) end`

export async function readLevels(
  reader: AlarmReader,
  period: AlarmPeriod,
  lines: readonly DayLine[],
  /** minutes without a reading that end a run */
  silence: number | null,
): Promise<Levels[]> {
  const { id } = reader.company
  const rows = await reader.tx.rows<RunRow>(sql`
    select r.parameter, r.cage, r.low, r.high, r."from", r."to", r.danger, r.lowest, r.highest,
      ${readAt(id, 'r.lowest', 'r.lowest_at')} as lowest_at, ${readAt(id, 'r.highest', 'r.highest_at')} as highest_at,
      p.location_id as location, p.measure_type as type
    from (${levelRuns(observedIn(reader, period, lines, silence), 'parameter, cage', silence)}) r
    join measure_parameters p on p.company_id = ${id} and p.id = r.parameter
    order by r.parameter, r.cage, r."from"`)
  const series = groupBy(rows, ({ parameter, cage }) => `${parameter}.${cage ?? ''}`)
  return [...series].map(([key, own]) => ({ key, rows: own }))
}

/** One of the two lines. */
export function seriesOf({ key, rows }: Levels, side: Side): Series<LevelDetail | null> {
  const { location, cage, type } = rows[0]!
  return {
    ...{ key, location, cage, stock: null },
    runs: runsOf(rows, side).map((run) => ({ ...run, detail: run.detail && { ...run.detail, location, type } })),
  }
}
