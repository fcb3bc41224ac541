/** What the average weight of groups is by now, or was on a day, and how far it may be off: outside the ledger. */
import { addDays } from '../../../shared/dates'
import { bandOf } from '../../../shared/feeding/weight-filter'
import type { Trial } from '../../../shared/feeding/weight-errors'
import { foldHistories, type GroupEstimate } from '../../../shared/feeding/weight-history'
import { openBreath } from '../../../server/base/breath'
import type { FeedingReader } from '../day-terms.server'
import { readClock, readPlainClock, withClock } from './clock.server'
import { readEvents, readGroups, type Reach, type ReadGroup, reachOf } from './events.server'

export interface Known {
  /**
   * by group: days asked for, and what was known when they ended, the growth of that day itself left out; a group
   * without fish by then may be among them
   */
  seen: ReadonlyMap<number, ReadonlyMap<string, GroupEstimate>>
  groups: readonly ReadGroup[]
  /** the last weighings of each group that was read, in their order */
  trials: readonly Trial[]
}

interface Ask {
  /** null is all */
  cages: readonly number[] | null
  /** 'YYYY-MM-DD': what happened after this day is not known */
  at: string
  /** days to tell of, ascending, up to the one after `at`, which has the growth of `at` */
  days?: readonly string[]
}

const foundGroups = ({ tx, company }: FeedingReader, reach: Reach, { cages, days }: Required<Ask>) =>
  readGroups(tx, company.id, reach, { cages, alive: `${addDays(days[0]!, 1)}T00:00` })

/** What happened to groups by the end of a day, without what it says of their averages. */
export async function readHappenings(reader: FeedingReader, cages: readonly number[] | null, at: string) {
  const { tx, company } = reader
  const reach = reachOf(at, at)
  const groups = await foundGroups(reader, reach, { cages, at, days: [at] })
  const { eventsOf } = await readEvents(tx, company.id, reach, groups)
  return groups.map((group) => ({ group: group.id, cage: group.cage, species: group.species, events: eventsOf(group) }))
}

/** What the database has of groups: as many statements, however many they are. */
export async function readHistories(reader: FeedingReader, { cages, at, days = [at] }: Ask) {
  const { tx, company } = reader
  const reach = reachOf(at, days[0]!)
  const groups = await foundGroups(reader, reach, { cages, at, days })
  const readAround = async () => {
    const around = await readClock(reader, reach, groups, days)
    return { around, clock: await readPlainClock(reader, groups, around) }
  }
  // the events leave first: they are unpacked while the database goes on
  const [{ eventsOf, beginning }, { around, clock }] = await Promise.all([
    readEvents(tx, company.id, reach, groups),
    readAround(),
  ])
  const histories = withClock(groups, eventsOf, around)
  return { groups: groups.filter(({ asked }) => asked), histories, clock, beginning }
}

type Read = Awaited<ReturnType<typeof readHistories>>

/** What was known of groups on days. */
export async function foldKnown({ groups, histories, ...means }: Read): Promise<Known> {
  return { ...(await foldHistories(histories, { ...means, pause: openBreath() })), groups }
}

export const knownOf = (reader: FeedingReader, ask: Ask): Promise<Known> => readHistories(reader, ask).then(foldKnown)

/** Averages in grams: what the fish weigh, with the band of one more weighing of unknown sample. */
export interface WeightNow extends GroupEstimate {
  group: number
  cage: number
  weight: number
  low: number
  high: number
  /** of 99 % */
  least: number
  most: number
}

/** By group, of those that have fish in these cages at the end of a day. Bounded to the cages that are asked for. */
export async function estimatesOn(
  reader: FeedingReader,
  ask: { cages: readonly number[]; at: string },
): Promise<Map<number, WeightNow>> {
  const { seen, groups } = await knownOf(reader, ask)
  return new Map(
    groups.flatMap(({ id, cage }) => {
      const known = seen.get(id)?.get(ask.at)
      if (!known) return []
      const { estimate, widening } = known
      const { weight, low, high } = bandOf(estimate, 0.9, { widening })
      const wide = bandOf(estimate, 0.99, { widening })
      return [[id, { ...known, group: id, cage, weight, low, high, least: wide.low, most: wide.high }] as const]
    }),
  )
}
