/** What each library is on the server: its rows in one statement, what references them, what else must hold. */
import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf, ParsedOf } from '../../shared/contract'
import type { Column } from '../../shared/columns'
import { showDay } from '../../shared/dates'
import { toKg } from '../../shared/numbers'
import { byName, type CrudModel, crudRoutes } from './crud.server'
import { isUsed } from '../../server/db/is-used'
import { fieldErrors, forbidden, notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { measureParameterModel } from './measure-parameters.server'
import { columnsCall, libraries, type LibraryName } from './library.contract'

type Fields<N extends LibraryName> = ParsedOf<(typeof libraries)[N]['create']>
type Row<N extends LibraryName> = AnswerOf<(typeof libraries)[N]['create']>
type Model<N extends LibraryName> = CrudModel<Fields<N>, Row<N>>
type Stored<N extends LibraryName> = Omit<Row<N>, 'delete_disabled'>

/** Runs a model's statement and puts the rows in their order. */
const reader =
  <N extends LibraryName>(
    select: (context: Context, id: number | null) => RawBuilder<Stored<N>>,
    present: (row: Stored<N>) => Stored<N> = (row) => row,
    order: (one: Stored<N>, other: Stored<N>) => number = byName as never,
  ) =>
  async (context: Context, id: number | null): Promise<Row<N>[]> => {
    const rows = await context.tx.rows(select(context, id))
    return rows
      .sort(order)
      .map((row) => ({ delete_disabled: row.delete_disabled_reason !== null, ...present(row) }) as Row<N>)
  }

/** The condition of every statement: the company's rows, one of them or all, within what the user is limited to. */
const wanted = ({ company }: Context, id: number | null, allowed: number[] | null = null) => sql`
  where t.company_id = ${company.id} ${id === null ? sql`` : sql`and t.id = ${id}`}
    ${allowed ? sql`and t.id = any(${allowed}::int[])` : sql``}`

const location: Model<'location'> = {
  table: 'locations',
  entity: 'location',
  missing: 'Модуль не найден.',
  facts: ['lists', 'places'],
  read: reader<'location'>(
    (context, id) => sql`
      select t.id, t.name, t.code, case
        when exists (select from cages c where c.company_id = t.company_id and c.location_id = t.id)
          then 'Модуль нельзя удалить: в нём есть садки.'
        when exists (select from stocks s where s.company_id = t.company_id and s.location_id = t.id)
          then 'Модуль нельзя удалить: к нему относится склад.'
        when exists (select from measure_parameters p where p.company_id = t.company_id and p.location_id = t.id)
          then 'Модуль нельзя удалить: в нём есть параметры замеров.'
        end as delete_disabled_reason
      from locations t ${wanted(context, id, context.user.location_ids)}`,
  ),
  check: async (_, { user }, before) => {
    if (!before && user.location_ids) throw forbidden('Вам открыты не все модули: новый создаёт тот, кому открыты все.')
  },
  values: ({ name, code }) => ({ name, code }),
}

const species: Model<'species'> = {
  table: 'species',
  entity: 'species',
  missing: 'Вид рыбы не найден.',
  facts: ['lists'],
  read: reader<'species'>(
    (context, id) => sql`
      select t.id, t.name, case
        when exists (select from generations g where g.company_id = t.company_id and g.species_id = t.id)
          then 'Вид рыбы нельзя удалить: у него есть генерации.'
        end as delete_disabled_reason
      from species t ${wanted(context, id)}`,
  ),
  values: ({ name }) => ({ name }),
}

/** Operations that name a generation; a weighing may name several. */
const namings = ({ company }: Context, id: number | null) => sql`(
  select id, count(*)::int as count from (
    select generation_id as id from operations
    where company_id = ${company.id} and generation_id is not null ${id === null ? sql`` : sql`and generation_id = ${id}`}
    union all
    select unnest(generation_ids) from operations
    where company_id = ${company.id} and generation_ids is not null
  ) o group by id)`

const generation: Model<'generation'> = {
  table: 'generations',
  entity: 'generation',
  missing: 'Генерация не найдена.',
  facts: ['lists'],
  read: reader<'generation'>(
    (context, id) => sql`
      select t.id, t.name, t.species_id, s.name as species_name, t.date, t.code, coalesce(n.count, 0) as operation_count,
        case when n.count > 0 then 'Генерацию нельзя удалить: по ней есть операции.' end as delete_disabled_reason
      from generations t
      join species s on s.company_id = t.company_id and s.id = t.species_id
      left join ${namings(context, id)} n on n.id = t.id
      ${wanted(context, id)}`,
    (row) => ({ ...row, date: showDay(row.date), nameWithDate: `${row.name} (${showDay(row.date)})` }),
    (one, other) => other.date.localeCompare(one.date) || byName(one, other),
  ),
  check: async ({ species_id }, { tx, company }) => {
    const known = await tx.maybe(sql`select 1 from species where company_id = ${company.id} and id = ${species_id}`)
    if (!known) throw fieldErrors({ species_id: 'Вид рыбы не найден' })
  },
  values: ({ name, species_id, date, code }) => ({ name, species_id, date, code }),
}

const kgOrNull = (mg: number | null) => (mg === null ? null : toKg(mg))

interface Aged {
  id: number
  avg_weight_from: number | null
}

/** From small fish to large: by weight where it is given, then as they were made, which begins with fry. */
const byAge = (one: Aged, other: Aged): number =>
  (one.avg_weight_from ?? Infinity) - (other.avg_weight_from ?? Infinity) || one.id - other.id

const ageCategory: Model<'age_category'> = {
  table: 'age_categories',
  entity: 'age_category',
  missing: 'Категория не найдена.',
  facts: ['lists'],
  read: reader<'age_category'>(
    (context, id) => sql`
      select t.id, t.name, t.code, t.avg_weight_from, t.avg_weight_to, case
        when ${isUsed('operations', 'age_category_id')}
          then 'Категорию нельзя удалить: по ней есть операции.'
        end as delete_disabled_reason
      from age_categories t ${wanted(context, id)}`,
    (row) => ({
      ...row,
      avg_weight_from: kgOrNull(row.avg_weight_from),
      avg_weight_to: kgOrNull(row.avg_weight_to),
    }),
    byAge,
  ),
  check: async ({ avg_weight_from: from, avg_weight_to: to }) => {
    if (from !== null && to !== null && from >= to)
      throw fieldErrors({ avg_weight_to: 'Навеска «до» должна быть больше навески «от»' })
  },
  values: ({ name, code, avg_weight_from, avg_weight_to }) => ({ name, code, avg_weight_from, avg_weight_to }),
}

const stock: Model<'stock'> = {
  table: 'stocks',
  entity: 'stock',
  missing: 'Склад не найден.',
  facts: ['lists'],
  // the entries are kept by good and warehouse: probing each good's beats reading all of them
  read: reader<'stock'>(
    (context, id) => sql`
      select t.id, t.name, t.location_id, l.name as location_name, t.code, case
        when exists (select from goods g where g.company_id = t.company_id
          and ${isUsed('stock_entries', 'stock_id', 't', sql`and u.good_id = g.id`)})
          then 'Склад нельзя удалить: по нему есть движения расходников.'
        when ${isUsed('item_entries', 'stock_id')}
          then 'Склад нельзя удалить: на нём лежат или лежали изделия.'
        when ${isUsed('batches', 'stock_id')}
          then 'Склад нельзя удалить: на нём есть партии цеха.'
        end as delete_disabled_reason
      from stocks t
      left join locations l on l.company_id = t.company_id and l.id = t.location_id
      ${wanted(context, id, context.user.stock_ids)}`,
  ),
  check: async ({ location_id }, { tx, company, user }, before) => {
    if (!before && user.stock_ids) throw forbidden('Вам открыты не все склады: новый создаёт тот, кому открыты все.')
    if (location_id === null || location_id === before?.location_id) return
    const known = await tx.maybe(sql`select 1 from locations where company_id = ${company.id} and id = ${location_id}`)
    if (!known || (user.location_ids && !user.location_ids.includes(location_id)))
      throw fieldErrors({ location_id: 'Модуль не найден' })
  },
  values: ({ name, location_id, code }) => ({ name, location_id, code }),
}

const counterparty: Model<'counterparty'> = {
  table: 'counterparties',
  entity: 'counterparty',
  missing: 'Контрагент не найден.',
  facts: ['lists'],
  read: reader<'counterparty'>(
    (context, id) => sql`
      select t.id, t.name, t.foreign_company, t.note, case
        when ${isUsed('operations', 'counterparty_id')}
          then 'Контрагента нельзя удалить: ему продавали рыбу.'
        end as delete_disabled_reason
      from counterparties t ${wanted(context, id)}`,
  ),
  values: ({ name, foreign_company, note }) => ({ name, foreign_company, note }),
}

const employee: Model<'employee'> = {
  table: 'employees',
  named: 'fio',
  entity: 'employee',
  missing: 'Сотрудник не найден.',
  facts: ['lists'],
  read: reader<'employee'>(
    (context, id) => sql`
      select t.id, t.fio, case
        when ${isUsed('operations', 'employee_id')}
          then 'Сотрудника нельзя удалить: он указан в подъёмах рыбы.'
        end as delete_disabled_reason
      from employees t ${wanted(context, id)}`,
    (row) => row,
    (one, other) => byName({ name: one.fio }, { name: other.fio }),
  ),
  values: ({ fio }) => ({ fio }),
}

const models: { [N in LibraryName]: Model<N> } = {
  location,
  species,
  generation,
  age_category: ageCategory,
  stock,
  measure_parameter: measureParameterModel,
  counterparty,
  employee,
}

export const libraryRoutes: Route[] = [
  ...crudRoutes(libraries.location, models.location),
  ...crudRoutes(libraries.species, models.species),
  ...crudRoutes(libraries.generation, models.generation),
  ...crudRoutes(libraries.age_category, models.age_category),
  ...crudRoutes(libraries.stock, models.stock),
  ...crudRoutes(libraries.measure_parameter, models.measure_parameter),
  ...crudRoutes(libraries.counterparty, models.counterparty),
  ...crudRoutes(libraries.employee, models.employee),
]

/** The columns of every list by its model; `others` are those that stand above the libraries. */
export const columnsRoute = (others: Record<string, Column[]>): Route => {
  const own = Object.values(libraries).map((library) => [library.model, library.columns] as const)
  const columns = new Map<string, Column[]>([...own, ...Object.entries(others)])
  return route(columnsCall, async ({ model }) => {
    const known = columns.get(model)
    if (!known) throw notFound('Такого справочника нет.')
    return known.map(({ key, title, type, unit }) => ({ key, title, type, unit }))
  })
}
