/** Exact sums of reports: whole pieces and milligrams of any size. */
import { averageKg, averageOfSums, MG_PER_KG, sumIn, toKg } from '../../../../shared/numbers'

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

/** Kilograms, however large the sum. */
export function kg(mg: bigint): number {
  const number = Number(mg)
  return Number.isSafeInteger(number) ? toKg(number) : sumIn(MG_PER_KG, String(mg))
}

export function average(mg: bigint, count: bigint): number {
  const [mass, fish] = [Number(mg), Number(count)]
  return Number.isSafeInteger(mass) && Number.isSafeInteger(fish) && mass >= 0 && fish > 0
    ? averageKg(mass, fish)
    : averageOfSums(String(mg), String(count))
}

/** With two decimals, rounded half up; null of nothing. */
export function quotient(part: bigint, whole: bigint, scale = 1n): number | null {
  if (whole <= 0n) return null
  if (part === 0n) return 0
  const size = (scale * 200n * (part < 0n ? -part : part) + whole) / (2n * whole)
  return Number(part < 0n ? -size : size) / 100
}
export const percent = (part: bigint, whole: bigint): number | null => quotient(part, whole, 100n)
