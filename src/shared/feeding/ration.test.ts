import { expect, test } from 'vitest'
import { MAX_QUANTITY } from '../numbers'
import { rateOfVolume, volumeOfRate } from './ration'

const kg = (value: number) => Math.round(value * 1e6)

test('feed is the rate in percent of biomass, exact to the milligram', () => {
  expect(volumeOfRate(kg(2000), kg(1.5))).toBe(kg(30))
  expect(volumeOfRate(kg(21_333.19), kg(0.461))).toBe(98_346_006)
  // half a milligram goes up
  expect(volumeOfRate(1, 50_000_000)).toBe(1)
  expect(volumeOfRate(1, 49_999_999)).toBe(0)
})

test('an amount says its rate, none where there is no fish', () => {
  expect(rateOfVolume(kg(2000), kg(30))).toBe(kg(1.5))
  expect(rateOfVolume(kg(3), kg(1))).toBe(33_333_333)
  expect(rateOfVolume(0, kg(1))).toBeNull()
  expect(rateOfVolume(1, MAX_QUANTITY)).toBeNull()
})
