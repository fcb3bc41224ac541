/** The calls of all libraries, and what of each its definition cannot say as data. */
import { sql } from 'kysely'
import type { Column } from '../../shared/columns'
import { showDay } from '../../shared/dates'
import { toKg } from '../../shared/numbers'
import { type AnyModel, byName, crudRoutes, type ImportedList } from './crud.server'
import { requireModule } from './modules.server'
import { isUsed } from '../../server/db/is-used'
import { fieldErrors, forbidden, notFound } from '../../server/errors'
import { type Context, route, type Route } from '../../server/http/route'
import { scope } from '../../server/scope'
import { measureParameterModel } from './measure-parameters.server'
import { columnsCall, feedBrandsCall, libraries, type LibraryName } from './library.contract'
import { libraryModel, type Own } from './library-model.server'

type OwnOf<N extends LibraryName> = Own<(typeof libraries)[N]>

const location: OwnOf<'location'> = {
  within: ({ user }) => scope(user).modules('t.id'),
  check: async (_, { user }, before) => {
    if (!before && !scope(user).allModules)
      throw forbidden('Вам доступны не все модули. Новый может создать коллега, которому доступны все.')
  },
  needed: async ({ id }, { tx, company }) => {
    const { cages, stocks } = await tx.one<{ cages: boolean; stocks: boolean }>(sql`
      select exists (select from cages where company_id = ${company.id} and location_id = ${id}) as cages,
      exists (select from stocks where company_id = ${company.id} and location_id = ${id} and archived_at is null) as stocks`)
    if (cages) return 'Модуль нельзя отправить в архив: в нём есть садки. Перенесите их в другой модуль или удалите.'
    return stocks ? 'Модуль нельзя отправить в архив: к нему относится склад.' : null
  },
  facts: ['lists', 'places'],
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

const generation: OwnOf<'generation'> = {
  columns: sql`s.name as species_name, coalesce(n.count, 0) as operation_count`,
  joins: (context, id) => sql`
    join species s on s.company_id = t.company_id and s.id = t.species_id
    left join ${namings(context, id)} n on n.id = t.id`,
  used: { operations: sql`n.count > 0` },
  present: (row) => ({ ...row, date: showDay(row.date), nameWithDate: `${row.name} (${showDay(row.date)})` }),
  order: (one, other) => other.date.localeCompare(one.date) || byName(one, other),
  check: async ({ species_id }, { tx, company }) => {
    const known = await tx.maybe(sql`select 1 from species where company_id = ${company.id} and id = ${species_id}`)
    if (!known) throw fieldErrors({ species_id: 'Вид рыбы не найден' })
  },
}

const kgOrNull = (mg: number | null) => (mg === null ? null : toKg(mg))

const ageCategory: OwnOf<'age_category'> = {
  present: (row) => ({
    ...row,
    avg_weight_from: kgOrNull(row.avg_weight_from),
    avg_weight_to: kgOrNull(row.avg_weight_to),
  }),
  // from small fish to large: by weight where it is given, then as they were made, which begins with fry
  order: (one, other) => (one.avg_weight_from ?? Infinity) - (other.avg_weight_from ?? Infinity) || one.id - other.id,
  check: async ({ avg_weight_from: from, avg_weight_to: to }) => {
    if (from !== null && to !== null && from >= to)
      throw fieldErrors({ avg_weight_to: 'Навеска «до» должна быть больше навески «от»' })
  },
}

const stock: OwnOf<'stock'> = {
  columns: sql`l.name as location_name`,
  joins: () => sql`left join locations l on l.company_id = t.company_id and l.id = t.location_id`,
  within: ({ user }) => scope(user).stocks('t.id'),
  // the entries are kept by good and warehouse: probing each good's beats reading all of them
  used: {
    stock_entries: sql`exists (select from goods g where g.company_id = t.company_id
      and ${isUsed('stock_entries', 'stock_id', 't', sql`and u.good_id = g.id`)})`,
  },
  needed: async ({ id }, { tx, company }) => {
    const { goods, items } = await tx.one<{ goods: boolean; items: boolean }>(sql`
      select exists (select from goods g cross join lateral (
          select closing from stock_days where company_id = ${company.id} and good_id = g.id and stock_id = ${id} order by day desc limit 1) d
        where g.company_id = ${company.id} and d.closing > 0) as goods,
      exists (select from items where company_id = ${company.id} and stock_id = ${id} and archived_at is null) as items`)
    if (goods) return 'Склад нельзя отправить в архив: на нём лежат расходники.'
    return items ? 'Склад нельзя отправить в архив: на нём лежат изделия.' : null
  },
  check: async ({ location_id }, context, before) => {
    if (!before && !scope(context.user).allStocks)
      throw forbidden('Вам доступны не все склады. Новый может создать коллега, которому доступны все.')
    if (location_id !== null && location_id !== before?.location_id) await requireModule(location_id, context)
  },
}

const counterparty: OwnOf<'counterparty'> = {
  columns: sql`case when o.kind is null then null when o.kind like '%adding' then 'supplier' else 'buyer' end as side`,
  // one step in the index of their documents for each
  joins: ({ company }) => sql`left join lateral (select kind from operations
    where company_id = ${company.id} and counterparty_id = t.id order by at desc limit 1) o on true`,
}

/** Those that have something of their own; any other is its definition alone. */
const own: { [N in LibraryName]?: OwnOf<N> } = { location, generation, age_category: ageCategory, stock, counterparty }

const modelOf = <N extends LibraryName>(name: N) =>
  libraryModel(libraries[name], own[name] as Own<(typeof libraries)[N]>) as unknown as AnyModel

const names = Object.keys(libraries) as LibraryName[]
export const libraryModels = Object.fromEntries(
  names.map((name) => [
    name,
    name === 'measure_parameter' ? (measureParameterModel as unknown as AnyModel) : modelOf(name),
  ]),
) as Record<LibraryName, AnyModel>

/** What a spreadsheet may be loaded into. */
export const importedLibraries: ImportedList[] = names.map((name) => ({
  ...libraries[name],
  model: libraryModels[name],
}))

export const libraryRoutes: Route[] = [
  ...names.flatMap((name) => crudRoutes(libraries[name], libraryModels[name])),
  route(feedBrandsCall, (_, context) => libraryModels.feed_brand.read(context, null) as never),
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
