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
import { rulesOf } from '../../../core/documents/kinds/kinds.contract'
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

/** SQL: kinds that have entries, written out: a plan for any list takes them for most of what there is. */
const BOOKED = sql.join([...rulesOf.values()].filter(({ effect }) => effect).map(({ kind }) => sql.lit(kind)))

/**
 * How large the fish of these cages were before: what swims there now less all that came and went since, out of one
 * range of an index for each kind.
 */
async function readPast({ tx, company }: Context, stocked: readonly Stocked[]): Promise<TesterAnswer['past']> {
  const today = dayOf(company.now)
  const days = daysFrom(addDays(today, -PAST_DAYS), addDays(today, -1))
  const count = stocked.reduce((sum, one) => sum + one.count, 0)
  const mass = stocked.reduce((sum, one) => sum + one.mass, 0)
  const rows = await tx.rows<{ day: string; count: string; mass: string }>(sql`
    with since as materialized (
      select e.at::date as day, sum(e.count_delta) as count, sum(e.mass_delta) as mass
      from unnest(${stocked.map(({ cage_id }) => cage_id)}::int[]) as c (id)
      join fish_entries e on e.cage_id = c.id
      where e.company_id = ${company.id} and e.kind in (${BOOKED}) and e.at >= ${days[0]!}::timestamp
      group by 1
    )
    select d.day, w.count::text as count, w.mass::text as mass from unnest(${days}::date[]) as d (day)
    cross join lateral (
      select ${count}::numeric - coalesce(sum(s.count), 0) as count, ${mass}::numeric - coalesce(sum(s.mass), 0) as mass
      from since s where s.day >= d.day) w
    where w.count > 0 order by d.day`)
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

/** These calculations, with the names of their feeds. */
async function namedCalcs({ tx, company }: Context, calcs: readonly Assigned[]) {
  const goods = await tx.rows<{ id: number; name: string }>(sql`select id, name from goods
    where company_id = ${company.id} and id = any(${calcs.map(({ good }) => good)}::int[])`)
  const names = new Map(goods.map(({ id, name }) => [id, name]))
  return calcs.map(({ calc, name, good }) => ({
    id: calc,
    name,
    feed_type_id: good,
    feed_type: names.get(good) ?? '',
  }))
}

/** What all cages add up to, and the calculations that occur: cage by cage, since their days are tens of thousands. */
function openSums(days: readonly string[]) {
  const calcs = new Map<number, Assigned>()
  const sums = days.map(() => ({ biomass: 0, ration: 0, gain: 0 }))
  return {
    add(fed: readonly FedDay[], forecast: readonly ForecastDay[]): void {
      for (const { calc } of fed) if (calc) calcs.set(calc.calc, calc)
      for (const [index, { before, ration, gain }] of forecast.entries()) {
        const sum = sums[index]!
        sum.biomass += before.mass
        sum.ration += ration
        sum.gain += gain
      }
    },
    calcs: () => [...calcs.values()],
    /** rounded once */
    days: (skipped: number): TesterAnswer['days'] =>
      sums.slice(skipped).map(({ biomass, ration, gain }, index) => ({
        day: index + 1,
        date: showDay(days[index + skipped]!),
        biomass: kg(biomass),
        feeding_norm: kg(ration),
        weight_gain: kg(gain),
      })),
  }
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
  const [terms, past] = await Promise.all([dayTerms(context, cages, days, find), readPast(context, stocked)])
  const matching = context.company.settings['feeding-rates']['temperature-matching']
  const sums = openSums(days)
  const tested = stocked.map(({ mass, ...cage }): TestedCage => {
    const own = terms.get(cage.cage_id)
    const forecast = forecastDays(
      { count: cage.count, mass },
      own.map(({ terms }) => terms),
      matching,
    )
    sums.add(own, forecast)
    const day = told < 0 ? null : cageDay(own[told]!, forecast[told]!)
    return { ...cage, problems: problemsOf(own, forecast, skipped), day }
  })
  return { days: sums.days(skipped), past, cages: tested, calcs: await namedCalcs(context, sums.calcs()) }
}

export const testerRoutes: Route[] = [route(testerCall, test)]
