/** What cages were fed in a period, and which calculations were in force while they had fish. */
import { sql } from 'kysely'
import { addDays, dayOf } from '../../../../shared/dates'
import type { Phrase, Speak } from '../../../../shared/say'
import { type Fed, type Life, type Place, type Reader, readFeeds, type Stretch } from '../parts/movements.server'
import type { CageFeeding } from './period.contract'
import { briefWarningOf, warningOf } from '../parts/feed-warning.server'
import { kg } from '../parts/sums.server'

export interface Calc {
  id: number
  name: string
  good: number
  feed: string
  location_ids: number[]
  age_category_ids: number[]
  cage_ids: number[]
  starts_on: string
  ends_on: string | null
}

/** The newest first. */
export const readCalcs = ({ tx, company }: Reader, { start, end }: Stretch): Promise<Calc[]> =>
  tx.rows<Calc>(sql`
    select k.id, k.name, k.good_id as good, g.name as feed, k.location_ids, k.age_category_ids, k.cage_ids, k.starts_on,
      k.ends_on
    from feed_calcs k join goods g on g.company_id = ${company.id} and g.id = k.good_id
    where k.company_id = ${company.id} and k.archived_at is null and k.starts_on <= ${dayOf(end)}::date
      and (k.ends_on is null or k.ends_on >= ${dayOf(start)}::date)
    order by k.id desc`)

const lasts = (day: string, from: string, to: string | null) => from <= day && (to === null || day <= to)
const covers = (ids: readonly number[], id: number) => ids.length === 0 || ids.includes(id)

/** Those that decided on some day with fish: of several that cover it the newest. */
function inForce(calcs: readonly Calc[], place: Place, lives: readonly Life[], { start, end }: Stretch): Calc[] {
  const own = calcs.filter((calc) => covers(calc.cage_ids, place.id) && covers(calc.location_ids, place.location_id))
  if (own.length === 0) return []
  const stays = lives.map((life) => ({
    category: life.age_category_id,
    from: dayOf(life.first_at),
    to: life.closed_at && dayOf(life.closed_at),
  }))
  const spans = [
    ...own.map(({ starts_on, ends_on }) => [starts_on, ends_on]),
    ...stays.map(({ from, to }) => [from, to]),
  ]
  const turns = spans.flatMap(([from, to]) => [from!, ...(to ? [addDays(to, 1)] : [])])
  const [first, last] = [dayOf(start), dayOf(end)]
  const days = new Set([first, ...turns.filter((day) => day > first && day <= last)])
  const found = new Set<Calc>()
  for (const day of days) {
    const there = stays.filter(({ from, to }) => lasts(day, from, to))
    const calc = own.find(
      ({ starts_on, ends_on, age_category_ids }) =>
        lasts(day, starts_on, ends_on) && there.some(({ category }) => covers(age_category_ids, category)),
    )
    if (calc) found.add(calc)
  }
  return [...found]
}

/** What was fed to a cage. */
export interface CageFed {
  place: Place
  lives: readonly Life[]
  /** feed by feed */
  fed: readonly Fed[]
}

/** Each cage with its feeds, and with those beside its calculations by name. */
export function feedingsOf(cages: readonly CageFed[], calcs: readonly Calc[], stretch: Stretch, speak: Speak) {
  return cages.map(({ place, lives, fed }) => {
    const own = inForce(calcs, place, lives, stretch)
    const assigned = goodsOf(own)
    const others = fed.filter(({ good }) => !assigned.includes(good)).map(({ name }) => name)
    return {
      cage_id: place.id,
      feeds: fed.map(({ good, name, volume }) => ({ feed_type_id: good, name, volume: kg(BigInt(volume)) })),
      ...tell(own, warningOf(feedsOf(own), others), speak),
    }
  })
}

/** Without its feeds: of very many cages they are a million rows. */
export async function briefFeedingsOf(
  reader: Reader,
  cages: readonly Omit<CageFed, 'fed'>[],
  stretch: Stretch,
  speak: Speak,
): Promise<CageFeeding[]> {
  const calcs = await readCalcs(reader, stretch)
  const told = cages.map(({ place, lives }) => ({ cage: place.id, own: inForce(calcs, place, lives, stretch) }))
  const elsewise = await readElsewise(
    reader,
    stretch,
    told.filter(({ own }) => own.length > 0).map(({ cage, own }) => ({ cage, goods: goodsOf(own) })),
  )
  return told.map(({ cage, own }) => ({
    cage_id: cage,
    feeds: null,
    ...tell(own, briefWarningOf(feedsOf(own), elsewise.has(cage)), speak),
  }))
}

const goodsOf = (calcs: readonly Calc[]) => calcs.map(({ good }) => good)
const feedsOf = (calcs: readonly Calc[]) => [...new Set(calcs.map(({ feed }) => feed))]

const tell = (own: readonly Calc[], warning: Phrase | null, speak: Speak) => ({
  calcs: own.map(({ name, good, feed }) => ({ name, feed_type_id: good, feed })),
  warning: warning && speak(warning),
})

/** So many feedings of a cage are looked at first: mostly one of them already tells. */
const FIRST = 20

interface Assigned {
  cage: number
  goods: readonly number[]
}

/** Which cages were fed another feed than these of theirs. */
async function readElsewise(reader: Reader, stretch: Stretch, assigned: readonly Assigned[]): Promise<Set<number>> {
  const found = new Set(await elsewiseAtFirst(reader, stretch, assigned))
  const goods = new Map(assigned.flatMap((one) => (found.has(one.cage) ? [] : [[one.cage, one.goods]])))
  for (const { cage, good } of await readFeeds(reader, stretch, [...goods.keys()]))
    if (!goods.get(cage)!.includes(good)) found.add(cage)
  return found
}

async function elsewiseAtFirst({ tx, company }: Reader, { start, end }: Stretch, assigned: readonly Assigned[]) {
  const rows = await tx.rows<{ cage: number }>(sql`
    select c.cage from unnest(${assigned.map(({ cage }) => cage)}::int[],
      ${assigned.map(({ goods }) => `{${goods.join()}}`)}::text[]) as c (cage, goods)
    where exists (
      select from (
        select good_id from operations
        where company_id = ${company.id} and cage_id = c.cage and kind = 'feeding'
          and at between ${start}::timestamp and ${end}::timestamp
        order by at, id limit ${FIRST}) f
      where f.good_id <> all(c.goods::int[]))`)
  return rows.map(({ cage }) => cage)
}
