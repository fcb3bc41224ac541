import * as z from 'zod'
import * as f from '../../../shared/fields'
import { library } from '../kit/library-kit.contract'
import { code, codeColumn, codeField, name, nameColumn, nameField } from '../kit/usual-fields.contract'

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
  singular: 'Склад',
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
