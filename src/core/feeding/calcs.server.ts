/** Calculations: their list, what a write of one is checked for, and their coefficients by date. */
import { sql } from 'kysely'
import type { ParsedOf } from '../../shared/contract'
import { REQUIRED } from '../../shared/fields'
import { say } from '../../shared/say'
import { type CrudModel, crudWrites } from '../lists/kit/crud.server'
import { CELSIUS } from '../lists/libraries/measure-parameter.contract'
import { fieldErrors } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { calcCalls, type CalcRow } from './calcs.contract'
import { readCalcs } from './calc-rows.server'
import { coefficientRoutes } from './coefficients.server'
import { coverage } from './coverage.server'

type Fields = ParsedOf<typeof calcCalls.create>

/** Rows that stay until the transaction ends, of these ids. */
const kept = <T>({ tx, company }: Context, table: string, columns: string[], ids: readonly number[] | null) =>
  tx.rows<T & { id: number }>(sql`
    select ${sql.join(['id', ...columns].map((column) => sql.ref(column)))} from ${sql.table(table)}
    where company_id = ${company.id} and id = any(${ids ?? []}::int[]) for key share`)

/** Throws unless each of the ids is among the rows. */
function requireAll(ids: readonly number[] | null, rows: readonly { id: number }[], field: string, missing: string) {
  const known = new Set(rows.map(({ id }) => id))
  if (ids?.some((id) => !known.has(id))) throw fieldErrors({ [field]: missing })
}

async function checkFeed({ feed_type_id }: Fields, context: Context): Promise<void> {
  const [good] = await kept<{ type: string; kind: string }>(context, 'goods', ['type', 'kind'], [feed_type_id])
  if (!good) throw fieldErrors({ feed_type_id: 'Корм не найден' })
  if (good.kind !== 'good' || good.type !== 'feed') throw fieldErrors({ feed_type_id: 'Этот расходник не корм' })
}

async function checkParameter(fields: Fields, context: Context, before: CalcRow | null): Promise<void> {
  const { measure_parameter_id: id } = fields
  if (id === null) return
  const [parameter] = await kept<{ symbol: string; location_id: number }>(
    context,
    'measure_parameters',
    ['symbol', 'location_id'],
    [id],
  )
  const open = parameter && scope(context.user).opensModule(parameter.location_id)
  if (!parameter || (!open && id !== before?.measure_parameter_id))
    throw fieldErrors({ measure_parameter_id: 'Параметр не найден' })
  if (parameter.symbol !== CELSIUS)
    throw fieldErrors({ measure_parameter_id: 'Этот параметр не измеряет температуру в °C' })
}

async function checkPlaces({ location_ids, age_category_ids, cage_ids }: Fields, context: Context): Promise<void> {
  const { opensModule, allModules } = scope(context.user)
  const [locations, categories, cages] = await context.tx.allInOrder(
    kept<object>(context, 'locations', [], location_ids),
    kept<object>(context, 'age_categories', [], age_category_ids),
    kept<{ number: string; location_id: number }>(context, 'cages', ['number', 'location_id'], cage_ids),
  )
  const openCages = cages.filter(({ location_id }) => opensModule(location_id))
  requireAll(
    location_ids,
    locations.filter(({ id }) => opensModule(id)),
    'location_ids',
    'Модуль не найден',
  )
  requireAll(age_category_ids, categories, 'age_category_ids', 'Категория не найдена')
  requireAll(cage_ids, openCages, 'cage_ids', 'Садок не найден')
  if (!allModules && !location_ids && !cage_ids)
    throw fieldErrors({ location_ids: 'Выберите модули или садки: вам доступны не все модули' })
  const outside = location_ids && cages.find(({ location_id }) => !location_ids.includes(location_id))
  if (outside)
    throw fieldErrors({ cage_ids: say('Садок {{number}} не в выбранных модулях', { number: outside.number }) })
}

const startOf = ({ start }: Fields, { company }: Context): string => start ?? company.now.slice(0, 10)

/** What the schema cannot find; `start` is filled in. */
async function check(fields: Fields, context: Context, before: CalcRow | null): Promise<void> {
  fields.start = startOf(fields, context)
  if (fields.end !== null && fields.end < fields.start) throw fieldErrors({ end: 'Конец периода раньше начала' })
  if (fields.temp_prediction_strategy === 'FixedStrategy' && fields.temp_prediction_strategy_data === null)
    throw fieldErrors({ temp_prediction_strategy_data: REQUIRED })
  await checkFeed(fields, context)
  await checkParameter(fields, context, before)
  await checkPlaces(fields, context)
}

const sorted = (ids: readonly number[] | null): number[] => [...new Set(ids ?? [])].sort((one, other) => one - other)

const calcModel: CrudModel<Fields, CalcRow> = {
  table: 'feed_calcs',
  entity: 'feed_calc',
  missing: 'Расчёт не найден.',
  facts: ['lists'],
  read: readCalcs,
  check,
  values: (fields) => {
    const strategy = fields.temp_prediction_strategy ?? 'PreviousStrategy'
    return {
      name: fields.name,
      good_id: fields.feed_type_id,
      measure_parameter_id: fields.measure_parameter_id,
      location_ids: sorted(fields.location_ids),
      age_category_ids: sorted(fields.age_category_ids),
      cage_ids: sorted(fields.cage_ids),
      starts_on: fields.start,
      ends_on: fields.end,
      strategy,
      fixed_temperature: strategy === 'FixedStrategy' ? fields.temp_prediction_strategy_data : null,
    }
  },
}

export const calcRoutes: Route[] = [
  route(calcCalls.list, (_, context) => readCalcs(context, null)),
  ...crudWrites(calcCalls, calcModel),
  ...coefficientRoutes,
  coverage,
]
