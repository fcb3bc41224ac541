/** Errors of the forecasts of a farm, as they came out: the latest widen the bands of other groups of their species. */
import { placeIn } from '../collections'
import { bandOf, type WeightEstimate, wideningOf } from './weight-filter'

/** So many latest errors of the farm say how far forecasts of a species are off. */
export const POOLED = 60

/** Whose errors they are. */
export interface Owner {
  group: number
  species: number
}

/** In the order in which groups are gone through: a column each, since of a farm they are tens of thousands. */
interface Columns {
  /** farm time */
  minutes: number[]
  /** operations, where errors share a minute */
  ids: number[]
  squares: number[]
  /** places of their groups */
  owners: number[]
}

/** Places as errors came out. Only minutes are sorted, as numbers: comparing all of them takes far longer. */
function inOrder({ minutes, ids, owners }: Columns): Int32Array {
  const many = minutes.length
  const first = minutes.reduce((least, minute) => Math.min(least, minute), Infinity)
  const keys = Float64Array.from(minutes, (minute, place) => (minute - first) * many + place)
  const places = Int32Array.from(keys.sort(), (key) => key % many)
  for (let from = 0, to = 0; from < many; from = to) {
    const minute = minutes[places[from]!]
    do to++
    while (to < many && minutes[places[to]!] === minute)
    if (to - from > 1) places.subarray(from, to).sort((a, b) => ids[a]! - ids[b]! || owners[a]! - owners[b]! || a - b)
  }
  return places
}

/** Takes them group by group, and tells of them as they came out. */
export function openErrors(groups: readonly Owner[]) {
  const columns: Columns = { minutes: [], ids: [], squares: [], owners: [] }
  /** Answers its place. `owner` is the place of its group. */
  const add = (owner: number, { minute, id }: { minute: number; id: number }, square: number): number => {
    columns.minutes.push(minute)
    columns.ids.push(id)
    columns.squares.push(square)
    return columns.owners.push(owner) - 1
  }
  return { add, pool: () => poolOf(groups, columns, inOrder(columns)) }
}
export type Errors = ReturnType<typeof openErrors>
export type Pool = ReturnType<Errors['pool']>

function poolOf(groups: readonly Owner[], { minutes, squares: all, owners }: Columns, places: Int32Array) {
  const sorted = Float64Array.from(places, (place) => minutes[place]!)
  const orders = new Int32Array(places.length)
  places.forEach((place, order) => (orders[place] = order))
  /** By squares of a group's own errors, and of the latest of others of its species, of those before `order`. */
  const widening = (order: number, { group, species }: Owner, own: WeightEstimate) => {
    let { squares, count } = own
    for (let index = Math.max(0, order - POOLED); index < order; index++) {
      const place = places[index]!
      const other = groups[owners[place]!]!
      if (other.species !== species || other.group === group) continue
      squares += all[place]!
      count++
    }
    return wideningOf({ squares, count })
  }
  return {
    widening,
    wideningAt: (minute: number, of: Owner, own: WeightEstimate) => widening(placeIn(sorted, minute), of, own),
    orderOf: (place: number): number => orders[place]!,
  }
}

/** A weighing beside what was foretold of it. */
export interface Trial {
  group: number
  cage: number
  species: number
  /** of the weight measured; above 0 the fish were foretold too heavy */
  error: number
  /** it lay within the band of 90 % */
  held: boolean
}

/** A weighing and what was foretold of it. */
export interface Attempt {
  /** of its error */
  place: number
  foretold: WeightEstimate
  weight: number
  variation: number
}

/** With their places among the errors of the farm. */
export const trialsOf = (of: Owner & { cage: number }, attempts: readonly Attempt[], pool: Pool) =>
  attempts.map(({ place, foretold, weight, variation }) => {
    const { group, cage, species } = of
    const order = pool.orderOf(place)
    const band = bandOf(foretold, 0.9, { variation, widening: pool.widening(order, of, foretold) })
    const held = band.low <= weight && weight <= band.high
    return { order, trial: { group, cage, species, error: band.weight / weight - 1, held } }
  })
