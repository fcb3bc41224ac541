/** The filter's steps for tests, which look at an estimate before and after them. */
import { correct, grow, type WeightEstimate } from '../../shared/feeding/weight-filter'

const moved = (estimate: WeightEstimate, move: (copy: WeightEstimate) => void): WeightEstimate => {
  const copy = { ...estimate }
  move(copy)
  return copy
}

export const advance = (estimate: WeightEstimate, degreeDays: number) =>
  moved(estimate, (copy) => grow(copy, degreeDays))

export const corrected = (estimate: WeightEstimate, weight: number, variation: number) =>
  moved(estimate, (copy) => correct(copy, weight, variation))
