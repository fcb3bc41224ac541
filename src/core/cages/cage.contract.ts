/**
 * Cages, modules as cards, the farm at a moment. Kilograms everywhere; `avg_weight` kg; `volume` m³; `density` kg/m³.
 */
import * as z from 'zod'
import { endpoint, ok } from '../../shared/contract'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'
import { NUMBER_MOST, ROW_MOST } from '../../shared/fish/cage-numbers'

export const groupOfCage = z.object({
  id: z.number(),
  generation_id: z.number(),
  generation_name: z.string(),
  age_category_id: z.number(),
  age_category_name: z.string(),
  species_name: z.string(),
  count: z.number(),
  weight: z.number(),
  avg_weight: z.number(),
})

export const cageRow = z.object({
  id: z.number(),
  number: z.string(),
  code: z.string().nullable(),
  cage_type_id: z.number(),
  cage_type_name: z.string(),
  /** 1…12, a colour of the palette */
  color: z.number(),
  volume: z.number(),
  location_id: z.number(),
  x: z.number(),
  y: z.number(),
  net_id: z.number().nullable(),
  net_name: z.string().nullable(),
  count: z.number(),
  weight: z.number(),
  avg_weight: z.number(),
  density: z.number(),
  /** the cage's own limit or the company's, kg/m³ */
  density_limit: z.number(),
  /** the cage's own limit, when it has one */
  own_density_limit: z.number().nullable(),
  generation_names: z.string(),
  species_names: z.string(),
  age_categories_ids: z.array(z.number()),
  age_categories_names: z.string(),
  age_category_name: z.string(),
  groups: z.array(groupOfCage),
  /** kg of feed given today; null in history */
  fed_today: z.number().nullable(),
  /** pieces lost today; null in history */
  lost_today: z.number().nullable(),
  /**
   * the day when the current fish were last weighed, stocked, or moved with a typed weight, here or where they came
   * from, 'YYYY-MM-DD'; null in history
   */
  weighed_on: z.string().nullable(),
  /** the day on which the last fish left, for an empty cage that once had fish */
  empty_since: z.string().nullable(),
})
z.globalRegistry.add(cageRow, { id: 'Cage' })
export type CageRow = z.infer<typeof cageRow>

export const locationRow = z.object({
  id: z.number(),
  name: z.string(),
  code: z.string().nullable(),
  cages_count: z.number(),
  fish_count: z.number(),
  total_weight: z.number(),
  /** the last readings of the water, at most three days old: farm time, metres, °C, mg/l */
  water: z
    .object({
      datetime: z.string(),
      depth: z.number(),
      temperature: z.number().nullable(),
      oxygen: z.number().nullable(),
    })
    .nullable(),
  /** feed in the module's warehouses in kg, and how many days it lasts; null without warehouses and in history */
  feed: z.object({ weight: z.number(), days: z.number().nullable() }).nullable(),
})
z.globalRegistry.add(locationRow, { id: 'Module' })
export type LocationRow = z.infer<typeof locationRow>

const totals = z.object({ count: z.number(), weight: z.number(), avg_weight: z.number(), cages_count: z.number() })

export const CAGE_TYPES = [
  { id: 1, name: 'Круг' },
  { id: 2, name: 'Прямоугольник' },
] as const

/** What cages of one row have in common. */
const rowFields = {
  location_id: f.id(),
  number: f.name(NUMBER_MOST),
  cage_type_id: f.id(),
  color: f.integer(1, 12).optional().default(1),
  volume: f.cubicMetres(),
  density_limit: f.optional(f.cubicMetres()),
}

const cageFields = {
  ...rowFields,
  code: f.optionalText(50),
  net_id: f.optionalId(),
  x: f.coordinate().optional(),
  y: f.coordinate().optional(),
}

/** A write on a cage answers the cage as the lists show it. */
export const cageCalls = {
  list: endpoint({
    method: 'GET',
    path: '/cages',
    reads: ['fish', 'goods', 'places', 'lists'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Садки сейчас',
    input: z.object({}),
    answer: z.array(cageRow),
  }),
  create: endpoint({
    method: 'POST',
    path: '/cages',
    ability: 'create cages',
    area: 'cages',
    summary: 'Создать садок',
    input: z.object(cageFields),
    answer: cageRow,
  }),
  /** «12 садков по 1 600 м³»: identical cages; `number` is the first one's, the others continue it. All or nothing. */
  createRow: endpoint({
    method: 'POST',
    path: '/cages/row',
    name: 'createCageRow',
    ability: 'create cages',
    area: 'cages',
    summary: 'Создать ряд садков',
    input: z.object({ ...rowFields, count: f.integer(1, ROW_MOST) }),
    answer: z.array(cageRow),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/cages/{id}',
    ability: 'update cages',
    area: 'cages',
    summary: 'Изменить садок',
    input: z.object({
      id: f.id(),
      ...cageFields,
      /** sent from the table of cages, which shows no map: the cage keeps its place there */
      table: f.flag(),
    }),
    answer: cageRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/cages/{id}',
    ability: 'delete cages',
    area: 'cages',
    summary: 'Удалить садок',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
  types: endpoint({
    method: 'GET',
    path: '/cagetypes',
    reads: [],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Формы садков',
    input: z.object({}),
    answer: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  onDate: endpoint({
    method: 'GET',
    path: '/cages-on-date',
    kept: false,
    reads: ['fish', 'goods', 'water', 'places', 'lists'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Ферма на конец дня (история)',
    input: z.object({ date: f.instant('end') }),
    answer: z.object({ cages: z.array(cageRow), total_data: totals, locations: z.array(locationRow) }),
  }),
  /** All or nothing. `number` names a cage that no longer exists when saving. */
  moves: endpoint({
    method: 'POST',
    path: '/moves',
    name: 'moveCages',
    ability: 'update cages',
    area: 'cages',
    summary: 'Сохранить расположение садков',
    input: z.object({
      list: z
        .array(z.object({ id: f.id(), x: f.coordinate(), y: f.coordinate(), number: f.optionalText(20) }), {
          error: 'Нужен список садков',
        })
        .min(1, 'Нужен список садков')
        .max(2000, 'Не более 2000 садков за раз'),
    }),
    answer: z.array(cageRow),
  }),
  downloadAll: endpoint({
    method: 'GET',
    path: '/cages/download-all',
    name: 'downloadAllCages',
    ability: 'signed-in',
    area: 'cages',
    summary: 'Скачать все модули: Excel, лист на модуль',
    input: z.object({ date: f.instant('end').optional() }),
    answer: z.unknown(),
    download: true,
    slow: true,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/total-farm-data',
    reads: ['fish', 'places'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Итоги фермы',
    input: z.object({}),
    answer: totals,
  }),
  locations: endpoint({
    method: 'GET',
    path: '/locations',
    reads: ['fish', 'goods', 'water', 'places', 'lists'],
    ability: 'signed-in',
    area: 'cages',
    summary: 'Модули с итогами',
    input: z.object({}),
    answer: z.array(locationRow),
  }),
  changeCategory: endpoint({
    method: 'PUT',
    path: '/cage/{cageId}/gen/{generationId}',
    name: 'changeAgeCategory',
    ability: 'create corrections',
    area: 'cages',
    summary: 'Сменить возрастную категорию генерации в садке',
    /** from the given moment on; from now on without one */
    input: z.object({
      cageId: f.id(),
      generationId: f.id(),
      category_id: f.id(),
      date: f.optional(f.day()),
      time: f.optional(f.time()),
    }),
    answer: z.object({ id: z.number(), cage: cageRow, cages: z.array(cageRow) }),
  }),
  countOnDate: endpoint({
    method: 'GET',
    path: '/cage/count-on-date',
    kept: false,
    reads: ['fish', 'places', 'lists'],
    ability: 'signed-in',
    area: 'operations',
    summary: 'Остаток садка на момент (до операций, записанных позже)',
    input: z.object({
      date: f.day(),
      time: f.time(),
      cage_id: f.id(),
      generation_id: f.optionalId(),
      age_category_id: f.optionalId(),
      except_id: f.optionalId(),
    }),
    answer: z.object({ count: z.number(), weight: z.number(), avg_weight: z.number(), groups: z.array(groupOfCage) }),
  }),
}

export const cageColumns: Column[] = [
  { key: 'number', title: 'Садок', type: 'cage', always: true },
  { key: 'avg_weight', title: 'Навеска', type: 'average', noZero: true },
  { key: 'count', title: 'Количество', type: 'count', unit: 'шт', footer: true },
  { key: 'weight', title: 'Биомасса', type: 'kg', unit: 'кг', footer: true },
  { key: 'age_category_name', title: 'Категория', type: 'text' },
  { key: 'generation_names', title: 'Генерация', type: 'text' },
  { key: 'species_names', title: 'Вид рыбы', type: 'text' },
  { key: 'cage_type_name', title: 'Форма', type: 'text', optional: true, words: true },
  { key: 'volume', title: 'Объём', type: 'number', unit: 'м³', decimals: 1 },
  { key: 'density', title: 'Плотность посадки', type: 'number', unit: 'кг/м³', decimals: 1, noZero: true },
  { key: 'net_name', title: 'Дель', type: 'text', optional: true },
  { key: 'code', title: 'Код', type: 'text', optional: true },
]
