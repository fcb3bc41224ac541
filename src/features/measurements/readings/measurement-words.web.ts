/** How readings are written: for the eye, and as text that one goes on typing. */
import { NBSP, decimalMark, showAmount, showNumber } from '../../../web/format'
import type { TFunction } from '../../../web/i18n'

/** A value with no decimal part gets «,0»: a whole number of degrees was measured to the tenth too. */
export const showReading = (value: number): string =>
  Number.isInteger(value) ? showNumber(value, 1) : showAmount(value)

/** The same as plain text for a cell: no spaces, a minus from the keyboard. */
export const readingText = (value: number): string => {
  const text = Math.abs(value) < 1 ? value.toFixed(6).replace(/0+$/, '') : String(value)
  return (Number.isInteger(value) ? value.toFixed(1) : text).replace('.', decimalMark())
}

/** «2,5 м»; the surface is «0 м». */
export const depthText = (t: TFunction, metres: number): string => `${showAmount(metres)}${NBSP}${t('м')}`
