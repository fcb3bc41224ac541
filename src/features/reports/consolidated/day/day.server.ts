/** The consolidated report of a day. */
import { groupBy } from '../../../../shared/collections'
import { dayOf, showDay } from '../../../../shared/dates'
import { divRound } from '../../../../shared/numbers'
import { fieldErrors } from '../../../../server/errors'
import { type Context, route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { cagesWithin } from '../../../../core/documents/engine/journal-where.server'
import { dayCalls, type DayCage, type DayFigures, type DayModule } from './day.contract'
import * as read from '../parts/movements.server'
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
  place: read.Place
  lives: read.Life[]
  ration: Ration | null
}

/** Everything that is read of a day. */
interface Readings {
  places: read.Place[]
  month: read.Flow[]
  today: read.Flow[]
  lives: read.Life[]
  passages: read.Passage[]
  fed: read.Fed[]
}

async function readAll(context: Context, day: string, cages: number[] | null): Promise<Readings> {
  const of = { start: `${day}T00:00`, end: `${day}T23:59`, cages }
  const ofMonth = { ...of, start: `${day.slice(0, 7)}-01T00:00` }
  const [places, month, today, lives, passages, fed] = await Promise.all([
    read.readPlaces(context, cages),
    read.readFlows(context, 'cage_id', read.MOVING, ofMonth),
    read.readFlows(context, 'cage_id', [...read.MOVING, ...read.GROWING], of),
    read.readLives(context, of, ofMonth.start),
    read.readPassages(context, ofMonth),
    read.readFed(context, of),
  ])
  return { places, month, today, lives, passages, fed }
}

/** Adds what happened on the day. */
function addFlow(day: Day, { kind, count, moved, grown }: read.Flow): void {
  const [pieces, mass] = [BigInt(count), BigInt(moved)]
  day.growth += BigInt(grown)
  if (kind === 'retreat') {
    day.lostCount -= pieces
    day.lostMass -= mass
  } else if (kind === 'withdrawal') {
    day.caughtCount -= pieces
    day.caughtMass -= mass
  } else {
    day.movedCount += pieces
    day.movedMass += mass
  }
}

function addMonthFlow(day: Day, { kind, into, count, moved }: read.Flow): void {
  const [pieces, mass] = [BigInt(count), BigInt(moved)]
  if (kind === 'retreat') {
    day.monthLostCount -= pieces
    day.monthLostMass -= mass
  } else if (kind === 'withdrawal') {
    day.monthCaughtCount -= pieces
    day.monthCaughtMass -= mass
  } else if (into && (kind === 'stocking' || kind === 'transfer')) day.monthCame += pieces
}

/** What is read of one cage. */
type Own = Omit<Readings, 'places' | 'passages'>

function cageOf(place: read.Place, own: Own): Cage {
  const day = zeros(KEYS)
  for (const flow of own.today) addFlow(day, flow)
  for (const flow of own.month) addMonthFlow(day, flow)
  for (const life of own.lives) {
    day.monthBegan += BigInt(life.count_began)
    day.startCount += BigInt(life.count_before)
    day.startMass += BigInt(life.mass_before)
    day.count += BigInt(life.count_after)
    day.mass += BigInt(life.mass_after)
  }
  const feeds = new Map(own.fed.map(({ good, volume }) => [good, BigInt(volume)]))
  for (const volume of feeds.values()) day.fed += volume
  return { place, day, feeds, normed: false, grows: false, ration: null, lives: own.lives }
}

function cagesOf({ places, ...all }: Readings): { cage: Cage; fed: read.Fed[] }[] {
  const [month, today] = [groupBy(all.month, (one) => one.place), groupBy(all.today, (one) => one.place)]
  const [lives, fed] = [groupBy(all.lives, (one) => one.cage), groupBy(all.fed, (one) => one.cage)]
  const none: never[] = []
  return places.map((place) => {
    const { id } = place
    const own = {
      month: month.get(id) ?? none,
      today: today.get(id) ?? none,
      lives: lives.get(id) ?? none,
      fed: fed.get(id) ?? none,
    }
    return { cage: cageOf(place, own), fed: own.fed }
  })
}

/** Nothing to tell of an empty cage, unless something was in it since the month began. */
const isTold = ({ day }: Cage) => KEYS.some((key) => day[key] !== 0n)

function addRation(cage: Cage, ration: Ration): void {
  const { day } = cage
  cage.ration = ration
  cage.normed = ration.norm !== null
  cage.grows = ration.growth !== null
  day.norm = ration.norm ?? 0n
  day.fedToNorm = cage.normed ? day.fed : 0n
  day.normGrowth = ration.growth ?? 0n
  day.fedByNorm = ration.fedByNorm
}

async function addRations(context: Context, day: string, all: { cage: Cage; fed: read.Fed[] }[]): Promise<void> {
  const fish = all.filter(({ cage }) => cage.day.count > 0n || cage.day.startCount > 0n || cage.feeds.size > 0)
  const rations = await rationsOn(
    context,
    day,
    fish.map(({ cage, fed }) => ({
      cage: cage.place.id,
      location: cage.place.location_id,
      count: Number(cage.day.startCount),
      mass: Number(cage.day.startMass),
      fed,
    })),
  )
  rations.forEach((ration, index) => addRation(fish[index]!.cage, ration))
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

const namesOf = (lives: readonly read.Life[], key: 'generation_name' | 'age_category_name') =>
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

const countOf = (passages: readonly read.Passage[]) => passages.reduce((sum, { count }) => sum + BigInt(count), 0n)

function tellModule(cages: Cage[], passages: readonly read.Passage[], context: Context): DayModule {
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
const feedsOf = (fed: readonly read.Fed[]) =>
  [...new Map(fed.map(({ good, name }) => [good, name]))].map(([id, name]) => ({ id, name }))

/** Without a day today. */
export async function readDay(context: Context, wanted: string | null) {
  const { company, user } = context
  const today = dayOf(company.now)
  const day = wanted ?? today
  if (day > today) throw fieldErrors({ date: 'Этот день ещё не наступил' })
  const { allModules } = scope(user)
  const readings = await readAll(context, day, await cagesWithin(context, { cages_id: null, location_id: null }))
  const all = cagesOf(readings).filter(({ cage }) => isTold(cage))
  await addRations(context, day, all)
  const cages = all.map(({ cage }) => cage)
  return {
    date: showDay(day),
    all_feed_types: feedsOf(readings.fed),
    locations_data: [...groupBy(cages, ({ place }) => place.location_id).values()].map((own) =>
      tellModule(own, readings.passages, context),
    ),
    total: tellFigures(totalOf(cages, countOf(readings.passages))),
    limited: !allModules,
  }
}

export const dayRoute = route(dayCalls.day, ({ date }, context) => readDay(context, date))
