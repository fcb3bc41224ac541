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

/** Of several depths in a minute the lowest and the highest count. */
export async function readLevels(
  { tx, company }: AlarmReader,
  { start, end }: AlarmPeriod,
  lines: readonly DayLine[],
  /** minutes without a reading that end a run */
  silence: number | null,
): Promise<Levels[]> {
  const types = [...new Set(lines.map(({ type }) => type))]
  const [lowBad, lowGood, lowDanger] = bounds(lines, 'low')
  const [highBad, highGood, highDanger] = bounds(lines, 'high')
  const observed = sql`
    select r.*,
      case when r.lowest < l.low_bad then 'bad' when r.lowest < l.low_good then 'between' else 'good' end as low,
      case when r.highest > l.high_bad then 'bad' when r.highest > l.high_good then 'between' else 'good' end as high,
      coalesce(r.lowest < l.low_danger, false) or coalesce(r.highest > l.high_danger, false) as danger
    from (
      select m.measure_parameter_id as parameter, m.cage_id as cage, m.at, min(m.value) as lowest,
        max(m.value) as highest
      from measure_parameters p
      join measurements m on m.company_id = ${company.id} and m.measure_parameter_id = p.id
        and m.at >= ${start}::timestamp and m.at <= ${end}::timestamp
      where p.company_id = ${company.id} and p.measure_type = any(${types}::text[]) and p.archived_at is null
      group by 1, 2, 3) r
    join measure_parameters p on p.company_id = ${company.id} and p.id = r.parameter
    join unnest(${lines.map(({ location }) => location)}::int[], ${lines.map(({ day }) => day)}::date[],
      ${lines.map(({ type }) => type)}::text[], ${lowBad}::bigint[], ${lowGood}::bigint[], ${lowDanger}::bigint[],
      ${highBad}::bigint[], ${highGood}::bigint[], ${highDanger}::bigint[]) as l (location, day, type, low_bad,
      low_good, low_danger, high_bad, high_good, high_danger)
      on l.location = p.location_id and l.day = r.at::date and l.type = p.measure_type`
  const rows = await tx.rows<RunRow>(sql`
    select r.*, p.location_id as location, p.measure_type as type
    from (${levelRuns(observed, 'parameter, cage', silence)}) r
    join measure_parameters p on p.company_id = ${company.id} and p.id = r.parameter
    order by r.parameter, r.cage, r.from`)
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
