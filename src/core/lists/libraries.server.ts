/** The calls of all libraries. What a definition cannot express as data is imported here. */
import type { Column } from '../../shared/columns'
import { type AnyModel, crudRoutes, type ImportedList } from './kit/crud.server'
import { notFound } from '../../server/errors'
import { route, type Route } from '../../server/http/route'
import { ageCategory } from './libraries/age-category.server'
import { counterparty } from './libraries/counterparty.server'
import { generation } from './libraries/generation.server'
import { location } from './libraries/location.server'
import { measureParameterModel } from './libraries/measure-parameters.server'
import { stock } from './libraries/stock.server'
import { feedBrandsCall } from './libraries/feed-brand.contract'
import { columnsCall, libraries, type LibraryName } from './library.contract'
import { libraryModel, type Own } from './kit/library-model.server'

type OwnOf<N extends LibraryName> = Own<(typeof libraries)[N]>

/** Libraries with code of their own; the others consist of their definitions. */
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

/** The columns of every list by model; `others` are lists above the libraries. */
export const columnsRoute = (others: Record<string, Column[]>): Route => {
  const own = Object.values(libraries).map((library) => [library.model, library.columns] as const)
  const columns = new Map<string, Column[]>([...own, ...Object.entries(others)])
  return route(columnsCall, async ({ model }) => {
    const known = columns.get(model)
    if (!known) throw notFound('Такого справочника нет.')
    return known.map(({ key, title, type, unit }) => ({ key, title, type, unit }))
  })
}
