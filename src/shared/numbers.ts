/**
 * Exact quantities. Inside the program mass is whole milligrams, an amount of goods whole millionths of its unit,
 * money whole kopecks, a count whole pieces; each is a safe JavaScript integer. Decimals exist only at the edges.
 */
export const MG_PER_KG = 1_000_000
export const MILLIONTHS = 1_000_000

/** The largest quantity that is accepted anywhere: 999 million units, far above any farm and far below 2^53. */
export const MAX_QUANTITY = 999_999_999 * MILLIONTHS

/**
 * Below SURE a quotient of floats is off by less than NEAR: at most five roundings of 2^-53 each. Further than that
 * from a half it rounds as the exact one does.
 */
const [SURE, NEAR] = [1e12, 1e-3]

/** a·b / c for whole a, b ≥ 0 and c > 0, rounded half up, exact whatever their size. */
export function mulDiv(a: Whole, b: Whole, c: Whole): number {
  const about = (Number(a) * Number(b)) / Number(c)
  if (about < SURE && Math.abs((about % 1) - 0.5) > NEAR) return Math.round(about)
  const [bigA, bigB, bigC] = [BigInt(a), BigInt(b), BigInt(c)]
  return Number((2n * bigA * bigB + bigC) / (2n * bigC))
}

/** a / b rounded half up to a whole number; 0 when b is 0. For signed a the rounding mirrors at zero. */
export function divRound(a: number, b: number): number {
  if (b === 0) return 0
  return a < 0 ? -mulDiv(-a, 1, b) : mulDiv(a, 1, b)
}

/** Milligrams to kilograms, the form answers carry (6 decimals). */
export const toKg = (mg: number): number => mg / MG_PER_KG
/** Kilograms of an answer or a form to milligrams. */
export const toMg = (kg: number): number => Math.round(kg * MG_PER_KG)
/** Average weight in kilograms, rounded half up to 6 decimals; 0 when there is no fish. */
export const averageKg = (mg: number, count: number): number => toKg(divRound(mg, count))
/** Millionths of a unit to units. */
export const toUnits = (millionths: number): number => millionths / MILLIONTHS

/**
 * Converts a database sum (a whole number of any size, as text) to units of `parts` parts each, such as milligrams to
 * kilograms. Beyond 2^53 it is the nearest number that JSON can carry, exact to far more digits than are shown.
 */
export function sumIn(parts: number, sum: string): number {
  const whole = BigInt(sum)
  const number = Number(whole)
  if (Number.isSafeInteger(number)) return number / parts
  const unit = BigInt(parts)
  return Number(whole / unit) + Number(whole % unit) / parts
}

/** A whole number of any size: a bigint only where a number could not hold it, since bigints are slow to work with. */
export type Whole = number | bigint

/** A number where it holds the same. */
export const narrow = (value: bigint): Whole => (Number.isSafeInteger(Number(value)) ? Number(value) : value)

/** Whole numbers as a database sums them, as text. */
export const wholeOf = (text: string): Whole => (text.length < 16 ? Number(text) : narrow(BigInt(text)))

/** The same of many, behind commas. */
export function wholesIn(texts: string): Whole[] {
  const numbers = JSON.parse(`[${texts}]`) as number[]
  return texts === '' || numbers.every(Number.isSafeInteger) ? numbers : texts.split(',').map(wholeOf)
}

/** The exact sum of two, of any signs. */
export function plusWhole(one: Whole, other: Whole): Whole {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other
    if (Number.isSafeInteger(sum)) return sum
  }
  return narrow(BigInt(one) + BigInt(other))
}

/** The exact sum of whole numbers of one sign: no partial sum is larger than the whole. */
export function sumOfWhole(parts: Iterable<Whole>): Whole {
  let [sum, big] = [0, 0n]
  for (const part of parts) {
    if (typeof part === 'bigint') big += part
    else if (Number.isSafeInteger(sum + part)) sum += part
    else big += BigInt(part)
  }
  return big === 0n ? sum : narrow(big + BigInt(sum))
}

/** Whole parts of any size in units, as `sumIn`. */
export const unitsOf = (parts: number, whole: Whole): number =>
  typeof whole === 'number' ? whole / parts : sumIn(parts, String(whole))

/** Average weight in kilograms of sums of any size, rounded half up to 6 decimals; 0 when there is no fish. */
export function averageOfSums(mg: string, count: string): number {
  const [mass, fish] = [BigInt(mg), BigInt(count)]
  return fish <= 0n ? 0 : sumIn(MG_PER_KG, String((2n * mass + fish) / (2n * fish)))
}

const decimal = /^([+-]?)(\d*)(?:[.,](\d*))?$/

/**
 * Reads what a person typed or a program sent ("1 234,5", "0.2", 0.2) as a whole number of 10^-places.
 * Null when it is not a plain decimal, has more decimals than `places` (text only: a float's noise is rounded) or is
 * too large.
 */
export function parseDecimal(value: unknown, places: number): number | null {
  const scale = 10 ** places
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null
    const scaled = Math.round(Math.abs(value) * scale) * Math.sign(value)
    return Math.abs(scaled) <= MAX_QUANTITY ? scaled + 0 : null
  }
  if (typeof value !== 'string') return null
  const match = decimal.exec(value.replace(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-'))
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  if (whole + fraction === '' || whole.length > 15 || fraction.replace(/0+$/, '').length > places) return null
  const scaled = Number(whole + fraction.replace(/0+$/, '').padEnd(places, '0'))
  if (!Number.isSafeInteger(scaled) || scaled > MAX_QUANTITY) return null
  return sign === '-' ? 0 - scaled : scaled
}
