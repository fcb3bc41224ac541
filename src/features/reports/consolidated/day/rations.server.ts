/** What the norms say of a cage on a day: how much feed, what it grows, and whether it was fed as it should be. */
import { sql } from 'kysely'
import { gainOf } from '../../../../shared/feeding/ration'
import { type Reason, recalculate } from '../../../../shared/feeding/plan'
import { MILLIONTHS, toUnits } from '../../../../shared/numbers'
import type { Phrase } from '../../../../shared/say'
import { latestNorms, type NormVersion } from '../../../../core/feeding/norms.server'
import type { PlanReader } from '../../../../core/feeding/plan/plan-fish.server'
import { reasonOf } from '../../../../core/feeding/plan/proposals.server'
import { type Known, situationsOn } from '../../../../core/feeding/plan/situations.server'
import { warningOf } from '../parts/feed-warning.server'
import type { Fed } from '../parts/movements.server'

export interface Fish {
  cage: number
  location: number
  /** of the morning: whole pieces and milligrams */
  count: number
  mass: number
  fed: readonly Fed[]
}

export interface Ration {
  /** °C */
  temperature: number | null
  /** % of the biomass, and milligrams; null without norms */
  percents: number | null
  norm: bigint | null
  /** milligrams that the feed grows by the norms, and of which feed; null without norms for any of it */
  growth: bigint | null
  fedByNorm: bigint
  warning: Phrase | null
}

const two = (value: number) => Math.round(value * 100) / 100

/** The conversion rate of the norm: by weight, by temperature. */
const rateOf = ({ fcr, temperatureFcr }: Reason) => ({ fcr, coefficient: temperatureFcr })

type Norms = ReadonlyMap<number, NormVersion>

function reasonsOf(fish: Fish, known: Known, norms: Norms, context: PlanReader) {
  const { calc, temperature } = known
  const of = (good: number) => temperature && reasonOf(fish, known, temperature.value, norms.get(good), context)
  const own = calc && of(calc.good)
  return { own, fed: fish.fed.map((one) => ({ ...one, reason: of(one.good) ?? own })) }
}

function rationOf(fish: Fish, known: Known, norms: Norms, names: ReadonlyMap<number, string>, context: PlanReader) {
  const { calc, temperature } = known
  const { own, fed } = reasonsOf(fish, known, norms, context)
  const grown = fed.flatMap(({ volume, reason }) => (reason ? [gainOf(Number(volume), rateOf(reason))] : []))
  const growth = grown.length > 0 ? grown.reduce((sum, one) => sum + one, 0) : null
  const volume = fed.reduce((sum, one) => sum + (one.reason ? Number(one.volume) : 0), 0)
  const assigned = calc ? [names.get(calc.good) ?? ''] : []
  const others = fed.filter(({ good }) => good !== calc?.good).map(({ name }) => name)
  return {
    temperature: temperature && toUnits(temperature.value),
    percents: own && two((own.rate / MILLIONTHS) * (own.coefficient / MILLIONTHS) * (own.share / MILLIONTHS)),
    norm: own && BigInt(Math.round(recalculate(fish.mass, 0, own).ration)),
    growth: growth === null ? null : BigInt(Math.round(growth)),
    fedByNorm: BigInt(volume),
    warning: warningOf(assigned, others),
  }
}

async function feedNames({ tx, company }: PlanReader, goods: readonly number[]) {
  const rows = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from goods where company_id = ${company.id} and id = any(${[...goods]}::int[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** For each cage, in their order. */
export async function rationsOn(context: PlanReader, day: string, all: readonly Fish[]): Promise<Ration[]> {
  const known = await situationsOn(
    context,
    all.map(({ cage, location }) => ({ cage, location, day })),
  )
  const assigned = new Set(known.flatMap(({ calc }) => calc?.good ?? []))
  const goods = [...new Set([...assigned, ...all.flatMap(({ fed }) => fed.map(({ good }) => good))])]
  const [norms, names] = await Promise.all([
    latestNorms(context.tx, context.company.id, goods),
    feedNames(context, [...assigned]),
  ])
  return all.map((fish, index) => rationOf(fish, known[index]!, norms, names, context))
}
