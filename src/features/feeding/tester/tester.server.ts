/** The tester: coming days of feeding by the norms, from the fish that are there now. */
import { sql } from 'kysely'
import { addDays, dayOf, daysBetween, showDay } from '../../../shared/dates'
import { type ForecastDay, forecastDays } from '../../../shared/feeding/forecast-days'
import { averageOfSums, MG_PER_KG, MILLIONTHS, toUnits } from '../../../shared/numbers'
import { say } from '../../../shared/say'
import { fieldErrors } from '../../../server/errors'
import type { ParsedOf } from '../../../shared/contract'
import { type Context, route, type Route } from '../../../server/http/route'
import { scope } from '../../../server/scope'
import type { Assigned } from '../../../core/feeding/assigned.server'
import { touching } from '../../../core/feeding/calc-rows.server'
import { assignments, daysFrom, dayTerms, type FedDay } from '../../../core/feeding/day-terms.server'
import {
  type CageDay,
  MAX_CAGE_DAYS,
  MAX_DAYS,
  type Problem,
  testerCall,
  type TestedCage,
  type TesterAnswer,
} from './tester.contract'

type Input = ParsedOf<typeof testerCall>

interface Stocked {
  cage_id: number
  cage_number: string
  location_id: number
  location_name: string
  count: number
  mass: number
}

const among = (column: string, ids: readonly number[] | null) =>
  ids ? sql`and ${sql.ref(column)} = any(${ids}::int[])` : sql``

/** Cages with fish now, of open modules; with a category asked for, those that hold it. */
const readStocked = ({ tx, company, user }: Context, { id, location_id, age_category_id }: Input) =>
  tx.rows<Stocked>(sql`
    select c.id as cage_id, c.number as cage_number, l.id as location_id, l.name as location_name, s.count, s.mass
    from cages c
    join locations l on l.company_id = ${company.id} and l.id = c.location_id
    cross join lateral (
      select sum(e.count_after)::bigint as count, sum(e.mass_after)::bigint as mass,
        ${age_category_id ? sql`bool_or(g.age_category_id = any(${age_category_id}::int[]))` : sql`true`} as asked
      from fish_groups g cross join lateral (
        select count_after, mass_after from fish_entries where company_id = ${company.id} and group_id = g.id
        order by at desc, operation_id desc limit 1
      ) e
      where g.company_id = ${company.id} and g.cage_id = c.id and g.closed_at is null and e.count_after > 0
    ) s
    where c.company_id = ${company.id} and s.count > 0 and s.asked ${among('c.id', id)}
      ${among('c.location_id', location_id)} ${scope(user).modules('c.location_id')}
    order by l.id, length(c.number), c.number, c.id`)

const PAST_DAYS = 14

/** How large the fish of these cages were before. */
async function readPast({ tx, company }: Context, cages: readonly number[]): Promise<TesterAnswer['past']> {
  const today = dayOf(company.now)
  const days = daysFrom(addDays(today, -PAST_DAYS), addDays(today, -1))
  const rows = await tx.rows<{ day: string; count: string; mass: string }>(sql`
    select d.day::date as day, sum(e.count_after)::text as count, sum(e.mass_after)::text as mass
    from unnest(${days}::timestamp[]) as d (day)
    join fish_groups g on g.company_id = ${company.id} and g.cage_id = any(${cages}::int[]) and g.first_at < d.day
      and (g.closed_at is null or g.closed_at >= d.day)
    cross join lateral (
      select count_after, mass_after from fish_entries
      where company_id = ${company.id} and group_id = g.id and at < d.day
      order by at desc, operation_id desc limit 1
    ) e
    group by d.day having sum(e.count_after) > 0 order by d.day`)
  return rows.map(({ day, count, mass }) => ({ date: showDay(day), avg_weight: averageOfSums(mass, count) }))
}

/**
 * From today on, although only those asked for are told: the fish have to grow until then. `told` is the place of the
 * day whose details are told, -1 for none.
 */
function daysOf({ start, end, date }: Input, { company }: Context) {
  const today = dayOf(company.now)
  const first = start ?? today
  const last = end ?? addDays(first, 29)
  if (first < today) throw fieldErrors({ start: 'Дата не может быть раньше сегодняшней' })
  if (last < first) throw fieldErrors({ end: 'Конец периода раньше начала' })
  if (daysBetween(today, last) >= MAX_DAYS)
    throw fieldErrors({ end: say('Не дальше {{days}} дней вперёд', { days: MAX_DAYS }) })
  if (date !== null && (date < first || date > last)) throw fieldErrors({ date: 'Этого дня нет в периоде' })
  return {
    days: daysFrom(today, last),
    skipped: daysBetween(today, first),
    told: date === null ? -1 : daysBetween(today, date),
  }
}

/** One calculation on every day, whatever is in force. */
async function oneCalc(context: Context, id: number, days: readonly string[]) {
  const { tx, company } = context
  const [calc, coefficients] = await Promise.all([
    tx.maybe<Omit<Assigned, 'coefficient'>>(sql`
      select t.id as calc, t.name, t.good_id as good, t.measure_parameter_id as parameter, t.strategy,
        t.fixed_temperature as fixed from feed_calcs t
      where t.company_id = ${company.id} and t.id = ${id} ${touching(context)}`),
    tx.rows<{ day: string; coefficient: number }>(sql`
      select day, coefficient from feed_calc_coefficients
      where company_id = ${company.id} and feed_calc_id = ${id} order by day`),
  ])
  if (!calc) throw fieldErrors({ calc_id: 'Расчёт не найден' })
  const inForce = [MILLIONTHS, ...coefficients.map((one) => one.coefficient)].map((coefficient): Assigned => ({
    ...calc,
    coefficient,
  }))
  const byDay = days.map((day) => inForce[1 + coefficients.findLastIndex((one) => one.day <= day)]!)
  return (_: number, day: number): Assigned => byDay[day]!
}

const kg = (mg: number): number => Math.round(mg) / MG_PER_KG
const orNull = <T>(value: T | null | undefined, show: (value: T) => number) =>
  value === null || value === undefined ? null : show(value)

function problemOf({ calc, temperature, terms }: FedDay, { norm }: ForecastDay): Problem | null {
  if (!calc) return 'no_calc'
  if (norm) return null
  if (terms.seasons?.length === 0) return 'no_norms'
  return temperature ? 'no_norm' : 'no_temperature'
}

function cageDay(fed: FedDay, day: ForecastDay): CageDay {
  const { calc, temperature, terms } = fed
  const { before, norm, ration, gain } = day
  return {
    biomass: kg(before.mass),
    avg_weight: kg(before.mass / before.count),
    calc_id: calc && calc.calc,
    temperature: orNull(temperature?.value, toUnits),
    temperature_source: temperature && temperature.source,
    temperature_on: temperature?.on ? showDay(temperature.on) : null,
    weight_from: orNull(norm?.min, kg),
    weight_to: orNull(norm?.max, kg),
    weight_fcr: orNull(norm?.fcr, toUnits),
    temperature_fcr: orNull(norm?.coefficient, toUnits),
    feeding_rate: orNull(norm?.rate, toUnits),
    coefficient: toUnits(terms.coefficient),
    rate: kg(ration),
    gain: kg(gain),
    problem: problemOf(fed, day),
  }
}

/** For each reason why a cage gets nothing its first day, and how many there are. */
function problemsOf(fed: readonly FedDay[], forecast: readonly ForecastDay[], skipped: number): TestedCage['problems'] {
  const found = new Map<Problem, TestedCage['problems'][number]>()
  for (let day = skipped; day < forecast.length; day++) {
    const problem = problemOf(fed[day]!, forecast[day]!)
    const known = problem && found.get(problem)
    if (known) known.days++
    else if (problem) found.set(problem, { problem, first: day - skipped, days: 1 })
  }
  return [...found.values()]
}

/** The calculations that occur, with the names of their feeds. */
async function namedCalcs({ tx, company }: Context, fed: Iterable<FedDay[]>) {
  const calcs = new Map<number, Assigned>()
  for (const days of fed) for (const { calc } of days) if (calc) calcs.set(calc.calc, calc)
  const goods = await tx.rows<{ id: number; name: string }>(sql`select id, name from goods
    where company_id = ${company.id} and id = any(${[...calcs.values()].map(({ good }) => good)}::int[])`)
  const names = new Map(goods.map(({ id, name }) => [id, name]))
  return [...calcs.values()].map(({ calc, name, good }) => ({
    id: calc,
    name,
    feed_type_id: good,
    feed_type: names.get(good) ?? '',
  }))
}

/** Sums of all cages by day, rounded once. */
function totals(forecasts: readonly ForecastDay[][], days: readonly string[], skipped: number): TesterAnswer['days'] {
  const sum = (day: number, pick: (of: ForecastDay) => number) =>
    kg(forecasts.reduce((total, forecast) => total + pick(forecast[day]!), 0))
  return days.slice(skipped).map((day, index) => ({
    day: index + 1,
    date: showDay(day),
    biomass: sum(index + skipped, ({ before }) => before.mass),
    feeding_norm: sum(index + skipped, ({ ration }) => ration),
    weight_gain: sum(index + skipped, ({ gain }) => gain),
  }))
}

async function test(input: Input, context: Context): Promise<TesterAnswer> {
  const { days, skipped, told } = daysOf(input, context)
  const stocked = await readStocked(context, input)
  const most = Math.floor(MAX_CAGE_DAYS / days.length)
  if (stocked.length > most)
    throw fieldErrors({
      id: say('Садков может быть не больше {{cages}}: выберите их меньше или период короче', { cages: most }),
    })
  const cages = stocked.map(({ cage_id }) => cage_id)
  const find =
    input.calc_id === null
      ? (await assignments(context, cages, days)).find
      : await oneCalc(context, input.calc_id, days)
  const terms = await dayTerms(context, cages, days, find)
  const fed = new Map(cages.map((cage) => [cage, terms.get(cage)]))
  const matching = context.company.settings['feeding-rates']['temperature-matching']
  const forecasts = stocked.map(({ cage_id, count, mass }) =>
    forecastDays(
      { count, mass },
      fed.get(cage_id)!.map(({ terms }) => terms),
      matching,
    ),
  )
  const tested = stocked.map(({ mass: _, ...cage }, index): TestedCage => {
    const [own, forecast] = [fed.get(cage.cage_id)!, forecasts[index]!]
    const day = told < 0 ? null : cageDay(own[told]!, forecast[told]!)
    return { ...cage, problems: problemsOf(own, forecast, skipped), day }
  })
  const [past, calcs] = await Promise.all([readPast(context, cages), namedCalcs(context, fed.values())])
  return { days: totals(forecasts, days, skipped), past, cages: tested, calcs }
}

export const testerRoutes: Route[] = [route(testerCall, test)]
