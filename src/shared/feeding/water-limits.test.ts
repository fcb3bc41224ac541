import { describe, expect, test } from 'vitest'
import { textOf } from '../say'
import { companySettings } from '../settings'
import { allowedBy, dangerPercent, saturatedMg } from './water-limits'

const M = 1_000_000
const settings = companySettings.parse({})
const mg = (value: number) => ({ value: value * M, unit: 'mg/l' as const })
const percent = (value: number) => ({ value: value * M, unit: '%' as const })
const allowed = (oxygen: ReturnType<typeof mg | typeof percent> | null, celsius: number | null, own = {}) =>
  allowedBy({ oxygen, temperature: celsius === null ? null : celsius * M }, { ...settings, ...own })
const shareOf = (...asked: Parameters<typeof allowed>) => allowed(...asked).share / M

describe('oxygen', () => {
  test('saturates fresh water as in the published table', () => {
    // APHA 4500-O, mg/l at 760 mm
    const table = [0, 5, 7, 10, 15, 19, 20, 25].map((celsius) => Number(saturatedMg(celsius).toFixed(2)))
    expect(table).toEqual([14.62, 12.77, 12.14, 11.29, 10.08, 9.28, 9.09, 8.26])
  })

  test('is needed the more the warmer the water is', () => {
    const needed = [7, 11, 15, 19].map((celsius) => Math.round(dangerPercent(celsius, settings)))
    expect(needed).toEqual([42, 53, 65, 76])
    expect([dangerPercent(0, settings), dangerPercent(25, settings)]).toEqual([42, 76])
  })

  test('reduces the ration in a line from attention to danger', () => {
    // 7 °C: danger 42 %, attention 52 %
    expect([52, 51, 47, 43, 42, 41.9].map((value) => shareOf(percent(value), 7))).toEqual([1, 0.9, 0.5, 0.1, 0, 0])
  })

  test('in mg/l is the same as its saturation', () => {
    // 47 % of 12.139 mg/l at 7 °C
    expect(shareOf(mg(5.7053), 7)).toBeCloseTo(0.5, 3)
  })

  test('below 5 mg/l stops the feeding whatever the saturation', () => {
    // 4.9 mg/l at 25 °C are 59 %, of which a company may think that it is enough
    const brave = { 'oxygen-cold-percent': 30, 'oxygen-warm-percent': 30 }
    expect([shareOf(mg(4.9), 25, brave), shareOf(mg(5.1), 20, brave)]).toEqual([0, 1])
    expect(shareOf(mg(4.9), 20, { ...brave, 'oxygen-danger-mg': null })).toBe(1)
  })

  test('is told in words with its numbers', () => {
    const [reason] = allowed(percent(47), 7).reasons
    expect(textOf(reason!)).toBe('Кислород 47 % (5,7 мг/л) ниже 52 % при 7 °C: корма 50 % от нормы')
    expect(textOf(allowed(mg(4), 7).reasons[0]!)).toBe('Кислород 4 мг/л (33 %) ниже 5 мг/л: не кормить')
  })
})

describe('temperature', () => {
  test('within its limits takes nothing away; two degrees beyond them nothing is fed', () => {
    const shares = [20, 20.5, 21, 22, 30, 2, 1.5, 0, -1].map((celsius) => shareOf(null, celsius))
    expect(shares).toEqual([1, 0.75, 0.5, 0, 0, 1, 0.75, 0, 0])
  })

  test('without limits never matters, and unknown it says nothing', () => {
    const none = { 'feeding-temperature-min': null, 'feeding-temperature-max': null }
    expect([shareOf(null, 40, none), shareOf(null, 0, none), shareOf(mg(1), null)]).toEqual([1, 1, 1])
  })

  test('and oxygen together allow what the stricter one does, and both are told', () => {
    const both = allowed(percent(81), 20.5)
    expect(both.share / M).toBe(0.5)
    expect(both.reasons).toHaveLength(2)
  })
})
