/** The curves of those compared, read at the same places of one axis. */
import type { AxisName, CurvePoint } from './like-for-like.contract'

/** An axis has so many places at most. */
const MOST_PLACES = 120
const STEPS = [1, 2, 5, 7, 10, 20, 25, 50, 100, 200, 250, 500]

/** Places along the axis up to the longest curve, at even distances. */
export function placesOf(curves: readonly (readonly CurvePoint[])[], axis: AxisName): number[] {
  const longest = Math.max(0, ...curves.map((curve) => curve.at(-1)?.[axis] ?? 0))
  const step = STEPS.find((one) => longest / one <= MOST_PLACES) ?? Math.ceil(longest / MOST_PLACES)
  return Array.from({ length: Math.floor(longest / step) + 1 }, (_, index) => index * step)
}

/** What a curve reads at a place: evenly between two of its points; null outside, and beside one without a value. */
export function readAt(
  curve: readonly CurvePoint[],
  axis: AxisName,
  value: 'avg_weight' | 'survival',
  place: number,
): number | null {
  const later = curve.findIndex((point) => point[axis] >= place)
  if (later < 0) return null
  const after = curve[later]!
  if (after[axis] === place) return after[value]
  const before = curve[later - 1]
  if (!before) return null
  const [from, to] = [before[value], after[value]]
  if (from === null || to === null) return null
  return from + ((to - from) * (place - before[axis])) / (after[axis] - before[axis])
}
