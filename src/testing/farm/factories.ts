/** What most tests need before they begin, made through the API. Everything left out gets a plain value. */
import { cageCalls } from '../../core/cages/cage.contract'
import { ageCategoryLibrary } from '../../core/lists/libraries/age-category.contract'
import { counterpartyLibrary } from '../../core/lists/libraries/counterparty.contract'
import { employeeLibrary } from '../../core/lists/libraries/employee.contract'
import { generationLibrary } from '../../core/lists/libraries/generation.contract'
import { locationLibrary } from '../../core/lists/libraries/location.contract'
import { speciesLibrary } from '../../core/lists/libraries/species.contract'
import { spendingCategoryLibrary } from '../../core/lists/libraries/spending-category.contract'
import { stockLibrary } from '../../core/lists/libraries/stock.contract'
import { measureParameterLibrary, type MeasureTypeId } from '../../core/lists/libraries/measure-parameter.contract'
import { goodCalls } from '../../core/goods/good-calls.contract'
import { itemCalls } from '../../core/goods/item.contract'
import type { AnswerOf, Endpoint, InputOf } from '../../shared/contract'

type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options?: { as?: { cookie: string } },
) => Promise<AnswerOf<E>>

interface As {
  as?: { cookie: string }
}
interface CageOptions extends As {
  location: number
  number?: string
  /** m³ */
  volume?: number
  type?: number
  net?: number
}
interface ItemOptions extends As {
  stock: number
  date: string
  name?: string
  type?: 'net' | 'boat'
  code?: string
}
interface GenerationOptions extends As {
  species: number
  name?: string
  date?: string
}
interface ParameterOptions extends As {
  location: number
  name?: string
  /** metres */
  depth?: number[]
  type?: MeasureTypeId
}
interface GoodOptions extends As {
  type?: 'feed' | 'medicine' | 'gasoline' | 'fish' | 'workshop'
  measure?: 'kg' | 'liter' | 'piece'
  name?: string
}
interface AddingOptions extends As {
  good: number
  stock: number
  /** in the good's unit */
  count: number | string
  date: string
  time?: string
  price?: number
}

export function factories(call: Call) {
  let last = 0
  const next = (word: string) => `${word} ${++last}`
  return {
    module: (name = next('Модуль'), { as }: As = {}) => call(locationLibrary.create, { name }, { as }),
    species: (name = next('Вид'), { as }: As = {}) => call(speciesLibrary.create, { name }, { as }),
    category: (name = next('Категория'), { as }: As = {}) => call(ageCategoryLibrary.create, { name }, { as }),
    stock: (name = next('Склад'), { as, location_id }: As & { location_id?: number } = {}) =>
      call(stockLibrary.create, { name, location_id }, { as }),
    counterparty: (name = next('Контрагент'), { as }: As = {}) => call(counterpartyLibrary.create, { name }, { as }),
    spendingCategory: (name = next('Статья'), { as }: As = {}) =>
      call(spendingCategoryLibrary.create, { name }, { as }),
    employee: (fio = next('Сотрудник'), { as }: As = {}) => call(employeeLibrary.create, { fio }, { as }),
    generation: ({ species, name = next('Генерация'), date = '01.05.2026', as }: GenerationOptions) =>
      call(generationLibrary.create, { name, species_id: species, date }, { as }),
    parameter: ({ location, name = next('Параметр'), depth = [2], type = 'temperature', as }: ParameterOptions) =>
      call(measureParameterLibrary.create, { name, measure_type: type, depth, location_id: location }, { as }),
    cage: ({ location, number = String(++last), volume = 100, type = 1, net, as }: CageOptions) =>
      call(cageCalls.create, { location_id: location, number, volume, cage_type_id: type, net_id: net }, { as }),
    /** a net, unless told, that has come to a warehouse */
    item: ({ type = 'net', name = next('Дель'), stock, date, code, as }: ItemOptions) =>
      call(itemCalls.create, { name, type, condition: 'new', code, stock, date, time: '00:00' }, { as }),
    good: ({ type = 'feed', measure = 'kg', name = next('Расходник'), as }: GoodOptions = {}) =>
      call(goodCalls.create, { name, type, measure }, { as }),
    /** brings an amount of a good into a warehouse */
    adding: ({ good, stock, count, date, time = '00:00', price, as }: AddingOptions) =>
      call(goodCalls.transact, { id: good, stock, count, date, time, price }, { as }),
  }
}
