/**
 * Ration and gain, for the ledger, the tester, plans, forecast and reports alike. Masses in milligrams, rates (% a
 * day), conversion rates and coefficients in whole millionths.
 */
import { MAX_QUANTITY, MILLIONTHS, mulDiv } from '../numbers'
import type { Norm } from './norm'

const HUNDRED_PERCENT = 100 * MILLIONTHS
const ONE = MILLIONTHS * MILLIONTHS

/** biomass · rate / 100 · coefficient, not rounded; the coefficient is the calculation's on that day. */
export const rationOf = (mass: number, rate: number, coefficient = MILLIONTHS): number =>
  ((mass * rate) / HUNDRED_PERCENT) * (coefficient / MILLIONTHS)

/** biomass · rate / 100, rounded half up to a milligram: a person's own rate. */
export const volumeOfRate = (biomass: number, rate: number): number => mulDiv(biomass, rate, HUNDRED_PERCENT)

/** The rate that so much feed is, rounded half up; null when there is no biomass or the rate is out of range. */
export function rateOfVolume(biomass: number, volume: number): number | null {
  if (biomass <= 0) return null
  const rate = mulDiv(volume, HUNDRED_PERCENT, biomass)
  return rate <= MAX_QUANTITY ? rate : null
}

/** Feed / (FCR by weight · temperature coefficient), not rounded; either of them 0 gives no growth. */
export const gainOf = (fed: number, { fcr, coefficient }: Pick<Norm, 'fcr' | 'coefficient'>): number =>
  fcr === 0 || coefficient === 0 ? 0 : fed / ((fcr / MILLIONTHS) * (coefficient / MILLIONTHS))

/** The same for whole milligrams, rounded half up: what the ledger books. */
export function bookedGain(fed: number, { fcr, coefficient }: Pick<Norm, 'fcr' | 'coefficient'>): number {
  if (fcr === 0 || coefficient === 0) return 0
  const divisor = fcr * coefficient
  return mulDiv(fed, ONE, Number.isSafeInteger(divisor) ? divisor : BigInt(fcr) * BigInt(coefficient))
}

/** A stock of fish; between the days of a forecast the mass is not rounded. */
export interface Stock {
  mass: number
  count: number
}

export interface FedDay {
  ration: number
  gain: number
  after: Stock
}

/** One day fed by the norm. */
export function feedDay(stock: Stock, norm: Norm, coefficient = MILLIONTHS): FedDay {
  const ration = rationOf(stock.mass, norm.rate, coefficient)
  const gain = gainOf(ration, norm)
  return { ration, gain, after: { mass: stock.mass + gain, count: stock.count } }
}
