/** Numbers against lines, as runs of one level: the database walks all of them, and answers few. */
import { type RawBuilder, sql } from 'kysely'
import { minutesOf } from '../../shared/alarms/moments'
import type { Level, Run } from '../../shared/alarms/episodes'

export type Side = 'low' | 'high'

/** Observations one after another without a pause, on one level below and on one above. */
export interface LevelRun {
  low: Level
  high: Level
  from: string
  to: string
  /** on a level that is bad, and when the observation of it began */
  lowest: number | null
  lowest_at: string | null
  highest: number | null
  highest_at: string | null
  danger: boolean
}

const MINUTES = sql`(extract(epoch from at) / 60)::bigint`

const moment = (of: RawBuilder<unknown>) => sql`to_char(${of}, 'YYYY-MM-DD"T"HH24:MI')`

/**
 * SQL: the runs of each series, in order.
 *
 * @param observed SQL of rows with the columns of `by`, `at`, `until` (the same minute, or the last of several on the
 *   same levels without a pause), `lowest`, `highest` (of what was observed then), `low`, `high`, `danger`
 * @param by columns that say which series
 * @param pause minutes without an observation that end a run
 */
export const levelRuns = (observed: RawBuilder<unknown>, by: string, pause: number | null) => sql`
  with observed as (${observed}), edges as (
    select *, low is distinct from lag(low) over series or high is distinct from lag(high) over series
      or coalesce(at - lag(until) over series > make_interval(mins => ${pause}::int), false) as edge
    from observed window series as (partition by ${sql.raw(by)} order by at)
  ), islands as (
    select *, count(*) filter (where edge) over (partition by ${sql.raw(by)} order by at) as island from edges
  )
  select ${sql.raw(by)}, low, high, ${moment(sql`begun`)} as "from", ${moment(sql`ended`)} as "to", danger,
    lowest[1] as lowest, ${moment(sql`timestamp 'epoch' + make_interval(mins => lowest[2]::int)`)} as lowest_at,
    highest[1] as highest, ${moment(sql`timestamp 'epoch' - make_interval(mins => highest[2]::int)`)} as highest_at
  from (
    select ${sql.raw(by)}, min(low) as low, min(high) as high, min(at) as begun, max(until) as ended,
      bool_or(danger) as danger,
      -- the first of the worst, as pairs: an aggregate with an order would sort all there is
      min(case when low = 'bad' then array[lowest, ${MINUTES}] end) as lowest,
      max(case when high = 'bad' then array[highest, -${MINUTES}] end) as highest
    from islands group by ${sql.raw(by)}, island) runs
  order by ${sql.raw(by)}, begun`

/** What is told of the worst observation of a run. */
export interface Worst {
  value: number
  at: string
}

/** The runs of one side; the worst is there where the run is bad. */
export const runsOf = (rows: readonly LevelRun[], side: Side): Run<Worst | null>[] =>
  rows.map((row) => {
    const [value, at] = side === 'low' ? [row.lowest, row.lowest_at] : [row.highest, row.highest_at]
    const worst = row[side] === 'bad' ? { value: value!, at: at! } : null
    return {
      level: row[side],
      danger: row.danger,
      from: minutesOf(row.from),
      to: minutesOf(row.to),
      worst: worst?.value ?? 0,
      detail: worst,
    }
  })
