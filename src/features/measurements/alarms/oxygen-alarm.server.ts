/** Oxygen below what fish need at the temperature of the day, and more of it than water holds. */
import { dangerPercent, saturatedMg } from '../../../shared/feeding/water-limits'
import type { AlarmTerms } from '../../../shared/alarms/rules'
import { MILLIONTHS } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import type { AlarmReader, AlarmRule } from '../../../server/alarms/rule'
import { type OxygenDetail, type OxygenLines, oxygenValues, readOxygen, toMeasurements } from './oxygen-levels.server'

const millionths = (value: number) => Math.round(value * MILLIONTHS)

/** The lowest that is well. */
const lowest =
  (terms: Pick<AlarmTerms<'oxygen'>, 'margin' | 'gap'>, { company }: AlarmReader): OxygenLines =>
  ({ celsius }) => {
    const full = saturatedMg(celsius)
    const least = company.settings['oxygen-danger-mg'] ?? 0
    const percent = dangerPercent(celsius, company.settings)
    // no reading below the dangerous one is well, whatever the margin
    const beyond = (points: number) => Math.max(0, points - terms.margin)
    const lineOf = (above: (points: number) => number) => ({
      bad: millionths(above(terms.margin)),
      good: millionths(above(terms.margin + terms.gap)),
      danger: millionths(above(0)),
    })
    return {
      oxygen: lineOf((points) => Math.max(((percent + points) * full) / 100, least + (beyond(points) * full) / 100)),
      saturation: lineOf((points) => Math.max(percent + points, (least / full) * 100 + beyond(points))),
    }
  }

export const oxygenAlarm: AlarmRule<'oxygen', OxygenDetail> = {
  kind: 'oxygen',
  observe: (reader, terms, period) =>
    readOxygen(reader, period, { side: 'low', linesOn: lowest(terms, reader), silence: terms.silence * 60 }),
  tell: (detail) =>
    say(
      'Кислород {{oxygen}} мг/л ({{saturation}} %) при {{temperature}} °C, {{moment}}: ниже {{least}} мг/л ({{line}} %)',
      oxygenValues(detail),
    ),
  href: toMeasurements,
}

/** The highest that is well. */
const highest =
  ({ limit, gap }: Pick<AlarmTerms<'supersaturation'>, 'limit' | 'gap'>): OxygenLines =>
  ({ celsius }) => {
    const full = saturatedMg(celsius)
    return {
      oxygen: { bad: millionths((limit * full) / 100), good: millionths(((limit - gap) * full) / 100) },
      saturation: { bad: millionths(limit), good: millionths(limit - gap) },
    }
  }

export const supersaturationAlarm: AlarmRule<'supersaturation', OxygenDetail> = {
  kind: 'supersaturation',
  observe: (reader, terms, period) =>
    readOxygen(reader, period, { side: 'high', linesOn: highest(terms), silence: null }),
  tell: (detail) =>
    say(
      'Кислород {{oxygen}} мг/л ({{saturation}} %) при {{temperature}} °C, {{moment}}: выше {{least}} мг/л ({{line}} %)',
      oxygenValues(detail),
    ),
  href: toMeasurements,
}
