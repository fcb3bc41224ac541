/** Numbers that a company has with the tax office, as they stand on papers. */
import * as z from 'zod'

/** The control digit of a tax number: weighted sum of those before it, modulo 11, then 10. */
const controlDigit = (digits: number[], weights: number[]) =>
  (weights.reduce((sum, weight, place) => sum + weight * digits[place]!, 0) % 11) % 10

const WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const of = (count: number) => WEIGHTS.slice(WEIGHTS.length - count)

/** Ten digits of a company or twelve of a person, the last one or two of which follow from the others. */
function isInn(text: string): boolean {
  if (!/^(\d{10}|\d{12})$/.test(text)) return false
  const digits = [...text].map(Number)
  const right = (place: number) => controlDigit(digits, of(place)) === digits[place]
  return text.length === 10 ? right(9) : right(10) && right(11)
}

/** A line that may be left out; when it is given it has to fit. */
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
