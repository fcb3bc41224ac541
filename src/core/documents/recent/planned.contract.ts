/** The plan of a day as those who feed see it. Pure. */
import { groupBy } from '../../../shared/collections'
import { divRound, MG_PER_KG, toKg, toMg } from '../../../shared/numbers'
import type { PlannedFeed } from './recent.contract'

export type PlanOfFeed = Pick<PlannedFeed, 'feed_type_id' | 'feed_type' | 'volume'>

/** The plan of a cage for one day: by feed, the one with most first, and the kilograms of all its feeds. */
export interface Planned {
  feeds: readonly PlanOfFeed[]
  volume: number
}

/** To 10 g, as the plan and its printed sheet show it; rations of fry below 1 kg to the gram. */
function asShown(amount: number): number {
  const step = amount < MG_PER_KG ? MG_PER_KG / 1000 : MG_PER_KG / 100
  return divRound(amount, step) * step
}

/** By cage; in the plan the feed with most stands first. */
export const plannedOn = (planned: readonly PlannedFeed[], day: string): ReadonlyMap<number, Planned> =>
  new Map(
    [
      ...groupBy(
        planned.filter((row) => row.day === day),
        ({ cage_id }) => cage_id,
      ),
    ].map(([cage, rows]) => {
      const feeds = rows.map((row) => ({ ...row, volume: toKg(asShown(toMg(row.volume))) }))
      return [cage, { feeds, volume: toKg(feeds.reduce((sum, { volume }) => sum + toMg(volume), 0)) }]
    }),
  )

/**
 * What is left to be given of each feed: what a cage was given is known as one amount, which is taken for the feeds in
 * their order.
 */
export function leftOfPlan(planned: Planned | undefined, given: number): PlanOfFeed[] {
  let taken = toMg(given)
  return (planned?.feeds ?? []).flatMap((feed) => {
    const of = Math.min(taken, toMg(feed.volume))
    taken -= of
    return toMg(feed.volume) > of ? [{ ...feed, volume: toKg(toMg(feed.volume) - of) }] : []
  })
}
