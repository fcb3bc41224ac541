/** Rows that a select offers. Archived rows are only shown where a record names them. */
export const unarchived = <T extends { archived: boolean }>(rows: readonly T[]): T[] =>
  rows.filter(({ archived }) => !archived)

/** Rows by a key, in their order (Map.groupBy, which Node 20 lacks). */
export function groupBy<T, K>(rows: Iterable<T>, keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return groups
}

/** A function that is asked once for each key. */
export function once<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>()
  return (key) => {
    const before = made.get(key)
    if (before !== undefined || made.has(key)) return before!
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** Where a value stands, or would stand, among values in order. */
export function placeIn(sorted: ArrayLike<number>, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
