import * as z from 'zod'
import * as f from '../../../shared/fields'
import { optionalInn, optionalKpp } from '../../../shared/papers/requisites'
import { library } from '../kit/library-kit.contract'
import { name, nameColumn, nameField } from '../kit/usual-fields.contract'
import { optionalWeekdays } from '../kit/weekdays.contract'

export const counterpartyLibrary = library({
  model: 'counterparty',
  table: 'counterparties',
  archive: true,
  missing: 'Контрагент не найден.',
  uses: [
    ['operations', 'counterparty_id', 'Контрагента нельзя удалить: ему продавали рыбу.'],
    ['goods', 'supplier_id', 'Контрагента нельзя удалить: он поставщик корма «{{name}}».'],
    ['harvest_rows', 'counterparty_id', 'Контрагента нельзя удалить: он есть в плане вылова.'],
  ],
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
    lead_days: f.optional(f.integer(0, 365)),
    safety_days: f.optional(f.integer(0, 365)),
    lot: f.optional(f.kilograms()),
    no_delivery: optionalWeekdays(),
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
    /** days from an order to its delivery, and before the feed runs out; null is as the company's settings say */
    lead_days: z.number().nullable(),
    safety_days: z.number().nullable(),
    /** kg of a bag or a pallet: whole ones are ordered */
    lot: z.number().nullable(),
    /** days of the week: «сб, вс» */
    no_delivery: z.string().nullable(),
  },
  columns: [
    nameColumn('Контрагент'),
    { key: 'foreign_company', title: 'Иностранная организация', type: 'flag' },
    { key: 'inn', title: 'ИНН', type: 'text' },
    { key: 'kpp', title: 'КПП', type: 'text', optional: true },
    { key: 'address', title: 'Адрес', type: 'text', optional: true },
    { key: 'lead_days', title: 'Срок поставки', type: 'count', unit: 'дн', optional: true },
    { key: 'safety_days', title: 'Запас по времени', type: 'count', unit: 'дн', optional: true },
    { key: 'lot', title: 'Кратность заказа', type: 'number', unit: 'кг', optional: true },
    { key: 'no_delivery', title: 'Без доставки', type: 'text', optional: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
  ],
  form: [
    nameField,
    { key: 'foreign_company', title: 'Иностранная организация', input: 'flag' },
    { key: 'inn', title: 'ИНН', input: 'text', hint: 'Реквизиты стоят в накладных и актах' },
    { key: 'kpp', title: 'КПП', input: 'text' },
    { key: 'address', title: 'Адрес', input: 'text' },
    { key: 'lead_days', title: 'Срок поставки', input: 'decimal', unit: 'дн', hint: 'От заказа до склада' },
    {
      key: 'safety_days',
      title: 'Запас по времени',
      input: 'decimal',
      unit: 'дн',
      hint: 'Корм приходит раньше, чем кончится',
    },
    { key: 'lot', title: 'Кратность заказа', input: 'decimal', unit: 'кг', hint: 'Мешок, биг-бэг, поддон' },
    { key: 'no_delivery', title: 'Без доставки', input: 'text', hint: 'Дни недели, например: сб, вс' },
    { key: 'note', title: 'Примечание', input: 'textarea' },
  ],
})
