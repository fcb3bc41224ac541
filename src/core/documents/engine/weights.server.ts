/** Typed count, average and weight of fish → milligrams. */
import { fieldErrors } from '../../../server/errors'

export const MAX_FISH_MG = 1_000_000_000

/** The mass that was typed: a weight wins over count × average; null when neither was. Refuses what no fish weighs. */
export function typedMass({
  count,
  weight,
  avg_weight,
}: {
  count: number
  weight: number | null
  avg_weight: number | null
}): number | null {
  const mass = weight ?? (avg_weight === null ? null : count * avg_weight)
  if (mass === null) return null
  if (mass < count) throw fieldErrors({ weight: 'Слишком малый вес для такого количества рыбы' })
  if (mass > count * MAX_FISH_MG || !Number.isSafeInteger(mass))
    throw fieldErrors({
      [weight === null ? 'avg_weight' : 'weight']: 'Слишком большой вес: рыба не весит больше 1 000 кг',
    })
  return mass
}
