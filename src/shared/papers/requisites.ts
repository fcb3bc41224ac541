/** Tax numbers of a company, for printed papers. */
import * as z from 'zod'

/** The control digit of a tax number: weighted sum of those before it, modulo 11, then 10. */
const controlDigit = (digits: number[], weights: number[]) =>
  (weights.reduce((sum, weight, place) => sum + weight * digits[place]!, 0) % 11) % 10

const WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const of = (count: number) => WEIGHTS.slice(WEIGHTS.length - count)

/** Ten digits for a company, twelve for a person; the last one or two are check digits. */
function isInn(text: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(text)) return false
  const digits = [...text].map(Number)
  const right = (place: number) => controlDigit(digits, of(place)) === digits[place]
  return text.length === 10 ? right(9) : right(10) && right(11)
}

/** An optional line that must be well-formed when it is given. */
const optionalCode = (fits: (text: string) => boolean, message: string) =>
  z
    .preprocess(
      (value) => (value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value),
      z.string({ error: message }).trim().refine(fits, message).nullable(),
    )
    .optional()
    .default(null)

/** ИНН, or nothing. */
export const optionalInn = () => optionalCode(isInn, 'Введите ИНН: 10 или 12 цифр без опечаток')
/** КПП, or nothing. */
export const optionalKpp = () => optionalCode((text) => /^\d{4}[\dA-Z]{2}\d{3}$/.test(text), 'Введите КПП: 9 знаков')
