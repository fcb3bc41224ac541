/** «Акт зарыбления»: what was stocked where, for a commission to sign. */
import * as z from 'zod'
import type { Column } from '../../../../shared/columns'
import { endpoint } from '../../../../shared/contract'
import * as f from '../../../../shared/fields'
import { filterFields } from '../../../../shared/filters'
import { reportPeriod } from '../../../../shared/report/report'

const row = z.object({
  id: z.number(),
  datetime: z.string(),
  cage_id: z.number(),
  cage_number: z.string(),
  location_name: z.string(),
  species_name: z.string(),
  generation_id: z.number(),
  generation_name: z.string(),
  age_category_name: z.string(),
  count: z.number(),
  /** thousands of pieces */
  thousands: z.number(),
  /** g */
  grams: z.number(),
  weight: z.number(),
  origin: z.string().nullable(),
  condition: z.string().nullable(),
  note: z.string().nullable(),
  user: z.string().nullable(),
})
export type StockingRow = z.infer<typeof row>

const sums = z.object({ count: z.number(), thousands: z.number(), grams: z.number(), weight: z.number() })

export const stockingsCall = endpoint({
  method: 'GET',
  path: '/reports/official/stockings',
  name: 'getStockingAct',
  reads: ['fish', 'places', 'lists', 'people'],
  ability: 'access reports',
  area: 'reports',
  summary: 'Акт зарыбления: одно зарыбление или все за период, модуль, генерацию',
  input: z.object({ ...reportPeriod, ...filterFields('module', 'generation'), operation_id: f.optionalId() }),
  answer: z.object({
    /** DD.MM.YYYY */
    start: z.string(),
    end: z.string(),
    rows: z.array(row),
    total: sums,
    /** modules that the user may not see are left out */
    limited: z.boolean(),
  }),
  example: { start: '20.05.2026', end: '20.05.2026' },
})

export const stockingColumns: readonly Column[] = [
  { key: 'datetime', title: 'Время', type: 'datetime' },
  { key: 'location_name', title: 'Модуль', type: 'text' },
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'species_name', title: 'Вид', type: 'text', always: true },
  { key: 'generation_name', title: 'Генерация', type: 'text' },
  { key: 'age_category_name', title: 'Категория', type: 'text' },
  { key: 'thousands', title: 'Количество', type: 'number', unit: 'тыс. шт', decimals: 3, footer: true },
  { key: 'grams', title: 'Средняя масса', type: 'number', unit: 'г', decimals: 2, footer: true },
  { key: 'weight', title: 'Общая масса', type: 'kg', unit: 'кг', footer: true },
  { key: 'origin', title: 'Откуда завезена', type: 'text', yields: true },
  { key: 'condition', title: 'Состояние рыбы', type: 'text', yields: true },
  { key: 'note', title: 'Примечание', type: 'text', fill: true },
  { key: 'user', title: 'Кто записал', type: 'text', optional: true },
]
