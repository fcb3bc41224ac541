/** Water that is too cold or too warm. */
import { sql } from 'kysely'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { MILLIONTHS } from '../../../shared/numbers'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'
import type { Side } from '../../../server/alarms/level-runs'
import type { AlarmPeriod, AlarmReader, AlarmRule, Series } from '../../../server/alarms/rule'
import { type DayLine, type LevelDetail, type Levels, readLevels, seriesOf } from './level-runs.server'

interface TemperatureDetail extends LevelDetail {
  side: Side
  /** °C */
  line: number
}

/** The same lines on each day. */
async function linesOf(
  { tx, company }: AlarmReader,
  { start, end }: AlarmPeriod,
  line: Pick<DayLine, Side>,
): Promise<DayLine[]> {
  const modules = await tx.rows<{ id: number }>(sql`
    select id from locations where company_id = ${company.id} and archived_at is null order by id`)
  const [first, days] = [dayOf(start), daysBetween(dayOf(start), dayOf(end)) + 1]
  return modules.flatMap(({ id }) =>
    Array.from({ length: days }, (_, index) => {
      return { location: id, day: addDays(first, index), type: 'temperature', ...line }
    }),
  )
}

const lineAt = (celsius: number, inside: number) => ({
  bad: Math.round(celsius * MILLIONTHS),
  good: Math.round(inside * MILLIONTHS),
})

const sideOf = (levels: Levels, side: Side, line: number): Series<TemperatureDetail | null> => {
  const series = seriesOf(levels, side)
  return {
    ...series,
    ...{ worse: side, key: `${series.key}:${side}` },
    // one of the two tells that nothing is measured
    ...(side === 'high' && { silent: false as const }),
    runs: series.runs.map((run) => ({ ...run, detail: run.detail && { ...run.detail, side, line } })),
  }
}

export const temperatureAlarm: AlarmRule<'temperature', TemperatureDetail> = {
  kind: 'temperature',
  observe: async (reader, { low, high, gap, silence }, period) => {
    const lines = await linesOf(reader, period, { low: lineAt(low, low + gap), high: lineAt(high, high - gap) })
    const levels = await readLevels(reader, period, lines, silence * 60)
    return levels.flatMap((one) => [sideOf(one, 'low', low), sideOf(one, 'high', high)])
  },
  tell: ({ value, at: moment, side, line }) => {
    const values = { temperature: value / MILLIONTHS, line, moment: at(moment) }
    return side === 'low'
      ? say('Вода {{temperature}} °C, {{moment}}: холоднее {{line}} °C', values)
      : say('Вода {{temperature}} °C, {{moment}}: теплее {{line}} °C', values)
  },
  href: ({ location }, { from }) => hrefOf('measurements', { locationId: location!, date: showDay(from) }),
}
