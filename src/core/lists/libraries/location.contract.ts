import * as z from 'zod'
import { library } from '../kit/library-kit.contract'
import { code, codeColumn, codeField, name, nameColumn, nameField } from '../kit/usual-fields.contract'

export const locationLibrary = library({
  model: 'location',
  table: 'locations',
  archive: true,
  missing: 'Модуль не найден.',
  uses: [
    ['cages', 'location_id', 'Модуль нельзя удалить: в нём есть садки.'],
    ['stocks', 'location_id', 'Модуль нельзя удалить: к нему относится склад.'],
    ['measure_parameters', 'location_id', 'Модуль нельзя удалить: в нём есть параметры замеров.'],
    ['operations', 'for_location_id', 'Модуль нельзя удалить: к нему отнесены затраты.'],
    ['feed_calcs', 'location_ids', 'Модуль нельзя удалить: он выбран в расчёте кормления «{{name}}».'],
  ],
  reads: ['places', 'goods', 'water', 'people'],
  title: 'Модули',
  singular: 'Модуль',
  one: 'модуль',
  route: 'locations',
  fields: { ...name, ...code },
  row: { name: z.string(), code: z.string().nullable() },
  columns: [nameColumn('Модуль'), codeColumn],
  form: [nameField, codeField],
})
