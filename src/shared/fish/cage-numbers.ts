/** Characters of a cage's number. */
export const NUMBER_MOST = 20

/** Cages made at once. */
export const ROW_MOST = 100

/** «12» after «11», «А-10» after «А-09»; null after a name without a number. */
export const numberAfter = (number: string): string | null =>
  /\d$/.test(number)
    ? number.replace(/\d+$/, (digits) => String(BigInt(digits) + 1n).padStart(digits.length, '0'))
    : null

/** So many consecutive numbers; null when the first does not end in digits. */
export function numbersFrom(first: string, count: number): string[] | null {
  const numbers = [first]
  while (numbers.length < count) {
    const next = numberAfter(numbers.at(-1)!)
    if (next === null) return null
    numbers.push(next)
  }
  return numbers
}
