/** Oxygen in mg/l or in % of saturation, against a line that depends on the water of the day. */
import { sql } from 'kysely'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { lakeOf } from '../../../shared/feeding/climatology'
import { saturatedMg } from '../../../shared/feeding/water-limits'
import { MILLIONTHS } from '../../../shared/numbers'
import { hrefOf } from '../../../shared/pages'
import { at } from '../../../shared/say'
import type { Side } from '../../../server/alarms/level-runs'
import type { AlarmPeriod, AlarmReader, AlarmRule, Series } from '../../../server/alarms/rule'
import { type Line, type LevelDetail, readLevels, seriesOf } from './level-runs.server'

export interface DayOfModule {
  location: number
  day: string
  /** °C */
  celsius: number
}

/** A temperature that was measured so many days ago still stands for the water. */
const FRESH = 3

/** What a module's water was on each day: as measured, else as measured last, else as the lake usually is. */
async function readDays({ tx, company }: AlarmReader, { start, end }: AlarmPeriod): Promise<DayOfModule[]> {
  const [first, last] = [dayOf(start), dayOf(end)]
  const rows = await tx.rows<{ location: number; days: Record<string, number> | null }>(sql`
    select l.id as location, (
      select json_object_agg(d.day, d.value) from (
        select m.at::date as day, avg(m.value)::float8 as value
        from measure_parameters p
        join measurements m on m.company_id = ${company.id} and m.measure_parameter_id = p.id
          and m.at >= ${addDays(first, -FRESH)}::timestamp and m.at < ${addDays(last, 1)}::timestamp
        where p.company_id = ${company.id} and p.location_id = l.id and p.measure_type = 'temperature'
        group by 1) d) as days
    from locations l where l.company_id = ${company.id} and l.archived_at is null order by l.id`)
  const lake = lakeOf(company.settings['lake-temperatures'])
  return rows.flatMap(({ location, days }) => {
    const measured = (day: string) => {
      for (let back = 0; back <= FRESH; back++) {
        const value = days?.[addDays(day, -back)]
        if (value !== undefined) return value
      }
      return lake(day)
    }
    return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => {
      const day = addDays(first, index)
      return { location, day, celsius: measured(day) / MILLIONTHS }
    })
  })
}

export interface OxygenDetail extends LevelDetail {
  /** millionths of what was measured */
  line: number
  /** of the water */
  celsius: number
}

/** What is wanted of the oxygen of a day, in mg/l and in % of saturation. */
export type OxygenLines = (day: DayOfModule) => Record<'oxygen' | 'saturation', Line>

export async function readOxygen(
  reader: AlarmReader,
  period: AlarmPeriod,
  { side, linesOn, silence }: { side: Side; linesOn: OxygenLines; silence: number | null },
): Promise<Series<OxygenDetail | null>[]> {
  const days = await readDays(reader, period)
  const lines = days.flatMap((day) =>
    Object.entries(linesOn(day)).map(([type, line]) => ({
      ...day,
      type,
      line,
      ...(side === 'low' ? { low: line } : { high: line }),
    })),
  )
  const keyOf = (location: number, day: string, type: string) => `${location} ${day} ${type}`
  const known = new Map(lines.map((line) => [keyOf(line.location, line.day, line.type), line]))
  const detailed = (detail: LevelDetail): OxygenDetail => {
    const { line, celsius } = known.get(keyOf(detail.location, dayOf(detail.at), detail.type))!
    return { ...detail, line: line.bad, celsius }
  }
  return (await readLevels(reader, period, lines, silence)).map((levels) => {
    const series = seriesOf(levels, side)
    return { ...series, runs: series.runs.map((run) => ({ ...run, detail: run.detail && detailed(run.detail) })) }
  })
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Both units of a value. */
function bothOf({ type, celsius }: OxygenDetail, millionths: number) {
  const full = saturatedMg(celsius)
  const value = millionths / MILLIONTHS
  return type === 'oxygen'
    ? { oxygen: tenths(value), saturation: tenths((value / full) * 100) }
    : { oxygen: tenths((value / 100) * full), saturation: tenths(value) }
}

/** What is told of an observation and of the line that it crossed. */
export function oxygenValues(detail: OxygenDetail) {
  const { oxygen: least, saturation: line } = bothOf(detail, detail.line)
  const temperature = tenths(detail.celsius)
  return { ...bothOf(detail, detail.value), temperature, moment: at(detail.at), least, line }
}

export const toMeasurements: AlarmRule['href'] = ({ location }, { from }) =>
  hrefOf('measurements', { locationId: location!, date: showDay(from) })
