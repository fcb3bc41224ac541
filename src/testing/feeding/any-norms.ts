/** Feeding norms for tests: any that may be stored, and a small one by hand. */
import fc from 'fast-check'
import type { NormRow, Season } from '../../shared/feeding/norm'
import { lastDayOf } from '../../shared/feeding/year'

const monthDay = fc
  .integer({ min: 1, max: 12 })
  .chain((month) => fc.integer({ min: 1, max: lastDayOf(month) }).map((day) => ({ day, month })))

const millionths = (min: number, max: number) =>
  fc.oneof(
    fc.integer({ min, max }),
    fc.integer({ min: Math.ceil(min / 10_000), max: max / 10_000 }).map((n) => n * 10_000),
  )

/** Rows of ascending weights, some of them with a gap between. */
const rowsOf = (columns: number): fc.Arbitrary<NormRow[]> =>
  fc
    .array(
      fc.record({
        gap: fc.constantFrom(0, 0, 0, 1, 1500),
        width: fc.integer({ min: 1, max: 1_500_000 }),
        fcr: millionths(1, 100_000_000),
        rates: fc.array(millionths(0, 100_000_000), { minLength: columns, maxLength: columns }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => {
      let end = 0
      return parts.map(({ gap, width, fcr, rates }) => {
        const min = end + gap
        end = min + width
        return { min, max: end, fcr, rates }
      })
    })

export const anySeason: fc.Arbitrary<Season> = fc
  .uniqueArray(fc.integer({ min: -2, max: 40 }), { minLength: 1, maxLength: 12 })
  .map((temperatures) => temperatures.sort((a, b) => a - b))
  .chain((temperatures) => {
    const { length } = temperatures
    return fc.record({
      from: monthDay,
      to: monthDay,
      temperatures: fc.constant(temperatures),
      coefficients: fc.array(millionths(0, 100_000_000), { minLength: length, maxLength: length }),
      rows: rowsOf(length),
    })
  })

/** What a call sends of a season: two rows of weights at 2, 6 and 10 °C; `rate` is that of the first row at 6 °C. */
export const sentSeason = (from: [number, number], to: [number, number], rate: number | string = 1.5) => ({
  range: { from: { day: from[0], month: from[1] }, to: { day: to[0], month: to[1] } },
  table: [
    {
      weight: { min_g: 50, max_g: 100 },
      feed_conversion_rate: 1.05,
      feeding_rates: { 2: 0.4, 6: rate, 10: 2.1 } as Record<string, unknown>,
    },
    {
      weight: { min_g: 100, max_g: 250.5 },
      feed_conversion_rate: '1,1' as unknown,
      feeding_rates: { 2: 0.3, 6: 1.1, 10: 1.7 } as Record<string, unknown>,
    },
  ],
  temperature_fcr: { 2: 1.2, 6: 1, 10: 1 } as Record<string, unknown>,
})
