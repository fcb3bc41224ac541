/**
 * The filter against published weighings (src/testing/data/README.md): vectors worked out elsewhere, and how far it may
 * be off when it knows the past alone.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bandOf, firstEstimate, quantile, UNKNOWN_SAMPLE, variationOf, type WeightEstimate } from './weight-filter'
import { advance, corrected } from '../../testing/feeding/estimates'

interface Weighing {
  day: number
  weight: number
  temperature: number
  fed: boolean
}

const table = (name: string) => {
  const text = readFileSync(new URL(`../../testing/data/${name}.csv`, import.meta.url), 'utf8')
  const [head, ...lines] = text.trim().split('\n')
  const names = head!.split(',')
  // what holds commas itself stands behind what is read here
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell])))
}

function seriesOf(name: string): Map<string, Weighing[]> {
  const series = new Map<string, Weighing[]>()
  for (const row of table(name)) {
    const { day, weight_g: weight, temp_c: temperature, feed_g_per_fish_day_preceding: feed } = row
    if (Number(weight) < 5) continue
    const weighings = series.get(row.series!) ?? []
    weighings.push({ day: +day!, weight: +weight!, temperature: +temperature!, fed: feed !== '0' })
    series.set(row.series!, weighings)
  }
  return series
}

/** Fed until the later one's day, at its temperature. */
const clock = (from: Weighing, to: Weighing) => (to.fed ? ((to.day - from.day) * to.temperature) / 1000 : 0)

function filtered(weighings: readonly Weighing[]): WeightEstimate {
  const [first, ...later] = weighings
  let before = first!
  let estimate = firstEstimate(first!.weight, UNKNOWN_SAMPLE)
  for (const weighing of later) {
    estimate = corrected(advance(estimate, clock(before, weighing)), weighing.weight, UNKNOWN_SAMPLE)
    before = weighing
  }
  return estimate
}

/** Where trout beyond the fry were fed as much as they ate, from that day of the series on. */
const FED: Record<string, number> = {
  sumpter1991_fed: 0,
  weatherley_gill1981_B_control: 0,
  // on 3 % before, starved before, starved before
  weatherley_gill1981_C_3pct_dry_ration: 112,
  weatherley_gill1981_D_starved3wk_then_fed: 21,
  weatherley_gill1981_E_starved13wk_then_fed: 91,
  control_tank_gw150A: 0,
  control_tank_gw150B: 0,
  control_tank_gw150C: 0,
}

interface Forecast {
  days: number
  /** of the weight observed */
  error: number
  held: boolean
}

/** From each weighing, knowing those before it alone, to each later one of the next hundred days. */
function forecasts(weighings: readonly Weighing[]): Forecast[] {
  return weighings.flatMap((now, index) => {
    let before = now
    let estimate = filtered(weighings.slice(0, index + 1))
    return weighings.slice(index + 1).flatMap((later) => {
      estimate = advance(estimate, clock(before, later))
      before = later
      const { weight, low, high } = bandOf(estimate, 0.9)
      const days = later.day - now.day
      const held = low <= later.weight && later.weight <= high
      return days > 100 ? [] : [{ days, error: weight / later.weight - 1, held }]
    })
  })
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const heldShare = (found: readonly Forecast[]) => mean(found.map(({ held }) => Number(held)))

const trout = seriesOf('growth-series-trout')
const fedTrout = Object.entries(FED).flatMap(([name, from]) =>
  forecasts(trout.get(name)!.filter(({ day }) => day >= from)),
)
/** Salmon and charr, and the fry of trout. */
const strangers = [...seriesOf('growth-series-other').values(), trout.get('yanik2002_8.5C')!].flatMap(forecasts)

describe('the estimate of an average weight', () => {
  it('gives the vectors', () => {
    for (const row of table('forecast-vectors')) {
      const known = trout.get(row.series!.replace(/_0$/, ''))!.filter(({ day }) => day <= +row.known_to_day!)
      const now = filtered(known)
      const last = known.at(-1)!
      expect(now.root ** 3).toBeCloseTo(+row.filtered_weight_g!, 3)
      expect(now.growth).toBeCloseTo(+row.filtered_tgc_per_1000!, 3)
      const then = advance(now, ((+row.forecast_day! - last.day) * last.temperature) / 1000)
      const { weight, low, high } = bandOf(then, 0.9, { widening: 1 })
      for (const [given, expected] of [
        [weight, row.forecast_g],
        [low, row.band90_low_g],
        [high, row.band90_high_g],
      ] as const)
        expect(Math.abs(given / +expected! - 1)).toBeLessThan(5e-4)
    }
  })

  it.each([
    { from: 1, to: 35, error: 0.085, bias: 0.04 },
    { from: 36, to: 70, error: 0.14, bias: 0.05 },
    { from: 71, to: 100, error: 0.2, bias: 0.08 },
  ])('foretells trout $from to $to days ahead', ({ from, to, error, bias }) => {
    const found = fedTrout.filter(({ days }) => days >= from && days <= to)
    expect(mean(found.map((one) => Math.abs(one.error)))).toBeLessThan(error)
    expect(Math.abs(mean(found.map((one) => one.error)))).toBeLessThan(bias)
  })

  it('says how far it may be off', () => {
    expect(heldShare(fedTrout)).toBeGreaterThan(0.85)
    expect(heldShare(fedTrout)).toBeLessThan(0.98)
    expect(heldShare(strangers)).toBeGreaterThan(0.7)
  })

  it('is not surer than it may be after a single weighing', () => {
    const then = advance(firstEstimate(100, variationOf(null)), (30 * 10) / 1000)
    const { weight, low, high } = bandOf(then, 0.9)
    expect((high - low) / 2 / weight).toBeGreaterThan(0.12)
  })

  it('lets fish that are not fed grow no heavier, but less well known', () => {
    const now = firstEstimate(100, variationOf(null))
    expect(bandOf(advance(now, 0), 0.9)).toEqual(bandOf(now, 0.9))
  })

  it('knows more of fish of which more were weighed', () => {
    expect(variationOf(null)).toBe(0.05)
    expect(variationOf(25)).toBe(0.05)
    expect(variationOf(10)).toBeCloseTo(0.0791, 4)
    expect(variationOf(5000)).toBe(0.03)
  })

  it('knows the normal distribution', () => {
    for (const [p, z] of [
      [0.5, 0],
      [0.95, 1.6448536],
      [0.995, 2.5758293],
      [0.999, 3.0902323],
      [0.025, -1.959964],
    ] as const)
      expect(quantile(p)).toBeCloseTo(z, 6)
  })
})
