/**
 * Measures of growth, for reports. Weights in grams, days in days, temperatures in °C, feed and gain in the same unit.
 * Null is «—».
 */

/** Specific growth rate, % a day: 100·ln(w₂/w₁)/days. */
export const sgr = (from: number, to: number, days: number): number | null =>
  from > 0 && to > 0 && days > 0 ? (100 * Math.log(to / from)) / days : null

/**
 * Thermal growth coefficient: 1000·(w₂^⅓ − w₁^⅓)/Σ max(0, T), T the mean temperature of each day (Iwama and Tautz,
 * 1981).
 */
export function tgc(from: number, to: number, temperatures: readonly number[]): number | null {
  const degreeDays = temperatures.reduce((sum, temperature) => sum + Math.max(0, temperature), 0)
  return degreeDays > 0 ? (1000 * (Math.cbrt(to) - Math.cbrt(from))) / degreeDays : null
}

/** Feed conversion ratio: feed / growth. */
export const fcr = (feed: number, growth: number): number | null => (growth > 0 ? feed / growth : null)
