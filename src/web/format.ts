/** Numbers and moments as people read them. Only for display: nothing formatted here is used in a calculation. */
import { showInstant } from '../shared/dates'
import { type Language, LOCALES } from '../shared/i18n/languages'

export const NOTHING = '—'
/** between a number and its unit */
export const NBSP = '\u00a0'

type Quantity = number | null | undefined

let locale = LOCALES.ru
const formats = new Map<string, Intl.NumberFormat>()

/** «237 449,3» or «237,449.3». */
export function showNumbersIn(language: Language): void {
  locale = LOCALES[language]
  formats.clear()
}

/** The decimal mark, also for typing. */
export const decimalMark = (): string => (locale === LOCALES.en ? '.' : ',')

function formatOf(least: number, most: number): Intl.NumberFormat {
  const key = `${least}-${most}`
  let format = formats.get(key)
  if (!format) {
    // 'negative' shows a rounded −0,04 as 0,0 instead of −0,0
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      signDisplay: 'negative',
      useGrouping: true,
    })
    formats.set(key, format)
  }
  return format
}

function show(value: Quantity, least: number, most: number): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING
  return formatOf(least, most).format(value).replace('-', '\u2212').replaceAll('\u202f', NBSP)
}

/** Always with `decimals` digits after the comma: «1 200,0». */
export const showNumber = (value: Quantity, decimals = 0): string => show(value, decimals, decimals)
/** Whole pieces: «10 842». */
export const showCount = (count: Quantity): string => show(count, 0, 0)
/** What is less, and not nothing, is told as less. */
const LEAST_KG = 0.001
/** Of less than this one decimal would leave nothing. */
const LITTLE_KG = 0.1

/** Kilograms: «20 003,5», «0,035», «< 0,001»; with more than three decimals all of them. */
export function showKg(kg: Quantity, decimals = 1): string {
  const size = Math.abs(kg ?? 0)
  if (!(size > 0) || decimals > 3 || size >= LITTLE_KG) return show(kg, decimals, decimals)
  if (size >= LEAST_KG) return show(kg, decimals, 3)
  const least = show(LEAST_KG, 3, 3)
  return kg! < 0 ? `>${NBSP}\u2212${least}` : `<${NBSP}${least}`
}
/** An amount of goods with up to six decimals by default, without trailing zeros: «12,25». */
export const showAmount = (amount: Quantity, most = 6): string => show(amount, 0, most)
/** Roubles, always with kopecks: «1 591 437,50 ₽». */
export const showRoubles = (roubles: Quantity): string =>
  show(roubles, 2, 2) === NOTHING ? NOTHING : `${show(roubles, 2, 2)}${NBSP}₽`
/** «0,11 %». */
export const showPercent = (percent: Quantity, decimals = 2): string =>
  show(percent, decimals, decimals) === NOTHING ? NOTHING : `${show(percent, decimals, decimals)}${NBSP}%`

/**
 * Average weight from kg, in the unit the user chose: «1,8450» or «1 845»; that of fry keeps its significant digits.
 * Without fish: «—».
 */
export function showAverage(kg: Quantity, unit: 'kg' | 'g'): string {
  if (!kg) return NOTHING
  if (unit === 'kg') {
    const decimals = kg < 0.001 ? 6 : kg < 0.01 ? 5 : 4
    return show(kg, decimals, decimals)
  }
  const grams = kg * 1000
  const decimals = grams < 10 ? 2 : grams < 100 ? 1 : 0
  return show(grams, decimals, decimals)
}

/** '2026-11-20T08:30' → «20.11.2026 08:30». */
export const showDateTime = (iso: string | null | undefined): string => (iso ? showInstant(iso) : NOTHING)
