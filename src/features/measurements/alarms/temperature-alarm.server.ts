/** Water that is too cold or too warm. */
import { sql } from 'kysely'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { MILLIONTHS } from '../../../shared/numbers'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'
import type { AlarmPeriod, AlarmReader, AlarmRule } from '../../../server/alarms/rule'
import { type DayLine, type LevelDetail, levelRuns } from './level-runs.server'

/** Which way it is worse; no water lies beyond `never`, °C. */
const SIDES = [
  { side: 'low', inwards: 1, never: -1000 },
  { side: 'high', inwards: -1, never: 1000 },
] as const
type Side = (typeof SIDES)[number]['side']

interface TemperatureDetail extends LevelDetail {
  side: Side
  /** °C */
  line: number
}

/** The same line on each day; nothing is a danger by itself. */
async function linesOf(
  { tx, company }: AlarmReader,
  { start, end }: AlarmPeriod,
  line: Pick<DayLine, 'bad' | 'good' | 'danger'>,
) {
  const modules = await tx.rows<{ id: number }>(sql`
    select id from locations where company_id = ${company.id} and archived_at is null order by id`)
  const [first, days] = [dayOf(start), daysBetween(dayOf(start), dayOf(end)) + 1]
  return modules.flatMap(({ id }) =>
    Array.from({ length: days }, (_, index): DayLine => {
      return { location: id, day: addDays(first, index), type: 'temperature', ...line }
    }),
  )
}

const millionths = (celsius: number) => Math.round(celsius * MILLIONTHS)

export const temperatureAlarm: AlarmRule<'temperature', TemperatureDetail> = {
  kind: 'temperature',
  observe: async (reader, terms, period) => {
    const found = await Promise.all(
      SIDES.map(async ({ side, inwards, never }) => {
        const inside = terms[side] + inwards * terms.gap
        const line = { bad: millionths(terms[side]), good: millionths(inside), danger: millionths(never) }
        const lines = await linesOf(reader, period, line)
        const series = await levelRuns(reader, period, { lines, worse: side, silence: terms.silence * 60 })
        return series.map((one) => ({
          ...one,
          ...{ worse: side, key: `${one.key}:${side}` },
          // one of the two tells that nothing is measured
          ...(side === 'high' && { silent: false as const }),
          runs: one.runs.map((run) => ({ ...run, detail: { ...run.detail, side, line: terms[side] } })),
        }))
      }),
    )
    return found.flat()
  },
  tell: ({ value, at: moment, side, line }) => {
    const values = { temperature: value / MILLIONTHS, line, moment: at(moment) }
    return side === 'low'
      ? say('Вода {{temperature}} °C, {{moment}}: холоднее {{line}} °C', values)
      : say('Вода {{temperature}} °C, {{moment}}: теплее {{line}} °C', values)
  },
  href: ({ location }, { from }) => hrefOf('measurements', { locationId: location!, date: showDay(from) }),
}
