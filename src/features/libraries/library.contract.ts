/** A library: a short list that people maintain (modules, species, …). From one definition come its calls, table and form. */
import * as z from 'zod'
import { endpoint, nothing, ok } from '../../shared/contract'
import type { Ability } from '../../shared/abilities'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'

/** How a field of a library's form is typed. `relation` names the library whose rows are offered. */
export interface FormField {
  key: string
  title: string
  input: 'text' | 'select' | 'date' | 'decimal' | 'textarea'
  relation?: LibraryName
  options?: { value: string; label: string }[]
  unit?: string
  required?: boolean
  /** shown only while this holds */
  when?: (values: Record<string, unknown>) => boolean
}

interface Place {
  path: string
}

export interface LibraryDefinition<F extends z.ZodRawShape, R extends z.ZodRawShape> {
  model: string
  /** list and page title */
  title: string
  /** accusative for «Создать …» */
  one: string
  /** the page's route under /lib */
  route: string
  fields: F
  row: R
  columns: Column[]
  form: FormField[]
  /** asked to create, edit and delete; reading is open to everyone signed in */
  ability?: Ability
  confirmDelete?: string
  /** calls whose addresses the specification gives otherwise than /crud/{model} */
  paths?: { list?: Place; create?: Place; update?: Place & { method: 'PUT' | 'PATCH' }; remove?: Place }
}

const area = 'libraries'
const deleteFlags = { delete_disabled: z.boolean(), delete_disabled_reason: z.string().nullable() }

/** The calls that change a library's rows. */
function writes<F extends z.ZodRawShape, A extends z.ZodType>(
  definition: Pick<LibraryDefinition<F, z.ZodRawShape>, 'model' | 'title' | 'fields' | 'paths' | 'ability'>,
  answer: A,
) {
  const { model, title, fields, paths = {}, ability = 'access library' } = definition
  const one = { path: `/crud/${model}/{id}`, ability, area }
  const id = { id: f.id() }
  const input = z.object(fields)
  return {
    create: endpoint({
      path: `/crud/${model}`,
      ability,
      area,
      ...paths.create,
      method: 'POST',
      summary: `${title}: создать`,
      input,
      answer,
    }),
    update: endpoint({
      ...one,
      method: 'PUT',
      ...paths.update,
      summary: `${title}: изменить`,
      input: z.object({ ...id, ...fields }),
      answer,
    }),
    remove: endpoint({
      ...one,
      ...paths.remove,
      method: 'DELETE',
      summary: `${title}: удалить`,
      input: z.object(id),
      answer: ok,
    }),
  }
}

function library<F extends z.ZodRawShape, R extends z.ZodRawShape>(definition: LibraryDefinition<F, R>) {
  const { model, title, paths } = definition
  const row = z.object({ id: z.number(), ...definition.row, ...deleteFlags })
  const path = paths?.list?.path ?? `/crud/${model}`
  const list = endpoint({
    method: 'GET',
    path,
    ability: 'signed-in',
    area,
    summary: `${title}: список`,
    input: nothing,
    answer: z.array(row),
  })
  return { ...definition, row, list, ...writes(definition, row) }
}

const name = { name: f.text(200) }
const code = { code: f.optionalText(50) }
const codeColumn: Column = { key: 'code', title: 'Код', type: 'text' }
const nameColumn = (title: string): Column => ({ key: 'name', title, type: 'text' })
const nameField: FormField = { key: 'name', title: 'Название', input: 'text', required: true }
const codeField: FormField = { key: 'code', title: 'Код', input: 'text' }

export const locationLibrary = library({
  model: 'location',
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
    { key: 'date', title: 'Дата', input: 'date', required: true },
    codeField,
  ],
})

export const ageCategoryLibrary = library({
  model: 'age_category',
  title: 'Возрастные категории',
  one: 'категорию',
  route: 'categories',
  fields: { ...name, ...code, avg_weight_from: f.optional(f.kilograms()), avg_weight_to: f.optional(f.kilograms()) },
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

/** THE list of libraries, one line each. */
export const libraries = {
  location: locationLibrary,
  species: speciesLibrary,
  age_category: ageCategoryLibrary,
  generation: generationLibrary,
  stock: stockLibrary,
}
export type LibraryName = 'location' | 'species' | 'age_category' | 'generation' | 'stock'

export const columnsCall = endpoint({
  method: 'GET',
  path: '/crud/columns/{model}',
  ability: 'signed-in',
  area: 'libraries',
  summary: 'Столбцы справочника',
  input: z.object({ model: f.text(50) }),
  answer: z.array(z.object({ key: z.string(), title: z.string(), type: z.string(), unit: z.string().optional() })),
})
