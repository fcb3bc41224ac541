/** Errors of the forecasts of a farm, as they came out: the latest widen the bands of other groups of their species. */
import { placeIn } from '../collections'
import { type WeightEstimate, wideningOf } from './weight-filter'

/** So many latest errors of the farm say how far forecasts of a species are off. */
export const POOLED = 60

/** Of a group, as they came out, a column each: minutes of farm time, operations, and squares. */
export interface ErrorsOf {
  group: number
  species: number
  minutes: number[]
  ids: number[]
  squares: number[]
}

interface Sorted {
  /** by place in order */
  minutes: Float64Array
  owners: Int32Array
  squares: Float64Array
  /** by owner: where its errors come in that order */
  orders: Int32Array[]
}

/** As they came out. Only minutes are sorted, as numbers: comparing all of them takes far longer. */
function inOrder(groups: readonly ErrorsOf[]): Sorted {
  const many = groups.reduce((sum, { minutes }) => sum + minutes.length, 0)
  const [minutes, ids, squares] = [new Float64Array(many), new Float64Array(many), new Float64Array(many)]
  const owners = new Int32Array(many)
  const begins = groups.map(() => 0)
  let next = 0
  groups.forEach((own, owner) => {
    begins[owner] = next
    minutes.set(own.minutes, next)
    ids.set(own.ids, next)
    squares.set(own.squares, next)
    owners.fill(owner, next, (next += own.minutes.length))
  })
  const first = minutes.reduce((least, minute) => Math.min(least, minute), Infinity)
  const keys = minutes.map((minute, index) => (minute - first) * many + index).sort()
  const places = Int32Array.from(keys, (key) => key % many)
  for (let from = 0, to = 0; from < many; from = to) {
    const minute = minutes[places[from]!]
    do to++
    while (to < many && minutes[places[to]!] === minute)
    if (to - from > 1) places.subarray(from, to).sort((a, b) => ids[a]! - ids[b]! || a - b)
  }
  const orders = groups.map((own) => new Int32Array(own.minutes.length))
  places.forEach((place, order) => {
    const owner = owners[place]!
    orders[owner]![place - begins[owner]!] = order
  })
  const sorted = <T extends Float64Array | Int32Array>(column: T) =>
    column.map((_, order) => column[places[order]!]!) as T
  return { minutes: sorted(minutes), owners: sorted(owners), squares: sorted(squares), orders }
}

export function poolOf(groups: readonly ErrorsOf[]) {
  const { minutes, owners, squares: all, orders } = inOrder(groups)
  /** By squares of a group's own errors, and of the latest of others of its species, of those before `order`. */
  const widening = (order: number, { group, species }: Pick<ErrorsOf, 'group' | 'species'>, own: WeightEstimate) => {
    let { squares, count } = own
    for (let index = Math.max(0, order - POOLED); index < order; index++) {
      const other = groups[owners[index]!]!
      if (other.species !== species || other.group === group) continue
      squares += all[index]!
      count++
    }
    return wideningOf({ squares, count })
  }
  return {
    widening,
    wideningAt: (minute: number, of: Pick<ErrorsOf, 'group' | 'species'>, own: WeightEstimate) =>
      widening(placeIn(minutes, minute), of, own),
    orderOf: (owner: number, place: number): number => orders[owner]![place]!,
  }
}
