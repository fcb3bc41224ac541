/** What is counted in pieces comes and goes whole; halves that were stored before this was asked stay. */
import { MILLIONTHS } from '../../shared/numbers'

/** `amount` in millionths. */
export const isBroken = (measure: string, amount: number): boolean => measure === 'piece' && amount % MILLIONTHS !== 0
