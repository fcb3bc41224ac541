/** A book that shows how a past is written down: a sheet of lists, and a sheet for each kind of row. */
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ExportRow, PLACES } from '../../../core/export/export-row.server'
import { type BookPart, writeParts } from '../../../core/export/workbook.server'
import { fileRoute } from '../../../server/http/route'
import { languageOf, speakIn } from '../../../server/language'
import { XLSX } from '../../../server/sheets/excel'
import { addDays } from '../../../shared/dates'
import type { Speak } from '../../../shared/say'
import { pastCalls } from '../calls/past.contract'
import { PAST_KINDS, type PastField, type PastKind, SHEET_KINDS } from '../calls/past-words.contract'
import { type Field, LISTS, partOf, ROWS } from './own-past.server'

type Cells = Partial<Record<PastField, string | number>>

/** Days are told by how long ago they were, numbers as people say them: kilograms, roubles, units of a good. */
const AT_1 = { module: 'Понтон 1', cage: '1' }
const AT_2 = { module: 'Понтон 1', cage: '2' }
const FISH = { generation: 'Форель, первая партия', category: 'Подращивание' }
const FEED = { good: 'Корм форелевый 4 мм', stock: 'Склад корма' }
const BUYER = { counterparty: 'ИП Рыбаков' }
const SUPPLIER = { counterparty: 'ООО «Корма Севера»' }

const LISTED: readonly Cells[] = [
  { list: 'module', name: AT_1.module },
  { list: 'species', name: 'Радужная форель' },
  { list: 'stock', name: FEED.stock, module: AT_1.module },
  { list: 'good', name: FEED.good, good_type: 'feed', measure: 'kg' },
  { list: 'good', name: 'Формалин', good_type: 'medicine', measure: 'liter' },
  { list: 'generation', name: FISH.generation, species: 'Радужная форель', date: 60 },
  { list: 'cage', name: '1', module: AT_1.module, cage_volume: 1000 },
  { list: 'cage', name: '2', module: AT_1.module, cage_volume: 1000 },
  {
    list: 'parameter',
    name: 'Температура',
    module: AT_1.module,
    measure_type: 'temperature',
    symbol: 'oC',
    depth: '1',
  },
  { list: 'article', name: 'Электричество' },
  { list: 'counterparty', name: SUPPLIER.counterparty, lead: '7' },
  { list: 'counterparty', name: BUYER.counterparty },
  { list: 'employee', name: 'Смирнов А. П.' },
]

const WRITTEN: Partial<Record<PastKind, readonly Cells[]>> = {
  receipt: [
    { date: 59, ...FEED, volume: 3000, price: 190, lot: '26-101', best_before: -240, ...SUPPLIER, waybill: '118' },
    { date: 20, ...FEED, volume: 2500, price: 194.5, lot: '26-114', best_before: -270, ...SUPPLIER, waybill: '131' },
    { date: 30, good: 'Формалин', stock: FEED.stock, volume: 20, price: 150 },
  ],
  stocking: [
    { date: 58, time: '10:00', ...AT_1, ...FISH, count: 12_000, avg_weight: 0.12, origin: 'Питомник «Исток»' },
    { date: 57, time: '11:30', ...AT_2, ...FISH, count: 9_500, avg_weight: 0.125, origin: 'Питомник «Исток»' },
  ],
  weighing: [
    { date: 40, time: '09:00', ...AT_1, ...FISH, avg_weight: 0.155 },
    { date: 40, time: '09:40', ...AT_2, ...FISH, avg_weight: 0.16 },
    { date: 10, time: '09:00', ...AT_1, ...FISH, avg_weight: 0.215 },
  ],
  feeding: [
    { date: 50, time: '08:00', ...AT_1, ...FEED, volume: 40 },
    { date: 50, time: '08:20', ...AT_2, ...FEED, volume: 32.5 },
    { date: 15, time: '08:00', ...AT_1, ...FEED, volume: 55 },
    { date: 15, time: '08:20', ...AT_2, ...FEED, volume: 41, note: 'Берёт плохо' },
  ],
  treatment: [{ date: 28, time: '12:00', ...AT_2, good: 'Формалин', stock: FEED.stock, volume: 6.5 }],
  retreat: [
    { date: 49, time: '07:30', ...AT_1, ...FISH, count: 12 },
    { date: 14, time: '07:30', ...AT_2, ...FISH, count: 31, cause: 'Травма', note: 'После сортировки' },
  ],
  transfer: [
    {
      date: 16,
      time: '13:00',
      ...AT_1,
      to_module: AT_2.module,
      to_cage: AT_2.cage,
      ...FISH,
      count: 1_500,
      weight: 290,
    },
  ],
  withdrawal: [
    {
      date: 5,
      time: '06:30',
      ...AT_1,
      ...FISH,
      count: 400,
      weight: 90,
      reason: 'Продажа',
      ...BUYER,
      price: 520,
    },
  ],
  measurement: [
    { date: 50, time: '07:00', module: AT_1.module, parameter: 'Температура', depth: 1, value: 11.4, taken: 'hand' },
    { date: 15, time: '07:00', module: AT_1.module, parameter: 'Температура', depth: 1, value: 8.2, taken: 'hand' },
  ],
  spending: [{ date: 25, name: 'Электричество за месяц', sum: 48_500, article: 'Электричество' }],
}

/** Of lists that a farm begins with it has these names. */
const BEGUN_WITH: ReadonlySet<PastField> = new Set(['category', 'reason', 'cause'])

const stored = ({ key, type }: Field, value: string | number, today: string, speak: Speak) => {
  if (type === 'day') return addDays(today, -Number(value))
  if (type === 'text') return BEGUN_WITH.has(key) ? value : speak(String(value))
  return type in PLACES ? Math.round(Number(value) * 10 ** PLACES[type as keyof typeof PLACES]) : Number(value)
}

/** Only the columns that are filled in. */
function sheetOf(name: string, known: readonly Field[], rows: readonly Cells[], today: string, speak: Speak): BookPart {
  const fields = known.filter(({ key }) => rows.some((row) => row[key] !== undefined))
  const told = rows.map((row): ExportRow =>
    Object.fromEntries(
      fields.map((field) => {
        const value = row[field.key]
        return [field.key, value === undefined ? null : stored(field, value, today, speak)]
      }),
    ),
  )
  async function* chunks() {
    yield await Promise.resolve(told)
  }
  return partOf(name, fields, chunks(), speak)
}

export const sample = fileRoute(pastCalls.sample, async (_, { company, request }) => {
  const speak = speakIn(languageOf(request))
  const today = company.now.slice(0, 10)
  const parts = [
    sheetOf(SHEET_KINDS.lists, LISTS, LISTED, today, speak),
    ...Object.entries(WRITTEN).map(([kind, rows]) => sheetOf(PAST_KINDS[kind as PastKind], ROWS, rows, today, speak)),
  ]
  const out = new PassThrough()
  const [bytes] = await Promise.all([buffer(out), writeParts(parts, out)])
  return { name: `${speak('Образец прошлого')}.xlsx`, type: XLSX, bytes }
})
