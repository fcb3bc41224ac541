/** Factors that weighings propose for norms, and taking one: new norms, by the write that their editor uses. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../../shared/contract'
import { dayOf } from '../../../shared/dates'
import { classOf, correctedCoefficient, type WaterClass } from '../../../shared/feeding/growth-factors'
import type { MonthDay, Season } from '../../../shared/feeding/norm'
import { MILLIONTHS, toUnits } from '../../../shared/numbers'
import { conflict } from '../../../server/errors'
import type { Context } from '../../../server/http/route'
import { openCagesOf } from '../../../core/feeding/expected/expected.server'
import { readHappenings } from '../../../core/feeding/forecast/estimates.server'
import { learntFactors } from '../../../core/feeding/forecast/factors.server'
import { latestNorms, readNorms, saveNorms } from '../../../core/feeding/norms.server'
import type { Factor, forecastCalls } from './forecast.contract'

const dayText = ({ day, month }: MonthDay) => `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}`

/** The columns of a class of water, before and after. */
const changesOf = (seasons: readonly Season[], water: WaterClass, factor: number): Factor['changes'] =>
  seasons.flatMap(({ from, to, temperatures, coefficients }) =>
    temperatures.flatMap((temperature, column) =>
      classOf(temperature) === water
        ? [
            {
              season: `${dayText(from)}–${dayText(to)}`,
              temperature,
              before: toUnits(coefficients[column]!),
              after: toUnits(correctedCoefficient(coefficients[column]!, factor)),
            },
          ]
        : [],
    ),
  )

const corrected = (seasons: readonly Season[], water: WaterClass, factor: number): Season[] =>
  seasons.map((season) => ({
    ...season,
    coefficients: season.coefficients.map((coefficient, column) =>
      classOf(season.temperatures[column]!) === water ? correctedCoefficient(coefficient, factor) : coefficient,
    ),
  }))

const namesOf = ({ tx, company }: Context, table: 'goods' | 'species', ids: readonly number[]) =>
  tx
    .rows<{ id: number; name: string }>(
      sql`select id, name from ${sql.table(table)} where company_id = ${company.id} and id = any(${[...ids]}::int[])`,
    )
    .then((rows) => new Map(rows.map(({ id, name }) => [id, name])))

const fine = (value: number) => Math.round(value * 10_000) / 10_000

/** All that weighings of the person's cages tell, those offered first. */
export async function factors(_: unknown, context: Context): Promise<Factor[]> {
  const { tx, company } = context
  const cages = await openCagesOf(context, null)
  const open = new Set(cages)
  const happenings = await readHappenings(context, cages, dayOf(company.now))
  const learnt = await learntFactors(
    context,
    happenings.filter(({ cage }) => open.has(cage)),
  )
  const goods = learnt.map(({ good }) => good)
  const [feeds, species, norms] = await Promise.all([
    namesOf(context, 'goods', goods),
    namesOf(
      context,
      'species',
      learnt.map((one) => one.species),
    ),
    latestNorms(tx, company.id, [...new Set(goods)]),
  ])
  return learnt
    .map((one): Factor => {
      const factor = fine(one.factor)
      const { version, seasons } = norms.get(one.good)!
      return {
        feed_type_id: one.good,
        feed_type: feeds.get(one.good) ?? '',
        species_id: one.species,
        species: species.get(one.species) ?? '',
        water: one.water,
        factor,
        low: fine(one.low),
        high: fine(one.high),
        spans: one.spans,
        offered: one.offered,
        version,
        changes: one.offered ? changesOf(seasons, one.water, factor) : [],
      }
    })
    .sort((a, b) => Number(b.offered) - Number(a.offered) || b.spans - a.spans || a.feed_type_id - b.feed_type_id)
}

const MEANWHILE = 'С тех пор изменились навески или нормы. Посмотрите ещё раз, что предлагается.'

export async function takeFactor(input: ParsedOf<typeof forecastCalls.takeFactor>, context: Context) {
  const { feed_type_id, species_id, water, version } = input
  const own = (await factors({}, context)).find(
    (one) => one.feed_type_id === feed_type_id && one.species_id === species_id && one.water === water,
  )
  const same = own?.offered && own.version === version && Math.round(own.factor * MILLIONTHS) === input.factor
  if (!same) throw conflict(MEANWHILE)
  const owner = { kind: 'feed' as const, id: feed_type_id }
  const norms = (await readNorms(owner, context))!
  await saveNorms({ owner, seasons: corrected(norms.seasons, water, own.factor), version }, context)
  return { version: (await readNorms(owner, context))!.version }
}
