import * as z from 'zod'
import { library } from '../kit/library-kit.contract'
import { code, codeColumn, codeField, name, nameColumn, nameField } from '../kit/usual-fields.contract'

export const spendingCategoryLibrary = library({
  model: 'spending_category',
  table: 'spending_categories',
  archive: true,
  missing: 'Статья затрат не найдена.',
  uses: [['operations', 'spending_category_id', 'Статью нельзя удалить: по ней есть затраты.']],
  reads: ['spending'],
  title: 'Статьи затрат',
  singular: 'Статья затрат',
  one: 'статью затрат',
  route: 'spending-categories',
  fields: { ...name, ...code },
  row: { name: z.string(), code: z.string().nullable() },
  columns: [nameColumn('Статья'), codeColumn],
  form: [nameField, codeField],
})
