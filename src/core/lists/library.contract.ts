/** The list of libraries (modules, species, …), and calls over all of them. */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import * as f from '../../shared/fields'
import { ageCategoryLibrary } from './libraries/age-category.contract'
import { counterpartyLibrary } from './libraries/counterparty.contract'
import { employeeLibrary } from './libraries/employee.contract'
import { feedBrandLibrary } from './libraries/feed-brand.contract'
import { generationLibrary } from './libraries/generation.contract'
import { locationLibrary } from './libraries/location.contract'
import { lossCauseLibrary } from './libraries/loss-cause.contract'
import { measureParameterLibrary } from './libraries/measure-parameter.contract'
import { speciesLibrary } from './libraries/species.contract'
import { spendingCategoryLibrary } from './libraries/spending-category.contract'
import { stockLibrary } from './libraries/stock.contract'

/** The list of libraries, one line each: calls, page and menu entry follow from it. */
export const libraries = {
  location: locationLibrary,
  species: speciesLibrary,
  age_category: ageCategoryLibrary,
  generation: generationLibrary,
  stock: stockLibrary,
  measure_parameter: measureParameterLibrary,
  counterparty: counterpartyLibrary,
  employee: employeeLibrary,
  feed_brand: feedBrandLibrary,
  spending_category: spendingCategoryLibrary,
  loss_cause: lossCauseLibrary,
}
export type LibraryName = keyof typeof libraries

export const columnsCall = endpoint({
  method: 'GET',
  path: '/crud/columns/{model}',
  reads: [],
  ability: 'signed-in',
  area: 'libraries',
  summary: 'Столбцы справочника',
  input: z.object({ model: f.text(50) }),
  answer: z.array(z.object({ key: z.string(), title: z.string(), type: z.string(), unit: z.string().optional() })),
})
