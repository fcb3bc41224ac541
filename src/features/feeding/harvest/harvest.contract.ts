/**
 * The harvest plan: what is to be lifted out of which cage on which day, what it leaves, and what speaks against it.
 * Kilograms, days DD.MM.YYYY.
 */
import * as z from 'zod'
import type { Column } from '../../../shared/columns'
import { endpoint, ok } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { filterFields } from '../../../shared/filters'
import { rowFlags } from '../../../core/lists/kit/library-kit.contract'

const area = 'feeding'
const READING = 'view feed calcs'
const WRITING = 'create withdrawals'

/** Plans reach so far ahead. */
export const DAYS_AHEAD = 730

/** What is taken: pieces or kilograms, one of both; without a group out of all groups of the cage. */
const taking = {
  date: f.day(),
  cage_id: f.id(),
  generation_id: f.optionalId(),
  age_category_id: f.optionalId(),
  count: f.optional(f.count()),
  weight: f.optional(f.kilograms()),
}

const fields = {
  ...taking,
  reason: f.text(50).optional().default('sale'),
  counterparty_id: f.optionalId(),
  note: f.optionalText(2000),
  /** more than is expected, and meant so */
  over: f.flag(),
}

/** What an open row meets on its day, after the open rows before it. */
export const outlook = z.object({
  /** fish that are there then, of the group or of all */
  expected_count: z.number(),
  expected_weight: z.number(),
  expected_avg_weight: z.number(),
  /** the band of the average, where there is a forecast */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** what the row takes: that which is planned, and what follows from the average */
  takes_count: z.number(),
  takes_weight: z.number(),
  left_count: z.number(),
  left_weight: z.number(),
  /** kg/m³ of the whole cage */
  density_before: z.number(),
  density_after: z.number(),
  density_limit: z.number(),
  /** pieces that are missing; 0 when there is enough */
  missing_count: z.number(),
  missing_weight: z.number(),
  /** open rows of the cage that take fish before it */
  others: z.array(z.object({ id: z.number(), date: z.string(), count: z.number(), weight: z.number() })),
  /** feed that is planned for that day and the day before, kg */
  fed: z.array(z.object({ date: z.string(), weight: z.number() })),
  /** withdrawal periods that are open on that day, what ends last first */
  periods: z.array(z.object({ medicine: z.string(), free_on: z.string().nullable() })),
  /** all of that which speaks against the row, in words */
  remarks: z.array(z.string()),
})
export type Outlook = z.infer<typeof outlook>

export const harvestRow = z.object({
  id: z.number(),
  date: z.string(),
  /** 'YYYY-MM-DD' */
  day: z.string(),
  cage_id: z.number(),
  cage_number: z.string(),
  location_id: z.number(),
  location: z.string(),
  generation_id: z.number().nullable(),
  age_category_id: z.number().nullable(),
  /** «Осень 2024 · Товарная»; null for the whole cage */
  group: z.string().nullable(),
  count: z.number().nullable(),
  weight: z.number().nullable(),
  reason: z.string(),
  reason_name: z.string(),
  counterparty_id: z.number().nullable(),
  counterparty: z.string().nullable(),
  note: z.string().nullable(),
  user: z.string().nullable(),
  state: z.enum(['open', 'done']),
  state_name: z.string(),
  /** the withdrawal that closed it */
  operation_id: z.number().nullable(),
  done_datetime: z.string().nullable(),
  /** null once it is done */
  outlook: outlook.nullable(),
  /** of an open row as planned or as follows from the average, of a done one as it was lifted */
  takes_count: z.number(),
  takes_weight: z.number(),
  expected_count: z.number().nullable(),
  expected_weight: z.number().nullable(),
  expected_avg_weight: z.number().nullable(),
  left_count: z.number().nullable(),
  left_weight: z.number().nullable(),
  density_after: z.number().nullable(),
  remarks: z.string(),
  edit_disabled: z.boolean(),
  edit_disabled_reason: z.string().nullable(),
  ...rowFlags,
})
z.globalRegistry.add(harvestRow, { id: 'HarvestRow' })
export type HarvestRow = z.infer<typeof harvestRow>

export const harvestColumns: Column[] = [
  { key: 'day', title: 'День', type: 'day', always: true },
  { key: 'cage_number', title: 'Садок', type: 'cage', always: true },
  { key: 'takes_count', title: 'Взять', type: 'count', unit: 'шт', footer: true, yields: true },
  { key: 'takes_weight', title: 'Взять', type: 'kg', unit: 'кг', footer: true },
  { key: 'expected_weight', title: 'Ожидается', type: 'kg', unit: 'кг' },
  { key: 'expected_avg_weight', title: 'Навеска', type: 'average', yields: true },
  { key: 'left_weight', title: 'Останется', type: 'kg', unit: 'кг' },
  { key: 'density_after', title: 'Плотность после', type: 'number', unit: 'кг/м³', decimals: 1, yields: true },
  { key: 'counterparty', title: 'Покупатель', type: 'text' },
  { key: 'remarks', title: 'Замечания', type: 'text', fill: true },
  { key: 'state_name', title: 'Состояние', type: 'text', words: true },
  { key: 'reason_name', title: 'Причина', type: 'text', words: true, optional: true },
  { key: 'group', title: 'Группа', type: 'text', optional: true },
  { key: 'expected_count', title: 'Ожидается', type: 'count', unit: 'шт', optional: true },
  { key: 'left_count', title: 'Останется', type: 'count', unit: 'шт', optional: true },
  { key: 'location', title: 'Модуль', type: 'text', optional: true },
  { key: 'note', title: 'Примечание', type: 'text', optional: true },
  { key: 'user', title: 'Пользователь', type: 'text', optional: true },
]

const READS = ['fish', 'plans', 'goods', 'water', 'places', 'lists', 'people'] as const

export const harvestCalls = {
  list: endpoint({
    method: 'GET',
    path: '/harvest',
    name: 'getHarvestPlan',
    reads: READS,
    ability: READING,
    area,
    summary: 'План вылова: строки с тем, что они оставляют',
    details: 'Открытые строки — всегда все, выполненные — за период, без него за последние 30 дней.',
    input: z.object({
      start: f.optional(f.day()),
      end: f.optional(f.day()),
      ...filterFields('cages', 'module'),
      state: f.optional(f.oneOf(['open', 'done'])),
    }),
    answer: z.array(harvestRow),
  }),
  outlook: endpoint({
    method: 'GET',
    path: '/harvest/outlook',
    name: 'getHarvestOutlook',
    reads: READS,
    ability: READING,
    area,
    summary: 'План вылова: что оставит строка, пока её вводят',
    input: z.object({ ...taking, except_id: f.optionalId() }),
    answer: outlook,
  }),
  create: endpoint({
    method: 'POST',
    path: '/harvest',
    name: 'createHarvestRow',
    ability: WRITING,
    area,
    summary: 'План вылова: добавить строку',
    example: { date: '14.12.2026', cage_id: 7, weight: 500, reason: 'sale', counterparty_id: 3 },
    input: z.object(fields),
    answer: harvestRow,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/harvest/{id}',
    name: 'updateHarvestRow',
    ability: WRITING,
    area,
    summary: 'План вылова: изменить строку',
    input: z.object({ id: f.id(), ...fields, version: f.optionalText(20) }),
    answer: harvestRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/harvest/{id}',
    name: 'deleteHarvestRow',
    ability: WRITING,
    area,
    summary: 'План вылова: удалить строку',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
}
