/** The withdrawal periods of treated fish at an instant, wherever they were moved, and when they are likely to end. */
import { sql } from 'kysely'
import { groupBy } from '../../../shared/collections'
import { addDays, dayOf, daysBetween } from '../../../shared/dates'
import {
  degreeDays,
  freeOn,
  isOpenOn,
  LONGEST_DAYS,
  type Period,
  periodOf,
} from '../../../shared/fish/withdrawal-period'
import { MILLIONTHS } from '../../../shared/numbers'
import type { Context } from '../../../server/http/route'
import { type TreatedGroup, treatedGroups, type Treatment } from './treated-fish.server'
import { readWaterDays, type WaterDays } from './water-days.server'

type Reader = Pick<Context, 'tx' | 'company'>

/** A group under the withdrawal period of a medicine. */
export interface OpenPeriod {
  cage: number
  generation: number
  category: number
  good: number
  medicine: string
  /** 'YYYY-MM-DD' of the last treatment */
  treated_on: string
  period: Period
  /** since then: whole days, millionths of degree-days */
  days: number
  degree_days: number
  /** the first day on which the fish are likely to be free; null when that is too far to tell */
  free_on: string | null
}

interface KnownTreatment extends Treatment {
  medicine: string
  period: Period
}

/** Treatments that may be within their period at an instant, and the medicine of each. */
async function readTreatments({ tx, company }: Reader, at: string): Promise<KnownTreatment[]> {
  const rows = await tx.rows<
    Treatment & { medicine: string; withdrawal_days: number | null; withdrawal_degree_days: number | null }
  >(sql`
    select o.id, o.at, o.cage_id as cage, o.good_id as good, g.name as medicine, g.withdrawal_days,
      g.withdrawal_degree_days
    from operations o
    join goods g on g.company_id = ${company.id} and g.id = o.good_id
    where o.company_id = ${company.id} and o.kind = 'treatment' and o.at <= ${at}::timestamp
      and o.at >= ${addDays(dayOf(at), -LONGEST_DAYS)}::timestamp
    order by o.at, o.id`)
  return rows
    .map(({ withdrawal_days: days, withdrawal_degree_days: degree_days, ...row }) => ({
      ...row,
      period: periodOf({ days, degree_days }),
    }))
    .filter(({ at: given, period: { days, degree_days } }) =>
      degree_days > 0 ? true : daysBetween(dayOf(given), dayOf(at)) < days,
    )
}

/** The temperature of each day where the fish were on it: they bring the warmth of their former water with them. */
const waterAlong =
  ({ of }: WaterDays, { stays }: TreatedGroup) =>
  (day: string) =>
    of((stays.findLast(({ from }) => from <= day) ?? stays[0]!).cage, day)

const later = (a: OpenPeriod, b: OpenPeriod) =>
  a.free_on === null || (b.free_on !== null && a.free_on >= b.free_on) ? a : b

interface Treated {
  fish: TreatedGroup
  period: OpenPeriod
}

/** What was treated within its period by an instant, with the periods as they stand on its day. */
async function readTreated(context: Reader, at: string): Promise<Treated[]> {
  const { tx, company } = context
  const today = dayOf(at)
  const treatments = await readTreatments(context, at)
  if (treatments.length === 0) return []
  const most = Math.max(...treatments.map(({ period }) => period.degree_days)) * MILLIONTHS
  const water = await readWaterDays(context, dayOf(treatments[0]!.at), today, most)
  const within = treatments.filter(({ at: given, period: { days, degree_days } }) => {
    const day = dayOf(given)
    return daysBetween(day, today) < days || water.least(day) < degree_days * MILLIONTHS
  })
  const known = new Map(within.map((one) => [one.id, one]))
  return (await treatedGroups(tx, company.id, within, at)).map((fish) => {
    const { good, medicine, period, at: given } = known.get(fish.treatment.id)!
    const [along, treated_on] = [waterAlong(water, fish), dayOf(given)]
    return {
      fish,
      period: {
        cage: fish.cage,
        generation: fish.generation,
        category: fish.category,
        good,
        medicine,
        treated_on,
        period,
        days: daysBetween(treated_on, today),
        degree_days: degreeDays(treated_on, today, along),
        free_on: freeOn(treated_on, period, along),
      },
    }
  })
}

/** Of each group and medicine the period that ends last, of those open on a day; what ends last comes first. */
function lastOfEach(treated: readonly Treated[], day: string): OpenPeriod[] {
  const open = treated.map(({ period }) => period).filter(({ free_on }) => isOpenOn(free_on, day))
  const keyOf = ({ cage, generation, category, good }: OpenPeriod) => [cage, generation, category, good].join()
  return [...groupBy(open, keyOf).values()].map((own) => own.reduce(later)).sort(byEnd)
}

/**
 * The periods that are open now in these cages, in all without them. Of days that are over readings count, of others
 * the lake's usual water.
 */
export async function openPeriods(context: Reader, cages?: readonly number[]): Promise<OpenPeriod[]> {
  const { now } = context.company
  const treated = await readTreated(context, now)
  const alive = treated.filter(({ fish: { until, cage } }) => until === null && (!cages || cages.includes(cage)))
  return lastOfEach(alive, dayOf(now))
}

/** Fish that left a cage, or will: without a group any of the cage. */
export interface TakenFish {
  at: string
  cage: number
  group: { generation: number; category: number } | null
}

/** A group that was emptied in the very minute had its fish for it. */
const takes = ({ at, cage, group }: TakenFish, { fish }: Treated) =>
  fish.cage === cage &&
  (group === null || (fish.generation === group.generation && fish.category === group.category)) &&
  fish.since.at <= at &&
  (fish.until === null || fish.until.at >= at)

/** The periods that were open for each of these when they left. */
export async function periodsOfTaken(context: Reader, taken: readonly TakenFish[]): Promise<OpenPeriod[][]> {
  const last = taken
    .map(({ at }) => at)
    .sort()
    .at(-1)
  if (last === undefined) return []
  const treated = await readTreated(context, last)
  return taken.map((one) =>
    lastOfEach(
      treated.filter((given) => takes(one, given)),
      dayOf(one.at),
    ),
  )
}

const FAR = '9999'

/** What ends last comes first. */
const byEnd = (a: OpenPeriod, b: OpenPeriod) => ((a.free_on ?? FAR) > (b.free_on ?? FAR) ? -1 : 1)
