/** Oxygen below what fish need at the temperature of the day. */
import { sql } from 'kysely'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { lakeOf } from '../../../shared/feeding/climatology'
import { dangerPercent, saturatedMg } from '../../../shared/feeding/water-limits'
import { MILLIONTHS } from '../../../shared/numbers'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'
import type { AlarmPeriod, AlarmReader, AlarmRule } from '../../../server/alarms/rule'
import { type DayLine, type LevelDetail, levelRuns } from './level-runs.server'

interface DayOfModule {
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

interface Terms {
  margin: number
  gap: number
}

/** The lines of a day, in mg/l and in % of saturation. */
function linesOf({ location, day, celsius }: DayOfModule, terms: Terms, { company }: AlarmReader): DayLine[] {
  const full = saturatedMg(celsius)
  const least = company.settings['oxygen-danger-mg'] ?? 0
  const percent = dangerPercent(celsius, company.settings)
  // no reading below the dangerous one is well, whatever the margin
  const beyond = (points: number) => Math.max(0, points - terms.margin)
  const lineOf = (type: string, above: (points: number) => number): DayLine => ({
    ...{ location, day, type },
    bad: Math.round(above(terms.margin) * MILLIONTHS),
    good: Math.round(above(terms.margin + terms.gap) * MILLIONTHS),
    danger: Math.round(above(0) * MILLIONTHS),
  })
  return [
    lineOf('oxygen', (points) => Math.max(((percent + points) * full) / 100, least + (beyond(points) * full) / 100)),
    lineOf('saturation', (points) => Math.max(percent + points, (least / full) * 100 + beyond(points))),
  ]
}

interface OxygenDetail extends LevelDetail {
  line: DayLine
  celsius: number
}

const tenths = (value: number) => Math.round(value * 10) / 10

/** Both units of a value. */
function bothOf({ type }: LevelDetail, millionths: number, celsius: number) {
  const full = saturatedMg(celsius)
  const value = millionths / MILLIONTHS
  return type === 'oxygen'
    ? { oxygen: tenths(value), saturation: tenths((value / full) * 100) }
    : { oxygen: tenths((value / 100) * full), saturation: tenths(value) }
}

export const oxygenAlarm: AlarmRule<'oxygen', OxygenDetail> = {
  kind: 'oxygen',
  observe: async (reader, terms, period) => {
    const days = await readDays(reader, period)
    const lines = days.flatMap((day) => linesOf(day, terms, reader))
    const keyOf = (location: number, day: string, type = '') => `${location} ${day} ${type}`
    const lineOn = new Map(lines.map((line) => [keyOf(line.location, line.day, line.type), line]))
    const celsiusOn = new Map(days.map(({ location, day, celsius }) => [keyOf(location, day), celsius]))
    const found = await levelRuns(reader, period, { lines, worse: 'low', silence: terms.silence * 60 })
    const detailed = (detail: LevelDetail): OxygenDetail => {
      const { location, type } = detail
      const day = dayOf(detail.at)
      return { ...detail, line: lineOn.get(keyOf(location, day, type))!, celsius: celsiusOn.get(keyOf(location, day))! }
    }
    return found.map((series) => ({
      ...series,
      runs: series.runs.map((run) => ({
        ...run,
        detail: run.level === 'bad' ? detailed(run.detail) : (run.detail as OxygenDetail),
      })),
    }))
  },
  tell: (detail) => {
    const { value, line, celsius, at: moment } = detail
    const limit = bothOf(detail, line.bad, celsius)
    return say(
      'Кислород {{oxygen}} мг/л ({{saturation}} %) при {{temperature}} °C, {{moment}}: ниже {{least}} мг/л ({{line}} %)',
      {
        ...bothOf(detail, value, celsius),
        temperature: tenths(celsius),
        moment: at(moment),
        least: limit.oxygen,
        line: limit.saturation,
      },
    )
  },
  href: ({ location }, { from }) => hrefOf('measurements', { locationId: location!, date: showDay(from) }),
}
