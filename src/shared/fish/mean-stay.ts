/** How long fish lived in a water, when they came and left in parts. */
import type { CourseDay } from './growth-course'

/**
 * The degree-days between the mean arrival and the mean departure of fish that left alive; null when none came or left.
 */
export function meanStay(days: readonly Pick<CourseDay, 'came' | 'left' | 'water'>[]): number | null {
  let [heat, came, left, cameHeat, leftHeat] = [0, 0, 0, 0, 0]
  for (const [index, day] of days.entries()) {
    if (index > 0) heat += Math.max(0, day.water)
    came += day.came
    left += day.left
    cameHeat += day.came * heat
    leftHeat += day.left * heat
  }
  return came > 0 && left > 0 ? leftHeat / left - cameHeat / came : null
}
