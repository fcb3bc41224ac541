import * as z from 'zod'
import * as f from '../../../shared/fields'
import { library } from '../kit/library-kit.contract'
import { code, codeColumn, codeField, name, nameColumn, nameField } from '../kit/usual-fields.contract'

/** Operations of a generation are counted up to this: a user needs to know whether there are none, few or many. */
export const MAX_OPERATIONS = 10_000

export const generationLibrary = library({
  model: 'generation',
  table: 'generations',
  archive: true,
  missing: 'Генерация не найдена.',
  uses: [
    ['operations', 'generation_id', 'Генерацию нельзя удалить: по ней есть операции.'],
    ['harvest_rows', 'generation_id', 'Генерацию нельзя удалить: она есть в плане вылова.'],
  ],
  reads: ['fish', 'spending'],
  title: 'Генерации',
  singular: 'Генерация',
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
    /** one more than `MAX_OPERATIONS` where there are more */
    operation_count: z.number(),
  },
  columns: [
    nameColumn('Генерация'),
    { key: 'species_name', title: 'Вид рыбы', type: 'text' },
    { key: 'date', title: 'Дата', type: 'text' },
    codeColumn,
    { key: 'operation_count', title: 'Операций', type: 'count', most: MAX_OPERATIONS },
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
