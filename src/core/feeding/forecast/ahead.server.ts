/** What coming days have for cages: norms, water, plans. */
import { sql } from 'kysely'
import { groupBy, once } from '../../../shared/collections'
import { addDays } from '../../../shared/dates'
import { type AheadTerms, openNorms } from '../../../shared/feeding/weight-ahead'
import { assignments, dayTerms, type FedStretch, type FeedingReader } from '../day-terms.server'
import { readWater, type Water } from './water.server'

interface PlannedDay {
  cage: number
  day: string
  /** mg */
  feed: number
}

/** What plans that were saved by the end of a day have for the days after it. */
const readPlans = (
  { tx, company }: FeedingReader,
  cages: readonly number[],
  { at, days, zone }: { at: string; days: readonly string[]; zone: string },
) =>
  tx.rows<PlannedDay>(sql`
    select cage_id as cage, day, sum(rate)::bigint as feed from feeding_plan_rows
    where company_id = ${company.id} and cage_id = any(${[...cages]}::int[])
      and day >= ${days[0]!}::date and day <= ${days.at(-1)!}::date
      and saved_at < (${addDays(at, 1)}::timestamp at time zone ${zone}::text)
    group by cage_id, day`)

/** The days of a cage, and its feed in mg on each, null without a plan. */
export interface CageAhead {
  terms: readonly AheadTerms[]
  plans: readonly (number | null)[]
}

const MG_PER_GRAM = 1000

/** Of the feed planned for its cage a group's `count` fish get their share of 0…1: grams for each. */
export const plannedFor = ({ plans }: CageAhead, { count, share }: { count: number; share: number }) =>
  plans.map((plan) => (plan === null ? null : ((plan / MG_PER_GRAM) * share) / count))

/** The terms of stretches: those that have feed, coefficient and temperatures in common share them. */
function openTerms(water: Water, normOn: ReturnType<typeof openNorms>) {
  const made = (cage: number, { calc, days, seasons, temperatures }: FedStretch): AheadTerms[] =>
    days.map((day, index) => {
      const known = temperatures[index]
      const temperature = calc && known ? known.value : water.ahead(cage, day)
      return { norm: normOn(seasons, day, temperature), temperature, coefficient: calc?.coefficient ?? 0 }
    })
  const shared = once((_: FedStretch['temperatures']) => new Map<string, AheadTerms[]>())
  return (cage: number, stretch: FedStretch): AheadTerms[] => {
    const { calc, temperatures } = stretch
    if (!calc || temperatures.includes(null)) return made(cage, stretch)
    const [known, key] = [shared(temperatures), `${calc.good}|${calc.coefficient}`]
    const terms = known.get(key) ?? made(cage, stretch)
    known.set(key, terms)
    return terms
  }
}

/** So many days before tell how the water goes on where no calculation does. */
const WATER_DAYS = 60

/**
 * Cage → its days, all of them after `at`. As of an earlier day readings and plans of later ones are not known;
 * calculations and norms are those of today, since what they said then is not kept.
 */
export async function aheadTerms(
  reader: FeedingReader & { company: { time_zone: string } },
  cages: readonly number[],
  at: string,
  days: readonly string[],
): Promise<Map<number, CageAhead>> {
  if (days.length === 0 || cages.length === 0) return new Map(cages.map((cage) => [cage, { terms: [], plans: [] }]))
  const { tx, company } = reader
  const then = { tx, company: { ...company, now: `${at}T23:59` } }
  const around = { from: addDays(at, -WATER_DAYS), until: addDays(at, 1), settings: company.settings }
  const [fed, water, planned] = await Promise.all([
    assignments(then, cages, days).then(({ find }) => dayTerms(then, cages, days, find)),
    readWater(tx, company.id, cages, around),
    readPlans(reader, cages, { at, days, zone: company.time_zone }),
  ])
  const termsOf = openTerms(water, openNorms(company.settings['feeding-rates']['temperature-matching']))
  const plansOf = groupBy(planned, ({ cage }) => cage)
  return new Map(
    cages.map((cage) => {
      const terms = fed.stretches(cage).flatMap((stretch) => termsOf(cage, stretch))
      const plans = new Map(plansOf.get(cage)?.map(({ day, feed }) => [day, feed]))
      return [cage, { terms, plans: plans.size > 0 ? days.map((day) => plans.get(day) ?? null) : [] }]
    }),
  )
}
