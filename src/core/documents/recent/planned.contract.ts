/** The plan of a day as those who feed see it. Pure. */
import { groupBy } from '../../../shared/collections'
import { divRound, MG_PER_KG, toKg } from '../../../shared/numbers'
import type { PlannedFeed } from './recent.contract'

/** The plan of a cage for one day: the feed with most, and the kilograms of all its feeds. */
export interface Planned {
  feed_type_id: number
  feed_type: string
  volume: number
}

/** To 10 g, as the plan and its printed sheet show it; rations of fry below 1 kg to the gram. */
const asShown = (mg: number) => {
  const step = mg < MG_PER_KG ? MG_PER_KG / 1000 : MG_PER_KG / 100
  return divRound(mg, step) * step
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
      const volume = toKg(asShown([first!, ...rest].reduce((sum, row) => sum + Math.round(row.volume * MG_PER_KG), 0)))
      return [cage, { feed_type_id: first!.feed_type_id, feed_type: first!.feed_type, volume }]
    }),
  )
