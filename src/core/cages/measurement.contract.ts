/**
 * Readings of the water. `date` DD.MM.YYYY, `time` HH:mm, `datetime` farm time 'YYYY-MM-DDTHH:mm', `depth` metres,
 * `value` a number with up to 6 decimals. A reading without a cage belongs to the module. There is one reading for each
 * parameter, depth, cage and minute.
 */
import * as z from 'zod'
import { endpoint } from '../../shared/contract'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'
import { metres } from '../lists/kit/depth.contract'

const area = 'measurements'
const ability = 'create measurements'

export const measurementRow = z.object({
  id: z.number(),
  date: z.string(),
  time: z.string(),
  datetime: z.string(),
  measure_parameter_id: z.number(),
  measure_parameter_name: z.string(),
  symbol: z.string(),
  beautifulSymbol: z.string(),
  depth: z.number(),
  value: z.number(),
  cage_id: z.number().nullable(),
  cage_number: z.string().nullable(),
  location_id: z.number(),
  user_id: z.number().nullable(),
  /** who entered it, or the name of the external application that sent it */
  user_name: z.string().nullable(),
  /** the administrator who sent it for the author */
  sent_by: z.string().nullable(),
  /** it came from a sensor */
  external_input: z.boolean(),
  created_datetime: z.string(),
})
export type MeasurementRow = z.infer<typeof measurementRow>

const fields = {
  date: f.day(),
  time: f.time(),
  measure_parameter_id: f.id(),
  /** left out, the first depth of the parameter */
  depth: f.optional(metres()),
  value: f.reading(),
  cage_id: f.optionalId(),
}

/** The stored row at top level and under `measurement`, and how many readings its module has on its day. */
const written = z.object({ ...measurementRow.shape, measurement: measurementRow, count: z.number() })

/** A card for an instant without readings: stored with its first reading, so it has no id. */
const opened = z.object({
  id: z.null(),
  measurement: measurementRow.pick({ date: true, time: true, datetime: true, location_id: true }),
  count: z.number(),
})

/** A cell of the table. Its value is not parsed here, so that an error can name the cell. */
const cell = z.object({
  cage_id: f.id(),
  measure_parameter_id: f.id(),
  depth: f.optional(metres()),
  value: z.unknown(),
})
const MAX_CELLS = 2000

/** The name of a table column in error keys: the parameter's id alone for its first depth, at others '3:2.5'. */
export const columnKey = (parameter: { id: number; depth: number[] }, depth: number): string =>
  parameter.depth[0] === depth ? String(parameter.id) : `${parameter.id}:${depth}`
/** The key of a cell's errors: 'measurements_data.7.3.value'. */
export const cellKey = (cage: number, parameter: { id: number; depth: number[] }, depth: number): string =>
  `measurements_data.${cage}.${columnKey(parameter, depth)}.value`

/** A line of the chart: a parameter at a depth of a module, manual or from a sensor. */
const series = z.object({
  /** «Температура воды, 2 м» */
  label: z.string(),
  name: z.string(),
  symbol: z.string(),
  beautifulSymbol: z.string(),
  depth: z.number(),
  locationId: z.number(),
  external_input: z.boolean(),
  points: z.array(
    z.object({
      datetime: z.string(),
      /** the mean, where several readings stand for the point */
      value: z.number(),
      min: z.number(),
      max: z.number(),
      count: z.number(),
    }),
  ),
})
export type ChartSeries = z.infer<typeof series>

export const measurementCalls = {
  create: endpoint({
    method: 'POST',
    path: '/measurements',
    ability,
    area,
    summary: 'Записать замер; без параметра и значения открыть карточку момента в модуле',
    // the parameter determines the module; a named module must be the same
    input: z.object({
      ...fields,
      measure_parameter_id: f.optionalId(),
      value: f.optional(f.reading()),
      location_id: f.optionalId(),
    }),
    answer: z.union([written, opened]),
  }),
  update: endpoint({
    method: 'PUT',
    path: '/measurements/{id}',
    ability,
    area,
    summary: 'Изменить замер',
    input: z.object({ id: f.id(), ...fields }),
    answer: written,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/measurements/{id}',
    ability,
    area,
    summary: 'Удалить замер',
    input: z.object({ id: f.id() }),
    answer: z.object({ ok: z.literal(true), date: z.string(), count: z.number() }),
  }),
  table: endpoint({
    method: 'POST',
    path: '/measurements-table',
    name: 'writeMeasurementsTable',
    ability,
    area,
    summary: 'Замеры дня таблицей: создать, изменить и удалить сразу',
    input: z.object({
      date: f.day(),
      /** time of new readings; by default now for the current day, noon for past ones */
      time: f.time().optional(),
      measurements_data: z.object({
        created: z.array(cell).max(MAX_CELLS, 'Слишком много клеток').optional().default([]),
        updated: z
          .array(z.object({ id: f.id(), value: z.unknown() }))
          .max(MAX_CELLS, 'Слишком много клеток')
          .optional()
          .default([]),
        /** ids, or rows with an id */
        deleted: z
          .array(z.union([f.id(), z.object({ id: f.id() }).transform(({ id }) => id)]))
          .max(MAX_CELLS, 'Слишком много клеток')
          .optional()
          .default([]),
      }),
    }),
    answer: z.object({
      created: z.array(measurementRow),
      updated: z.array(measurementRow),
      deleted: z.array(z.number()),
    }),
  }),
  byLocation: endpoint({
    method: 'GET',
    path: '/measurements-by-location/{locationId}',
    reads: ['water', 'places', 'lists'],
    ability: 'signed-in',
    area,
    summary: 'Замеры модуля за период, новые сначала',
    input: z.object({
      locationId: f.id(),
      start: f.instant('start'),
      end: f.instant('end'),
      cage_id: f.optionalId(),
      measure_parameter_id: f.idFilter(),
      /** without what sensors sent */
      by_hand: f.flag(),
      ...f.paging,
    }),
    answer: z.union([
      z.array(measurementRow),
      z.object({ rows: z.array(measurementRow), total: z.number(), footer: z.record(z.string(), z.number()) }),
    ]),
  }),
  calendar: endpoint({
    method: 'GET',
    path: '/measurements-calendar-counts/{locationId}',
    reads: ['water'],
    ability: 'signed-in',
    area,
    summary: 'Сколько замеров сделано в каждый день месяца',
    input: z.object({ locationId: f.id(), month: f.month() }),
    /** days without readings are left out; `day` 'YYYY-MM-DD' */
    answer: z.array(z.object({ day: z.string(), date: z.string(), count: z.number(), external_count: z.number() })),
  }),
  chart: endpoint({
    method: 'GET',
    path: '/chart/data/measurements',
    reads: ['water', 'places', 'lists'],
    ability: 'signed-in',
    area,
    summary: 'Замеры графиком: до двух параметров',
    input: z.object({
      start: f.instant('start'),
      end: f.instant('end'),
      /** names of one or two parameters */
      paramNames: z.preprocess(
        (value) => (value === undefined ? [] : [value].flat()),
        z.array(f.text(100)).min(1, 'Выберите параметр').max(2, 'Не более двух параметров'),
      ),
      /** left out: all modules */
      locationId: f.optionalId(),
      cage_id: f.optionalId(),
      /** sensors too, unless it says no */
      external_input: z
        .preprocess((value) => value ?? true, f.flag())
        .optional()
        .default(true),
    }),
    answer: z.object({
      datasets: z.array(series),
      /** minutes for each point; 0 is each reading as it is (readings of one minute are averaged) */
      bucket_minutes: z.number(),
    }),
  }),
}

export const measurementColumns: Column[] = [
  { key: 'datetime', title: 'Дата и время', type: 'datetime' },
  { key: 'measure_parameter_name', title: 'Параметр', type: 'text' },
  { key: 'depth', title: 'Глубина', type: 'number', unit: 'м' },
  { key: 'value', title: 'Значение', type: 'number' },
  { key: 'beautifulSymbol', title: 'Ед.', type: 'text' },
  { key: 'cage_number', title: 'Садок', type: 'text' },
  { key: 'user_name', title: 'Автор', type: 'text', yields: true },
  { key: 'sent_by', title: 'Отправитель', type: 'text', optional: true, yields: true },
  { key: 'created_datetime', title: 'Внесено', type: 'datetime', optional: true, yields: true },
]
