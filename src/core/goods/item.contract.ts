/** Single items of a warehouse: nets, boats, engines. Each is in one warehouse; a net may hang in a cage instead. */
import * as z from 'zod'
import { endpoint, ok } from '../../shared/contract'
import type { Column } from '../../shared/columns'
import * as f from '../../shared/fields'
import { archiveCalls, rowFlags } from '../lists/kit/library-kit.contract'

export const NET = 'net'
/** The kind of the documents that tie and untie nets. */
export const TYING = 'tying'
export const ITEM_TYPES = {
  net: 'Дель',
  boat: 'Лодка',
  motor: 'Мотор',
  transport: 'Транспорт',
  pump: 'Насос',
  generator: 'Генератор',
  other: 'Прочее',
} as const
/** What takes fuel. */
const REFILLED: ReadonlySet<string> = new Set(['boat', 'motor', 'transport', 'pump', 'generator'])
export const isRefilled = ({ type }: { type: string }): boolean => REFILLED.has(type)
export const REFILLED_TYPES = [...REFILLED]

export const ITEM_CONDITIONS = {
  new: 'Новое',
  working: 'Исправно',
  repair: 'Нужен ремонт',
  broken: 'Неисправно',
} as const

const itemType = f.oneOf(['net', 'boat', 'motor', 'transport', 'pump', 'generator', 'other'])
const itemCondition = f.oneOf(['new', 'working', 'repair', 'broken'])

export const itemRow = z.object({
  id: z.number(),
  name: z.string(),
  type: itemType,
  type_translation: z.string(),
  condition: itemCondition,
  condition_translation: z.string(),
  code: z.string().nullable(),
  /** the warehouse it lies in; null while it hangs in a cage */
  stock_id: z.number().nullable(),
  stock_field: z.string().nullable(),
  cage_id: z.number().nullable(),
  cage_number: z.string().nullable(),
  /** of the cage, 1…12 */
  color: z.number().nullable(),
  /** since when it is there, 'YYYY-MM-DDTHH:mm' */
  since: z.string().nullable(),
  /** fuel may be put into it */
  refilled: z.boolean(),
  ...rowFlags,
})
z.globalRegistry.add(itemRow, { id: 'Item' })
export type ItemRow = z.infer<typeof itemRow>

const area = 'warehouse'
const named = z.array(z.object({ id: z.string(), name: z.string() }))
const itemFields = {
  name: f.name(200),
  type: itemType,
  condition: itemCondition,
  code: f.optionalText(50),
}

const list = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path,
    reads: ['goods', 'places', 'lists'],
    ability: 'signed-in',
    area,
    summary,
    input: z.object({}),
    answer: z.array(itemRow),
  })

export const itemCalls = {
  list: list('/items', 'Изделия'),
  /** nets that a cage may get, and those in cages */
  nets: list('/net-items', 'Дели'),
  refilled: list('/gasoline-items', 'Изделия, которые заправляют'),
  create: endpoint({
    method: 'POST',
    path: '/transaction-new-item',
    name: 'createItem',
    ability: 'write stocks',
    area,
    summary: 'Внести изделие на склад',
    input: z.object({
      ...itemFields,
      stock: f.id(),
      date: f.day(),
      time: f.time(),
      note: f.optionalText(2000),
    }),
    answer: itemRow,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/crud/item/{id}',
    ability: 'write stocks',
    area,
    summary: 'Изменить изделие',
    input: z.object({ id: f.id(), ...itemFields }),
    answer: itemRow,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/items/{id}',
    ability: 'write stocks',
    area,
    summary: 'Удалить изделие',
    input: z.object({ id: f.id() }),
    answer: ok,
  }),
  archiving: archiveCalls({ model: 'item', title: 'Изделия', ability: 'write stocks', area }, itemRow),
  types: endpoint({
    method: 'GET',
    path: '/item-types',
    reads: [],
    ability: 'signed-in',
    area,
    summary: 'Виды изделий',
    input: z.object({}),
    answer: named,
  }),
  conditions: endpoint({
    method: 'GET',
    path: '/item-conditions',
    reads: [],
    ability: 'signed-in',
    area,
    summary: 'Состояния изделий',
    input: z.object({}),
    answer: named,
  }),
}

export const itemColumns: Column[] = [
  { key: 'name', title: 'Изделие', type: 'text' },
  { key: 'type_translation', title: 'Вид', type: 'text', words: true },
  { key: 'code', title: 'Код', type: 'text' },
  { key: 'condition_translation', title: 'Состояние', type: 'text', words: true },
  { key: 'stock_field', title: 'Склад', type: 'text' },
  { key: 'cage_number', title: 'Садок', type: 'cage' },
  { key: 'since', title: 'Там с', type: 'datetime', optional: true },
]
