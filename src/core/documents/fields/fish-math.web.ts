/**
 * Sums that a form shows while one types: texts in, texts or whole milligrams out. The server's fold stays the truth.
 */
import type { Fish } from '../../../shared/ledger/warnings'
import { MAX_QUANTITY, MG_PER_KG, averageKg, divRound, parseDecimal } from '../../../shared/numbers'

export type FishKey = 'count' | 'avg_weight' | 'weight'
export type FishTexts = Record<FishKey, string>

/** «1 234,5» kg → milligrams; null when empty, wrong or not above zero. */
export const readMg = (text: string | undefined): number | null => {
  const mg = text === undefined ? null : parseDecimal(text, 6)
  return mg !== null && mg > 0 ? mg : null
}

/** Whole pieces of a text; null when empty or wrong. `min` 0 lets none through. */
export const readCount = (text: string | undefined, min = 1): number | null => {
  const plain = (text ?? '').replace(/[\s\u00a0\u202f]/g, '')
  return /^\d{1,9}$/.test(plain) && Number(plain) >= min ? Number(plain) : null
}

/** Milligrams → the value of a weight field: kg with a point, no idle zeros: 22771600 → '22.7716'. */
export function kgText(mg: number): string {
  const whole = Math.floor(mg / MG_PER_KG)
  const rest = String(mg % MG_PER_KG)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : String(whole)
}

/** Worked out and only to be looked at: whole grams, of what weighs less whole milligrams. */
export const roundText = (mg: number): string => kgText(mg < MG_PER_KG ? mg : divRound(mg, 1000) * 1000)

/** The kilograms of an answer → milligrams. */
export const mgOf = (kg: number): number => Math.round(kg * MG_PER_KG)
export const kgOf = (mg: number): number => mg / MG_PER_KG

const totalMg = (count: number, averageMg: number): number | null => {
  const product = count * averageMg
  return product <= MAX_QUANTITY ? product : null
}

/** «рассчитать»: the value of `key` from the other two, null when they do not give it. */
export function calculate(key: FishKey, texts: FishTexts): string | null {
  const [count, average, weight] = [readCount(texts.count), readMg(texts.avg_weight), readMg(texts.weight)]
  if (key === 'weight') {
    const total = count && average ? totalMg(count, average) : null
    return total === null ? null : kgText(total)
  }
  if (key === 'avg_weight') return count && weight ? kgText(divRound(weight, count)) : null
  return average && weight ? String((weight - (weight % average)) / average) : null
}

/** Do the three say the same? Either side may have been rounded to 6 decimals. */
export function agree(texts: FishTexts): boolean {
  const [count, average, weight] = [readCount(texts.count), readMg(texts.avg_weight), readMg(texts.weight)]
  if (!count || !average || !weight) return false
  return totalMg(count, average) === weight || divRound(weight, count) === average
}

/**
 * One of three agreeing numbers is retyped: the third follows, so that an old total never outvotes a new count.
 * Numbers that did not agree stay as typed.
 */
export function follow(texts: FishTexts, key: FishKey, value: string): FishTexts {
  const next = { ...texts, [key]: value }
  if (!agree(texts)) return next
  const third = key === 'weight' ? 'avg_weight' : 'weight'
  return { ...next, [third]: calculate(third, next) ?? '' }
}

/** The average that the typed numbers mean, null while they mean none. */
export function typedAverage(texts: FishTexts): number | null {
  const [count, weight] = [readCount(texts.count), readMg(texts.weight)]
  return count && weight ? divRound(weight, count) : readMg(texts.avg_weight)
}

export const averageOf = (stock: Fish): number => divRound(stock.mass, stock.count)
export const averageKgOf = (stock: Fish): number => averageKg(stock.mass, stock.count)

/** More than twice or less than half of what the book says: asked softly, never refused. */
export const isFar = (averageMg: number, bookMg: number): boolean =>
  bookMg > 0 && (averageMg > 2 * bookMg || averageMg * 2 < bookMg)

/** More than 5 % off the book average: the catch may tell something about the whole group. */
export const isOff = (averageMg: number, bookMg: number): boolean =>
  bookMg > 0 && Math.abs(averageMg - bookMg) * 20 > bookMg
