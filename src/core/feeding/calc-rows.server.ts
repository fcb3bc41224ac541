/** Calculations as their list shows them, to people of all modules and of some. */
import { type RawBuilder, sql } from 'kysely'
import { showDay } from '../../shared/dates'
import type { Strategy } from '../../shared/feeding/strategies'
import { toUnits } from '../../shared/numbers'
import { at, say, type Speak } from '../../shared/say'
import { deleteFlags } from '../lists/kit/crud.server'
import { forbidden } from '../../server/errors'
import type { Context } from '../../server/http/route'
import { CLOSED, scope } from '../../server/scope'
import { type CalcRow, STRATEGY_NAMES } from './calcs.contract'

interface StoredCalc {
  id: number
  name: string
  good_id: number
  good: string
  measure_parameter_id: number | null
  measure_parameter: string | null
  parameter_location: number | null
  location_ids: number[]
  age_category_ids: number[]
  cage_ids: number[]
  starts_on: string
  ends_on: string | null
  strategy: Strategy
  fixed_temperature: number | null
  coefficients: { day: string; coefficient: number }[]
  archived: boolean
  version: string
}

/** SQL: `and` the calculation `t` covers anything in a module open to the user. */
export const touching = ({ company, user }: Context): RawBuilder<unknown> => {
  const { allModules, modules } = scope(user)
  if (allModules) return sql``
  return sql`
    and (t.location_ids = '{}' or exists (select from locations l
      where l.company_id = ${company.id} and l.id = any(t.location_ids) ${modules('l.id')}))
    and (t.cage_ids = '{}' or exists (select from cages c
      where c.company_id = ${company.id} and c.id = any(t.cage_ids) ${modules('c.location_id')}))`
}

const readStored = (context: Context, id: number | null) => {
  const { tx, company } = context
  return tx.rows<StoredCalc>(sql`
    select t.id, t.name, t.good_id, g.name as good, t.measure_parameter_id, p.name as measure_parameter,
      p.location_id as parameter_location, t.location_ids, t.age_category_ids, t.cage_ids, t.starts_on, t.ends_on,
      t.strategy, t.fixed_temperature, t.archived_at is not null as archived, t.xmin::text as version,
      (select coalesce(json_agg(json_build_object('day', k.day, 'coefficient', k.coefficient) order by k.day), '[]')
        from feed_calc_coefficients k where k.company_id = ${company.id} and k.feed_calc_id = t.id) as coefficients
    from feed_calcs t
    join goods g on g.company_id = ${company.id} and g.id = t.good_id
    left join measure_parameters p on p.company_id = ${company.id} and p.id = t.measure_parameter_id
    where t.company_id = ${company.id} ${id === null ? sql`` : sql`and t.id = ${id}`} ${touching(context)}
    order by t.id desc`)
}

interface Named {
  id: number
  name: string
}
interface NamedCage extends Named {
  location_id: number
}

/** Names of what these calculations are about, in the order of the farm. */
async function readNames({ tx, company }: Context, calcs: readonly StoredCalc[]) {
  const idsOf = (pick: (calc: StoredCalc) => number[]) => [...new Set(calcs.flatMap(pick))]
  const [locations, categories, cages] = await Promise.all([
    tx.rows<Named>(sql`select id, name from locations
      where company_id = ${company.id} and id = any(${idsOf((calc) => calc.location_ids)}::int[]) order by id`),
    tx.rows<Named>(sql`select id, name from age_categories
      where company_id = ${company.id} and id = any(${idsOf((calc) => calc.age_category_ids)}::int[]) order by id`),
    tx.rows<NamedCage>(sql`select id, number as name, location_id from cages
      where company_id = ${company.id} and id = any(${idsOf((calc) => calc.cage_ids)}::int[])
      order by length(number), number, id`),
  ])
  return { locations, categories, cages }
}
type Names = Awaited<ReturnType<typeof readNames>>

/** The three lists without what is closed to the user. */
function openTo({ user }: Context, calc: StoredCalc, names: Names) {
  const { opensModule } = scope(user)
  const among = <T extends Named>(all: readonly T[], ids: readonly number[]) => all.filter(({ id }) => ids.includes(id))
  return {
    locations: among(names.locations, calc.location_ids).filter(({ id }) => opensModule(id)),
    categories: among(names.categories, calc.age_category_ids),
    cages: among(names.cages, calc.cage_ids).filter(({ location_id }) => opensModule(location_id)),
  }
}
type OpenNames = ReturnType<typeof openTo>

function applicability({ locations, categories, cages }: OpenNames, speak: Speak): string {
  const list = (of: readonly Named[]) => of.map(({ name }) => name).join(', ')
  const parts = [
    locations.length > 0 && say('модули: {{names}}', { names: list(locations) }),
    categories.length > 0 && say('категории: {{names}}', { names: list(categories) }),
    cages.length > 0 && say('садки: {{names}}', { names: list(cages) }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? speak('все садки') : parts.map(speak).join('; ')
}

/** Whether it is about nothing but modules open to the user; cages that lie in none of its modules are not covered. */
function isOwn({ user }: Context, { location_ids, cage_ids }: StoredCalc, { locations, cages }: OpenNames): boolean {
  if (scope(user).allModules) return true
  if (location_ids.length > 0) return locations.length === location_ids.length
  return cage_ids.length > 0 && cages.length === cage_ids.length
}

const CLOSED_MODULES =
  'Расчёт касается модулей, которые вам недоступны. Изменить его может коллега, которому они доступны.'

function calcRow(context: Context, calc: StoredCalc, names: Names): CalcRow {
  const { user, speak } = context
  const open = openTo(context, calc, names)
  const own = isOwn(context, calc, open)
  const idsOf = (of: readonly Named[]) => of.map(({ id }) => id)
  const { starts_on, ends_on, measure_parameter, parameter_location } = calc
  const hidden = parameter_location !== null && !scope(user).opensModule(parameter_location)
  return {
    id: calc.id,
    name: calc.name,
    feed_type_id: calc.good_id,
    feed_type: calc.good,
    measure_parameter_id: calc.measure_parameter_id,
    measure_parameter: hidden ? CLOSED : measure_parameter,
    location_ids: idsOf(open.locations),
    age_category_ids: idsOf(open.categories),
    cage_ids: idsOf(open.cages),
    applicability: applicability(open, speak),
    start: showDay(starts_on),
    end: ends_on && showDay(ends_on),
    period: speak(
      ends_on === null
        ? say('с {{start}}', { start: at(starts_on) })
        : say('{{start}} – {{end}}', { start: at(starts_on), end: at(ends_on) }),
    ),
    temp_prediction_strategy: calc.strategy,
    strategy_name: STRATEGY_NAMES[calc.strategy],
    temp_prediction_strategy_data: calc.fixed_temperature === null ? null : toUnits(calc.fixed_temperature),
    coefficients: calc.coefficients.map(({ day, coefficient }) => ({
      date: showDay(day),
      coefficient: toUnits(coefficient),
    })),
    edit_disabled: !own,
    edit_disabled_reason: own ? null : speak(CLOSED_MODULES),
    archived: calc.archived,
    version: calc.version,
    ...deleteFlags(own ? null : CLOSED_MODULES, speak),
  }
}

/** Those that the user may see, the newest first; one by its id is asked for to change it. */
export async function readCalcs(context: Context, id: number | null): Promise<CalcRow[]> {
  const calcs = await readStored(context, id)
  const names = await readNames(context, calcs)
  const rows = calcs.map((calc) => calcRow(context, calc, names))
  if (id !== null && rows[0]?.edit_disabled) throw forbidden(CLOSED_MODULES)
  return rows
}
