/** Typed count, average and weight of fish → milligrams. */

export const MAX_FISH_MG = 1_000_000_000

interface TypedFish {
  count: number | null
  weight: number | null
  avg_weight: number | null
}

/** The mass that was typed: a weight wins over count × average; null when neither was. */
export const typedMass = ({ count, weight, avg_weight }: TypedFish): number | null =>
  weight ?? (avg_weight === null || count === null ? null : count * avg_weight)

/** Field → text, where the typed weight is one that no fish has. */
export function massFaults(typed: TypedFish): Record<string, string> {
  const mass = typedMass(typed)
  const { count, weight } = typed
  if (mass === null || count === null) return {}
  if (mass < count) return { weight: 'Слишком малый вес для такого количества рыбы' }
  if (mass <= count * MAX_FISH_MG && Number.isSafeInteger(mass)) return {}
  return { [weight === null ? 'avg_weight' : 'weight']: 'Слишком большой вес: рыба не весит больше 1 000 кг' }
}
