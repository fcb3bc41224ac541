import * as z from 'zod'
import * as f from '../../../shared/fields'
import { library } from '../kit/library-kit.contract'
import { code, codeColumn, codeField, name, nameColumn, nameField } from '../kit/usual-fields.contract'

export const ageCategoryLibrary = library({
  model: 'age_category',
  table: 'age_categories',
  archive: true,
  missing: 'Категория не найдена.',
  uses: [
    ['operations', 'age_category_id', 'Категорию нельзя удалить: по ней есть операции.'],
    ['harvest_rows', 'age_category_id', 'Категорию нельзя удалить: она есть в плане вылова.'],
    ['feed_calcs', 'age_category_ids', 'Категорию нельзя удалить: она выбрана в расчёте кормления «{{name}}».'],
  ],
  reads: ['fish'],
  title: 'Возрастные категории',
  singular: 'Возрастная категория',
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
