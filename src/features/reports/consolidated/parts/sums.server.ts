/** Exact sums of reports: whole pieces and milligrams of any size. */
import { averageOfSums, MG_PER_KG, sumIn } from '../../../../shared/numbers'

export type Sums<K extends string> = Record<K, bigint>

/** Key by key: from entries it takes four times as long, and there are thousands of them. */
export function zeros<K extends string>(keys: readonly K[]): Sums<K> {
  const sums = {} as Sums<K>
  for (const key of keys) sums[key] = 0n
  return sums
}

export function addTo<K extends string>(sums: Sums<K>, other: Sums<K>): void {
  for (const key in other) sums[key] += other[key]
}

export const kg = (mg: bigint): number => sumIn(MG_PER_KG, String(mg))
export const average = (mg: bigint, count: bigint): number => averageOfSums(String(mg), String(count))

/** With two decimals, rounded half up; null of nothing. */
export function quotient(part: bigint, whole: bigint, scale = 1n): number | null {
  if (whole <= 0n) return null
  const size = (scale * 200n * (part < 0n ? -part : part) + whole) / (2n * whole)
  return Number(part < 0n ? -size : size) / 100
}
export const percent = (part: bigint, whole: bigint): number | null => quotient(part, whole, 100n)
