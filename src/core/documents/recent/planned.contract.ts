/** The plan of a day as those who feed see it. Pure. */
import { groupBy } from '../../../shared/collections'
import { MG_PER_KG, toKg } from '../../../shared/numbers'
import type { PlannedFeed } from './recent.contract'

/** The plan of a cage for one day: the feed with most, and the kilograms of all its feeds. */
export interface Planned {
  feed_type_id: number
  feed_type: string
  volume: number
}

/** By cage; in the plan the feed with most stands first. */
export const plannedOn = (planned: readonly PlannedFeed[], day: string): ReadonlyMap<number, Planned> =>
  new Map(
    [
      ...groupBy(
        planned.filter((row) => row.day === day),
        ({ cage_id }) => cage_id,
      ),
    ].map(([cage, [first, ...rest]]) => {
      const volume = toKg([first!, ...rest].reduce((sum, row) => sum + Math.round(row.volume * MG_PER_KG), 0))
      return [cage, { feed_type_id: first!.feed_type_id, feed_type: first!.feed_type, volume }]
    }),
  )
