/** Formats readings: for display, and as text for a field. */
import { NBSP, decimalMark, showAmount, showNumber } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'

/** A whole number gets «,0», since degrees are measured to the tenth as well. */
export const showReading = (value: number): string =>
  Number.isInteger(value) ? showNumber(value, 1) : showAmount(value)

/** The same as plain text for a cell: without spaces, with a keyboard minus. */
export const readingText = (value: number): string => {
  const text = Math.abs(value) < 1 ? value.toFixed(6).replace(/0+$/, '') : String(value)
  return (Number.isInteger(value) ? value.toFixed(1) : text).replace('.', decimalMark())
}

/** «2,5 м»; the surface is «0 м». */
export const depthText = (t: TFunction, metres: number): string => `${showAmount(metres)}${NBSP}${t('м')}`
