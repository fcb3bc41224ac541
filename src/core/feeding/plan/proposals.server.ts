/** Rows that a plan proposes, and the recalculation of one. */
import { sql } from 'kysely'
import { showDay } from '../../../shared/dates'
import { type Reason, reasonFor, recalculate } from '../../../shared/feeding/plan'
import type { Stock } from '../../../shared/feeding/ration'
import { averageKg, MILLIONTHS, toKg, toUnits } from '../../../shared/numbers'
import type { Speak } from '../../../shared/say'
import { fieldErrors, notFound, notice } from '../../../server/errors'
import { type Context, route } from '../../../server/http/route'
import { latestNorms, type NormVersion } from '../norms.server'
import { planCalls } from './plan.contract'
import { NO_NORM, type Proposed, type Why } from './plan-shapes.contract'
import { type CageFish, fishOn, type PlanReader } from './plan-fish.server'
import { type Known, rulesOf, situationsOn } from './situations.server'

interface Proposer extends PlanReader {
  speak: Speak
}

const NO_TEMPERATURE = 'Температура воды в этот день неизвестна'

const tellWhy = (reason: Reason, version: number, known: Known | null, temperature: number, speak: Speak): Why => ({
  norm_version: version,
  season: { from: reason.from, to: reason.to },
  weight_min: toKg(reason.min),
  weight_max: toKg(reason.max),
  norm_temperature: reason.column,
  feeding_rate: toUnits(reason.rate),
  feed_conversion_rate: toUnits(reason.fcr),
  temperature_fcr: toUnits(reason.temperatureFcr),
  coefficient: toUnits(reason.coefficient),
  temperature: toUnits(temperature),
  temperature_source: known?.temperature?.source ?? null,
  temperature_on: known?.temperature?.on ? showDay(known.temperature.on) : null,
  water_share: toUnits(reason.share),
  water: reason.reasons.map(speak),
})

/** The reason of a row: with its feed's norms, and what is known of the cage on that day. */
export function reasonOf(
  stock: Stock,
  { day, calc, oxygen }: Omit<Known, 'temperature'>,
  temperature: number,
  norm: NormVersion | undefined,
  context: PlanReader,
): Reason | null {
  const situation = { day, temperature, coefficient: calc?.coefficient ?? MILLIONTHS, oxygen }
  return norm ? reasonFor(norm.seasons, stock, situation, rulesOf(context)) : null
}

function proposalOf(fish: CageFish, known: Known, goods: ReadonlyMap<number, NormVersion>, context: Proposer) {
  const { calc, temperature } = known
  const norm = goods.get(calc!.good)
  const stock = { mass: fish.mass, count: fish.count }
  const reason = temperature && reasonOf(stock, known, temperature.value, norm, context)
  const numbers = reason && recalculate(fish.mass, 0, reason)
  const rate = numbers ? toKg(Math.round(numbers.ration)) : null
  const growth = numbers ? toKg(Math.round(numbers.growthOfRation)) : null
  return {
    rate,
    growth,
    calc_rate: rate,
    calc_growth: growth,
    temperature: temperature && toUnits(temperature.value),
    why: reason && tellWhy(reason, norm!.version, known, temperature.value, context.speak),
    fault: reason ? null : context.speak(temperature ? NO_NORM : NO_TEMPERATURE),
  }
}

const namesOf = async ({ tx, company }: PlanReader, goods: readonly number[]) => {
  const rows = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from goods where company_id = ${company.id} and id = any(${[...goods]}::int[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A row for each cage with fish to which a calculation assigns a feed. */
export async function proposals(day: string, context: Proposer): Promise<Proposed[]> {
  const all = await fishOn(context, day)
  const found = await situationsOn(
    context,
    all.map(({ cage, location }) => ({ cage, location, day })),
  )
  const assigned = all.flatMap((fish, index) => (found[index]!.calc ? [{ fish, known: found[index]! }] : []))
  const goods = [...new Set(assigned.map(({ known }) => known.calc!.good))]
  const [norms, names] = await Promise.all([
    latestNorms(context.tx, context.company.id, goods),
    namesOf(context, goods),
  ])
  return assigned.map(({ fish, known }) => ({
    date: showDay(day),
    cage_id: fish.cage,
    cage_number: fish.number,
    location_id: fish.location,
    feed_type_id: known.calc!.good,
    feed_type_name: names.get(known.calc!.good) ?? '',
    feed_calc_name: known.calc!.name,
    avg_weight: averageKg(fish.mass, fish.count),
    count: fish.count,
    weight: toKg(fish.mass),
    is_rate_alert_dismissed: false,
    is_growth_alert_dismissed: false,
    ...proposalOf(fish, known, norms, context),
  }))
}

async function situationOf(context: Context, cage: number | null, day: string): Promise<Known | null> {
  if (cage === null) return null
  const [fish] = await fishOn(context, day, [cage])
  if (!fish) throw notFound('Садок не найден.')
  const [known] = await situationsOn(context, [{ cage, location: fish.location, day }])
  return known!
}

export const proposalRoutes = [
  route(planCalls.proposals, ({ date }, context) => proposals(date, context)),
  route(planCalls.recalc, async (input, context) => {
    const { feed_type_id, rate, temperature, avg_weight, count, date: day, cage_id } = input
    const [norms, names, known] = await Promise.all([
      latestNorms(context.tx, context.company.id, [feed_type_id]),
      namesOf(context, [feed_type_id]),
      situationOf(context, cage_id, day),
    ])
    if (!names.has(feed_type_id)) throw fieldErrors({ feed_type_id: 'Корм не найден' })
    const stock = { mass: avg_weight * count, count }
    const norm = norms.get(feed_type_id)
    const reason = reasonOf(stock, known ?? { day, calc: null, oxygen: null }, temperature, norm, context)
    if (!reason) throw notice(NO_NORM)
    const { ration, growth, growthOfRation } = recalculate(stock.mass, rate, reason)
    return {
      calc_rate: toKg(Math.round(ration)),
      calc_growth: toKg(Math.round(growth)),
      calc_growth_with_calc_rate: toKg(Math.round(growthOfRation)),
      why: tellWhy(reason, norm!.version, known, temperature, context.speak),
    }
  }),
]
