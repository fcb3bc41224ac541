import * as z from 'zod'
import { warnOfExpired, warnOfRation } from '../../../../shared/ledger/warning-rules'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { dayOf } from '../../../../shared/dates'
import { fcrTable } from '../../../../shared/feeding/norm'
import { takenFrom } from '../../../../shared/ledger/document'
import { moment, note, operationKind } from '../../engine/operation.contract'

/** 1 to 5; 1 by default; null or '' means that nobody watched. */
const appetite = z
  .preprocess((value) => (value === '' ? null : value), f.integer(1, 5).nullable())
  .optional()
  .default(1)

export const feeding = operationKind({
  kind: 'feeding',
  same: ['cage_id', 'good_id'],
  path: 'feeding',
  title: 'Кормление',
  inSentence: 'кормление',
  daily: 'fed_today',
  journal: 'Журнал кормлений',
  plural: 'Кормления',
  icon: 'feed',
  section: 'daily',
  ability: 'create feedings',
  fields: {
    ...moment,
    cage_id: f.id(),
    feed_type_id: f.id(),
    stock_id: f.id(),
    volume: f.amount(),
    appetite,
    rate: f.optional(f.amount()),
    ...note,
  },
  row: z.object({
    cage_id: z.number(),
    number: z.string(),
    location_id: z.number(),
    feed_type_id: z.number(),
    feed_type: z.string(),
    stock_id: z.number(),
    stock: z.string(),
    volume: z.number(),
    /** kilograms of it that the generation of the filter ate; null without that filter */
    eaten: z.number().nullable(),
    appetite: z.number().nullable(),
    rate: z.number().nullable(),
    /** kilograms that the fish grew by it; null when it grows nothing */
    growth: z.number().nullable(),
    /** °C of its day, and where it is known from; null where growth is off */
    temperature: z.number().nullable(),
    temperature_source: z.string().nullable(),
  }),
  example: { cage_id: 12, date: '24.11.2026', time: '08:30', feed_type_id: 3, stock_id: 1, volume: 85.5 },
  filter: filterFields('generation', 'feeds'),
  columns: [
    { key: 'datetime', title: 'Время', type: 'datetime' },
    { key: 'number', title: 'Садок', type: 'cage' },
    { key: 'feed_type', title: 'Корм', type: 'text' },
    { key: 'volume', title: 'Корм', type: 'amount', unit: 'кг', footer: true },
    {
      ...{ key: 'eaten', title: 'Съела генерация', type: 'amount', unit: 'кг', footer: true },
      ...{ onlyWith: 'generation_id', unsorted: true },
    },
    { key: 'appetite', title: 'Аппетит', type: 'number' },
    { key: 'growth', title: 'Прирост', type: 'amount', unit: 'кг', optional: true },
    { key: 'temperature', title: 'Температура', type: 'amount', unit: '°C', optional: true },
    { key: 'temperature_source', title: 'Откуда температура', type: 'text', words: true, optional: true },
    { key: 'stock', title: 'Склад', type: 'text' },
    { key: 'user', title: 'Пользователь', type: 'text', yields: true },
    { key: 'note', title: 'Примечание', type: 'text', fill: true },
    { key: 'created_datetime', title: 'Создано', type: 'datetime', yields: true },
  ],
  warnings: [warnOfRation, warnOfExpired],
  needsFish: true,
  goodType: 'feed',
  movement: { type: 'feeding', title: 'Кормление', elsewhere: 'Отмените в журнале кормлений' },
  fieldNames: { good_id: 'feed_type_id' },
  document: ({ cage_id, feed_type_id, stock_id, volume, appetite, rate }) => ({
    cage_id,
    good_id: feed_type_id,
    stock_id,
    volume,
    appetite,
    rate,
  }),
  goods: takenFrom,
  effect: (row, norms) =>
    row.norm_version_id === null && !row.gain
      ? null
      : {
          type: 'grow',
          cage: row.cage_id!,
          fed: row.volume!,
          norm:
            row.norm_version_id === null
              ? null
              : fcrTable(norms(row.norm_version_id) ?? [], dayOf(row.at), row.norm_temperature),
          gain: row.gain,
        },
})
