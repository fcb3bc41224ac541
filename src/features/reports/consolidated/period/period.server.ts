/** The consolidated report for a period. */
import { sql } from 'kysely'
import { groupBy } from '../../../../shared/collections'
import type { ParsedOf } from '../../../../shared/contract'
import { dayOf, daysBetween, showDay } from '../../../../shared/dates'
import { fieldErrors } from '../../../../server/errors'
import { type Context, route } from '../../../../server/http/route'
import { scope } from '../../../../server/scope'
import { cagesWithin } from '../../../../core/documents/engine/journal-where.server'
import { type Balance, type Cage, readBalances, sumOf } from '../parts/balances.server'
import * as read from '../parts/movements.server'
import { economicOf, figuresOf, hadOf } from '../parts/figures.server'
import { kg, percent } from '../parts/sums.server'
import { MOST_WITH_FEEDS, periodCalls, type PeriodFigures, type PeriodRow } from './period.contract'
import { briefFeedingsOf, type CageFed, feedingsOf, readCalcs } from './period-feeding.server'

type Input = ParsedOf<typeof periodCalls.report>

/** Ten years, with their leap days. */
const MOST_DAYS = 3653

/** From the month's beginning until now, if no period is given. */
function periodOf({ start, end }: Input, { company }: Context) {
  const until = end ?? `${dayOf(company.now)}T23:59`
  const since = start ?? `${dayOf(until).slice(0, 7)}-01T00:00`
  if (since > until) throw fieldErrors({ end: 'Конец периода раньше начала' })
  if (since > company.now) throw fieldErrors({ start: 'Этот период ещё не наступил' })
  if (daysBetween(dayOf(since), dayOf(until)) >= MOST_DAYS) throw fieldErrors({ end: 'Период длиннее десяти лет' })
  return { start: since, end: until }
}

const inside = (passages: readonly read.Passage[]) => passages.reduce((sum, { count }) => sum + BigInt(count), 0n)

/** @param within pieces moved within: these did not come */
const tell = (sums: Balance, within = 0n): PeriodFigures =>
  Object.assign(figuresOf(sums), {
    retreat_percent: percent(sums.lostCount, hadOf('Count', sums, within)),
    recategorized_count: Number(sums.recategorizedCount),
    recategorized_weight: kg(sums.recategorizedMass),
    economic_coefficient: economicOf(sums),
  })

/** A row of a whole cage, or of one of its groups. */
const rowOf = (place: read.Place, life: read.Life | null, whole: boolean, balance: Balance): PeriodRow =>
  Object.assign(tell(balance), {
    id: life ? `${place.id}:${life.group}` : String(place.id),
    location_id: place.location_id,
    location_name: place.location_name,
    cage_id: place.id,
    cage_name: place.number,
    color: place.color,
    generation_id: life?.generation_id ?? null,
    generation_name: life?.generation_name ?? '',
    age_category_id: life?.age_category_id ?? null,
    age_category_name: life?.age_category_name ?? '',
    whole,
  })

function rowsOf({ place, lives, balance }: Cage, withoutGroups: boolean): PeriodRow[] {
  const groups = withoutGroups ? [] : lives
  const only = groups.length === 1
  const told = groups.map((one) => rowOf(place, one.life, only, one.balance))
  return only ? told : [rowOf(place, null, true, balance), ...told]
}

const tellModules = (cages: readonly Cage[], passages: readonly read.Passage[]) =>
  [...groupBy(cages, ({ place }) => place.location_id)].map(([id, own]) => ({
    location_id: id,
    location_name: own[0]!.place.location_name,
    ...tell(
      sumOf(own.map(({ balance }) => balance)),
      inside(passages.filter(({ source, target }) => source === id && target === id)),
    ),
  }))

/** @param passages null when all cages are told: whatever came then came from one of them */
function tellGenerations(cages: readonly Cage[], passages: readonly read.Passage[] | null) {
  const names = new Map(
    cages.flatMap(({ lives }) => lives.map(({ life }) => [life.generation_id, life.generation_name])),
  )
  return [...names].map(([id, name]) => {
    const own = cages.flatMap(({ lives }) => lives.filter(({ life }) => life.generation_id === id))
    const balance = sumOf(own.map((one) => one.balance))
    const within = passages?.filter(({ generation }) => generation === id)
    return {
      generation_id: id,
      generation_name: name,
      ...tell(balance, within ? inside(within) : balance.cameCount),
    }
  })
}

/** What each group of a cage with several ate. */
async function addShares(context: Context, stretch: read.Stretch, cages: readonly Cage[]): Promise<void> {
  const shared = cages.filter(({ lives, fed }) => lives.length > 1 && fed.length > 0)
  const ids = shared.map(({ place }) => place.id)
  const shares = await read.readShares(context, stretch, ids)
  const eaten = new Map<number, bigint>()
  for (const { group, volume } of shares) eaten.set(group, (eaten.get(group) ?? 0n) + BigInt(volume))
  for (const { lives } of shared) for (const { life, balance } of lives) balance.fed = eaten.get(life.group) ?? 0n
}

/** So few that each of their feeds is told. */
async function areFew({ tx, company }: Context, { cages }: read.Stretch): Promise<boolean> {
  if (cages) return cages.length <= MOST_WITH_FEEDS
  const more = sql`select from cages where company_id = ${company.id} limit 1 offset ${MOST_WITH_FEEDS}`
  return (await tx.maybe(more)) === undefined
}

async function readFeedings(context: Context, cages: readonly Cage[], stretch: read.Stretch, few: boolean) {
  const { speak } = context
  const told = cages.map(({ place, lives, fed }): CageFed => ({ place, lives: lives.map(({ life }) => life), fed }))
  if (!few) return briefFeedingsOf(context, told, stretch, speak)
  return feedingsOf(told, await readCalcs(context, stretch), stretch, speak)
}

async function readAll(context: Context, stretch: read.Stretch, withoutGroups: boolean) {
  const few = await areFew(context, stretch)
  const [{ cages }, passages] = await Promise.all([
    readBalances(context, stretch, { byFeed: few }),
    read.readPassages(context, stretch),
  ])
  const [feedings] = await Promise.all([
    readFeedings(context, cages, stretch, few),
    withoutGroups ? undefined : addShares(context, stretch, cages),
  ])
  return { cages, passages, feedings }
}

export async function readPeriod(context: Context, input: Input) {
  const period = periodOf(input, context)
  const stretch = { ...period, cages: await cagesWithin(context, input) }
  const { cages, passages, feedings } = await readAll(context, stretch, input.without_generations)
  return {
    start: showDay(dayOf(period.start)),
    end: showDay(dayOf(period.end)),
    report_data: cages.flatMap((cage) => rowsOf(cage, input.without_generations)),
    additional_data: {
      total: tell(sumOf(cages.map(({ balance }) => balance)), inside(passages)),
      locations: tellModules(cages, passages),
      generations: input.without_generations ? [] : tellGenerations(cages, stretch.cages && passages),
      feedings,
      limited: !scope(context.user).allModules,
    },
  }
}

export const periodRoute = route(periodCalls.report, (input, context) => readPeriod(context, input))
