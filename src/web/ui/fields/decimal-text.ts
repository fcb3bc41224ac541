/** The text of a number while it is typed: values have a decimal point, the screen shows the mark of the language. */
import { decimalMark } from '../../format'

const THOUSANDS_AND_DECIMALS = /^\d{1,3}(?:[.,]\d{3})+[.,]\d+$/

/** Like cleanDecimal, but keeps a minus in front, in any of its forms. */
export const cleanSigned = (typed: string, decimals: number): string =>
  `${/^\s*[-\u2212\u2013]/.test(typed) ? '-' : ''}${cleanDecimal(typed, decimals)}`

/** Typed or pasted text → digits with at most one point and at most `decimals` digits after it. */
export function cleanDecimal(typed: string, decimals: number): string {
  let text = typed.replace(/[^\d.,]/g, '')
  if (THOUSANDS_AND_DECIMALS.test(text) && text.includes('.') && text.includes(',')) {
    const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
    text = `${text.slice(0, last).replace(/[.,]/g, '')}.${text.slice(last + 1)}`
  }
  const [whole = '', ...rest] = text.replaceAll(',', '.').split('.')
  if (rest.length === 0) return whole
  return decimals === 0 ? whole : `${whole}.${rest.join('').slice(0, decimals)}`
}

/** A value as text with a point: 0.5 → '0.5'. */
export const toText = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : plain(value)

/** A value as people see it, with thousands apart: 12345.6 → '12 345,6', in English '12 345.6'. */
export function toShown(value: string | number | null | undefined): string {
  const [whole = '', ...fraction] = toText(value).replace('-', '\u2212').split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, '\u00a0'), ...fraction].join(decimalMark())
}

const roundTo = (text: string, digits: number): string =>
  (text.split('.')[1] ?? '').length > digits ? plain(Number(Number(text).toFixed(digits))) : text

/**
 * Computed kilograms as a person would write them, in whole grams: '490.731707' → '490.732'. Below 1 kg all digits
 * stay.
 */
export const brieflyKg = (kg: string): string => roundTo(kg, Number(kg) < 1 ? 6 : 3)

/** The same for one fish: tenths of a gram, for fry the significant digits. */
export function brieflyAverage(text: string, unit: 'kg' | 'g'): string {
  const kg = Number(text) / (unit === 'g' ? 1000 : 1)
  const digits = kg < 0.001 ? 6 : kg < 0.01 ? 5 : 4
  return roundTo(text, unit === 'g' ? digits - 3 : digits)
}

/** How many characters count: spaces between thousands come and go. */
const counted = (text: string): number => text.replace(/[^\d.,\u2212-]/g, '').length

/** The caret's position in `shown` when it was at `caret` in the typed text: after as many characters. */
export function caretIn(shown: string, typed: string, caret: number): number {
  // counted from the end, because formatting adds characters in front
  const behind = counted(typed.slice(caret))
  let place = shown.length
  for (let left = behind; left > 0 && place > 0; place--) if (counted(shown[place - 1]!) > 0) left--
  return place
}

/** A number without an exponent and without noise beyond 6 decimals. */
const plain = (value: string | number): string =>
  typeof value === 'string' ? value : value.toFixed(6).replace(/\.?0+$/, '')

/** Moves the decimal point in the text, so that nothing is rounded. */
function shift(value: string, places: number): string {
  if (!/^\d*\.?\d*$/.test(value) || !/\d/.test(value)) return ''
  const [typed = '', fraction = ''] = value.split('.')
  const whole = typed.padStart(1 - Math.min(places, 0), '0')
  const digits = whole + fraction.padEnd(places, '0')
  const point = whole.length + places
  const after = digits.slice(point).replace(/0+$/, '')
  return digits.slice(0, point).replace(/^0+(?=\d)/, '') + (after && `.${after}`)
}

export const kgToGrams = (kg: string): string => shift(kg, 3)
export const gramsToKg = (grams: string): string => shift(grams, -3)
