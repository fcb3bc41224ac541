/** The card of a cage: what stood, came, went and grew over a period, and day by day. */
import { sql } from 'kysely'
import { groupBy } from '../../../../shared/collections'
import { addDays, dayOf, daysBetween, showDay } from '../../../../shared/dates'
import { fieldErrors, notFound } from '../../../../server/errors'
import { type Context, route, type Route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { among, cagesWithin } from '../../../../core/documents/engine/journal-where.server'
import { MOVING } from '../../../../core/reports/facts/facts.server'
import { periodOf } from '../../../../core/reports/series.server'
import * as read from '../../consolidated/parts/movements.server'
import { addTo, kg, percent, quotient, type Sums, zeros } from '../../consolidated/parts/sums.server'
import { type CardFigures, dayCardCalls } from './day-card.contract'

const KEYS = [
  ...['startCount', 'startMass', 'cameCount', 'cameMass', 'wentCount', 'wentMass', 'lostCount', 'lostMass'],
  ...['correctedCount', 'correctedMass', 'gain', 'headDays', 'endCount', 'endMass'],
] as const
type Key = `${'start' | 'came' | 'went' | 'lost' | 'corrected' | 'end'}${'Count' | 'Mass'}` | 'gain' | 'headDays'
type Card = Sums<Key>
const blank = () => zeros(KEYS as readonly Key[])

const MOST_DAYS = 366

/** Of a cage, of each day or of all of them. */
interface Booked {
  cage: number
  day: string | null
  kind: string
  into: boolean
  count: string
  moved: string
  grown: string
  /** pieces times the days from theirs to the last one, both counted */
  head_days: string
}

/** A change of category stays within its cage, so it adds up to nothing. */
const KINDS = [...MOVING, 'feeding', 'weighing'].filter((kind) => kind !== 'category_change')

const readBooked = ({ tx, company }: Context, { start, end, cages }: read.Stretch, byDay: boolean) =>
  tx.rows<Booked>(sql`
    select e.cage_id as cage, ${byDay ? sql`e.at::date::text` : sql`null::text`} as day, e.kind,
      e.count_delta > 0 as into, sum(e.count_delta)::text as count, sum(e.mass_delta - e.deviation)::text as moved,
      sum(e.deviation)::text as grown,
      sum(e.count_delta * (${dayOf(end)}::date - e.at::date + 1)::bigint)::text as head_days
    from fish_entries e
    where e.company_id = ${company.id} and e.kind = any(${KINDS}::text[])
      and e.at between ${start}::timestamp and ${end}::timestamp
      ${cages ? sql`and ${among('e.cage_id', cages)}` : sql``}
    group by 1, 2, 3, 4`)

function addBooked(card: Card, { kind, into, count, moved, grown }: Booked): void {
  const [pieces, mass] = [BigInt(count), BigInt(moved)]
  card.gain += BigInt(grown)
  if (kind === 'stocking' || (kind === 'transfer' && into)) {
    card.cameCount += pieces
    card.cameMass += mass
  } else if (kind === 'transfer' || kind === 'withdrawal') {
    card.wentCount -= pieces
    card.wentMass -= mass
  } else if (kind === 'retreat') {
    card.lostCount -= pieces
    card.lostMass -= mass
  } else {
    card.correctedCount += pieces
    card.correctedMass += mass
  }
}

/** What stands as it ends follows from what is booked. */
function close(card: Card): Card {
  card.endCount = card.startCount + card.cameCount - card.wentCount - card.lostCount + card.correctedCount
  card.endMass = card.startMass + card.cameMass - card.wentMass - card.lostMass + card.correctedMass + card.gain
  return card
}

/** @param inside pieces moved between these cages: to all of them together they did not come */
function tell(card: Card, inside = 0n): CardFigures {
  const had = card.startCount + card.cameCount - inside
  return {
    start_count: Number(card.startCount),
    start_weight: kg(card.startMass),
    came_count: Number(card.cameCount),
    came_weight: kg(card.cameMass),
    went_count: Number(card.wentCount),
    went_weight: kg(card.wentMass),
    lost_count: Number(card.lostCount),
    lost_weight: kg(card.lostMass),
    corrected_count: Number(card.correctedCount),
    corrected_weight: kg(card.correctedMass),
    gain: kg(card.gain),
    // milligrams by head-days, thousandths of a gram
    daily_gain: quotient(card.gain, card.headDays * 1000n),
    kept_percent: percent(had - card.lostCount, had),
    end_count: Number(card.endCount),
    end_weight: kg(card.endMass),
  }
}

/** No day is told that has not come. */
function stretchOf(input: { start: string | null; end: string | null }, context: Context, cages: number[] | null) {
  const { start, end } = periodOf(input, context)
  const today = dayOf(context.company.now)
  if (dayOf(start) > today) throw fieldErrors({ start: 'Этот период ещё не наступил' })
  return { start, end: dayOf(end) > today ? `${today}T23:59` : end, cages }
}

const lengthOf = ({ start, end }: read.Stretch) => daysBetween(dayOf(start), dayOf(end)) + 1

function startOf(lives: readonly read.Life[]): Card {
  const card = blank()
  for (const life of lives) {
    card.startCount += BigInt(life.count_before)
    card.startMass += BigInt(life.mass_before)
  }
  return card
}

function cardOf(lives: readonly read.Life[], booked: readonly Booked[], days: number): Card {
  const card = startOf(lives)
  card.headDays = card.startCount * BigInt(days)
  for (const one of booked) {
    addBooked(card, one)
    card.headDays += BigInt(one.head_days)
  }
  return close(card)
}

const KNOWN = KEYS as readonly Key[]
const isTold = (card: Card) => KNOWN.some((key) => card[key] !== 0n)

const cagesRoute = route(dayCardCalls.cages, async (input, context) => {
  const cages = await cagesWithin(context, { cages_id: null, location_id: input.location_id })
  const stretch = stretchOf(input, context, cages)
  const [places, lives, booked, passages] = await Promise.all([
    read.readPlaces(context, cages),
    read.readLives(context, stretch),
    readBooked(context, stretch, false),
    read.readPassages(context, stretch),
  ])
  const [livesIn, bookedIn] = [groupBy(lives, ({ cage }) => cage), groupBy(booked, ({ cage }) => cage)]
  const told = places
    .map((place) => ({
      place,
      card: cardOf(livesIn.get(place.id) ?? [], bookedIn.get(place.id) ?? [], lengthOf(stretch)),
    }))
    .filter(({ card }) => isTold(card))
  const total = blank()
  for (const { card } of told) addTo(total, card)
  const inside = passages.reduce((sum, { count }) => sum + BigInt(count), 0n)
  return {
    start: showDay(dayOf(stretch.start)),
    end: showDay(dayOf(stretch.end)),
    rows: told.map(({ place, card }) => ({
      id: place.id,
      cage_number: place.number,
      location_id: place.location_id,
      location_name: place.location_name,
      ...tell(card),
    })),
    total: tell(total, inside),
    limited: !scope(context.user).allModules,
  }
})

function daysOf(start: Card, booked: readonly Booked[], { start: since, end }: read.Stretch): [string, Card][] {
  const byDay = groupBy(booked, ({ day }) => day)
  const days: [string, Card][] = []
  let { endCount: count, endMass: mass } = close(start)
  for (let day = dayOf(since); day <= dayOf(end); day = addDays(day, 1)) {
    const card = { ...blank(), startCount: count, startMass: mass }
    for (const one of byDay.get(day) ?? []) addBooked(card, one)
    close(card)
    card.headDays = card.endCount
    count = card.endCount
    mass = card.endMass
    days.push([day, card])
  }
  return days
}

const daysRoute = route(dayCardCalls.days, async (input, context) => {
  const cages = await cagesWithin(context, { cages_id: [input.cage_id], location_id: null })
  const [place] = await read.readPlaces(context, cages)
  if (!place) throw notFound('Садок не найден')
  const stretch = stretchOf(input, context, cages)
  if (lengthOf(stretch) > MOST_DAYS) throw fieldErrors({ end: 'Период длиннее года' })
  const [lives, booked] = await Promise.all([read.readLives(context, stretch), readBooked(context, stretch, true)])
  return {
    start: showDay(dayOf(stretch.start)),
    end: showDay(dayOf(stretch.end)),
    cage_number: place.number,
    location_name: place.location_name,
    rows: daysOf(startOf(lives), booked, stretch).map(([day, card]) => ({ id: day, day, ...tell(card) })),
    total: tell(cardOf(lives, booked, lengthOf(stretch))),
  }
})

export const dayCardRoutes: Route[] = [cagesRoute, daysRoute]
