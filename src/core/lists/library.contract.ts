/** The libraries (modules, species, …), each one definition. */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'
import { optionalInn, optionalKpp } from '../../shared/papers/requisites'
import { measureParameterLibrary } from './measure-parameter.contract'
import { type FormField, library } from './library-kit.contract'

const name = { name: f.name(200) }
const code = { code: f.optionalText(50) }
const codeColumn: Column = { key: 'code', title: 'Код', type: 'text' }
const nameColumn = (title: string): Column => ({ key: 'name', title, type: 'text' })
const nameField: FormField = { key: 'name', title: 'Название', input: 'text', required: true }
const codeField: FormField = { key: 'code', title: 'Код', input: 'text' }

export const locationLibrary = library({
  model: 'location',
  table: 'locations',
  archive: true,
  missing: 'Модуль не найден.',
  uses: [
    ['cages', 'location_id', 'Модуль нельзя удалить: в нём есть садки.'],
    ['stocks', 'location_id', 'Модуль нельзя удалить: к нему относится склад.'],
    ['measure_parameters', 'location_id', 'Модуль нельзя удалить: в нём есть параметры замеров.'],
  ],
  reads: ['places', 'goods', 'water', 'people'],
  title: 'Модули',
  one: 'модуль',
  route: 'locations',
  fields: { ...name, ...code },
  row: { name: z.string(), code: z.string().nullable() },
  columns: [nameColumn('Модуль'), codeColumn],
  form: [nameField, codeField],
})

export const speciesLibrary = library({
  model: 'species',
  table: 'species',
  archive: true,
  missing: 'Вид рыбы не найден.',
  uses: [['generations', 'species_id', 'Вид рыбы нельзя удалить: у него есть генерации.']],
  title: 'Виды рыбы',
  one: 'вид рыбы',
  route: 'species',
  fields: { ...name },
  row: { name: z.string() },
  columns: [nameColumn('Вид рыбы')],
  form: [nameField],
})

export const generationLibrary = library({
  model: 'generation',
  table: 'generations',
  archive: true,
  missing: 'Генерация не найдена.',
  uses: [['operations', 'generation_id', 'Генерацию нельзя удалить: по ней есть операции.']],
  reads: ['fish', 'spending'],
  title: 'Генерации',
  one: 'генерацию',
  route: 'generations',
  fields: { ...name, species_id: f.id(), date: f.day(), ...code },
  row: {
    name: z.string(),
    nameWithDate: z.string(),
    species_id: z.number(),
    species_name: z.string(),
    /** DD.MM.YYYY */
    date: z.string(),
    code: z.string().nullable(),
    operation_count: z.number(),
  },
  columns: [
    nameColumn('Генерация'),
    { key: 'species_name', title: 'Вид рыбы', type: 'text' },
    { key: 'date', title: 'Дата', type: 'text' },
    codeColumn,
    { key: 'operation_count', title: 'Операций', type: 'count' },
  ],
  form: [
    nameField,
    { key: 'species_id', title: 'Вид рыбы', input: 'select', relation: 'species', required: true },
    {
      key: 'date',
      title: 'Дата',
      input: 'date',
      required: true,
      hint: 'Когда рыба завезена или вылупилась: по дате различают партии',
    },
    codeField,
  ],
})

export const ageCategoryLibrary = library({
  model: 'age_category',
  table: 'age_categories',
  archive: true,
  missing: 'Категория не найдена.',
  uses: [['operations', 'age_category_id', 'Категорию нельзя удалить: по ней есть операции.']],
  reads: ['fish'],
  title: 'Возрастные категории',
  one: 'категорию',
  route: 'categories',
  fields: {
    ...name,
    ...code,
    avg_weight_from: f.optional(f.kilogramsFromZero()),
    avg_weight_to: f.optional(f.kilograms()),
  },
  row: {
    name: z.string(),
    code: z.string().nullable(),
    avg_weight_from: z.number().nullable(),
    avg_weight_to: z.number().nullable(),
  },
  columns: [
    nameColumn('Категория'),
    codeColumn,
    { key: 'avg_weight_from', title: 'Навеска от', type: 'number', unit: 'кг', optional: true },
    { key: 'avg_weight_to', title: 'Навеска до', type: 'number', unit: 'кг', optional: true },
  ],
  form: [
    nameField,
    codeField,
    { key: 'avg_weight_from', title: 'Навеска от', input: 'decimal', unit: 'кг' },
    { key: 'avg_weight_to', title: 'Навеска до', input: 'decimal', unit: 'кг' },
  ],
  confirmDelete: 'Вы уверены, что хотите удалить данную категорию рыб?',
  paths: {
    list: { path: '/age-category' },
    create: { path: '/age-category' },
    update: { path: '/age-category/{id}', method: 'PATCH' },
    remove: { path: '/age-category/{id}' },
  },
})

export const stockLibrary = library({
  model: 'stock',
  table: 'stocks',
  archive: true,
  missing: 'Склад не найден.',
  uses: [
    ['stock_entries', 'stock_id', 'Склад нельзя удалить: по нему есть движения расходников.'],
    ['operation_lines', 'stock_id', 'Склад нельзя удалить: на нём лежат или лежали изделия.'],
    ['batches', 'stock_id', 'Склад нельзя удалить: на нём есть партии цеха.'],
  ],
  reads: ['goods', 'fish'],
  title: 'Склады',
  one: 'склад',
  route: 'stocks',
  fields: { ...name, location_id: f.optionalId(), ...code },
  row: {
    name: z.string(),
    location_id: z.number().nullable(),
    location_name: z.string().nullable(),
    code: z.string().nullable(),
  },
  columns: [nameColumn('Склад'), { key: 'location_name', title: 'Модуль', type: 'text' }, codeColumn],
  form: [nameField, { key: 'location_id', title: 'Модуль', input: 'select', relation: 'location' }, codeField],
})

export const counterpartyLibrary = library({
  model: 'counterparty',
  table: 'counterparties',
  archive: true,
  missing: 'Контрагент не найден.',
  uses: [['operations', 'counterparty_id', 'Контрагента нельзя удалить: ему продавали рыбу.']],
  reads: ['fish', 'goods'],
  title: 'Контрагенты',
  one: 'контрагента',
  route: 'counterparties',
  fields: {
    ...name,
    foreign_company: f.flag(),
    inn: optionalInn(),
    kpp: optionalKpp(),
    address: f.optionalText(500),
    note: f.optionalText(2000),
  },
  row: {
    name: z.string(),
    foreign_company: z.boolean(),
    /** what they were in the latest document with them */
    side: z.enum(['supplier', 'buyer']).nullable(),
    inn: z.string().nullable(),
    kpp: z.string().nullable(),
    address: z.string().nullable(),
    note: z.string().nullable(),
  },
  columns: [
    nameColumn('Контрагент'),
    { key: 'foreign_company', title: 'Иностранная организация', type: 'flag' },
    { key: 'inn', title: 'ИНН', type: 'text' },
    { key: 'kpp', title: 'КПП', type: 'text', optional: true },
    { key: 'address', title: 'Адрес', type: 'text', optional: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
  ],
  form: [
    nameField,
    { key: 'foreign_company', title: 'Иностранная организация', input: 'flag' },
    { key: 'inn', title: 'ИНН', input: 'text', hint: 'Реквизиты стоят в накладных и актах' },
    { key: 'kpp', title: 'КПП', input: 'text' },
    { key: 'address', title: 'Адрес', input: 'text' },
    { key: 'note', title: 'Примечание', input: 'textarea' },
  ],
})

export const employeeLibrary = library({
  model: 'employee',
  table: 'employees',
  archive: true,
  named: 'fio',
  missing: 'Сотрудник не найден.',
  uses: [['operations', 'employee_id', 'Сотрудника нельзя удалить: он указан в подъёмах рыбы.']],
  reads: ['fish'],
  title: 'Сотрудники',
  one: 'сотрудника',
  route: 'employees',
  fields: { fio: f.name(200) },
  row: { fio: z.string() },
  columns: [{ key: 'fio', title: 'ФИО', type: 'text' }],
  form: [{ key: 'fio', title: 'ФИО', input: 'text', required: true }],
})

export const feedBrandLibrary = library({
  model: 'feed_brand',
  table: 'feed_brands',
  archive: true,
  missing: 'Марка не найдена.',
  uses: [['goods', 'feed_brand_id', 'Марку нельзя удалить: она указана у корма.']],
  reads: ['goods'],
  ability: 'manage feedbrands',
  title: 'Марки кормов',
  one: 'марку',
  route: 'feedbrands',
  fields: { ...name },
  row: { name: z.string() },
  columns: [nameColumn('Марка')],
  form: [nameField],
})

export const spendingCategoryLibrary = library({
  model: 'spending_category',
  table: 'spending_categories',
  archive: true,
  missing: 'Статья затрат не найдена.',
  uses: [['operations', 'spending_category_id', 'Статью нельзя удалить: по ней есть затраты.']],
  reads: ['spending'],
  title: 'Статьи затрат',
  one: 'статью затрат',
  route: 'spending-categories',
  fields: { ...name, ...code },
  row: { name: z.string(), code: z.string().nullable() },
  columns: [nameColumn('Статья'), codeColumn],
  form: [nameField, codeField],
})

/** The same list under the address that forms of feeds ask. */
export const feedBrandsCall = { ...feedBrandLibrary.list, path: '/feed-brands', area: 'warehouse' }

/** THE list of libraries, one line each: calls, page and menu entry come from it. */
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
