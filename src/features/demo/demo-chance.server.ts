/** Chance that is the same every time: mulberry32 from a seed. */
export interface Chance {
  between(low: number, high: number): number
  /** whole, both ends included */
  whole(low: number, high: number): number
  happens(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** about `mean`, nearly all within three spreads */
  around(mean: number, spread: number): number
  /** how many of rare events happened where `mean` are expected */
  events(mean: number): number
}

export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + (high - low) * next()
  // the sum of twelve has variance 1; four scaled by √3 will do
  const around = (mean: number, spread: number) =>
    mean + spread * Math.sqrt(3) * (next() + next() + next() + next() - 2)
  const rare = (mean: number): number => {
    let count = 0
    for (let left = Math.exp(-mean), product = next(); product > left; product *= next()) count++
    return count
  }
  return {
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    happens: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)]!,
    around,
    events: (mean) => (mean < 30 ? rare(mean) : Math.max(0, Math.round(around(mean, Math.sqrt(mean))))),
  }
}
