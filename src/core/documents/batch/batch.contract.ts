/** One kind of operation in many cages at one instant: all or nothing. Errors are named `batch.{cageId}.{field}`. */
import * as z from 'zod'
import { endpoint } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import { parseDecimal } from '../../../shared/numbers'
import { cageRow } from '../../cages/cage.contract'
import { feeding } from '../kinds/feeding/feeding.contract'
import { moment, note, someIds } from '../engine/operation.contract'
import { fedDay } from '../recent/recent.contract'
import { retreat } from '../kinds/retreat/retreat.contract'

const area = 'operations'
const MAX_ROWS = 1000

const isTyped = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  !(typeof value === 'string' && value.trim() === '') &&
  parseDecimal(value, 6) !== 0

const isBatch = (batch: unknown): batch is Record<string, unknown> =>
  typeof batch === 'object' && batch !== null && !Array.isArray(batch)

/** Several rows of cage 12 are named '12.0', '12.1', like their errors. */
const eachRow = (batch: unknown): unknown =>
  isBatch(batch)
    ? Object.fromEntries(
        Object.entries(batch).flatMap(([cage, rows]) =>
          Array.isArray(rows) ? rows.map((row, index) => [`${cage}.${index}`, row] as const) : [[cage, rows] as const],
        ),
      )
    : batch

/** The cage of a row by the row's name. */
export const cageOfRow = (name: string): number => Number(name.split('.')[0])

/** Drops rows in which nothing, or zero, was typed. */
function withoutBlank(batch: unknown, keys: readonly string[]): unknown {
  if (!isBatch(batch)) return batch
  const typed = ([, row]: [string, unknown]) =>
    typeof row !== 'object' || row === null || keys.some((key) => isTyped((row as Record<string, unknown>)[key]))
  return Object.fromEntries(Object.entries(batch).filter(typed))
}

const jsonOf = (schema: z.ZodType) => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

/**
 * Cage id → its row, or a list of rows: several losses of a group with different causes. `keys` are the fields that
 * make a row count.
 */
function rowsOf<R extends z.ZodRawShape>(shape: R, keys: readonly (keyof R & string)[]) {
  const row = z.object(shape, { error: 'Неверная строка' })
  const cageId = z.string().regex(/^[1-9]\d{0,8}(\.\d{1,3})?$/, 'Садок не найден')
  const rows = z
    .record(cageId, row, { error: 'Заполните хотя бы одну строку' })
    .refine((given) => Object.keys(given).length > 0, 'Заполните хотя бы одну строку')
    .refine((given) => Object.keys(given).length <= MAX_ROWS, 'Не более 1000 строк')
  return z
    .preprocess((value) => withoutBlank(eachRow(value), keys), rows)
    .meta({
      type: 'object',
      additionalProperties: { anyOf: [jsonOf(row), { type: 'array', items: jsonOf(row) }] },
      description: 'cage id → row, or several rows',
    })
}

const { feed_type_id, stock_id, volume, appetite, rate } = feeding.fields
const { generation_id, age_category_id, count, weight, loss_cause_id } = retreat.fields
const groupIndex = f.integer(0, 1000).nullish()

const feedingRows = rowsOf({ feed_type_id, stock_id, rate, volume, appetite }, ['volume', 'rate'])
const dead = { count, weight, groupIndex, generation_id, age_category_id, loss_cause_id, ...note }
const retreatRows = rowsOf(dead, ['count', 'weight'])

const changed = { cages: z.array(cageRow) }
const stored = <R extends z.ZodType>(row: R) =>
  z.object({ rows: z.array(row), ...changed, warning: z.string().nullish() })

const ids = z.object({ ids: someIds })

export const feedingBatch = {
  create: endpoint({
    method: 'POST',
    path: '/feedings',
    name: 'createFeedings',
    ability: feeding.ability,
    area,
    summary: 'Групповое кормление: записать',
    input: z.object({ ...moment, batch: feedingRows }),
    answer: stored(feeding.row),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/feedings',
    ability: 'signed-in',
    area,
    summary: 'Групповое кормление: отменить записанное',
    input: ids,
    answer: z.object(changed),
  }),
  template: endpoint({
    method: 'GET',
    path: '/template-for-batch',
    reads: ['fish'],
    ability: 'signed-in',
    area,
    summary: 'Кормления за день до даты, по садкам',
    input: z.object({ date: f.day(), cage_ids: f.idFilter() }),
    answer: z.array(fedDay.omit({ day: true })),
  }),
}

export const retreatBatch = {
  create: endpoint({
    method: 'POST',
    path: '/retreats',
    name: 'createRetreats',
    ability: retreat.ability,
    area,
    summary: 'Групповой отход: записать',
    input: z.object({ ...moment, batch: retreatRows }),
    answer: stored(retreat.row),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/retreats',
    ability: 'signed-in',
    area,
    summary: 'Групповой отход: отменить записанное',
    input: ids,
    answer: z.object(changed),
  }),
}
