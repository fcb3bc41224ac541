/**
 * Arithmetic of a form while a person types: texts in, texts or whole milligrams out. The server's result is the one
 * that counts.
 */
import type { Fish } from '../../../shared/ledger/warnings'
import { MAX_QUANTITY, MG_PER_KG, averageKg, divRound, parseDecimal } from '../../../shared/numbers'

export type FishKey = 'count' | 'avg_weight' | 'weight'
export type FishTexts = Record<FishKey, string>

/** «1 234,5» kg → milligrams; null when empty, invalid or not above zero. */
export const readMg = (text: string | undefined): number | null => {
  const mg = text === undefined ? null : parseDecimal(text, 6)
  return mg !== null && mg > 0 ? mg : null
}

/** A whole number of pieces; null when empty or invalid. With `min` 0 also zero. */
export const readCount = (text: string | undefined, min = 1): number | null => {
  const plain = (text ?? '').replace(/[\s\u00a0\u202f]/g, '')
  return /^\d{1,9}$/.test(plain) && Number(plain) >= min ? Number(plain) : null
}

/** Milligrams → text of a weight field: kg with a point, without trailing zeros: 22771600 → '22.7716'. */
export function kgText(mg: number): string {
  const whole = Math.floor(mg / MG_PER_KG)
  const rest = String(mg % MG_PER_KG)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return rest ? `${whole}.${rest}` : String(whole)
}

/** For display only: rounded to whole grams, below a gram to whole milligrams. */
export const roundText = (mg: number): string => kgText(mg < MG_PER_KG ? mg : divRound(mg, 1000) * 1000)

const totalMg = (count: number, averageMg: number): number | null => {
  const product = count * averageMg
  return product <= MAX_QUANTITY ? product : null
}

/** «рассчитать»: computes `key` from the other two, null when it cannot. */
export function calculate(key: FishKey, texts: FishTexts): string | null {
  const [count, average, weight] = [readCount(texts.count), readMg(texts.avg_weight), readMg(texts.weight)]
  if (key === 'weight') {
    const total = count && average ? totalMg(count, average) : null
    return total === null ? null : kgText(total)
  }
  if (key === 'avg_weight') return count && weight ? kgText(divRound(weight, count)) : null
  return average && weight ? String((weight - (weight % average)) / average) : null
}

/** Whether the three numbers agree. Each may have been rounded to 6 decimals. */
export function agree(texts: FishTexts): boolean {
  const [count, average, weight] = [readCount(texts.count), readMg(texts.avg_weight), readMg(texts.weight)]
  if (!count || !average || !weight) return false
  return totalMg(count, average) === weight || divRound(weight, count) === average
}

/**
 * After a change of one of three agreeing numbers computes the third, so that an old total does not contradict a new
 * count. Numbers that disagreed stay as typed.
 */
export function follow(texts: FishTexts, key: FishKey, value: string): FishTexts {
  const next = { ...texts, [key]: value }
  if (!agree(texts)) return next
  const third = key === 'weight' ? 'avg_weight' : 'weight'
  return { ...next, [third]: calculate(third, next) ?? '' }
}

/** The average of the typed numbers, null while it is not determined. */
export function typedAverage(texts: FishTexts): number | null {
  const [count, weight] = [readCount(texts.count), readMg(texts.weight)]
  return count && weight ? divRound(weight, count) : readMg(texts.avg_weight)
}

export const averageOf = (stock: Fish): number => divRound(stock.mass, stock.count)
export const averageKgOf = (stock: Fish): number => averageKg(stock.mass, stock.count)

/** More than twice or less than half of the book average: shown as a warning, never refused. */
export const isFar = (averageMg: number, bookMg: number): boolean =>
  bookMg > 0 && (averageMg > 2 * bookMg || averageMg * 2 < bookMg)

/** More than 5 % off the book average: the catch may say something about the whole group. */
export const isOff = (averageMg: number, bookMg: number): boolean =>
  bookMg > 0 && Math.abs(averageMg - bookMg) * 20 > bookMg
