/** Losses above what is usual in a cage, by the control chart. */
import { sql } from 'kysely'
import { minutesOf } from '../../../shared/alarms/moments'
import type { Run } from '../../../shared/alarms/episodes'
import { addDays, dayOf, showDay } from '../../../shared/dates'
import type { ControlDay } from '../../../shared/fish/mortality-cusum'
import { hrefOf } from '../../../shared/pages'
import { at, say } from '../../../shared/say'
import type { AlarmPeriod, AlarmReader, AlarmRule, Series } from '../../../server/alarms/rule'
import { controlledCages } from './losses.server'

const percentOf = ({ dead, count }: ControlDay) => (count > 0 ? (100 * dead) / count : 0)

/** A day is as usual only when it is over: until then fish are still counted. */
function runOf(day: ControlDay, { end }: AlarmPeriod): Run<ControlDay>[] {
  const over = `${addDays(day.day, 1)}T00:00`
  const run = { worst: percentOf(day), danger: day.signal === 'line', detail: day }
  const stamped = (instant: string) => ({ ...run, from: minutesOf(instant), to: minutesOf(instant) })
  if (day.signal) return [{ ...stamped(`${day.day}T00:00`), level: 'bad' }]
  if (over > end) return []
  // after a signal the sum begins anew: losses go on as long as it grows
  return [{ ...stamped(over), level: day.score > 0 ? 'between' : 'good' }]
}

const readModules = ({ tx, company }: AlarmReader) =>
  tx.rows<{ cage: number; location: number }>(sql`
    select id as cage, location_id as location from cages where company_id = ${company.id}`)

const rounded = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places

export const mortalityAlarm: AlarmRule<'mortality', ControlDay> = {
  kind: 'mortality',
  observe: async (reader, limits, period) => {
    const [modules, cages] = await Promise.all([readModules(reader), controlledCages(reader, null, period, limits)])
    const moduleOf = new Map(modules.map(({ cage, location }) => [cage, location]))
    return cages.flatMap(({ cage, days }): Series<ControlDay>[] => {
      const location = moduleOf.get(cage)
      const runs = days.flatMap((day) => runOf(day, period))
      return location === undefined ? [] : [{ key: String(cage), location, cage, stock: null, runs }]
    })
  },
  tell: (day) => {
    const values = { dead: day.dead, day: at(day.day), percent: rounded(percentOf(day), 2) }
    return day.usual === null
      ? say('Погибло {{dead}} шт за {{day}}: {{percent}} % рыбы', values)
      : say('Погибло {{dead}} шт за {{day}} ({{percent}} %), обычно в день {{usual}} шт', {
          ...values,
          usual: rounded(day.usual, 1),
        })
  },
  href: ({ cage }, { from, until }) =>
    hrefOf('journal', {
      path: 'retreat',
      cagesId: [cage!],
      start: showDay(addDays(dayOf(from), -7)),
      end: showDay(dayOf(until ?? from)),
    }),
}
