/** How groups grew between weighings beside the gain that the book has, by feed, species and class of water. */
import { sql } from 'kysely'
import { instantOf } from '../../../shared/alarms/moments'
import { groupBy } from '../../../shared/collections'
import {
  classOf,
  factorOf,
  type GrowthFactor,
  type WaterClass,
  type WeighedSpan,
} from '../../../shared/feeding/growth-factors'
import { type GroupHistory, type HistoryEvent, order } from '../../../shared/feeding/weight-history'
import { toUnits } from '../../../shared/numbers'
import type { FeedingReader } from '../day-terms.server'

/** So many spans of the farm, the latest, are enough. */
const MOST_SPANS = 200

type Happened = Pick<HistoryEvent, 'minute' | 'id' | 'what'>
type Happenings = Omit<GroupHistory, 'events'> & { events: Iterable<Happened> }

interface Pair {
  cage: number
  group: number
  species: number
  from: Happened
  to: Happened
}

const weighing = ({ what }: Happened) => (what.type === 'weighed' && what.real ? what : null)

/** Weighings of a group that follow each other, with nothing between them that moved the average but feed. */
function pairsOf({ cage, group, species, events }: Happenings): Pair[] {
  const told = [...events].filter(({ what }) => what.type !== 'seen')
  return told.slice(1).flatMap((to, index) => {
    const from = told[index]!
    return weighing(from) && weighing(to) ? [{ cage, group, species, from, to }] : []
  })
}

interface Fed {
  place: number
  /** the feed whose norms it grew by; null where it grew by none */
  good: number | null
  /** all by the newest norms of that feed */
  current: boolean
  /** millionths of °C, and mg for a fish */
  temperature: number | null
  gain: number
}

/** What each pair was fed, a row for each feeding that grew the group, or should have. */
const readFed = ({ tx, company }: FeedingReader, pairs: readonly Pair[]) =>
  tx.rows<Fed>(sql`
    with newest as (
      select good_id, max(id) as id from norm_versions
      where company_id = ${company.id} and good_id is not null group by good_id
    )
    select p.place::int as place, v.good_id as good, coalesce(n.id = v.id, false) as current, o.temperature,
      coalesce(e.deviation::float8 / nullif(e.count_after, 0), 0) as gain
    from unnest(${pairs.map(({ group }) => group)}::int[], ${pairs.map(({ cage }) => cage)}::int[],
      ${pairs.map(({ from }) => instantOf(from.minute))}::timestamp[],
      ${pairs.map(({ to }) => instantOf(to.minute))}::timestamp[])
      with ordinality as p (group_id, cage_id, begins, ends, place)
    join operations o on o.company_id = ${company.id} and o.cage_id = p.cage_id and o.kind = 'feeding'
      and o.at > p.begins and o.at < p.ends
    left join norm_versions v on v.company_id = ${company.id} and v.id = o.norm_version_id
    left join newest n on n.good_id = v.good_id
    left join fish_entries e on e.company_id = ${company.id} and e.group_id = p.group_id and e.at = o.at
      and e.operation_id = o.id
    order by p.place, o.at, o.id`)

interface Learnt {
  good: number
  species: number
  water: WaterClass
  span: WeighedSpan
}

const MG_PER_GRAM = 1000
/** A span belongs to the class of water in which so much of its growth came about. */
const MOSTLY = 0.7

/** A pair counts when all its feedings grew by the newest norms of one feed, mostly in one class of water. */
function learntOf({ species, from, to }: Pair, fed: readonly Fed[]): Learnt | null {
  const [first] = fed
  const same = first?.good && fed.every((one) => one.good === first.good && one.current && one.temperature !== null)
  const booked = fed.reduce((sum, { gain }) => sum + gain, 0)
  if (!same || booked <= 0) return null
  const byClass = groupBy(fed, ({ temperature }) => classOf(toUnits(temperature!)))
  const shares = [...byClass].map(([water, own]) => ({ water, share: own.reduce((sum, { gain }) => sum + gain, 0) }))
  const [most] = shares.sort((a, b) => b.share - a.share)
  if (most!.share < booked * MOSTLY) return null
  const [begin, end] = [weighing(from)!, weighing(to)!]
  const span = { from: begin, to: end, booked: booked / MG_PER_GRAM }
  return { good: first.good!, species, water: most!.water, span }
}

export interface LearntFactor extends GrowthFactor {
  good: number
  species: number
  water: WaterClass
}

/** Of each feed, species and class of water that weighings tell of. One statement. */
export async function learntFactors(reader: FeedingReader, happenings: readonly Happenings[]): Promise<LearntFactor[]> {
  const pairs = happenings
    .flatMap(pairsOf)
    .sort((a, b) => order(a.to, b.to) || a.group - b.group)
    .slice(-MOST_SPANS)
  if (pairs.length === 0) return []
  const fed = groupBy(await readFed(reader, pairs), ({ place }) => place)
  const learnt = pairs.flatMap((pair, index) => learntOf(pair, fed.get(index + 1) ?? []) ?? [])
  const byKey = groupBy(learnt, ({ good, species, water }) => `${good}|${species}|${water}`)
  return [...byKey.values()].map((own) => {
    const { good, species, water } = own[0]!
    return { good, species, water, ...factorOf(own.map(({ span }) => span)) }
  })
}
