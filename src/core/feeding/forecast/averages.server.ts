/** The average weight that is expected of a group on a day, with its band: as the forecast tells it. */
import { addDays, dayOf } from '../../../shared/dates'
import { goAhead } from '../../../shared/feeding/weight-ahead'
import { bandOf, type WeightEstimate } from '../../../shared/feeding/weight-filter'
import { daysFrom, type FeedingReader } from '../day-terms.server'
import { aheadTerms, plannedFor } from './ahead.server'
import { knownOf } from './estimates.server'

/** Fish that a cage has now; mass in milligrams. */
export interface PresentGroup {
  id: number
  generation: number
  category: number
  count: number
  mass: number
}

/** Of one fish on a day, mg; without a forecast there is no band. */
export interface ExpectedAverage {
  average: number
  low: number | null
  high: number | null
}

export type AverageOn = (group: PresentGroup, day: string) => ExpectedAverage

/** What comes later is expected as of the last of so many days ahead: nobody knows the feed of a year. */
export const DAYS_AHEAD = 180
const LEVEL = 0.9
const MG_PER_GRAM = 1000

/** Of one fish, mg. */
function averageOf(estimate: WeightEstimate, widening: number): ExpectedAverage {
  const { weight, low, high } = bandOf(estimate, LEVEL, { widening })
  const mg = (grams: number) => Math.round(grams * MG_PER_GRAM)
  return { average: mg(weight), low: mg(low), high: mg(high) }
}

const asInTheBook = ({ mass, count }: PresentGroup): ExpectedAverage => ({
  average: count > 0 ? Math.round(mass / count) : 0,
  low: null,
  high: null,
})

const massOf = (groups: readonly PresentGroup[]) => groups.reduce((sum, { mass }) => sum + mass, 0)

/** Of the biomass of its cage as it weighs now. */
const shareOf = (group: PresentGroup, all: readonly PresentGroup[]) => (massOf(all) > 0 ? group.mass / massOf(all) : 0)

/**
 * For days from today on; of a group that the forecast knows nothing of as the book has it. `present` are the groups
 * with fish by cage.
 */
export async function readAverages(
  context: FeedingReader & { company: { time_zone: string } },
  present: ReadonlyMap<number, readonly PresentGroup[]>,
  days: readonly string[],
): Promise<AverageOn> {
  const { company } = context
  const today = dayOf(company.now)
  const cages = [...present.keys()]
  const wanted = days.reduce((last, day) => (day > last ? day : last), today)
  const furthest = addDays(today, DAYS_AHEAD)
  const last = wanted < furthest ? wanted : furthest
  const coming = last > today ? daysFrom(addDays(today, 1), last) : []
  const [known, ahead] = await Promise.all([
    knownOf(context, { cages, at: today, days: [today, addDays(today, 1)] }),
    aheadTerms(context, cages, today, coming),
  ])
  const told = new Map<string, ExpectedAverage>()
  for (const [cage, all] of present)
    for (const group of all) {
      const [now, tomorrow] = [today, addDays(today, 1)].map((day) => known.seen.get(group.id)?.get(day))
      if (!now || !tomorrow) continue
      told.set(`${group.id}|${today}`, averageOf(now.estimate, now.widening))
      const own = ahead.get(cage)!
      const planned = plannedFor(own, { count: group.count, share: shareOf(group, all) })
      goAhead(tomorrow.estimate, own.terms, planned, ({ estimate }, index) =>
        told.set(`${group.id}|${coming[index]!}`, averageOf(estimate, tomorrow.widening)),
      )
    }
  return (group, day) => told.get(`${group.id}|${day < last ? day : last}`) ?? asInTheBook(group)
}
