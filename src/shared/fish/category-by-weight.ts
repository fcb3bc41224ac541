/** The age category that fish belong to by their average weight: one whose range holds it, from ≤ average < to. */

export interface WeightCategory {
  id: number
  /** milligrams; null has no bound on that side, both null is no range */
  from: number | null
  to: number | null
  /** not offered any more; fish may still be in it */
  archived: boolean
}

interface CategorizedFish {
  count: number
  /** milligrams */
  mass: number
  category: number
}

const hasRange = ({ from, to }: WeightCategory) => from !== null || to !== null

/** Bounds are whole, so whatever lies above the whole part of the average changes no comparison. */
const holds = ({ from, to }: WeightCategory, average: number) =>
  (from === null || from <= average) && (to === null || average < to)

/**
 * The category that these fish should be in instead of their own. Null when their own has no range or holds their
 * average, and when no other does or several: then a person has to know better.
 */
export function categoryByWeight(
  { count, mass, category }: CategorizedFish,
  categories: readonly WeightCategory[],
): number | null {
  if (count <= 0) return null
  const average = (mass - (mass % count)) / count
  const own = categories.find(({ id }) => id === category)
  if (!own || !hasRange(own) || holds(own, average)) return null
  const [fitting, another] = categories.filter((one) => !one.archived && hasRange(one) && holds(one, average))
  return fitting && !another ? fitting.id : null
}
