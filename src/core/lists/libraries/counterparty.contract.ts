import * as z from 'zod'
import * as f from '../../../shared/fields'
import { optionalInn, optionalKpp } from '../../../shared/papers/requisites'
import { library } from '../kit/library-kit.contract'
import { name, nameColumn, nameField } from '../kit/usual-fields.contract'

export const counterpartyLibrary = library({
  model: 'counterparty',
  table: 'counterparties',
  archive: true,
  missing: 'Контрагент не найден.',
  uses: [['operations', 'counterparty_id', 'Контрагента нельзя удалить: ему продавали рыбу.']],
  reads: ['fish', 'goods'],
  title: 'Контрагенты',
  singular: 'Контрагент',
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
