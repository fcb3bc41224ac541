/** Goods counted in pieces move as whole pieces; fractions stored before this rule stay. */
import { MILLIONTHS } from '../../shared/numbers'

/** `amount` in millionths. */
export const isBroken = (measure: string, amount: number): boolean => measure === 'piece' && amount % MILLIONTHS !== 0
