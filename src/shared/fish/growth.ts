/**
 * Measures of growth, for reports. Weights in grams, days in days, temperatures in °C, feed and gain in the same unit.
 * Null is «—».
 */

/** Specific growth rate, % a day, by the gain of the natural logarithm of the weight. */
export const sgrOfGain = (gain: number, days: number): number | null => (days > 0 ? (100 * gain) / days : null)

/** Specific growth rate, % a day: 100·ln(w₂/w₁)/days. */
export const sgr = (from: number, to: number, days: number): number | null =>
  from > 0 && to > 0 ? sgrOfGain(Math.log(to / from), days) : null

/** Thermal growth coefficient by the gain of the cube root of the weight, over that many degree-days. */
export const tgcOfGain = (gain: number, degreeDays: number): number | null =>
  degreeDays > 0 ? (1000 * gain) / degreeDays : null

/**
 * Thermal growth coefficient: 1000·(w₂^⅓ − w₁^⅓)/Σ max(0, T), T the mean temperature of each day (Iwama and Tautz,
 * 1981).
 */
export const tgc = (from: number, to: number, temperatures: readonly number[]): number | null =>
  tgcOfGain(
    Math.cbrt(to) - Math.cbrt(from),
    temperatures.reduce((sum, temperature) => sum + Math.max(0, temperature), 0),
  )

/**
 * Mass accumulation coefficient Км = 3·(w₂^⅓ − w₁^⅓)/days, by the gain of the cube root, as Russian farms reckon it: a
 * day makes (w^⅓ + Км/3)³ of w. It is put down to Резников, Баранов and others («Стандартная модель массонакопления
 * рыбы», ВНИИПРХ, 1978); that paper was not at hand to compare. It asks nothing of the water: TGC = 1000·Км/(3·T) at a
 * constant temperature T.
 */
export const massAccumulation = (gain: number, days: number): number | null => (days > 0 ? (3 * gain) / days : null)

/** Feed conversion ratio: feed / growth. */
export const fcr = (feed: number, growth: number): number | null => (growth > 0 ? feed / growth : null)
