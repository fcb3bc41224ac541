/**
 * Measured parameters of a module's water: name, unit and depths. Depths are metres in answers, whole centimetres
 * inside.
 */
import * as z from 'zod'
import { endpoint, nothing } from '../../../shared/contract'
import * as f from '../../../shared/fields'
import * as depth from '../kit/depth.contract'
import { library } from '../kit/library-kit.contract'

interface MeasureType {
  name: string
  /** the code word of the unit */
  symbol: string
  /** readings outside of the range are typing errors or faults of the sensor */
  min?: number
  max?: number
}

/** Kinds of quantity, each with its unit and its possible range in water. `other` has a unit typed by people. */
export const MEASURE_TYPES = {
  temperature: { name: 'Температура', symbol: 'oC', min: -5, max: 45 },
  oxygen: { name: 'Кислород', symbol: 'mg/l', min: 0, max: 40 },
  saturation: { name: 'Насыщение кислородом', symbol: '%', min: 0, max: 400 },
  ph: { name: 'Кислотность', symbol: 'pH', min: 0, max: 14 },
  salinity: { name: 'Солёность', symbol: '‰', min: 0, max: 50 },
  transparency: { name: 'Прозрачность', symbol: 'm', min: 0, max: 100 },
  current: { name: 'Скорость течения', symbol: 'm/s', min: 0, max: 10 },
  ammonium: { name: 'Аммоний', symbol: 'mg/l', min: 0, max: 1000 },
  nitrite: { name: 'Нитриты', symbol: 'mg/l', min: 0, max: 1000 },
  nitrate: { name: 'Нитраты', symbol: 'mg/l', min: 0, max: 1000 },
  other: { name: 'Другое', symbol: '' },
} satisfies Record<string, MeasureType>
export type MeasureTypeId = keyof typeof MEASURE_TYPES
const TYPE_IDS = Object.keys(MEASURE_TYPES) as [MeasureTypeId, ...MeasureTypeId[]]

/** Parameters with this symbol can be sources of temperature. */
export const CELSIUS = 'oC'
const BEAUTIFUL = new Map([
  [CELSIUS, '°C'],
  ['mg/l', 'мг/л'],
  ['m', 'м'],
  ['m/s', 'м/с'],
])
/** 'oC' → '°C', as people read it. */
export const beautifulSymbol = (symbol: string): string => BEAUTIFUL.get(symbol) ?? symbol

/** Depths that are offered first, centimetres. */
export const USUAL_DEPTHS = [0, 50, 100, 200, 300, 500, 700, 1000, 1500, 2000]

export const measureParameterLibrary = library({
  model: 'measure_parameter',
  table: 'measure_parameters',
  archive: true,
  keyed: ['location_id', 'name'],
  missing: 'Параметр не найден.',
  uses: [
    ['measurements', 'measure_parameter_id', 'Параметр нельзя удалить: по нему есть замеры.'],
    ['feed_calcs', 'measure_parameter_id', 'Параметр нельзя удалить: он выбран в расчёте кормления «{{name}}».'],
  ],
  reads: ['water', 'places'],
  title: 'Параметры замеров',
  singular: 'Параметр замеров',
  one: 'параметр замеров',
  route: 'measure-parameters',
  fields: {
    name: f.name(100),
    /** by default derived from the symbol: 'oC' is a temperature, an unknown one is `other` */
    measure_type: f.oneOf(TYPE_IDS).optional(),
    /** asked only for `other`; each other type has its own */
    symbol: f.optionalText(20),
    depth: depth.depths(),
    location_id: f.id(),
  },
  row: {
    name: z.string(),
    symbol: z.string(),
    beautifulSymbol: z.string(),
    measure_type: z.enum(TYPE_IDS),
    measure_type_name: z.string(),
    /** metres, ascending, at least one */
    depth: z.array(z.number()),
    /** '0,5, 2 м' */
    location_id: z.number(),
    location_name: z.string(),
  },
  columns: [
    { key: 'name', title: 'Параметр', type: 'text' },
    { key: 'measure_type_name', title: 'Вид', type: 'text', words: true, optional: true },
    { key: 'beautifulSymbol', title: 'Обозначение', type: 'text' },
    { key: 'depth', title: 'Глубина', type: 'list', unit: 'м' },
    { key: 'location_name', title: 'Модуль', type: 'text' },
  ],
  form: [
    { key: 'name', title: 'Название', input: 'text', required: true },
    {
      key: 'measure_type',
      title: 'Вид',
      input: 'select',
      options: TYPE_IDS.map((value) => ({ value, label: MEASURE_TYPES[value].name })),
      required: true,
    },
    {
      key: 'symbol',
      title: 'Обозначение',
      input: 'text',
      required: true,
      when: (values) => values.measure_type === 'other',
    },
    {
      key: 'depth',
      title: 'Глубина',
      input: 'text',
      hint: 'В метрах, несколько через точку с запятой: 0,5; 2; 5',
      required: true,
    },
    { key: 'location_id', title: 'Модуль', input: 'select', relation: 'location', required: true },
  ],
})

export type MeasureParameter = z.infer<typeof measureParameterLibrary.row>

const area = 'measurements'
const { list, create, update, remove } = measureParameterLibrary
const types = z.array(
  z.object({
    id: z.enum(TYPE_IDS),
    name: z.string(),
    symbol: z.string(),
    beautifulSymbol: z.string(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  }),
)
const depths = z.array(z.object({ id: z.number(), name: z.string() }))

/** The library under the paths of the measurements screen, and the lists it chooses from. */
export const measureParameterCalls = {
  list: { ...list, path: '/measure-parameters', area },
  create: { ...create, name: 'addMeasureParameter', path: '/measure-parameters', area },
  update: { ...update, name: 'changeMeasureParameter', path: '/measure-parameters/{id}', area },
  remove: { ...remove, name: 'removeMeasureParameter', path: '/measure-parameters/{id}', area },
  /** parameters with equal names and units in several modules, as one */
  grouped: endpoint({
    method: 'GET',
    path: '/grouped-measure-parameters',
    reads: ['lists', 'places'],
    ability: 'signed-in',
    area,
    summary: 'Параметры замеров всех модулей, одноимённые вместе',
    input: nothing,
    answer: z.array(
      z.object({
        /** the first of `merged_ids` */
        id: z.number(),
        name: z.string(),
        symbol: z.string(),
        beautifulSymbol: z.string(),
        measure_type: z.enum(TYPE_IDS),
        depth: z.array(z.number()),
        location_ids: z.array(z.number()),
        merged_ids: z.array(z.number()),
      }),
    ),
  }),
  types: endpoint({
    method: 'GET',
    path: '/measure-types',
    reads: ['lists'],
    ability: 'signed-in',
    area,
    summary: 'Виды замеров с обозначениями и пределами',
    input: nothing,
    answer: types,
  }),
  depths: endpoint({
    method: 'GET',
    path: '/measure-depths',
    reads: ['lists'],
    ability: 'signed-in',
    area,
    summary: 'Глубины: обычные и те, что есть у параметров, м',
    input: nothing,
    answer: depths,
  }),
  /** the same two lists under the paths of the library's form */
  libraryTypes: endpoint({
    method: 'GET',
    path: '/crud/measure_parameter/measure_type',
    reads: ['lists'],
    ability: 'signed-in',
    area: 'libraries',
    summary: 'Виды замеров',
    input: nothing,
    answer: types,
  }),
  libraryDepths: endpoint({
    method: 'GET',
    path: '/crud/measure_parameter/measure_depth',
    reads: ['lists'],
    ability: 'signed-in',
    area: 'libraries',
    summary: 'Глубины, м',
    input: nothing,
    answer: depths,
  }),
}
