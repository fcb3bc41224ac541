/**
 * Weights of goods, for what the workshop gets out of what it puts in. Amounts in millionths, weights in milligrams.
 */
import { mulDiv, MILLIONTHS } from '../../shared/numbers'

export interface Weighed {
  amount: number
  measure: string | null
  /** mg a piece */
  good_weight?: number | null
}

/** Kilograms as they are, pieces by their own weight; of litres nothing is known. */
export function weightOf({ amount, measure, good_weight = null }: Weighed): number {
  if (measure === 'kg') return amount
  return measure === 'piece' && good_weight !== null ? mulDiv(amount, good_weight, MILLIONTHS) : 0
}

/** % with two decimals; null of nothing. */
export const percentOf = (part: number, whole: number): number | null =>
  whole > 0 ? mulDiv(part, 10_000, whole) / 100 : null
