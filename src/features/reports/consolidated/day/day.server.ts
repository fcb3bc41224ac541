/** The consolidated report of a day. */
import { groupBy } from '../../../../shared/collections'
import { dayOf, showDay } from '../../../../shared/dates'
import { divRound } from '../../../../shared/numbers'
import { fieldErrors } from '../../../../server/errors'
import { type Context, route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { cagesWithin } from '../../../../core/documents/engine/journal-where.server'
import { dayCalls, type DayCage, type DayFigures, type DayModule } from './day.contract'
import { type Balance, type Cage as Read, readBalances } from '../parts/balances.server'
import { type Fed, type Life, type Passage, type Place, readPassages } from '../parts/movements.server'
import { type Ration, rationsOn } from './rations.server'
import { addTo, average, kg, percent, quotient, type Sums, zeros } from '../parts/sums.server'

const KEYS = [
  ...['count', 'mass', 'startCount', 'startMass', 'movedCount', 'movedMass', 'growth'],
  ...['fed', 'norm', 'fedToNorm', 'fedByNorm', 'normGrowth'],
  ...['lostCount', 'lostMass', 'monthLostCount', 'monthLostMass', 'monthBegan', 'monthCame'],
  ...['caughtCount', 'caughtMass', 'monthCaughtCount', 'monthCaughtMass'],
] as const
type Day = Sums<(typeof KEYS)[number]>

/** A cage, a module or the farm. */
interface Figures {
  day: Day
  /** milligrams by feed */
  feeds: Map<number, bigint>
  /** some cage has a norm, some feed grows by norms */
  normed: boolean
  grows: boolean
}

interface Cage extends Figures {
  place: Place
  lives: Life[]
  fed: Fed[]
  ration: Ration | null
}

/** Pieces: what moved is all that makes them more or fewer. */
const movedOf = (sums: Balance) =>
  sums.stockedCount +
  sums.cameCount -
  sums.wentCount -
  sums.caughtCount -
  sums.lostCount +
  sums.correctedCount +
  sums.closedCount +
  sums.recategorizedCount

/** On the day: all that neither died nor was caught moved. */
function dayFigures(sums: Balance, since: Balance): Day {
  const { stockedCount, cameCount, wentCount, correctedCount, closedCount, recategorizedCount } = sums
  const { stockedMass, cameMass, wentMass, correctedMass, closedMass, recategorizedMass } = sums
  return {
    ...zeros(KEYS),
    startCount: sums.startCount,
    startMass: sums.startMass,
    count: sums.endCount,
    mass: sums.endMass,
    movedCount: stockedCount + cameCount - wentCount + correctedCount + closedCount + recategorizedCount,
    movedMass: stockedMass + cameMass - wentMass + correctedMass + closedMass + recategorizedMass,
    growth: sums.growth,
    fed: sums.fed,
    lostCount: sums.lostCount,
    lostMass: sums.lostMass,
    caughtCount: sums.caughtCount,
    caughtMass: sums.caughtMass,
    monthLostCount: since.lostCount,
    monthLostMass: since.lostMass,
    monthCaughtCount: since.caughtCount,
    monthCaughtMass: since.caughtMass,
    monthBegan: sums.endCount - movedOf(since),
    monthCame: since.stockedCount + since.cameCount,
  }
}

function cageOf({ place, lives: all, fed, balance, since }: Read): Cage {
  const lives = all.map(({ life }) => life)
  const day = dayFigures(balance, since)
  const feeds = new Map(fed.map(({ good, volume }) => [good, BigInt(volume)]))
  return { place, day, feeds, normed: false, grows: false, ration: null, lives, fed }
}

/** Nothing to tell of an empty cage, unless something was in it since the month began. */
const isTold = ({ day }: Cage) => KEYS.some((key) => day[key] !== 0n)

function addRation(cage: Cage, ration: Ration): void {
  const { day } = cage
  cage.ration = ration
  cage.normed = ration.norm !== null
  cage.grows = ration.growth !== null
  day.norm = ration.norm ?? 0n
  // a share of nothing is not told: what is fed where the norm gives none is not compared with the norm of others
  day.fedToNorm = day.norm > 0n ? day.fed : 0n
  day.normGrowth = ration.growth ?? 0n
  day.fedByNorm = ration.fedByNorm
}

async function addRations(context: Context, day: string, cages: readonly Cage[]): Promise<void> {
  const fish = cages.filter((cage) => cage.day.count > 0n || cage.day.startCount > 0n || cage.feeds.size > 0)
  const rations = await rationsOn(
    context,
    day,
    fish.map(({ place, day: { startCount, startMass }, fed }) => ({
      cage: place.id,
      location: place.location_id,
      count: Number(startCount),
      mass: Number(startMass),
      fed,
    })),
  )
  rations.forEach((ration, index) => addRation(fish[index]!, ration))
}

function totalOf(all: readonly Figures[], inside: bigint): Figures {
  const total: Figures = { day: zeros(KEYS), feeds: new Map(), normed: false, grows: false }
  for (const one of all) {
    addTo(total.day, one.day)
    for (const [good, volume] of one.feeds) total.feeds.set(good, (total.feeds.get(good) ?? 0n) + volume)
    total.normed ||= one.normed
    total.grows ||= one.grows
  }
  // fish moved within it did not come
  total.day.monthCame -= inside
  return total
}

function tellFigures({ day, feeds, normed, grows }: Figures): DayFigures {
  return {
    start_count: Number(day.startCount),
    start_biomass: kg(day.startMass),
    fish_count: Number(day.count),
    biomass: kg(day.mass),
    fish_avg_weight: average(day.mass, day.count),
    feeding_rate: normed ? kg(day.norm) : null,
    feedings_fact: kg(day.fed),
    feedings: [...feeds].map(([feed_type_id, volume]) => ({ feed_type_id, volume: kg(volume) })),
    eatability_coefficient: percent(day.fedToNorm, day.norm),
    feed_conversion_rate: quotient(day.fedByNorm, day.normGrowth),
    norm_growth: grows ? kg(day.normGrowth) : null,
    growth: kg(day.growth),
    moved_count: Number(day.movedCount),
    moved_biomass: kg(day.movedMass),
    retreats_count_day: Number(day.lostCount),
    retreats_biomass_day: kg(day.lostMass),
    retreats_count_month: Number(day.monthLostCount),
    retreats_biomass_month: kg(day.monthLostMass),
    retreats_percent_month: percent(day.monthLostCount, day.monthBegan + day.monthCame),
    withdrawals_count_day: Number(day.caughtCount),
    withdrawals_biomass_day: kg(day.caughtMass),
    withdrawals_count_month: Number(day.monthCaughtCount),
    withdrawals_biomass_month: kg(day.monthCaughtMass),
  }
}

const namesOf = (lives: readonly Life[], key: 'generation_name' | 'age_category_name') =>
  [...new Set(lives.filter(({ count_after }) => count_after > 0).map((life) => life[key]))].join(', ')

function tellCage(cage: Cage, { speak }: Context): DayCage {
  const { place, lives, ration } = cage
  return {
    cage_id: place.id,
    cage_name: place.number,
    color: place.color,
    generation_names: namesOf(lives, 'generation_name'),
    age_category_names: namesOf(lives, 'age_category_name'),
    ...tellFigures(cage),
    density: divRound(Number(cage.day.mass), place.volume * 1000) / 100,
    temperature: ration?.temperature ?? null,
    feeding_rate_percents: ration?.percents ?? null,
    feed_warning: ration?.warning ? speak(ration.warning) : null,
  }
}

const countOf = (passages: readonly Passage[]) => passages.reduce((sum, { count }) => sum + BigInt(count), 0n)

function tellModule(cages: Cage[], passages: readonly Passage[], context: Context): DayModule {
  const { location_id, location_name } = cages[0]!.place
  const within = passages.filter(({ source, target }) => source === location_id && target === location_id)
  return {
    location_id,
    location_name,
    cage_names: cages.map(({ place }) => place.number),
    cages: cages.map((cage) => tellCage(cage, context)),
    ...tellFigures(totalOf(cages, countOf(within))),
  }
}

/** Feeds that were fed, by name. */
const feedsOf = (fed: readonly Fed[]) =>
  [...new Map(fed.map(({ good, name }) => [good, name]))].map(([id, name]) => ({ id, name }))

/** Without a day today. */
export async function readDay(context: Context, wanted: string | null) {
  const { company, user } = context
  const today = dayOf(company.now)
  const day = wanted ?? today
  if (day > today) throw fieldErrors({ date: 'Этот день ещё не наступил' })
  const { allModules } = scope(user)
  const stretch = {
    start: `${day}T00:00`,
    end: `${day}T23:59`,
    since: `${day.slice(0, 7)}-01T00:00`,
    cages: await cagesWithin(context, { cages_id: null, location_id: null }),
  }
  const [{ cages: all, fed }, passages] = await Promise.all([
    readBalances(context, stretch),
    readPassages(context, stretch),
  ])
  const cages = all.map(cageOf).filter(isTold)
  await addRations(context, day, cages)
  return {
    date: showDay(day),
    all_feed_types: feedsOf(fed),
    locations_data: [...groupBy(cages, ({ place }) => place.location_id).values()].map((own) =>
      tellModule(own, passages, context),
    ),
    total: tellFigures(totalOf(cages, countOf(passages))),
    limited: !allModules,
  }
}

export const dayRoute = route(dayCalls.day, ({ date }, context) => readDay(context, date))
