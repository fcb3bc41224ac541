/** A day on which a cage was given several feeds: one row can propose one of them, the others are told. Pure. */
import { toKg, toMg } from '../../../shared/numbers'
import type { FedDay, FedFeed } from './recent.contract'

const sum = (one: number, other: number) => toKg(toMg(one) + toMg(other))

type Fed = FedFeed & Pick<FedDay, 'feeds'>

/** By feed, the one with most first; a single one too. */
export const feedsOf = (day: Fed): readonly FedFeed[] => day.feeds ?? [day]

/** What a row proposes: the feed that was given most of. */
export const mostOf = (day: Fed): FedFeed => feedsOf(day)[0]!

export const othersOf = (day: Fed | undefined): readonly FedFeed[] => (day ? feedsOf(day).slice(1) : [])

/** A day with one feeding more, the last of it. */
export function withFeeding(day: FedDay | undefined, fed: FedDay): FedDay {
  if (!day) return fed
  const own = { feed_type_id: fed.feed_type_id, feed_type: fed.feed_type, stock_id: fed.stock_id }
  const before = feedsOf(day).find(({ feed_type_id }) => feed_type_id === fed.feed_type_id)
  const others = feedsOf(day).filter((one) => one !== before)
  const feeds = [...others, { ...own, volume: sum(before?.volume ?? 0, fed.volume) }]
  return {
    ...fed,
    volume: sum(day.volume, fed.volume),
    ...(feeds.length > 1 && { feeds: feeds.toSorted((one, other) => other.volume - one.volume) }),
  }
}
