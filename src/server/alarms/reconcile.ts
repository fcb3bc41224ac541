/** What has to be written so that the stored alarms of a rule say what it finds now. Farm time throughout. */
import type { Ending } from '../../shared/alarms/rules'
import { groupBy } from '../../shared/collections'
import type { MessageParts } from '../../shared/say'
import type { AlarmPlace, FoundEpisode } from './rule'

export interface StoredAlarm extends AlarmPlace {
  id: number
  key: string
  lack: boolean
  started: string
  rang: string | null
  recovering: string | null
  ended: string | null
  danger: boolean
  worst: number
  message: MessageParts
  href: string
}

type Moments = Omit<StoredAlarm, 'id' | 'key' | 'lack'> & { ending: Ending | null }

export interface Reconciled {
  added: FoundEpisode[]
  /** as they are now, most of them unchanged */
  changed: ({ id: number } & Moments)[]
  /** waited, and never rang */
  dropped: number[]
}

/** The last that is told of an alarm is older than any episode. */
const ALWAYS = '9999'

const overlap = (stored: StoredAlarm, { from, until }: FoundEpisode) =>
  stored.started <= (until ?? ALWAYS) && from <= (stored.ended ?? ALWAYS)

const momentsOf = (stored: StoredAlarm, found: FoundEpisode): Moments => ({
  // a task goes to another cage, a cage to another module
  ...{ location: found.location, cage: found.cage, stock: found.stock, stocks: found.stocks ?? null },
  // a period that begins in the middle of an episode does not move its beginning
  started: found.from < stored.started ? found.from : stored.started,
  rang: stored.rang ?? found.active,
  recovering: found.recovering,
  ended: found.until,
  ending: found.until === null ? null : 'over',
  danger: stored.danger || found.danger,
  worst: found.message ? found.worst : stored.worst,
  message: found.message ?? stored.message,
  href: found.href,
})

/** The stored alarms of a series, each found once by an episode that it overlaps. Episodes come in order of time. */
function lineOf(stored: readonly StoredAlarm[]) {
  const own = stored.toSorted((one, other) => (one.started < other.started ? -1 : 1))
  let next = 0
  return (episode: FoundEpisode): StoredAlarm | null => {
    while (next < own.length && (own[next]!.ended ?? ALWAYS) < episode.from) next++
    const one = own[next]
    if (!one || !overlap(one, episode)) return null
    next++
    return one
  }
}

/**
 * @param stored of the rule: all that go on, and those that ended within the period
 * @param since what was over before is left out
 * @param gone why one is over that is found no more
 */
export function reconcile(
  stored: readonly StoredAlarm[],
  found: readonly FoundEpisode[],
  { since, now, gone }: { since: string; now: string; gone: Ending },
): Reconciled {
  const left = new Map(stored.map((one) => [one.id, one]))
  const lines = new Map([...groupBy(stored, ({ key }) => key)].map(([key, own]) => [key, lineOf(own)]))
  const result: Reconciled = { added: [], changed: [], dropped: [] }
  for (const episode of found) {
    const known = lines.get(episode.key)?.(episode)
    if (known) {
      left.delete(known.id)
      result.changed.push({ id: known.id, ...momentsOf(known, episode) })
    } else if (episode.until === null || episode.until > since) result.added.push(episode)
  }
  for (const one of left.values()) {
    if (one.ended !== null) continue
    if (one.rang === null) result.dropped.push(one.id)
    else result.changed.push({ ...one, recovering: null, ended: now, ending: gone })
  }
  return result
}
